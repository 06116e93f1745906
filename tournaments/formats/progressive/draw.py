"""Winner-moves progressive: draws the next round of an individual night from what was played before.

The source of the rules are club rule sheets; every choice a club has is a field of `Progressive`. Refuses fields it
cannot seat with a RuleError; everything else it seats, and says why where it had to depart from the movement.
"""

from collections.abc import Collection, Mapping, Sequence

from games.engine.errors import RuleError
from tournaments.formats.base import ByeDraw, DrawRequest, RoundDraw, TableDraw, lots
from tournaments.formats.kept import kept, kept_part
from tournaments.formats.numbers import HOUSE, called
from tournaments.formats.outlook import Outlook, in_turns
from tournaments.formats.progressive.config import Colours, HeadTable, Moves, Progressive, ShortTable
from tournaments.formats.progressive.progression import Goals, goals_of
from tournaments.formats.seating.chairs import Chair, chairs_for, take_chairs, wish_chairs
from tournaments.formats.seating.colours import Card, held_cards
from tournaments.formats.seating.partnerships import Partners, sit_down
from tournaments.formats.seating.places import kept_places
from tournaments.formats.seating.sit_outs import choose_sit_outs, present, sit_out_counts
from tournaments.formats.wishes.accommodation import Accommodation, Room, accommodate, has_wishes, in_turn
from tournaments.formats.wishes.reasons import WishReasons

_BYE = kept(
    "{players} players leave {left_over} over; it is the turn of {entry} ({times} sit-outs so far). It is worth "
    "{points} points."
)
_BYE_AVERAGE = kept(
    "{players} players leave {left_over} over; it is the turn of {entry} ({times} sit-outs so far). It is worth the "
    "own average."
)
_COMES_BACK = kept("{entry} comes back to table {table}, where a chair is free.")
_JOINS = kept("{entry} joins at table {table}, where a chair is free.")
_NO_CHAIR = kept("{entry} goes to table {table}: table {goal} has no chair to give.")
_NEW_COLOUR = kept("{entry} plays {colour} from now on: {colour} was short.")
_FIRST = kept("First round: lots decided the seats.")
_PRINCIPLES = {
    (Moves.WINNERS, True): kept(
        "Winners move, {high} up one table and {low} down one; losers stay, split up and oppose each other."
    ),
    (Moves.LOSERS, True): kept(
        "Losers move, {high} up one table and {low} down one; winners stay, split up and oppose each other."
    ),
    (Moves.WINNERS, False): kept("Winners move together, one table up; losers stay, split up and oppose each other."),
    (Moves.LOSERS, False): kept("Losers move together, one table down; winners stay, split up and oppose each other."),
}
"""By who moves, and whether the two part."""
_HEAD = {
    HeadTable.WINNERS_STAY: kept("At table {table} the winners stay."),
    HeadTable.WINNERS_MOVE: kept("At table {table} the winners move."),
}
_COLOURS = {
    Colours.RED_WHITE: (kept_part("red"), kept_part("white")),
    Colours.HIGH_LOW: (kept_part("high"), kept_part("low")),
}


def draw_round(config: Progressive, request: DrawRequest) -> RoundDraw:
    """The next round: where the movement sends everybody, with the fewest changes that arrivals and leavers force.

    The first table is the head table. Sides are of two, written high before low when there are colours, and of one at
    tables of three. Who is in the field without having played takes a chair that is free, or makes up the last tables.
    In the first round nobody has a place to go to, so lots seat everybody. Wishes come before the movement. RuleError:
    fewer than four players, a number that tables of four and three cannot hold, or wishes that leave no legal round.
    """
    cards = held_cards(request.history) if config.is_coloured else {}
    goals, lot_reasons = _goals(config, request, cards)
    sizes = table_sizes(config, len(request.field))
    room = Room.of(request, sizes, goals, range(HOUSE, HOUSE + len(request.field) - sum(sizes), -1))
    care = accommodate(request, room) if has_wishes(request) else Accommodation(_sit_outs(config, request, cards))
    people = [number for number in (*request.field, *room.house) if number not in care.out]
    lots(request, "chairs").shuffle(people)
    taken = _chairs(config, request, room, care, people, cards)
    tables = _tables(config, request, room, taken)
    wishes = WishReasons(request, room, care, tables)
    reasons = (*lot_reasons, *wishes.departures(), *wishes.repeated_partners())
    changes = _changes(config, request, room, taken, cards, wishes.explained)
    return RoundDraw(
        number=request.number,
        tables=tables,
        byes=tuple(_bye(config, request, entry) for entry in care.out),
        reasons=(*reasons, *changes, _principle(config, request, room)),
    )


def rounds(config: Progressive, entries: int) -> int:
    """How many rounds the night has, whatever the number of entries."""
    return config.rounds


def rounds_left(config: Progressive, request: DrawRequest) -> int:
    """How many rounds of the night are still to be drawn, the requested one included."""
    return max(0, config.rounds - request.number + 1)


def outlook(config: Progressive, entries: int) -> Outlook:
    """What a night of so many players will be like. RuleError as for the first round."""
    sizes = table_sizes(config, entries)
    house = max(0, sum(sizes) - entries)
    return in_turns(entries, config.rounds, len(sizes), sum(sizes) - house, threes=sizes.count(3), house=house)


def table_sizes(config: Progressive, players: int) -> tuple[int, ...]:
    """Chairs per table, head table first; with house players, without sit-outs. RuleError when none can be made."""
    if players < 4:
        raise RuleError(
            "A progressive needs at least 4 players and {players} are here. Wait for more to arrive.", players=players
        )
    if config.short_table is ShortTable.HOUSE_PLAYER:
        return (4,) * -(-players // 4)
    if config.short_table is not ShortTable.THREE_HANDED:
        return (4,) * (players // 4)
    threes = -players % 4
    if threes * 3 > players:
        raise RuleError(
            "{players} players cannot be split into tables of four and three. Let one sit out (ghost table or own "
            "average), or let house players fill the chairs.",
            players=players,
        )
    return (4,) * ((players - 3 * threes) // 4) + (3,) * threes


def _sit_outs(config: Progressive, request: DrawRequest, cards: dict[int, Card]) -> tuple[int, ...]:
    if config.short_table in (ShortTable.GHOST, ShortTable.OWN_AVERAGE):
        return choose_sit_outs(request, len(request.field) % 4, cards)
    return ()


def _goals(config: Progressive, request: DrawRequest, cards: dict[int, Card]) -> tuple[Goals, tuple[str, ...]]:
    if not request.history:
        return {}, ()
    return goals_of(config, request.history[-1].tables, cards, lots(request, "who moves"))


def _chairs(
    config: Progressive,
    request: DrawRequest,
    room: Room,
    care: Accommodation,
    people: Sequence[int],
    cards: dict[int, Card],
) -> dict[int, Chair]:
    """A chair for everybody; those with wishes first. A chair's table is its position in the row here."""
    chairs = chairs_for(room.sizes, config.is_coloured)
    couples = request.constraints.couples(request.field)
    taken = wish_chairs(care.tables, chairs, couples, cards, request.constraints.stationary)
    for chair in taken.values():
        chairs.remove(chair)
    return taken | take_chairs(in_turn(people, request, room, care), chairs, room.goals, cards)


def _tables(config: Progressive, request: DrawRequest, room: Room, taken: Mapping[int, Chair]) -> tuple[TableDraw, ...]:
    couples = request.constraints.couples(request.field)
    partners = Partners(request.history, lots(request, "partners"), couples)
    kept = kept_places(request)
    tables = []
    for position, number in enumerate(room.numbers, start=1):
        here = {person: chair for person, chair in sorted(taken.items()) if chair.table == position}
        own = {person: chair for person, (table, chair) in kept.items() if table == number}
        tables.append(TableDraw(number, sit_down(partners.split(here), own, config.is_coloured)))
    return tuple(tables)


def _bye(config: Progressive, request: DrawRequest, entry: int) -> ByeDraw:
    times = sit_out_counts(request.history, request.field)[entry]
    points = config.ghost_points if config.short_table is ShortTable.GHOST else None
    about = {
        "players": len(request.field), "left_over": len(request.field) % 4, "entry": called(entry), "times": times,
    }  # fmt: skip
    return ByeDraw(entry, points, _BYE_AVERAGE(**about) if points is None else _BYE(**about, points=points))


def _changes(
    config: Progressive,
    request: DrawRequest,
    room: Room,
    taken: Mapping[int, Chair],
    cards: dict[int, Card],
    explained: Collection[int],
) -> list[str]:
    """Why somebody sits elsewhere than the movement says, or plays another card than before.

    explained: whose table has been given a reason.
    """
    if not request.history:
        return []
    known = set().union(*(present(played) for played in request.history))
    reasons = []
    for person, chair in sorted(taken.items()):
        goal, table = room.goals.get(person), room.number(chair.table)
        if goal is None:
            reasons.append((_COMES_BACK if person in known else _JOINS)(entry=called(person), table=table))
        elif goal != chair.table and person not in explained:
            reasons.append(_NO_CHAIR(entry=called(person), table=table, goal=room.number(goal)))
        if chair.card and person in cards and cards[person] is not chair.card:
            colour = _colour_names(config)[chair.card]
            reasons.append(_NEW_COLOUR(entry=called(person), colour=colour))
    return reasons


def _principle(config: Progressive, request: DrawRequest, room: Room) -> str:
    if not request.history:
        return _FIRST()
    high, low = _colour_names(config).values()
    principle = _PRINCIPLES[config.moves, config.is_opposite](high=high, low=low)
    head = _HEAD.get(config.head_table)
    return f"{principle} {head(table=room.numbers[0])}" if head else principle


def _colour_names(config: Progressive) -> dict[Card, str]:
    names = _COLOURS.get(config.colours, _COLOURS[Colours.HIGH_LOW])
    return {card: name() for card, name in zip(Card, names, strict=True)}
