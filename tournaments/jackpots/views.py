"""Jackpots: what everyone sees, and what the owners of a club set up, put in and close by hand."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.errors import CommandError
from tournaments.honours.wording import write_money_in
from tournaments.http import actor_for, asked_number, cents_in, club_or_404, context_for, done, number_in, refused
from tournaments.jackpots import closing, money, selectors, terms
from tournaments.jackpots.forms import JackpotForm, TermsForm, typed_terms
from tournaments.jackpots.models import Jackpot, JackpotPeriod
from tournaments.permissions import Permission, may, require
from tournaments.results.models import Channel

View = Callable[..., HttpResponse]


def owner_page(view: View) -> View:
    """For those who run the club."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        club = club_or_404(slug)
        try:
            require(actor_for(request), Permission.RUN_CLUB, club)
            return view(request, club, **kwargs)
        except (CommandError, RuleError) as error:
            return refused(request, error, None)

    return guarded


@login_not_required
@require_safe
def club_jackpots(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_or_404(slug)
    context = {"club": club, "boards": selectors.of_club(club, actor_for(request)), "may_run": _may_run(request, club)}
    return render(request, "jackpots/jackpots.html", context)


@login_not_required
@require_safe
def jackpot(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The current period; with the place of the asked player, or of the user if they are in it."""
    jackpot = _jackpot(slug, pk)
    [shown] = selectors.running([jackpot], actor_for(request))
    everyone = sorted((*shown.lines, *shown.waiting), key=lambda line: line.name.casefold())
    asked = asked_number(request, "player")
    own = getattr(actor_for(request).player, "pk", None)
    players = {line.number if asked else line.player: line.player for line in everyone}
    player = players.get(asked or own or 0)
    context = _about(request, shown) | {
        "newest": jackpot.terms.latest("number"),
        "history": selectors.history_of(jackpot),
        "asked": player,
        "mine": selectors.place_of(shown, player) if player else (),
        "everyone": everyone,
    }
    return render(request, "jackpots/jackpot.html", context)


@login_not_required
@require_safe
def jackpot_period(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """One period, as it was closed if it is."""
    period = _period(_jackpot(slug, pk), number)
    viewer = actor_for(request)
    shown = selectors.board_of(period, viewer)
    context = _about(request, shown) | {"adjustments": selectors.adjustments_of(period, viewer)}
    return render(request, "jackpots/period.html", context)


@owner_page
def new_jackpot(request: HttpRequest, club: Club) -> HttpResponse:
    form = JackpotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        context = context_for(request, None, Channel.PAGE)
        jackpot = terms.create_jackpot(club, form.terms, form.turns, context=context)
        return done(request, say("{jackpot} set up.", jackpot=jackpot), jackpot.get_absolute_url())
    return render(request, "jackpots/new_jackpot.html", {"club": club, "form": form})


@owner_page
def edit_jackpot(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    jackpot = _jackpot(club.slug, pk)
    newest = jackpot.terms.select_related("jackpot").latest("number")
    form = TermsForm(request.POST or None, initial=typed_terms(newest))
    if request.method == "POST" and form.is_valid():
        context, seen = context_for(request, None, Channel.PAGE), number_in(request, "seen")
        terms.change_jackpot(jackpot.pk, form.terms, context=context, expected_version=seen)
        return done(request, say("Saved."), jackpot.get_absolute_url())
    is_frozen = jackpot.periods.exclude(closed=None).exists()
    shown = {"club": club, "jackpot": jackpot, "form": form, "newest": newest, "is_frozen": is_frozen}
    return render(request, "jackpots/edit_jackpot.html", shown)


@require_POST
@owner_page
def add_to_jackpot(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    jackpot = _jackpot(club.slug, pk)
    money.add_money(jackpot.pk, cents_in(request, "amount"), context=context_for(request, None, Channel.PAGE))
    return done(request, say("Money added to the jackpot."), jackpot.get_absolute_url())


@owner_page
def close_period(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    """What closing does, and the button that does it. Usually the site closes a period by itself."""
    period = _period(_jackpot(club.slug, pk), number)
    if request.method == "POST":
        closing.close_period(period.pk, context=context_for(request, None, Channel.PAGE))
        return done(request, say("Period closed."), period.get_absolute_url())
    if period.closed_id:
        return done(request, say("The period is already closed."), period.get_absolute_url())
    shown = selectors.board_of(period, actor_for(request))
    names = {line.player: line.name for line in (*shown.lines, *shown.waiting)}
    preview = closing.preview_of(period)
    prizes = [(names.get(prize.player, ""), str(prize.reason), prize.cents) for prize in preview.closed.prizes]
    context = _about(request, shown) | {"preview": preview, "prizes": prizes}
    return render(request, "jackpots/close_period.html", context)


def _about(request: HttpRequest, shown: selectors.Board) -> dict[str, Any]:
    """What every page of a jackpot knows."""
    club = shown.jackpot.club
    return {
        "club": club,
        "jackpot": shown.jackpot,
        "period": shown.period,
        "board": shown,
        "rules": selectors.rule_words(shown.rules),
        "share": selectors.share_words(shown.period.terms),
        "may_run": _may_run(request, club),
        "address": reverse("jackpot", args=[club.slug, shown.jackpot.pk]),
    }


def _may_run(request: HttpRequest, club: Club) -> bool:
    return may(actor_for(request), Permission.RUN_CLUB, club)


def _jackpot(slug: str, pk: int) -> Jackpot:
    jackpot = get_object_or_404(Jackpot.objects.select_related("club"), club__slug=slug, pk=pk)
    write_money_in(jackpot.club.currency)
    return jackpot


def _period(jackpot: Jackpot, number: int) -> JackpotPeriod:
    jackpot_periods = JackpotPeriod.objects.select_related(
        "jackpot__club", "terms", "closed__user__player", "closed__player"
    )
    return get_object_or_404(jackpot_periods.prefetch_related("scores__player"), jackpot=jackpot, number=number)
