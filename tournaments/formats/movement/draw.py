"""Fixed movements: after every round each chair moves a set number of tables, whatever the result.

A movement is one row of data, a step for each chair; individual nights have four chairs at a table, pairs have two.
Two rows are here: the seat movement of individual nights, whose steps a club chooses, and the Grand Prix of pairs.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from games.engine.errors import RuleError
from games.engine.language import mark
from games.engine.messages import Message, message
from tournaments.formats.base import ByeDraw, DrawRequest, RoundDraw, Slip, TableDraw, chance_for
from tournaments.formats.config import about, check_settings
from tournaments.formats.constraints import Constraints
from tournaments.formats.movement.chair_lines import Chair, Steps, chair_count, fill, next_chairs, wish_chairs
from tournaments.formats.numbers import EntryRef, refs
from tournaments.formats.outlook import Outlook, in_turns
from tournaments.formats.seating.places import kept_places
from tournaments.formats.seating.sit_outs import choose_sit_outs, sit_out_counts
from tournaments.formats.wishes.accommodation import Accommodation, Room, accommodate, has_wishes
from tournaments.formats.wishes.reasons import WishReasons

_PRINCIPLE = message("After every round: North {north}, South {south}, East {east}, West {west}.")
_STAYS = message("stays")
_UP = message("up {number}")
_DOWN = message("down {number}")
_PAIRS_MOVE = message(
    "After every round the moving pairs go up one table, or from table 1 to the last one. The others stay."
)
_BYE = message("With {players} players, {left_over} must sit out. It’s {entry}’s turn (sit-outs so far: {times}).")
_FREE_CHAIR = message("{entry} takes a free seat at table {table}.")
_NO_TABLE = message("{entry} goes to table {table}, because there’s no table {gone}.")
_OTHER_CHAIR = message("{entry} changes seats at table {table}, because other people’s requests fill the other seats.")
_OTHER_TABLE = message("{entry} goes to table {table}, because other people’s requests fill the other seats.")
_AGAIN = message("{entries} meet again: the movement has come full circle.")


def _step(label: str, default: int) -> int:
    step: int = field(
        default=default,
        metadata=about(
            label, mark("Tables to move after each round. Enter 1 for down one table, -1 for up one."), -9, 9
        ),
    )
    return step


@dataclass(frozen=True)
class SeatMovement:
    """The settings of a fixed seat movement. As they stand: North stays, South down 1, East up 1, West up 2."""

    rounds: int = field(
        default=10, metadata=about(mark("Rounds"), mark("The number of rounds you plan to play, e.g. 8."), 1, 40)
    )
    north: int = _step(mark("North’s move"), 0)
    south: int = _step(mark("South’s move"), 1)
    east: int = _step(mark("East’s move"), -1)
    west: int = _step(mark("West’s move"), -2)
    bye_points: int | None = field(
        default=7,
        metadata=about(
            mark("Points at the sit-out table"),
            mark("A fixed score for each round a player sits out. Leave empty to use the player’s average."),
            0,
            40,
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)

    @property
    def steps(self) -> Steps:
        return (self.north, self.south), (self.east, self.west)

    @property
    def principle(self) -> Message:
        return _PRINCIPLE(north=_way(self.north), south=_way(self.south), east=_way(self.east), west=_way(self.west))


@dataclass(frozen=True)
class GrandPrix:
    """The settings of a Grand Prix: fixed pairs; the odd ones move up a table after every round, the even ones stay."""

    rounds: int = field(
        default=8, metadata=about(mark("Rounds"), mark("The number of rounds you plan to play, e.g. 8."), 1, 40)
    )
    bye_points: int | None = field(
        default=None,
        metadata=about(mark("Points for a bye"), mark("Leave empty to use the pair’s average."), 0, 40),
    )

    def __post_init__(self) -> None:
        check_settings(self)

    @property
    def steps(self) -> Steps:
        return (-1,), (0,)

    @property
    def principle(self) -> Message:
        return _PAIRS_MOVE


class Movement(Protocol):
    """What every movement's settings offer. steps: for each side, the tables its chairs move; -1 is up to table 1."""

    @property
    def rounds(self) -> int: ...
    @property
    def bye_points(self) -> int | None: ...
    @property
    def steps(self) -> Steps: ...
    @property
    def principle(self) -> Message: ...


def draw_round(config: Movement, request: DrawRequest) -> RoundDraw:
    """Draws the next round: everyone goes where the movement leads, and newcomers and returners replace those who are
    gone.

    The first round of an individual night is seated at random, that of pairs by number: 1 and 2 at table 1, 3 and 4 at
    table 2. People sit out in turn, fewest sit-outs first. Among pairs it is the moving pair whose table would be past
    the last one, unless that would be one turn too many for it. In an individual night wishes come before the movement.
    RuleError: too few for one table, or wishes that leave no legal round.
    """
    at_table = chair_count(config.steps)
    tables = _table_count(config, len(request.field))
    if at_table == 2:
        request = replace(request, constraints=Constraints(closed_tables=request.constraints.closed_tables))
    goals = _first_chairs(config, request) if not request.history else next_chairs(config.steps, request.history[-1])
    led = {entry: chair.table for entry, chair in goals.items() if request.history}
    room = Room.of(request, (at_table,) * tables, led)
    care = _care(request, room, goals)
    people = [entry for entry in request.field if entry not in care.out]
    seats = fill(people, goals, tables, config.steps, request, _wish_chairs(request, room, care, goals))
    draws = tuple(_table(config.steps, room, position, seats) for position in range(1, tables + 1))
    counts = sit_out_counts(request.history, request.field)
    wishes = WishReasons(request, room, care, draws)
    changes = (*wishes.departures(), *_changes(request, room, seats, goals, wishes.explained))
    return RoundDraw(
        number=request.number,
        tables=draws,
        byes=tuple(
            ByeDraw(entry, config.bye_points, _bye_reason(request, at_table, entry, counts)) for entry in care.out
        ),
        reasons=(*changes, *_rematches(config, request, draws), config.principle),
    )


def rounds(config: Movement, entries: int) -> int:
    """How many rounds are played, whatever the number of entries."""
    return config.rounds


def rounds_left(config: Movement, request: DrawRequest) -> int:
    """How many rounds are still to be drawn, the requested one included."""
    return max(0, config.rounds - request.number + 1)


def outlook(config: Movement, entries: int) -> Outlook:
    """What an event of this many entries will be like. RuleError as for the first round."""
    tables = _table_count(config, entries)
    return in_turns(entries, config.rounds, tables, tables * chair_count(config.steps))


def _table_count(config: Movement, entries: int) -> int:
    at_table = chair_count(config.steps)
    if entries < at_table:
        if at_table == 4:
            raise RuleError(
                "One table needs 4 players, and you have {players}. Wait for more to arrive.", players=entries
            )
        raise RuleError("One table needs 2 pairs, and you have {pairs}. Wait for more to arrive.", pairs=entries)
    return entries // at_table


def tie_question(config: Movement, slip: Slip) -> str | None:
    """Never asks: no one moves by the result, and a tied round may stay tied."""
    return None


def _way(step: int) -> Message:
    return _STAYS if step == 0 else (_UP if step < 0 else _DOWN)(number=abs(step))


def _first_chairs(config: Movement, request: DrawRequest) -> dict[int, Chair]:
    at_table = chair_count(config.steps)
    order = list(request.field)
    if at_table == 4:
        chance_for(request, "chairs").shuffle(order)
    return {entry: Chair(index // at_table + 1, index % at_table) for index, entry in enumerate(order)}


def _care(request: DrawRequest, room: Room, goals: dict[int, Chair]) -> Accommodation:
    """Who sits out, and at which table those sit who made a wish."""
    if has_wishes(request):
        return accommodate(request, room)
    return Accommodation(_sit_outs(request, len(room.sizes), len(request.field) % room.sizes[0], goals))


def _wish_chairs(request: DrawRequest, room: Room, care: Accommodation, goals: dict[int, Chair]) -> dict[int, Chair]:
    couples, places = request.constraints.couples(request.field), kept_places(request)
    kept = {(entry, Chair(position, places[entry][1])) for entry, position in room.homes(request).items()}
    return wish_chairs(care.tables, goals, couples, kept)


def _sit_outs(request: DrawRequest, tables: int, how_many: int, goals: dict[int, Chair]) -> tuple[int, ...]:
    """Those whose place is past the last table, if it is their turn as well; else those whose turn it is."""
    counts = sit_out_counts(request.history, request.field)
    past = [entry for entry in request.field if entry in goals and goals[entry].table > tables]
    if len(past) == how_many and all(counts[entry] == min(counts.values()) for entry in past):
        return tuple(past)
    return choose_sit_outs(request, how_many, {})


def _table(steps: Steps, room: Room, position: int, seats: dict[Chair, int]) -> TableDraw:
    chairs = iter(range(chair_count(steps)))
    sides = tuple(tuple(seats[Chair(position, next(chairs))] for _ in side) for side in steps)
    return TableDraw(room.numbers[position - 1], sides)


def _bye_reason(request: DrawRequest, at_table: int, entry: int, counts: dict[int, int]) -> Message:
    left_over = len(request.field) % at_table
    return _BYE(players=len(request.field), left_over=left_over, entry=EntryRef(entry), times=counts[entry])


def _changes(
    request: DrawRequest, room: Room, seats: dict[Chair, int], goals: dict[int, Chair], explained: Collection[int]
) -> Iterator[Message]:
    """Who does not sit where the movement leads, and why. explained: who has been given a reason."""
    if not request.history:
        return
    for chair, entry in sorted(seats.items()):
        goal, table = goals.get(entry), room.numbers[chair.table - 1]
        if goal is None:
            yield _FREE_CHAIR(entry=EntryRef(entry), table=table)
        elif goal.table > len(room.sizes):
            yield _NO_TABLE(entry=EntryRef(entry), table=table, gone=_gone(room, goal.table))
        elif goal != chair and entry not in explained:
            yield (_OTHER_CHAIR if goal.table == chair.table else _OTHER_TABLE)(entry=EntryRef(entry), table=table)


def _gone(room: Room, position: int) -> int:
    """The number of a table that is no longer there; among pairs, of the one past the last."""
    return room.number(position) if position <= len(room.numbers_before) else room.numbers_before[-1] + 1


def _rematches(config: Movement, request: DrawRequest, draws: Sequence[TableDraw]) -> Sequence[Message]:
    """Pairs that meet again; in an individual night that is no news."""
    if chair_count(config.steps) == 4:
        return ()
    met = {frozenset(table.draw.entries) for played in request.history for table in played.tables}
    again = [table for table in draws if frozenset(table.entries) in met]
    return [_AGAIN(entries=refs(table.entries)) for table in again]
