"""A fixture's life: another day, a ruling without play, played as an event of its own, and its result card."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db.models import QuerySet
from django.utils.formats import date_format

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.substitutes import forfeit_slip
from tournaments.clubs.models import Venue
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.commands import create_event
from tournaments.events.models import Event, Stage
from tournaments.formats.base import Slip
from tournaments.formats.seasons.settings import Approval, Missing
from tournaments.leagues import card_games, card_steps, handicaps, tables
from tournaments.leagues.card_steps import Games
from tournaments.leagues.commands import (
    allow,
    allow_captains,
    check_fixture_seen,
    for_captain,
    lock_fixture,
    save_fixture,
    write,
)
from tournaments.leagues.line_ups import check_line_ups, follow_days
from tournaments.leagues.models import Fixture
from tournaments.leagues.schedule import move
from tournaments.leagues.standing_facts import check_not_withdrawn
from tournaments.results import commands as results
from tournaments.results.seats import rounds_out
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round

State = Fixture.State
UNPLAYED = (State.WALKOVER, State.UNFULFILLED)


@command(Action.POSTPONE, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def postpone(
    fixture: Fixture, to: datetime | None, reason: str, *, context: Context, expected_version: int | None = None
) -> Fixture:
    """Move a fixture to another time, or (None) until further notice."""
    check_movable(fixture)
    if to:
        check_day(fixture, to)
    why = require_reason(reason)
    move_to(fixture, to, why, write(fixture.season, context, reason=why, detail={"fixture": fixture.pk}))
    return fixture


@command(Action.SET_FIXTURE_VENUE, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def set_venue(
    fixture: Fixture, venue: Venue | None, *, context: Context, expected_version: int | None = None
) -> Fixture:
    """Let a fixture be played at another venue, or (None) at no venue of the club."""
    club = fixture.season.league.club
    if fixture.is_begun or fixture.is_over:
        raise RuleError(
            "{fixture} is marked “{state}”, so you can’t change its venue.", fixture=fixture, state=state_words(fixture)
        )
    if venue == fixture.venue:
        return fixture
    if venue and (venue.club_id != club.pk or venue.is_retired):
        raise RuleError("{venue} is no longer a venue of {club}. Choose another one.", venue=venue, club=club)
    if venue and fixture.state != State.POSTPONED:
        day, same_day = _that_day(fixture, fixture.starts_at)
        if needed := _too_many_tables(fixture, venue, same_day):
            raise RuleError(
                "On {day}, {venue} would need {needed} tables but has {tables}. Choose another venue.",
                day=day_words(day),
                venue=venue,
                needed=needed,
                tables=venue.tables,
            )
    fixture.venue = venue
    save_fixture(fixture, "venue")
    write(fixture.season, context, detail={"fixture": fixture.pk, "venue": venue.pk if venue else None})
    return fixture


def move_to(fixture: Fixture, to: datetime | None, reason: str, written: AuditLogEntry) -> None:
    """Another day, or none yet, for a fixture and the line-ups for it. For the commands of this package."""
    move(fixture, to, reason, written)
    follow_days([fixture])


def check_movable(fixture: Fixture) -> None:
    """RuleError unless it's still to be played."""
    if fixture.is_begun or fixture.state not in (State.PLANNED, State.POSTPONED):
        raise RuleError(
            "{fixture} is marked “{state}”, so you can’t move it.", fixture=fixture, state=state_words(fixture)
        )


def check_day(fixture: Fixture, to: datetime) -> None:
    """Raise RuleError if a squad already plays that day, or the venue has no table left."""
    day, same_day = _that_day(fixture, to)
    for other in same_day.select_related("home__team", "away__team"):
        if both := {other.home_id, other.away_id} & {fixture.home_id, fixture.away_id}:
            busy = next(squad for squad in fixture.squads if squad.pk in both)
            raise RuleError(
                "{squad} already has a match on {day}: {other}. Choose another date.",
                squad=busy,
                other=other,
                day=day_words(day),
            )
    venue = fixture.venue
    if venue and (needed := _too_many_tables(fixture, venue, same_day)):
        raise RuleError(
            "On {day}, {venue} would need {needed} tables but has {tables}. Choose another date.",
            day=day_words(day),
            venue=venue,
            needed=needed,
            tables=venue.tables,
        )


def _that_day(fixture: Fixture, at: datetime) -> tuple[datetime, QuerySet[Fixture]]:
    """The start of the day where the club is, and the season's other fixtures that are played on it."""
    season = fixture.season
    day = at.astimezone(season.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    same_day = season.fixtures.filter(starts_at__gte=day, starts_at__lt=day + timedelta(days=1)).exclude(pk=fixture.pk)
    return day, same_day.exclude(state__in=[State.POSTPONED, State.VOID])


def _too_many_tables(fixture: Fixture, venue: Venue, same_day: QuerySet[Fixture]) -> int:
    """How many tables the venue would need with this fixture, where that is more than it has; else 0."""
    needed = fixture.season.settings.pairs * (1 + same_day.filter(venue=venue).count())
    return needed if venue.tables is not None and needed > venue.tables else 0


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
    """Rules a fixture forfeited or unplayed (at_fault: 0 home, 1 away), or void.

    What was played at its tables stays with the people who played it; the section table follows the ruling.
    The other side gets `SeasonRules.unplayed` points (`section_table.walkover_fact`).
    """
    if fixture.state == State.DRAFT:
        raise RuleError("The season isn’t open yet, so you can’t record a ruling.")
    if state not in (*UNPLAYED, State.VOID):
        raise RuleError("Choose “Forfeit”, “Not played” or “Void”.")
    if (at_fault in (0, 1)) != (state in UNPLAYED):
        if state in UNPLAYED:
            raise RuleError("Choose the team that didn’t play.")
        raise RuleError("A void match is no one’s fault. Don’t choose a team for it.")
    check_not_withdrawn(fixture)
    fixture.state, fixture.at_fault, fixture.reason = State(state), at_fault, require_reason(reason)
    save_fixture(fixture, "state", "at_fault", "reason")
    if not fixture.is_begun:
        fixture.line_up.all().delete()
    write(fixture.season, context, reason=fixture.reason, detail={"fixture": fixture.pk})
    _settle(fixture)
    return fixture


@command(Action.LIFT_RULING, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def lift_ruling(fixture: Fixture, reason: str, *, context: Context, expected_version: int | None = None) -> Fixture:
    """Lifts a ruling: the fixture is to be played, waits for a day, or counts, as it did before. One that was void gave
    its day up: where a squad or the venue's last table is taken by now, it waits for another day.
    """
    if fixture.state not in (*UNPLAYED, State.VOID):
        raise RuleError("There’s no ruling on {fixture} to undo.", fixture=fixture)
    check_not_withdrawn(fixture)
    why, gave_up_its_day = require_reason(reason), fixture.state == State.VOID
    fixture.state, fixture.reason = _before_ruling(fixture)
    fixture.at_fault = None
    save_fixture(fixture, "state", "at_fault", "reason")
    written = write(fixture.season, context, reason=why, detail={"fixture": fixture.pk})
    if gave_up_its_day and fixture.state == State.PLANNED and not fixture.is_begun and not _has_day(fixture):
        move(fixture, None, why, written)
    _settle(fixture)
    return fixture


def _before_ruling(fixture: Fixture) -> tuple[Fixture.State, str]:
    """The state that a fixture without its ruling has, and the reason for that."""
    if fixture.is_begun:
        return (State.PLANNED if missing_words(fixture) or _waits(fixture) else State.PLAYED), ""
    last = fixture.postponements.last()
    return (State.POSTPONED, last.reason) if last and last.now_at is None else (State.PLANNED, "")


def _has_day(fixture: Fixture) -> bool:
    """Whether it can be played on the day that it has."""
    try:
        check_day(fixture, fixture.starts_at)
    except RuleError:
        return False
    return True


@command(Action.BEGIN_FIXTURE, lock=lock_fixture, permission=allow_captains, version=check_fixture_seen)
def begin(fixture: Fixture, *, context: Context, expected_version: int | None = None) -> Fixture:
    """Make the fixture's event: a Grand Prix in which the visitors move, its first round published. Its handicap is
    fixed.

    For organizers, and for both captains from the fixture's day on.
    """
    if fixture.is_begun:
        raise Conflict("{fixture} has already started.", fixture=fixture)
    if fixture.state != State.PLANNED:
        raise RuleError(
            "{fixture} is marked “{state}”. You can only start a match that has a date and no result.",
            fixture=fixture,
            state=state_words(fixture),
        )
    check_line_ups(fixture)
    handicaps.fix(fixture)
    fixture.event = _event(fixture, for_captain(context, fixture.season.league.club))
    save_fixture(fixture, "event")
    write(fixture.season, context, detail={"fixture": fixture.pk})
    return fixture


@command(Action.NEXT_FIXTURE_ROUND, lock=lock_fixture, permission=allow_captains, version=check_fixture_seen)
def next_round(fixture: Fixture, *, context: Context, expected_version: int | None = None) -> Fixture:
    """Close the round that is played, whose tables are all decided, and publish the next one, if there is one."""
    if not fixture.event or fixture.is_over:
        raise RuleError("{fixture} isn’t in progress.", fixture=fixture)
    official = for_captain(context, fixture.season.league.club)
    round_ = round_played(fixture)
    if round_ is None:
        raise Conflict("All rounds of {fixture} are over. Send the score card.", fixture=fixture)
    rounds.close_round(round_.pk, context=official, expected_version=round_.revision)
    if round_.number < fixture.season.settings.games:
        _open_round(fixture.event, round_.number + 1, official, fixture.season.settings.missing)
    save_fixture(fixture)
    write(fixture.season, context, detail={"fixture": fixture.pk})
    return fixture


@command(Action.FINISH_FIXTURE, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def finish(fixture: Fixture, *, context: Context, expected_version: int | None = None) -> Fixture:
    """Count the fixture: all its rounds are over."""
    if not fixture.is_begun:
        raise RuleError("{fixture} hasn’t started. Start it, or enter its score card.", fixture=fixture)
    if fixture.state != State.PLANNED:
        raise RuleError("{fixture} is already marked “{state}”.", fixture=fixture, state=state_words(fixture))
    if missing := missing_words(fixture):
        raise RuleError(missing)
    if _waits(fixture):
        raise RuleError("A captain already sent a card for {fixture}. Approve or correct it instead.", fixture=fixture)
    write(fixture.season, context, detail={"fixture": fixture.pk})
    count(fixture)
    return fixture


@command(Action.ENTER_CARD, lock=lock_fixture, permission=allow, version=check_fixture_seen)
def enter_card(fixture: Fixture, card: Games, *, context: Context, expected_version: int | None = None) -> Fixture:
    """A whole score card at once, by an organizer. Each game goes through the one door.

    Begins the fixture if need be, leaves alone what counts already, and counts the fixture.
    """
    card_games.check_shape(fixture, card)
    if not fixture.is_begun:
        fixture = begin(fixture.pk, context=context)
    if fixture.state != State.PLANNED:
        raise RuleError("{fixture} is already marked “{state}”.", fixture=fixture, state=state_words(fixture))
    card = card_games.with_missing(fixture, card)
    card_games.check_games(fixture, card)
    play_card(fixture, card, context)
    written = write(fixture.season, context, detail={"fixture": fixture.pk})
    card_steps.append(fixture, card_steps.Kind.ENTERED, written)
    count(fixture)
    return fixture


def play_card(fixture: Fixture, card: Games, context: Context) -> None:
    """Record what has no result yet, round by round, and close the rounds. For the commands of this package."""
    for number, games in enumerate(card, start=1):
        _enter_round(fixture, number, games, context)


def count(fixture: Fixture) -> None:
    """Let the fixture count in its table. For the commands of this package."""
    fixture.state = State.PLAYED
    save_fixture(fixture, "state")
    _settle(fixture)


def _settle(fixture: Fixture) -> None:
    """A match of a cup counts in no table."""
    tables.settle(fixture.season, sections=[fixture.section_id] if fixture.section_id else [])


def round_played(fixture: Fixture) -> Round | None:
    """The fixture's round that is being played: one at a time."""
    return next(iter(rounds_out(fixture.event)), None) if fixture.event else None


def missing_words(fixture: Fixture) -> str:
    """What is still to be done before the fixture can count; "" when it can."""
    closed = Round.objects.filter(stage__event=fixture.event_id, status=Round.Status.CLOSED).count()
    wanted = fixture.season.settings.games
    if closed >= wanted:
        return ""
    return say(
        "{fixture} isn’t finished: only {closed} of {wanted} rounds are closed. Play and close the rest.",
        closed=closed,
        wanted=wanted,
        fixture=fixture,
    )


def _waits(fixture: Fixture) -> bool:
    """Whether a card of the captains is there that neither an organizer nor the season's rules let count yet."""
    card = card_steps.card_of(fixture)
    if card.state is card_steps.State.CONFIRMED:
        return fixture.season.settings.approval is Approval.ORGANIZER
    return card.state in (card_steps.State.REPORTED, card_steps.State.DISPUTED)


def _event(fixture: Fixture, context: Context) -> Event:
    season, rules = fixture.season, fixture.season.settings
    event = create_event(
        season.league.club,
        f"{fixture.home} – {fixture.away}"[:80],
        fixture.starts_at,
        card_games.FORMAT,
        {"rounds": rules.games},
        context=context,
        venue=fixture.venue,
        play_to=rules.play_to,
        rules=season.table_rules,
        where=rules.where.value,
    )
    pairs: dict[tuple[int, int], list[Player]] = {}
    for line_up_player in fixture.line_up.select_related("player").order_by("pair", "chair"):
        pairs.setdefault((line_up_player.pair, line_up_player.squad_id), []).append(line_up_player.player)
    for pair in range(1, rules.pairs + 1):
        for squad in (fixture.away, fixture.home):
            players = pairs.get((pair, squad.pk), [])
            if len(players) == 2:
                entries.register(event.pk, players, context=context, check_in=True)
            else:
                entries.register_empty(event.pk, context=context)
    _open_round(event, 1, context, rules.missing)
    return event


def _open_round(event: Event, number: int, context: Context, missing: Missing, draft: Round | None = None) -> Round:
    """Publish the round. Games of a pair that a squad came without are decided at once."""
    stage = event.stages.get()
    round_ = open_round(stage, number, context, draft)
    for match in round_.matches.order_by("table").prefetch_related("seats"):
        empty = {seat.side for seat in match.seats.all() if seat.is_empty}
        if empty and (missing is Missing.NOT_PLAYED or len(empty) > 1):
            why = say("This pair was missing.")
            results.void_result(match.pk, reason=why, context=context, expected_version=0)
        elif empty:
            results.record_result(match.pk, forfeit_slip(stage, match, empty.pop()), context=context)
    return round_


def open_round(stage: Stage, number: int, context: Context, draft: Round | None = None) -> Round:
    """Draw a round and publish it. draft: of that round, where an organizer has one; it is drawn again, because cards
    are filled in as the format says and results may have changed since."""
    round_ = rounds.draw_round(stage.pk, number, context=context, expected_version=draft.revision if draft else None)
    return rounds.publish_round(round_.pk, context=context, expected_version=round_.revision)


def _enter_round(fixture: Fixture, number: int, games: Sequence[card_steps.Game], context: Context) -> None:
    assert fixture.event, "it has begun"
    round_ = Round.objects.filter(stage__event=fixture.event, number=number).first()
    if round_ is None or round_.status == Round.Status.DRAFT:
        round_ = _open_round(fixture.event, number, context, fixture.season.settings.missing, draft=round_)
    if round_.status == Round.Status.CLOSED:
        return
    for match in round_.matches.order_by("table"):
        if not match.is_terminal and match.table <= len(games):
            results.record_result(match.pk, slip_of(match, games[match.table - 1]), context=context)
    round_.refresh_from_db()
    rounds.close_round(round_.pk, context=context, expected_version=round_.revision)


def slip_of(match: Match, game: card_steps.Game) -> Slip:
    """A line of a card as the slip of its match, whose sides may stand the other way round."""
    first = match.seats.filter(side=0).select_related("entry")[0]
    assert first.entry, "a fixture has no house players"
    return Slip(game if tables.is_home(first.entry.number) else (game[1], game[0]))


def day_words(day: date) -> str:
    return date_format(day, "WEEKDAY_DATE")


def state_words(fixture: Fixture) -> str:
    if fixture.is_begun and fixture.state == State.PLANNED:
        return say("being played")
    return str(fixture.get_state_display()).lower()
