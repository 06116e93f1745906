"""A fixture's score card on one page, for captains and organizers, and the secretary's list of all cards."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.access.devices import keeps_device
from tournaments.context import Context
from tournaments.errors import CommandError, NotAllowed
from tournaments.http import (
    actor_for,
    context_for,
    done,
    keep_on_phone,
    number_in,
    refusal_status,
    refused,
    text_in,
    wants_json,
)
from tournaments.leagues import card_desk, card_games, card_steps, cards, date_desk, fixtures, handicaps
from tournaments.leagues.card_games import Line, Place, WrongGames
from tournaments.leagues.card_steps import Card, Games, State, games_in
from tournaments.leagues.commands import captain_side
from tournaments.leagues.models import Fixture, Squad
from tournaments.leagues.views.fixtures import fixture_or_404
from tournaments.leagues.views.leagues import about_season
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel
from tournaments.results.slips import points_from

Typed = dict[Place, tuple[str, str]]
KEPT = timedelta(days=14)
"""How long a captain's phone shows the card without a network."""


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@keeps_device
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the whole card, or take one. Whatever is refused comes back with every number that was typed.

    A captain sends it, an organizer enters or corrects it; one who is both chooses with `as=organizer` in the address.
    """
    season, context = about_season(request, slug)
    fixture = fixture_or_404(slug, number, with_draft=context["may_run"])
    actor = actor_for(request, season)
    side = captain_side(actor, fixture)
    if context["may_run"] and (side is None or request.GET.get("as") == "organizer"):
        side = None
    elif side is None:
        return _not_theirs(request, fixture)
    present = card_steps.card_of(fixture)
    if request.method == "POST":
        return _take(request, fixture, present, side, context)
    if wants_json(request):
        return JsonResponse(_now(request, fixture))
    page = _page(request, fixture, present, side, context, _known(fixture, present, side))
    return page if side is None else keep_on_phone(page, actor.player, timezone.now() + KEPT)


@require_safe
def season_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The secretary's week: what is overdue, disputed, not confirmed or not approved, and what came late."""
    season, context = about_season(request, slug)
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
    except CommandError as error:
        return refused(request, error, None)
    context |= {
        "desk": card_desk.desk_of(season),
        "dates": date_desk.to_approve(season),
        "rules": season.settings,
    }
    return render(request, "leagues/cards.html", context)


def _not_theirs(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    error = NotAllowed("Only the 2 teams’ captains and organizers can see this score card.")
    if wants_json(request):
        answer = {"state": "decision", "message": str(error), "seat": fixture.get_absolute_url()}
        return JsonResponse(answer, status=refusal_status(error))
    if not request.user.is_authenticated and actor_for(request, fixture.season).player is None:
        return redirect_to_login(request.get_full_path())
    return refused(request, error, None, request.build_absolute_uri(fixture.get_absolute_url()))


def _take(
    request: HttpRequest, fixture: Fixture, present: Card, side: int | None, context: dict[str, Any]
) -> HttpResponse:
    lines = card_games.card_lines(fixture)
    typed = {line.place: _typed_in(request, line.place) for game in lines for line in game}
    try:
        text = _send(request, fixture, present, side, _games(lines, typed))
    except (CommandError, RuleError) as error:
        wrong = error.games if isinstance(error, WrongGames) else {}
        if wants_json(request):
            refusal = {
                "state": "decision",
                "message": str(error),
                "games": {_name(at): words for at, words in wrong.items()},
            }
            return JsonResponse(_now(request, fixture) | refusal, status=refusal_status(error))
        fixture, present = (
            fixture_or_404(fixture.season.slug, fixture.number, with_draft=True),
            card_steps.card_of(fixture),
        )
        more = {"error": error, "typed_reason": request.POST.get("reason", "")}
        return _page(request, fixture, present, side, context | more, typed, wrong, status=refusal_status(error))
    if wants_json(request):
        return JsonResponse({"state": "saved", "message": text, "seat": fixture.get_absolute_url()})
    return done(request, text, fixture.get_absolute_url())


def _send(request: HttpRequest, fixture: Fixture, present: Card, side: int | None, games: Games) -> str:
    """What was done, in words."""
    if side is not None:
        context = _as_typed(request, fixture)
        cards.report_card(fixture.pk, games, context=context, expected_version=number_in(request, "seen"))
        state = card_steps.card_of(fixture).state
        if state is State.CONFIRMED:
            return say("Card sent. Both captains agree.")
        if state is State.DISPUTED:
            return say("Card sent. The 2 cards differ, so an organizer will decide.")
        return say("Card sent. The other captain has to confirm it.")
    context = context_for(request, fixture.season, Channel.PAGE)
    if _is_entry(fixture, present):
        fixtures.enter_card(fixture.pk, games, context=context, expected_version=number_in(request, "revision"))
        return say("Card entered. It now counts.")
    seen, reason = number_in(request, "seen"), text_in(request, "reason")
    cards.correct_card(fixture.pk, games, reason, context=context, expected_version=seen)
    return say("Card corrected. It now counts.")


def _as_typed(request: HttpRequest, fixture: Fixture) -> Context:
    """Who asks. NotAllowed when the card was typed while this phone belonged to someone else."""
    context = context_for(request, fixture.season, Channel.SLIP)
    typed_by = request.POST.get("player", "")
    if context.actor.player and typed_by not in ("", str(context.actor.player.pk)):
        raise NotAllowed(
            "Another captain entered this score card. {player} is using this phone now. To send the card, the other "
            "captain has to open their link or log in again.",
            player=context.actor.player.called,
        )
    return context


def _is_entry(fixture: Fixture, present: Card) -> bool:
    """Whether an organizer types a first card, and not another one in its place."""
    return present.state is State.NONE and fixture.state != Fixture.State.PLAYED


def _games(lines: list[list[Line]], typed: Typed) -> list[list[tuple[int, int]]]:
    """WrongGames, naming each, where a score is missing or isn't a number."""
    games: list[list[tuple[int, int]]] = []
    wrong: dict[Place, str] = {}
    for game in lines:
        games.append([])
        for line in game:
            if line.missing is not None:
                games[-1].append(line.missing)
                continue
            home, away = (points_from(text.replace("−", "-")) for text in typed[line.place])
            if home is None or away is None:
                wrong[line.place] = say("Enter both teams’ points.")
            else:
                games[-1].append((home, away))
    if wrong:
        raise WrongGames(wrong)
    return games


def _typed_in(request: HttpRequest, place: Place) -> tuple[str, str]:
    name = _name(place)
    return request.POST.get(f"h{name}", "").strip()[:5], request.POST.get(f"a{name}", "").strip()[:5]


def _name(place: Place) -> str:
    return f"{place[0]}_{place[1]}"


def _known(fixture: Fixture, present: Card, side: int | None) -> Typed:
    """What the form begins with: the side's own card, otherwise the disputed one, and for an organizer the one sent."""
    claim = present.claim_of(side) if side is not None else None
    if side is None or present.state is State.DISPUTED:
        claim = claim or next(iter(present.claims), None)
    if claim is None:
        return {}
    return {
        (number, table): (str(home), str(away))
        for number, games in enumerate(games_in(claim), start=1)
        for table, (home, away) in enumerate(games, start=1)
    }


def _now(request: HttpRequest, fixture: Fixture) -> dict[str, Any]:
    """The card as it is now, for a phone that holds one back."""
    present = card_steps.card_of(fixture)
    return {
        "present": "",
        "seen": present.version,
        "is_open": not (fixture.is_over or present.is_decided),
        "csrf": get_token(request),
        "seat": fixture.get_absolute_url(),
    }


def _page(
    request: HttpRequest,
    fixture: Fixture,
    present: Card,
    side: int | None,
    context: dict[str, Any],
    typed: Typed,
    wrong: dict[Place, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    has_line_ups = fixture.is_begun or {line_up_player.squad_id for line_up_player in fixture.line_up.all()} == {
        fixture.home_id,
        fixture.away_id,
    }
    is_entry = _is_entry(fixture, present)
    lines = [
        [
            _shown(
                line, fixture.squads, typed, (wrong or {}).get(line.place, ""), is_fixed=side is not None or is_entry
            )
            for line in lines
        ]
        for lines in (card_games.card_lines(fixture) if has_line_ups else [])
    ]
    handicap = handicaps.of_fixture(fixture) if fixture.season.settings.handicap else None
    is_open = fixture.state == Fixture.State.PLANNED or (side is None and fixture.state == Fixture.State.PLAYED)
    context |= {
        "fixture": fixture,
        "card": present,
        "side": side,
        "own": fixture.squads[side] if side is not None else None,
        "player": actor_for(request, fixture.season).player,
        "lines": lines,
        "exemptions": fixture.exemptions.select_related("player", "squad__team"),
        "is_entry": is_entry,
        "is_open": is_open and not fixture.season.is_closed and (side is None or not present.is_decided),
        "starts": handicap.given.starts if handicap else None,
        "handicap_words": handicaps.in_words(fixture, handicap),
        "label": say("{fixture}: score card", fixture=fixture),
    }
    return render(request, "leagues/card.html", context, status=status)


def _shown(line: Line, squads: Sequence[Squad], typed: Typed, wrong: str, *, is_fixed: bool) -> dict[str, Any]:
    """A row of the form. What counts already is shown, and not typed again unless it is corrected."""
    shown = line.missing or line.points
    points = tuple(map(str, shown)) if shown else ("", "")
    is_fixed = bool(line.missing) or (bool(line.points) and is_fixed)
    home, away = points if is_fixed else typed.get(line.place, points)
    name = _name(line.place)
    return {
        "line": line,
        "name": name,
        "cells": (("h", home, squads[0], line.home), ("a", away, squads[1], line.away)),
        "wrong": wrong,
        "is_fixed": is_fixed,
    }
