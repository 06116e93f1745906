"""A captain's personal link for the season: made by an organizer, opened on the captain's phone, forgotten there; and
the transfers on which captains agree."""

from collections.abc import Callable

import segno
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.access.passes import find_pass
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.http import (
    actor_for,
    context_for,
    done,
    drop_pass,
    held_pass,
    hold_pass,
    number_in,
    refused,
)
from tournaments.leagues import selectors, transfers
from tournaments.leagues.forms import day_in
from tournaments.leagues.models import Season, Squad, TransferRequest
from tournaments.leagues.squads import issue_season_pass
from tournaments.leagues.views.leagues import season_or_404
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel


@require_POST
def issue_link(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The link as text and QR, to be shown to the captain's phone."""
    season = season_or_404(slug)
    squad = get_object_or_404(season.squads.select_related("team"), number=number)
    squad.season = season
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
        captain = get_object_or_404(
            Player.objects.filter(squads__squad=squad).distinct(), pk=number_in(request, "player")
        )
        token = issue_season_pass(squad.pk, captain, context=context_for(request, None, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(squad.get_absolute_url()))
    link = request.build_absolute_uri(reverse("open_season_pass", args=[season.slug, token]))
    picture = segno.make(link, micro=False).svg_data_uri(scale=6, border=2)
    context = {"season": season, "league": season.league, "club": season.league.club, "squad": squad}
    return render(request, "leagues/link.html", context | {"player": captain, "link": link, "picture": picture})


@login_not_required
def open_link(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Opening it asks "is this you?", the button exchanges it for a cookie."""
    season = season_or_404(slug)
    pass_ = find_pass(token)
    context = {"season": season, "club": season.league.club, "pass": pass_}
    if pass_ is None or pass_.season_id != season.pk:
        return render(request, "access/open_pass.html", context | {"pass": None}, status=410)
    if request.method == "POST":
        hold_pass(request, pass_)
        return redirect(_home_of(season, pass_.player))
    return render(request, "access/open_pass.html", context)


@login_not_required
@require_POST
def forget_link(request: HttpRequest, slug: str) -> HttpResponse:
    """End the link's cookie on this phone. The link itself stays good."""
    season = season_or_404(slug)
    if not held_pass(request, season)[0]:
        raise Http404
    drop_pass(request, season)
    return done(request, say("Link removed from this phone."), season.get_absolute_url())


@login_not_required
@require_POST
def move_transfer(request: HttpRequest, slug: str, number: int, action: str) -> HttpResponse:
    """A step of a transfer: by a captain with an account or a personal link, or by an organizer."""
    season = season_or_404(slug)
    squad = get_object_or_404(season.squads.select_related("team"), number=number)
    squad.season, where = season, reverse("squad", args=[slug, number])
    actor = actor_for(request, season)
    if actor.user is None and actor.player is None:
        return redirect_to_login(where)
    if action not in MOVES:
        raise Http404("No such step.")
    try:
        return done(request, MOVES[action](request, squad, context_for(request, season, Channel.PAGE)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def _ask(request: HttpRequest, squad: Squad, context: Context) -> str:
    there = Player.objects.filter(squads__season=squad.season).distinct()
    player = get_object_or_404(there, pk=number_in(request, "player"))
    asked = transfers.ask_transfer(squad.pk, player, day_in(request), context=context)
    return say("You asked for {player}. The captain of {squad} has to agree.", player=player, squad=asked.leaving)


def _offer(request: HttpRequest, squad: Squad, context: Context) -> str:
    own = Player.objects.filter(squads__squad=squad).distinct()
    player = get_object_or_404(own, pk=number_in(request, "player"))
    to = get_object_or_404(squad.season.squads.select_related("team"), pk=number_in(request, "to"))
    transfers.offer_transfer(squad.pk, player, to, day_in(request), context=context)
    return say("You offered {player}. The captain of {squad} has to agree.", player=player, squad=to)


def _agree(request: HttpRequest, squad: Squad, context: Context) -> str:
    asked = transfers.agree_transfer(_asked_in(request, selectors.answered_by(squad)), context=context)
    return say("You agreed to the transfer. {player} now plays for {squad}.", player=asked.player, squad=asked.squad)


def _decline(request: HttpRequest, squad: Squad, context: Context) -> str:
    asked = transfers.decline_transfer(_asked_in(request, selectors.answered_by(squad)), context=context)
    return say("Transfer declined. {player} stays with {squad}.", player=asked.player, squad=asked.leaving)


def _cancel(request: HttpRequest, squad: Squad, context: Context) -> str:
    asked = transfers.cancel_transfer(_asked_in(request, selectors.begun_by(squad)), context=context)
    return say("Transfer canceled. {player} stays with {squad}.", player=asked.player, squad=asked.leaving)


def _asked_in(request: HttpRequest, which: Q) -> int:
    return int(get_object_or_404(TransferRequest, which, pk=number_in(request, "request")).pk)


MOVES: dict[str, Callable[[HttpRequest, Squad, Context], str]] = {
    "ask": _ask,
    "offer": _offer,
    "agree": _agree,
    "decline": _decline,
    "cancel": _cancel,
}


def _home_of(season: Season, player: Player) -> str:
    """The page of the captain's squad, which lists everything to do."""
    squad = Squad.objects.filter(season=season, players__player=player, players__until__isnull=True).first()
    if squad is None:
        return season.get_absolute_url()
    squad.season = season
    return squad.get_absolute_url()
