"""A fixture's life: another day, a ruling without play, played as an event of its own, and its result card."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.formats import date_format

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.errors import Stale
from tournaments.formats.base import Slip
from tournaments.models import Event, Fixture, Match, Round
from tournaments.services import journal
from tournaments.services.attendance import entries
from tournaments.services.events.setup import create_event
from tournaments.services.journal import By
from tournaments.services.leagues import tables
from tournaments.services.leagues.door import allow, check_fixture_seen, lock_fixture, save_fixture, write
from tournaments.services.leagues.line_ups import check_line_ups
from tournaments.services.leagues.schedule import move
from tournaments.services.nights import rounds
from tournaments.services.scores import results

State = Fixture.State
UNPLAYED = (State.WALKOVER, State.UNFULFILLED)
Game = tuple[int, int]
"""Points of one table, home first."""


@transaction.atomic
def postpone(fixture_id: int, to: datetime | None, reason: str, *, by: By, seen: int | None = None) -> Fixture:
    """Move a fixture to another time, or (None) until further notice."""
    fixture = lock_fixture(fixture_id)
    body = {"fixture": fixture_id, "to": to, "reason": reason, "seen": seen}
    if journal.replayed(by, "postpone", body):
        return fixture
    allow(fixture.season, by)
    check_fixture_seen(fixture, seen)
    if fixture.is_begun or fixture.state not in (State.PLANNED, State.POSTPONED):
        raise RuleError("{fixture} is {state}, so it keeps its day.", fixture=fixture, state=_state(fixture))
    if to:
        check_day(fixture, to)
    why = needed(reason)
    written = write(fixture.season, "postpone", by, body, reason=why, detail={"fixture": fixture.pk})
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


@transaction.atomic
def rule(
    fixture_id: int, state: str, reason: str, *, by: By, at_fault: int | None = None, seen: int | None = None
) -> Fixture:
    """Declare a fixture a walkover or unfulfilled (at_fault: 0 home, 1 away), or void.

    What was played at its tables stays with the people who played it; the section table follows the ruling.
    """
    fixture = lock_fixture(fixture_id)
    body = {"fixture": fixture_id, "state": str(state), "reason": reason, "at_fault": at_fault, "seen": seen}
    if journal.replayed(by, "rule_fixture", body):
        return fixture
    allow(fixture.season, by)
    check_fixture_seen(fixture, seen)
    if fixture.state == State.DRAFT:
        raise RuleError("The season is not open yet, so there is nothing to rule on.")
    if state not in (*UNPLAYED, State.VOID):
        raise RuleError("Rule a walkover, unfulfilled or void.")
    if (at_fault in (0, 1)) != (state in UNPLAYED):
        if state in UNPLAYED:
            raise RuleError("Say which squad did not play.")
        raise RuleError("A void fixture is nobody's fault.")
    fixture.state, fixture.at_fault, fixture.reason = State(state), at_fault, needed(reason)
    save_fixture(fixture, "state", "at_fault", "reason")
    if not fixture.is_begun:
        fixture.line_up.all().delete()
    write(fixture.season, "rule_fixture", by, body, reason=fixture.reason, detail={"fixture": fixture.pk})
    tables.settle(fixture.season)
    return fixture


@transaction.atomic
def lift_ruling(fixture_id: int, reason: str, *, by: By, seen: int | None = None) -> Fixture:
    """Take a walkover, unfulfilled or void back: the fixture is to be played, or counts as it was."""
    fixture, body = lock_fixture(fixture_id), {"fixture": fixture_id, "reason": reason, "seen": seen}
    if journal.replayed(by, "lift_ruling", body):
        return fixture
    allow(fixture.season, by)
    check_fixture_seen(fixture, seen)
    if fixture.state not in (*UNPLAYED, State.VOID):
        raise RuleError("Nothing was ruled about {fixture} that could be taken back.", fixture=fixture)
    is_played = bool(fixture.event) and not missing_words(fixture)
    fixture.state, fixture.at_fault, fixture.reason = State.PLAYED if is_played else State.PLANNED, None, ""
    save_fixture(fixture, "state", "at_fault", "reason")
    write(fixture.season, "lift_ruling", by, body, reason=needed(reason), detail={"fixture": fixture.pk})
    tables.settle(fixture.season)
    return fixture


@transaction.atomic
def begin(fixture_id: int, *, by: By, seen: int | None = None) -> Fixture:
    """Make the fixture's event: a Grand Prix in which the visitors move, its first round published."""
    fixture, body = lock_fixture(fixture_id), {"fixture": fixture_id, "seen": seen}
    if journal.replayed(by, "begin_fixture", body):
        return fixture
    allow(fixture.season, by)
    check_fixture_seen(fixture, seen)
    _begin(fixture, by, body)
    return fixture


@transaction.atomic
def finish(fixture_id: int, *, by: By, seen: int | None = None) -> Fixture:
    """Count the fixture: all its rounds are over."""
    fixture, body = lock_fixture(fixture_id), {"fixture": fixture_id, "seen": seen}
    if journal.replayed(by, "finish_fixture", body):
        return fixture
    allow(fixture.season, by)
    check_fixture_seen(fixture, seen)
    _finish(fixture, by, body)
    return fixture


@transaction.atomic
def enter_card(fixture_id: int, card: Sequence[Sequence[Game]], *, by: By, seen: int | None = None) -> Fixture:
    """A whole result card at once: for every round the games by table, home first. Each goes through the one door.

    Begins the fixture if need be, leaves alone what counts already, and finishes it.
    """
    fixture = lock_fixture(fixture_id)
    body = {"fixture": fixture_id, "card": [[list(game) for game in row] for row in card], "seen": seen}
    if journal.replayed(by, "enter_card", body):
        return fixture
    allow(fixture.season, by)
    check_fixture_seen(fixture, seen)
    rules = fixture.season.settings
    if len(card) != rules.games or any(len(row) != rules.pairs for row in card):
        raise RuleError(
            "A card has {games} rounds with {pairs} games each. Fill in every line.",
            games=rules.games,
            pairs=rules.pairs,
        )
    inner = By(by.actor, by.source)
    if not fixture.is_begun:
        _begin(fixture, inner, {"fixture": fixture_id})
    for number, games in enumerate(card, start=1):
        _enter_round(fixture, number, games, inner)
    write(fixture.season, "enter_card", by, body, detail={"fixture": fixture.pk})
    _finish(fixture, inner, {"fixture": fixture_id})
    return fixture


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


def needed(reason: str) -> str:
    if not reason.strip():
        raise RuleError("Say in a few words why, so that it can be understood later.")
    return reason.strip()


def _begin(fixture: Fixture, by: By, body: Mapping[str, object]) -> None:
    if fixture.is_begun:
        raise Stale("{fixture} has begun already.", fixture=fixture)
    if fixture.state != State.PLANNED:
        raise RuleError(
            "{fixture} is {state}. Only a fixture with a day can be played.", fixture=fixture, state=_state(fixture)
        )
    check_line_ups(fixture)
    fixture.event = _event(fixture, By(by.actor, by.source))
    save_fixture(fixture, "event")
    write(fixture.season, "begin_fixture", by, dict(body), detail={"fixture": fixture.pk})


def _event(fixture: Fixture, by: By) -> Event:
    season, rules = fixture.season, fixture.season.settings
    event = create_event(
        season.league.club, f"{fixture.home} – {fixture.away}"[:80], fixture.starts_at, "grand_prix",
        {"rounds": rules.games}, by=by, venue=fixture.venue, play_to=rules.play_to,
    )  # fmt: skip
    pairs: dict[tuple[int, int], list[object]] = {}
    for row in fixture.line_up.select_related("player").order_by("pair", "chair"):
        pairs.setdefault((row.pair, row.squad_id), []).append(row.player)
    for pair in range(1, rules.pairs + 1):
        for squad in (fixture.away, fixture.home):
            entries.register(event.pk, pairs[pair, squad.pk], by=by, check_in=True)  # type: ignore[arg-type]
    _open_round(event, 1, by)
    return event


def _open_round(event: Event, number: int, by: By) -> Round:
    row = rounds.draw_round(event.stages.get().pk, number, by=by)
    return rounds.publish_round(row.pk, by=by, seen=row.revision)


def _enter_round(fixture: Fixture, number: int, games: Sequence[Game], by: By) -> None:
    assert fixture.event, "it has begun"
    row = Round.objects.filter(stage__event=fixture.event, number=number).first()
    row = row or _open_round(fixture.event, number, by)
    if row.status == Round.Status.CLOSED:
        return
    for match in row.matches.order_by("table"):
        if not match.is_terminal and match.table <= len(games):
            results.record_result(match.pk, Slip(_by_side(match, games[match.table - 1])), by=by)
    row.refresh_from_db()
    rounds.close_round(row.pk, by=by, seen=row.revision)


def _by_side(match: Match, game: Game) -> Game:
    """The points in the order of the match's sides."""
    first = match.seats.filter(side=0).select_related("entry")[0]
    assert first.entry, "a fixture has no house players"
    return game if tables.is_home(first.entry.number) else (game[1], game[0])


def _finish(fixture: Fixture, by: By, body: Mapping[str, object]) -> None:
    if not fixture.is_begun:
        raise RuleError("{fixture} has not begun. Begin it, or enter its card.", fixture=fixture)
    if fixture.state != State.PLANNED:
        raise RuleError("{fixture} is {state} already.", fixture=fixture, state=_state(fixture))
    if missing := missing_words(fixture):
        raise RuleError(missing)
    fixture.state = State.PLAYED
    save_fixture(fixture, "state")
    write(fixture.season, "finish_fixture", by, dict(body), detail={"fixture": fixture.pk})
    tables.settle(fixture.season)


def _day_words(day: datetime) -> str:
    return date_format(day, "l d F")


def _state(fixture: Fixture) -> str:
    if fixture.is_begun and fixture.state == State.PLANNED:
        return say("being played")
    return str(fixture.get_state_display()).lower()
