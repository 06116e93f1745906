"""The pages of the search for a substitute: a member's evenings, a seat's search, and the answer of someone asked."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Membership
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.http import (
    actor_for,
    club_or_404,
    context_for,
    done,
    event_or_404,
    refused,
    text_in,
)
from tournaments.leagues.models import Fixture, LineUpPlayer, Squad
from tournaments.leagues.views.fixtures import fixture_or_404
from tournaments.permissions import Actor, Permission, may
from tournaments.results.models import Channel
from tournaments.subs import commands, evenings, links, seats, selectors
from tournaments.subs.models import RELATED, SubAsk, SubRequest


@require_http_methods(["GET", "HEAD", "POST"])
def subbing(request: HttpRequest, slug: str) -> HttpResponse:
    """On which evenings the member can be asked."""
    club, actor = club_or_404(slug), actor_for(request)
    player = actor.player
    if player is None or not Membership.objects.filter(club=club, player=player).exists():
        raise Http404
    if request.method == "POST":
        chosen = {int(day) for day in request.POST.getlist("day") if day.isascii() and day.isdigit() and len(day) < 3}
        try:
            evenings.set_evenings(club.pk, sorted(chosen), context=context_for(request, None, Channel.PAGE))
        except (CommandError, RuleError) as error:
            return refused(request, error, None, request.build_absolute_uri(request.path))
        text = say("Saved. We may ask you to substitute.") if chosen else say("Saved. We won’t ask you to substitute.")
        return done(request, text, request.path)
    own = evenings.evenings_of(club, player)
    days = [(day, WEEKDAYS[day], day in own) for day in evenings.WEEK]
    return render(request, "subs/subbing.html", {"club": club, "days": days})


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find_sub(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    """The search for one chair of an entry: for its player, also with a personal link, and for organizers."""
    event = event_or_404(slug)
    entry = get_object_or_404(Entry.objects.filter(event=event), pk=pk)
    leaving = get_object_or_404(Player.objects.filter(lineups__entry=entry).distinct(), pk=player)
    actor, here = actor_for(request, event), reverse("find_sub", args=[slug, pk, player])
    may_run = may(actor, Permission.RUN_EVENT, event)
    if not may_run and actor.player != leaving:
        raise Http404
    if request.method == "POST":
        try:
            context, reason = context_for(request, event, Channel.PAGE), text_in(request, "reason")
            sub_request = commands.find_sub(entry.pk, leaving, context=context, reason=reason)
        except (CommandError, RuleError) as error:
            return refused(request, error, event, request.build_absolute_uri(here))
        return done(request, _asked_text(sub_request), here)
    sub_request = SubRequest(event=event, entry=entry, player=leaving, start=event.starts_at)
    is_before = may_run or event.starts_at > timezone.now()
    shown = {"event": event, "club": event.club, "topic": event.topic, "version": event.version}
    return _search_page(request, sub_request, shown, may_run=may_run, may_ask=is_before, is_own=actor.player == leaving)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find_fixture_sub(request: HttpRequest, slug: str, number: int, player: int) -> HttpResponse:
    """The search for one place in a line-up: for its player, the captain, and organizers."""
    fixture = fixture_or_404(slug, number, with_draft=False)
    season, here = fixture.season, reverse("find_fixture_sub", args=[slug, number, player])
    leaving = get_object_or_404(Player, pk=player)
    squad = _squad_of(fixture, leaving)
    actor = actor_for(request, season)
    may_run = may(actor, Permission.SET_LINE_UP, squad)
    if not may_run and actor.player != leaving:
        raise Http404
    if request.method == "POST":
        try:
            context, reason = context_for(request, season, Channel.PAGE), text_in(request, "reason")
            sub_request = commands.find_fixture_sub(fixture.pk, squad.pk, leaving, context=context, reason=reason)
        except (CommandError, RuleError) as error:
            return refused(request, error, None, request.build_absolute_uri(here))
        return done(request, _asked_text(sub_request), here)
    sub_request = SubRequest(fixture=fixture, squad=squad, player=leaving, start=fixture.starts_at)
    is_before = may_run or fixture.starts_at > timezone.now()
    shown = {"club": season.league.club, "topic": season.topic, "version": season.version}
    return _search_page(request, sub_request, shown, may_run=may_run, may_ask=is_before, is_own=actor.player == leaving)


def _squad_of(fixture: Fixture, player: Player) -> Squad:
    """For which the player is named, or was when they looked for a substitute. 404 for all others."""
    named = LineUpPlayer.objects.filter(fixture=fixture, player=player).first()
    known = named or SubRequest.objects.filter(fixture=fixture, player=player).last()
    squad = next((squad for squad in fixture.squads if known and squad.pk == known.squad_id), None)
    if squad is None:
        raise Http404
    return squad


def _search_page(
    request: HttpRequest, sub_request: SubRequest, shown: dict[str, Any], *, may_run: bool, may_ask: bool, is_own: bool
) -> HttpResponse:
    """sub_request: what would be asked for, not a row yet."""
    search = selectors.search_of(sub_request.occasion, sub_request.player)
    is_theirs = seats.is_still_theirs(sub_request)
    context = {
        **shown,
        "sub_request": sub_request,
        "search": search,
        "may_run": may_run,
        "is_own": is_own,
        "may_ask": may_ask and is_theirs and not (search.request and search.request.is_open),
        "weekday": WEEKDAYS[sub_request.weekday],
        "batch_size": commands.BATCH_SIZE,
    }
    return render(request, "subs/search.html", context)


def _asked_text(sub_request: SubRequest) -> str:
    if sub_request.asks.exists():
        return say("Members asked. We’ll tell you when someone says yes.")
    return say("No one is free to substitute yet. We’ll ask as soon as someone is.")


@login_not_required
@require_POST
def cancel_sub(request: HttpRequest, pk: int) -> HttpResponse:
    """By those who may ask: the player, also with a personal link, or those who run it."""
    sub_request = get_object_or_404(SubRequest.objects.select_related(*RELATED), pk=pk)
    place: Any = sub_request.event or sub_request.season
    actor = actor_for(request, place)
    if not _may_see(sub_request, actor):
        raise Http404
    try:
        commands.cancel_sub(sub_request.pk, context=context_for(request, place, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, sub_request.event, request.build_absolute_uri(sub_request.get_absolute_url()))
    return done(request, say("Request canceled"), sub_request.get_absolute_url())


def _may_see(sub_request: SubRequest, actor: Actor) -> bool:
    if sub_request.player == actor.player:
        return True
    if sub_request.event:
        return may(actor, Permission.RUN_EVENT, sub_request.event)
    if sub_request.squad and sub_request.fixture:
        sub_request.squad.season = sub_request.fixture.season
        return may(actor, Permission.SET_LINE_UP, sub_request.squad)
    return False


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer_sub(request: HttpRequest, token: str) -> HttpResponse:
    """The link that someone who was asked got. Opening it changes nothing: programs open links too. It needs no log-in,
    and answers for no one else."""
    ask = links.read(token)
    if ask is None:
        raise Http404
    here = reverse("answer_sub", args=[token])
    if request.method != "POST":
        return render(request, "subs/answer.html", _question(ask))
    try:
        given = context_for(request, None, Channel.PAGE)
        context = Context(Actor(None, ask.player), given.channel, given.key)
        if request.POST.get("answer") == SubAsk.Answer.YES:
            commands.accept_sub(ask.request_id, context=context)
            return done(request, say("Thanks! The seat is yours."), here)
        if request.POST.get("answer") == SubAsk.Answer.NO:
            commands.decline_sub(ask.request_id, context=context)
            return done(request, say("Thanks for answering. We’ll ask someone else."), here)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(here))
    raise Http404


def _question(ask: SubAsk) -> dict[str, Any]:
    """closed: why a yes no longer counts; empty while it does."""
    sub_request, closed = ask.request, ""
    try:
        commands.check_open(sub_request)
    except CommandError as error:
        closed = str(error)
    return {
        "ask": ask,
        "sub_request": sub_request,
        "club": sub_request.club,
        "event": sub_request.event,
        "closed": closed,
    }
