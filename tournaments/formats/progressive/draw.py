"""Winner-moves progressive: draws the next round of an individual night from what was played before.

The source of the rules are club rule sheets; every choice a club has is a field of `Progressive`. Refuses fields it
cannot seat with a RuleError; everything else it seats, and says why where it had to depart from the movement.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from random import Random

from games.engine.errors import RuleError
from games.engine.messages import Message, in_a_row, message
from tournaments.formats.base import ByeDraw, DrawRequest, PlayedTable, RoundDraw, TableDraw, chance_for
from tournaments.formats.numbers import GHOST, EntryRef
from tournaments.formats.outlook import Outlook, in_turns
from tournaments.formats.progressive.config import Colours, HeadTable, Moves, Progressive, ShortTable
from tournaments.formats.progressive.tied_rounds import winner_of
from tournaments.formats.seating.chairs import Chair, chairs_for, take_chairs, wish_chairs
from tournaments.formats.seating.colours import Card, held_cards
from tournaments.formats.seating.partnerships import Partners, sit_down
from tournaments.formats.seating.places import kept_places
from tournaments.formats.seating.sit_outs import choose_sit_outs, present, sit_out_counts
from tournaments.formats.wishes.accommodation import Accommodation, Room, accommodate, has_wishes, in_turn
from tournaments.formats.wishes.reasons import WishReasons

# Where everyone from the last round goes in a winner-moves progressive, before arrivals and leavers are considered.


_NOT_PLAYED = message("Table {table} wasn’t played: a random draw decided who moves.")
_LEVEL = message("Table {table} was tied: a random draw decided who moves.")
Goals = dict[int, int]
"""Entry number -> table number of the next round."""


def goals_of(
    config: Progressive, tables: Sequence[PlayedTable], cards: dict[int, Card], chance: Random
) -> tuple[Goals, tuple[Message, ...]]:
    """Returns the table each person of the last round should go to, and the reasons where the random draw had to
    decide.

    tables: the last round. Their order counts, not their numbers: the first is the head table. A void table, or a tied
    one without an answer, has no winner, and the random draw decides who moves from it. At a table of three two people
    always move: both losers, or, where winners move, everyone but the lowest score.
    """
    goals: Goals = {}
    reasons: list[Message] = []
    ordered = sorted(tables, key=lambda table: table.draw.table)
    for position, table in enumerate(ordered):
        winner = winner_of(config, table.slip)
        if winner is None:
            winner = chance.randrange(len(table.draw.sides))
            reasons.append((_NOT_PLAYED if table.slip is None else _LEVEL)(table=table.draw.table))
        movers, stayers = _part(table, winner, _do_winners_move(config, position), chance)
        goals |= dict.fromkeys(stayers, position + 1)
        for index, mover in enumerate(movers):
            step = _step(config, cards.get(mover, tuple(Card)[index % 2]))
            goals |= _trip(config, position + step, len(ordered), mover, stayers[index : index + 1], position)
    return goals, tuple(reasons)


def _do_winners_move(config: Progressive, position: int) -> bool:
    if position == 0 and config.head_table is not HeadTable.LIKE_OTHERS:
        return config.head_table is HeadTable.WINNERS_MOVE
    return config.moves is Moves.WINNERS


def _part(table: PlayedTable, winner: int, do_winners_move: bool, chance: Random) -> tuple[list[int], list[int]]:
    """(who moves, who stays), each in chair order."""
    points = table.slip.points if table.slip else (0,) * len(table.draw.sides)
    ranked = sorted(range(len(points)), key=lambda side: (side == winner, points[side], chance.random()), reverse=True)
    moving, staying = (ranked[:-1], ranked[-1:]) if do_winners_move else (ranked[1:], ranked[:1])
    sides = table.draw.sides
    return list(chain(*(sides[side] for side in moving))), list(chain(*(sides[side] for side in staying)))


def _trip(config: Progressive, target: int, count: int, mover: int, counterpart: list[int], position: int) -> Goals:
    """The goals that one mover's trip sets. target: the position it leads to, outside 0..count-1 past an end."""
    table = target % count + 1
    if config.wrap or 0 <= target < count:
        return {mover: table}
    return {mover: position + 1} | dict.fromkeys(counterpart, table)


def _step(config: Progressive, card: Card) -> int:
    if config.is_opposite:
        return -1 if card is Card.HIGH else 1
    return -1 if config.moves is Moves.WINNERS else 1


_BYE = message(
    "With {players} players, {left_over} must sit out. It’s {entry}’s turn (sit-outs so far: {times}). "
    "Sitting out earns {points} points."
)
_BYE_AVERAGE = message(
    "With {players} players, {left_over} must sit out. It’s {entry}’s turn (sit-outs so far: {times}). Sitting "
    "out earns the player’s average."
)
_COMES_BACK = message("{entry} returns to table {table}, where a seat is free.")
_JOINS = message("{entry} joins at table {table}, where a seat is free.")
_NO_CHAIR = message("{entry} goes to table {table}, because table {goal} has no free seat.")
_NEW_COLOUR = message("{entry} plays {colour} from now on, because {colour} needed another player.")
_FIRST = message("First round: random seats.")
_PRINCIPLES = {
    (Moves.WINNERS, True): message(
        "Winners move, {high} up one table and {low} down one. Losers stay, split up and play against each other."
    ),
    (Moves.LOSERS, True): message(
        "Losers move, {high} up one table and {low} down one. Winners stay, split up and play against each other."
    ),
    (Moves.WINNERS, False): message(
        "Winners move together, one table up. Losers stay, split up and play against each other."
    ),
    (Moves.LOSERS, False): message(
        "Losers move together, one table down. Winners stay, split up and play against each other."
    ),
}
"""By who moves, and whether the two part."""
_HEAD = {
    HeadTable.WINNERS_STAY: message("At table {table}, the winners stay."),
    HeadTable.WINNERS_MOVE: message("At table {table}, the winners move."),
}
_COLOURS = {
    Colours.RED_WHITE: (message("red"), message("white")),
    Colours.HIGH_LOW: (message("high"), message("low")),
}


def draw_round(config: Progressive, request: DrawRequest) -> RoundDraw:
    """Draws the next round: the movement decides, with the fewest changes that arrivals and leavers force.

    The first table is the head table. Sides are of two, written high before low when there are colours, and of one at
    tables of three. Anyone in the field who has not played takes a free chair, or makes up the last tables. In the
    first round no one has a place to go to, so everyone is seated at random. Wishes come before the movement.
    RuleError: fewer than four players, a number that tables of four and three cannot hold, or wishes that leave no
    legal round.
    """
    cards = held_cards(request.history) if config.is_coloured else {}
    goals, lot_reasons = _goals(config, request, cards)
    sizes = table_sizes(config, len(request.field))
    room = Room.of(request, sizes, goals, range(GHOST, GHOST + len(request.field) - sum(sizes), -1))
    care = accommodate(request, room) if has_wishes(request) else Accommodation(_sit_outs(config, request, cards))
    people = [number for number in (*request.field, *room.house) if number not in care.out]
    chance_for(request, "chairs").shuffle(people)
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
    """What a night of this many players will be like. RuleError as for the first round."""
    sizes = table_sizes(config, entries)
    house = max(0, sum(sizes) - entries)
    return in_turns(entries, config.rounds, len(sizes), sum(sizes) - house, threes=sizes.count(3), house=house)


def table_sizes(config: Progressive, players: int) -> tuple[int, ...]:
    """Chairs per table, head table first; with house players, without sit-outs. RuleError when none can be made."""
    if players < 4:
        raise RuleError(
            "A progressive needs at least 4 players, and you have {players}. Wait for more to arrive.",
            players=players,
        )
    if config.short_table is ShortTable.HOUSE_PLAYER:
        return (4,) * -(-players // 4)
    if config.short_table is not ShortTable.THREE_HANDED:
        return (4,) * (players // 4)
    threes = -players % 4
    if threes * 3 > players:
        raise RuleError(
            "{players} players can’t be split into tables of 4 and 3. Choose another option for leftover players.",
            players=players,
        )
    return (4,) * ((players - 3 * threes) // 4) + (3,) * threes


def _sit_outs(config: Progressive, request: DrawRequest, cards: dict[int, Card]) -> tuple[int, ...]:
    if config.short_table in (ShortTable.GHOST, ShortTable.OWN_AVERAGE):
        return choose_sit_outs(request, len(request.field) % 4, cards)
    return ()


def _goals(config: Progressive, request: DrawRequest, cards: dict[int, Card]) -> tuple[Goals, tuple[Message, ...]]:
    if not request.history:
        return {}, ()
    return goals_of(config, request.history[-1].tables, cards, chance_for(request, "who moves"))


def _chairs(
    config: Progressive,
    request: DrawRequest,
    room: Room,
    care: Accommodation,
    people: Sequence[int],
    cards: dict[int, Card],
) -> dict[int, Chair]:
    """A chair for everyone, those with wishes first. A chair's table is its position in the row here."""
    chairs = chairs_for(room.sizes, config.is_coloured)
    couples = request.constraints.couples(request.field)
    taken = wish_chairs(care.tables, chairs, couples, cards, request.constraints.stationary)
    for chair in taken.values():
        chairs.remove(chair)
    return taken | take_chairs(in_turn(people, request, room, care), chairs, room.goals, cards)


def _tables(config: Progressive, request: DrawRequest, room: Room, taken: Mapping[int, Chair]) -> tuple[TableDraw, ...]:
    couples = request.constraints.couples(request.field)
    partners = Partners(request.history, chance_for(request, "partners"), couples)
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
        "players": len(request.field),
        "left_over": len(request.field) % 4,
        "entry": EntryRef(entry),
        "times": times,
    }
    return ByeDraw(entry, points, _BYE_AVERAGE(**about) if points is None else _BYE(**about, points=points))


def _changes(
    config: Progressive,
    request: DrawRequest,
    room: Room,
    taken: Mapping[int, Chair],
    cards: dict[int, Card],
    explained: Collection[int],
) -> list[Message]:
    """Why someone sits elsewhere than the movement says, or plays another card than before.

    explained: the people whose table already has a reason.
    """
    if not request.history:
        return []
    known = set().union(*(present(played) for played in request.history))
    reasons: list[Message] = []
    for person, chair in sorted(taken.items()):
        goal, table = room.goals.get(person), room.number(chair.table)
        if goal is None:
            reasons.append((_COMES_BACK if person in known else _JOINS)(entry=EntryRef(person), table=table))
        elif goal != chair.table and person not in explained:
            reasons.append(_NO_CHAIR(entry=EntryRef(person), table=table, goal=room.number(goal)))
        if chair.card and person in cards and cards[person] is not chair.card:
            colour = _colour_names(config)[chair.card]
            reasons.append(_NEW_COLOUR(entry=EntryRef(person), colour=colour))
    return reasons


def _principle(config: Progressive, request: DrawRequest, room: Room) -> Message:
    if not request.history:
        return _FIRST
    high, low = _colour_names(config).values()
    principle = _PRINCIPLES[config.moves, config.is_opposite](high=high, low=low)
    head = _HEAD.get(config.head_table)
    return in_a_row([principle, head(table=room.numbers[0])]) if head else principle


def _colour_names(config: Progressive) -> dict[Card, Message]:
    names = _COLOURS.get(config.colours, _COLOURS[Colours.HIGH_LOW])
    return dict(zip(Card, names, strict=True))
