"""One fixture: line-ups, result, history; and what organizers and captains do with it."""

from collections.abc import Callable
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.access.devices import keeps_device
from tournaments.attendance import selectors as attendance
from tournaments.audit_log import actor_name, public_actor_name
from tournaments.clubs.models import Membership
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.formats.seasons.settings import Moving
from tournaments.formats.standings.sums import number_text
from tournaments.http import actor_for, context_for, done, number_in, refused, text_in
from tournaments.leagues import (
    card_games,
    card_steps,
    cards,
    date_desk,
    date_limits,
    fixtures,
    handicaps,
    line_ups,
    penalties,
    selectors,
)
from tournaments.leagues.card_steps import Card, games_in
from tournaments.leagues.card_steps import State as CardState
from tournaments.leagues.commands import captain_side, day_of
from tournaments.leagues.forms import moment_of
from tournaments.leagues.models import CardStep, Fixture, FixtureHandicap, Squad
from tournaments.leagues.views.leagues import about_season, season_or_404
from tournaments.permissions import Actor, Permission, may
from tournaments.results.models import Channel

Move = Callable[[HttpRequest, Fixture, Context], str]
State = Fixture.State


@login_not_required
@require_safe
def fixture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, context = about_season(request, slug)
    fixture = fixture_or_404(season.slug, number, with_draft=context["may_run"])
    actor, rules = actor_for(request, season), season.settings
    lines = list(fixture.line_up.select_related("player").order_by("squad", "pair", "chair"))
    is_open = fixture.state == State.PLANNED and not fixture.is_begun and not season.is_closed
    sides = [
        {
            "squad": squad,
            "pairs": _pairs(lines, squad),
            "side": side,
            "named": fixture.named[side],
            "form": _line_up_form(fixture, squad, lines)
            if is_open and may(actor, Permission.SET_LINE_UP, squad)
            else None,
        }
        for side, squad in enumerate(fixture.squads)
    ]
    handicap = handicaps.of_fixture(fixture) if rules.handicap else None
    context |= {
        "fixture": fixture,
        "sides": sides,
        "score": getattr(fixture, "score", None),
        "rules": rules,
        "house": selectors.house_words(rules),
        "handicap_words": handicaps.in_words(fixture, handicap) if rules.handicap else "",
        "history": fixture.postponements.all(),
        "adjustments": fixture.adjustments.select_related("squad__team", "season"),
        "exemptions": fixture.exemptions.select_related("player", "squad__team"),
        "is_open": is_open,
        "me": actor.player,
        "has_line_ups": all(side["pairs"] for side in sides),
        "is_running": fixture.is_begun and not fixture.is_over,
    }
    if is_open and context["may_run"]:
        context["members"] = Player.objects.filter(memberships__club=season.league.club).order_by("name")
    if context["may_run"] and not fixture.is_begun and not fixture.is_over and not season.is_closed:
        context["venues"] = selectors.venues_for(fixture)
    context |= _card_context(fixture, actor, handicap, may_run=context["may_run"])
    context |= _dates_context(fixture, context["own_side"], may_run=context["may_run"])
    if is_open:
        context |= _coming(fixture, actor)
    return render(request, "leagues/fixture.html", context)


def _coming(fixture: Fixture, actor: Actor) -> dict[str, Any]:
    """One's own answer, and those of the team for its captain and for organizers."""
    leads = [squad for squad in fixture.squads if may(actor, Permission.SET_LINE_UP, squad)]
    return {
        "own_answer": attendance.own_answer_if_open(fixture, actor.player) if actor.player else None,
        "squads_coming": [(squad, attendance.tally_of_squad(fixture, squad)) for squad in leads],
    }


def _dates_context(fixture: Fixture, side: int | None, *, may_run: bool) -> dict[str, Any]:
    """For captains and organizers: the dates that are proposed, or whether a captain can propose some."""
    if fixture.season.settings.moving is Moving.ORGANIZER or not (may_run or side is not None):
        return {}
    may_propose = side is not None and date_limits.may_captains_move(fixture)
    return {"proposal": date_desk.live_of(fixture), "may_propose": may_propose}


def _card_context(fixture: Fixture, actor: Actor, handicap: FixtureHandicap | None, *, may_run: bool) -> dict[str, Any]:
    """The state of the card; what was sent, and what is wrong with it, is for captains and organizers only."""
    card, side = card_steps.card_of(fixture), captain_side(actor, fixture)
    is_shown = may_run or side is not None
    is_open = fixture.state == State.PLANNED and not fixture.season.is_closed and not card.is_decided
    asked = is_open and side is not None and card.state is CardState.REPORTED and not card.claim_of(side)
    is_due = day_of(fixture) <= timezone.now().astimezone(fixture.season.zone).date()
    may_go_on = is_open and side is not None and not card.steps
    return {
        "card": card,
        "may_have_card": fixture.state in (State.PLANNED, State.PLAYED),
        "games": [] if card.claims else card_games.drawn_lines(fixture),
        "own_side": side,
        "steps": [_step(step, is_shown=is_shown, may_run=may_run) for step in card.steps],
        "sent": _sent(fixture, card) if is_shown and card.claims else [],
        "total": _total(card, handicap) if is_shown else "",
        "may_send": is_open and side is not None and not asked and is_due,
        "may_answer": asked,
        "may_begin": side is not None and is_due,
        "running": fixtures.round_played(fixture) if may_go_on else None,
    }


def _step(step: CardStep, *, is_shown: bool, may_run: bool) -> dict[str, Any]:
    is_open = is_shown or step.kind != CardStep.Kind.DISPUTED
    return {
        "step": step,
        "who": actor_name(step.journal) if may_run else public_actor_name(step.journal),
        "reason": step.reason if is_open else "",
    }


def _sent(fixture: Fixture, card: Card) -> list[list[dict[str, Any]]]:
    """What the captains sent, round by round: for each game who says what."""
    cards_sent = [(fixture.squads[claim.side or 0], games_in(claim)) for claim in card.claims]
    rounds: list[list[dict[str, Any]]] = []
    for lines in card_games.card_lines(fixture):
        rounds.append([])
        for line in lines:
            sent = [(squad, games[line.round - 1][line.table - 1]) for squad, games in cards_sent]
            rounds[-1].append({"line": line, "sent": sent, "differs": len({points for _, points in sent}) > 1})
    return rounds


def _total(card: Card, handicap: FixtureHandicap | None) -> str:
    """What the card that was sent adds up to; empty while there are two that differ."""
    sent = [games_in(claim) for claim in card.claims]
    if not sent or any(games != sent[0] for games in sent):
        return ""
    games = [game for round_games in sent[0] for game in round_games]
    starts = handicap.given.starts if handicap else (0, 0)
    home = Fraction(starts[0], 2) + sum(own > other for own, other in games)
    away = Fraction(starts[1], 2) + sum(other > own for own, other in games)
    return say(
        "Games {home}–{away}, points {homePoints}–{awayPoints}",
        home=number_text(home),
        away=number_text(away),
        homePoints=sum(own for own, _ in games),
        awayPoints=sum(other for _, other in games),
    )


@login_not_required
@require_POST
@keeps_device
def move_fixture(request: HttpRequest, slug: str, number: int, action: str) -> HttpResponse:
    """A step of a fixture: by an organizer, or by a captain with an account or a personal link."""
    season = season_or_404(slug)
    actor = actor_for(request, season)
    if actor.user is None and actor.player is None:
        return redirect_to_login(reverse("fixture", args=[slug, number]))
    fixture = fixture_or_404(slug, number, with_draft=may(actor, Permission.RUN_SEASON, season.league.club))
    where = fixture.get_absolute_url()
    if request.POST.get("back") == "cards":
        where = reverse("season_cards", args=[slug])
    if action not in MOVES:
        raise Http404("No such step.")
    channel = Channel.SLIP if action in OF_CAPTAINS else Channel.PAGE
    try:
        return done(request, MOVES[action](request, fixture, context_for(request, season, channel)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def fixture_or_404(slug: str, number: int, *, with_draft: bool) -> Fixture:
    all_fixtures = Fixture.objects.select_related(*selectors.SHOWN, "event").exclude(
        state="" if with_draft else State.DRAFT
    )
    fixture = get_object_or_404(all_fixtures, season__slug=slug, number=number)
    fixture.home.season = fixture.away.season = fixture.season
    return fixture


def _pairs(lines: list[Any], squad: Squad) -> list[list[Any]]:
    own = [line for line in lines if line.squad_id == squad.pk]
    pairs = {pair: list(members) for pair, members in groupby(own, key=lambda member: member.pair)}
    return [pairs.get(number, []) for number in range(1, squad.season.settings.pairs + 1)] if pairs else []


def _line_up_form(fixture: Fixture, squad: Squad, lines: list[Any]) -> dict[str, Any]:
    """The choices for every chair, with who is named now, else the squad's own players in turn."""
    own, others = selectors.candidates(fixture, squad)
    named = {(line.pair, line.chair): line.player_id for line in lines if line.squad_id == squad.pk}
    usual = [player.pk for player in own]
    chairs = []
    for pair in range(1, fixture.season.settings.pairs + 1):
        for chair in (0, 1):
            index = 2 * (pair - 1) + chair
            chosen = named.get((pair, chair), usual[index] if not named and index < len(usual) else None)
            chairs.append({"pair": pair, "number": chair + 1, "name": f"p{pair}_{chair}", "chosen": chosen})
    return {"own": own, "others": others, "chairs": chairs}


def _set_line_up(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    squad = fixture.squads[_side_in(request)]
    pairs = fixture.season.settings.pairs
    names = [[f"p{pair}_{chair}" for chair in (0, 1)] for pair in range(1, pairs + 1)]
    ids = [[number_in(request, name) for name in pair if not _is_empty(request, name)] for pair in names]
    known = {
        membership.player_id: membership.player
        for membership in Membership.objects.filter(
            club=fixture.season.league.club, player__in=[number for pair in ids for number in pair]
        ).select_related("player")
    }
    try:
        chosen: list[list[Player]] = [[known[number] for number in pair] for pair in ids]
    except KeyError as error:
        raise RuleError("Choose players from the club.") from error
    line_ups.set_line_up(fixture.pk, squad.pk, chosen, context=context, expected_version=number_in(request, "seen"))
    return say("Lineup set for {squad}.", squad=squad)


def _exempt(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    squad = fixture.squads[_side_in(request)]
    known = Player.objects.filter(memberships__club=fixture.season.league.club)
    player = get_object_or_404(known, pk=number_in(request, "player"))
    line_ups.exempt_player(fixture.pk, squad.pk, player, text_in(request, "reason"), context=context)
    return say("Exception allowed. You can now choose {player} for {squad}.", player=player, squad=squad)


def _is_empty(request: HttpRequest, name: str) -> bool:
    return not request.POST.get(name, "").strip()


def _postpone(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    to = moment_of(fixture.season.league.club, fixture.season, request.POST.get("to", ""))
    fixtures.postpone(
        fixture.pk, to, text_in(request, "reason"), context=context, expected_version=number_in(request, "seen")
    )
    return say("Match moved.") if to else say("Match postponed. It has no new date yet.")


def _venue(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    venue = None
    if request.POST.get("venue"):
        venue = get_object_or_404(fixture.season.league.club.venues, pk=number_in(request, "venue"))
    fixtures.set_venue(fixture.pk, venue, context=context, expected_version=number_in(request, "seen"))
    if venue is None:
        return say("Venue removed.")
    return say("Match moved to {venue}.", venue=venue)


def _rule(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    state = text_in(request, "state", 20)
    at_fault = None if state == State.VOID else _side_in(request)
    fixtures.rule(
        fixture.pk,
        state,
        text_in(request, "reason"),
        at_fault=at_fault,
        context=context,
        expected_version=number_in(request, "seen"),
    )
    return say("Ruling recorded.")


def _lift(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    fixture = fixtures.lift_ruling(
        fixture.pk, text_in(request, "reason"), context=context, expected_version=number_in(request, "seen")
    )
    if fixture.state == State.POSTPONED:
        return say("Ruling undone. The match needs a new date.")
    return say("Ruling undone.")


def _begin(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    fixtures.begin(fixture.pk, context=context, expected_version=number_in(request, "seen"))
    return say("Match started. Enter scores on phones or in the match console.")


def _next(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    fixtures.next_round(fixture.pk, context=context, expected_version=number_in(request, "seen"))
    round_ = fixtures.round_played(fixture)
    return say("{round} started.", round=round_) if round_ else say("All rounds are over.")


def _finish(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    fixtures.finish(fixture.pk, context=context, expected_version=number_in(request, "seen"))
    return say("Result recorded.")


def _confirm(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    cards.confirm_card(fixture.pk, context=context, expected_version=number_in(request, "seen"))
    return say("Card confirmed.")


def _dispute(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    reason = text_in(request, "reason")
    cards.dispute_card(fixture.pk, reason, context=context, expected_version=number_in(request, "seen"))
    return say("Card disputed. The other captain can send it again, or an organizer will decide.")


def _approve(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    cards.approve_card(fixture.pk, context=context, expected_version=number_in(request, "seen"))
    return say("Card approved. It now counts.")


def _late(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    squad = fixture.squads[_side_in(request)]
    penalties.late_card(fixture.pk, squad.pk, context=context)
    return say("Points deducted from {squad} for a late score card.", squad=squad)


MOVES: dict[str, Move] = {
    "line-up": _set_line_up,
    "exempt": _exempt,
    "postpone": _postpone,
    "venue": _venue,
    "rule": _rule,
    "lift": _lift,
    "begin": _begin,
    "next": _next,
    "finish": _finish,
    "confirm": _confirm,
    "dispute": _dispute,
    "approve": _approve,
    "late": _late,
}


OF_CAPTAINS = ("confirm", "dispute")
"""Steps for which it matters from whose phone they come."""


def _side_in(request: HttpRequest) -> int:
    """0 for the home squad, 1 for the visitors."""
    side = number_in(request, "side")
    if side not in (0, 1):
        raise RuleError("Choose a team.")
    return side
