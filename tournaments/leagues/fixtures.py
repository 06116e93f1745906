"""A fixture's life: another day, a ruling without play, played as an event of its own, and its result card."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.formats import date_format

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.commands import create_event
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.leagues import tables
from tournaments.leagues.commands import allow, check_fixture_seen, lock_fixture, save_fixture, write
from tournaments.leagues.line_ups import check_line_ups
from tournaments.leagues.models import Fixture
from tournaments.leagues.schedule import move
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round

State = Fixture.State
UNPLAYED = (State.WALKOVER, State.UNFULFILLED)
Game = tuple[int, int]
"""Points of one table, home first."""


@command(Action.POSTPONE, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def postpone(
    fixture: Fixture, to: datetime | None, reason: str, *, context: Context, expected_version: int | None = None
) -> Fixture:
    """Move a fixture to another time, or (None) until further notice."""
    if fixture.is_begun or fixture.state not in (State.PLANNED, State.POSTPONED):
        raise RuleError("{fixture} is {state}, so it keeps its day.", fixture=fixture, state=_state(fixture))
    if to:
        check_day(fixture, to)
    why = require_reason(reason)
    written = write(fixture.season, context, reason=why, detail={"fixture": fixture.pk})
    move(fixture, to, why, written)
    return fixture


def check_day(fixture: Fixture, to: datetime) -> None:
    """RuleError when a squad plays somebody else that day, or when the venue has no table left then."""
    season = fixture.season
    day = to.astimezone(season.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    same_day = season.fixtures.filter(starts_at__gte=day, starts_at__lt=day + timedelta(days=1)).exclude(pk=fixture.pk)
    same_day = same_day.exclude(state__in=[State.POSTPONED, State.VOID])
    for other in same_day.select_related("home__team", "away__team"):
        if both := {other.home_id, other.away_id} & {fixture.home_id, fixture.away_id}:
            busy = next(squad for squad in fixture.squads if squad.pk in both)
            raise RuleError(
                "{squad} plays {other} on {day}. Choose another day.", squad=busy, other=other, day=_day_words(day)
            )
    venue = fixture.venue
    if venue and venue.tables is not None:
        needed_there = season.settings.pairs * (1 + same_day.filter(venue=venue).count())
        if needed_there > venue.tables:
            raise RuleError(
                "On {day} {venue} would need {needed} tables, but has {tables}. Take another day.",
                day=_day_words(day),
                venue=venue,
                needed=needed_there,
                tables=venue.tables,
            )


@command(Action.RULE_FIXTURE, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def rule(
    fixture: Fixture,
    state: str,
    reason: str,
    *,
    context: Context,
    at_fault: int | None = None,
    expected_version: int | None = None,
) -> Fixture:
    """Declare a fixture a walkover or unfulfilled (at_fault: 0 home, 1 away), or void.

    What was played at its tables stays with the people who played it; the section table follows the ruling.
    """
    if fixture.state == State.DRAFT:
        raise RuleError("The season is not open yet, so there is nothing to rule on.")
    if state not in (*UNPLAYED, State.VOID):
        raise RuleError("Rule a walkover, unfulfilled or void.")
    if (at_fault in (0, 1)) != (state in UNPLAYED):
        if state in UNPLAYED:
            raise RuleError("Say which squad did not play.")
        raise RuleError("A void fixture is nobody's fault.")
    fixture.state, fixture.at_fault, fixture.reason = State(state), at_fault, require_reason(reason)
    save_fixture(fixture, "state", "at_fault", "reason")
    if not fixture.is_begun:
        fixture.line_up.all().delete()
    write(fixture.season, context, reason=fixture.reason, detail={"fixture": fixture.pk})
    tables.settle(fixture.season)
    return fixture


@command(Action.LIFT_RULING, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def lift_ruling(fixture: Fixture, reason: str, *, context: Context, expected_version: int | None = None) -> Fixture:
    """Take a walkover, unfulfilled or void back: the fixture is to be played, or counts as it was."""
    if fixture.state not in (*UNPLAYED, State.VOID):
        raise RuleError("Nothing was ruled about {fixture} that could be taken back.", fixture=fixture)
    is_played = bool(fixture.event) and not missing_words(fixture)
    fixture.state, fixture.at_fault, fixture.reason = State.PLAYED if is_played else State.PLANNED, None, ""
    save_fixture(fixture, "state", "at_fault", "reason")
    write(fixture.season, context, reason=require_reason(reason), detail={"fixture": fixture.pk})
    tables.settle(fixture.season)
    return fixture


@command(Action.BEGIN_FIXTURE, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def begin(fixture: Fixture, *, context: Context, expected_version: int | None = None) -> Fixture:
    """Make the fixture's event: a Grand Prix in which the visitors move, its first round published."""
    if fixture.is_begun:
        raise Conflict("{fixture} has begun already.", fixture=fixture)
    if fixture.state != State.PLANNED:
        raise RuleError(
            "{fixture} is {state}. Only a fixture with a day can be played.", fixture=fixture, state=_state(fixture)
        )
    check_line_ups(fixture)
    fixture.event = _event(fixture, context)
    save_fixture(fixture, "event")
    write(fixture.season, context, detail={"fixture": fixture.pk})
    return fixture


@command(Action.FINISH_FIXTURE, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def finish(fixture: Fixture, *, context: Context, expected_version: int | None = None) -> Fixture:
    """Count the fixture: all its rounds are over."""
    if not fixture.is_begun:
        raise RuleError("{fixture} has not begun. Begin it, or enter its card.", fixture=fixture)
    if fixture.state != State.PLANNED:
        raise RuleError("{fixture} is {state} already.", fixture=fixture, state=_state(fixture))
    if missing := missing_words(fixture):
        raise RuleError(missing)
    fixture.state = State.PLAYED
    save_fixture(fixture, "state")
    write(fixture.season, context, detail={"fixture": fixture.pk})
    tables.settle(fixture.season)
    return fixture


@command(Action.ENTER_CARD, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def enter_card(
    fixture: Fixture, card: Sequence[Sequence[Game]], *, context: Context, expected_version: int | None = None
) -> Fixture:
    """A whole result card at once: for every round the games by table, home first. Each goes through the one door.

    Begins the fixture if need be, leaves alone what counts already, and finishes it.
    """
    rules = fixture.season.settings
    if len(card) != rules.games or any(len(row) != rules.pairs for row in card):
        raise RuleError(
            "A card has {games} rounds with {pairs} games each. Fill in every line.",
            games=rules.games,
            pairs=rules.pairs,
        )
    if not fixture.is_begun:
        fixture = begin(fixture.pk, context=context)
    for number, games in enumerate(card, start=1):
        _enter_round(fixture, number, games, context)
    write(fixture.season, context, detail={"fixture": fixture.pk})
    return finish(fixture.pk, context=context)


def missing_words(fixture: Fixture) -> str:
    """What is still to be done before the fixture can count; "" when it can."""
    closed = Round.objects.filter(stage__event=fixture.event_id, status=Round.Status.CLOSED).count()
    wanted = fixture.season.settings.games
    if closed >= wanted:
        return ""
    return say(
        "{closed} of {wanted} rounds of {fixture} are closed. Play and close the others.",
        closed=closed,
        wanted=wanted,
        fixture=fixture,
    )


def _event(fixture: Fixture, context: Context) -> Event:
    season, rules = fixture.season, fixture.season.settings
    event = create_event(
        season.league.club,
        f"{fixture.home} – {fixture.away}"[:80],
        fixture.starts_at,
        "grand_prix",
        {"rounds": rules.games},
        context=context,
        venue=fixture.venue,
        play_to=rules.play_to,
        rules=season.table_rules,
        where=rules.where.value,
    )
    pairs: dict[tuple[int, int], list[Player]] = {}
    for row in fixture.line_up.select_related("player").order_by("pair", "chair"):
        pairs.setdefault((row.pair, row.squad_id), []).append(row.player)
    for pair in range(1, rules.pairs + 1):
        for squad in (fixture.away, fixture.home):
            entries.register(event.pk, pairs[pair, squad.pk], context=context, check_in=True)
    _open_round(event, 1, context)
    return event


def _open_round(event: Event, number: int, context: Context) -> Round:
    row = rounds.draw_round(event.stages.get().pk, number, context=context)
    return rounds.publish_round(row.pk, context=context, expected_version=row.revision)


def _enter_round(fixture: Fixture, number: int, games: Sequence[Game], context: Context) -> None:
    assert fixture.event, "it has begun"
    row = Round.objects.filter(stage__event=fixture.event, number=number).first()
    row = row or _open_round(fixture.event, number, context)
    if row.status == Round.Status.CLOSED:
        return
    for match in row.matches.order_by("table"):
        if not match.is_terminal and match.table <= len(games):
            results.record_result(match.pk, Slip(_by_side(match, games[match.table - 1])), context=context)
    row.refresh_from_db()
    rounds.close_round(row.pk, context=context, expected_version=row.revision)


def _by_side(match: Match, game: Game) -> Game:
    """The points in the order of the match's sides."""
    first = match.seats.filter(side=0).select_related("entry")[0]
    assert first.entry, "a fixture has no house players"
    return game if tables.is_home(first.entry.number) else (game[1], game[0])


def _day_words(day: datetime) -> str:
    return date_format(day, "l d F")


def _state(fixture: Fixture) -> str:
    if fixture.is_begun and fixture.state == State.PLANNED:
        return say("being played")
    return str(fixture.get_state_display()).lower()
