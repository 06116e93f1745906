"""Where everybody of the last round goes in a winner-moves progressive, before arrivals and leavers are looked at."""

from collections.abc import Sequence
from itertools import chain
from random import Random

from tournaments.formats.base import PlayedTable
from tournaments.formats.kept import kept
from tournaments.formats.progressive.config import HeadTable, Moves, Progressive
from tournaments.formats.progressive.tied_rounds import winner_of
from tournaments.formats.seating.colours import Card

_NOT_PLAYED = kept("Table {table} was not played: a lot decided who moves.")
_LEVEL = kept("Table {table} ended level: a lot decided who moves.")
Goals = dict[int, int]
"""Entry number -> table number of the next round."""


def goals_of(
    config: Progressive, tables: Sequence[PlayedTable], cards: dict[int, Card], lot: Random
) -> tuple[Goals, tuple[str, ...]]:
    """The table each person of the last round should go to, and the reasons where lots had to decide.

    tables: the last round. Their order counts, not their numbers: the first is the head table. A void table, or a level
    one without an answer, is nobody's win; a lot decides who moves from it. At a table of three two people always
    move: both losers, or, where winners move, everybody but the lowest score.
    """
    goals: Goals = {}
    reasons: list[str] = []
    ordered = sorted(tables, key=lambda table: table.draw.table)
    for position, table in enumerate(ordered):
        winner = winner_of(config, table.slip)
        if winner is None:
            winner = lot.randrange(len(table.draw.sides))
            reasons.append((_NOT_PLAYED if table.slip is None else _LEVEL)(table=table.draw.table))
        movers, stayers = _part(table, winner, _do_winners_move(config, position), lot)
        goals |= dict.fromkeys(stayers, position + 1)
        for index, mover in enumerate(movers):
            step = _step(config, cards.get(mover, tuple(Card)[index % 2]))
            goals |= _trip(config, position + step, len(ordered), mover, stayers[index : index + 1], position)
    return goals, tuple(reasons)


def _do_winners_move(config: Progressive, position: int) -> bool:
    if position == 0 and config.head_table is not HeadTable.LIKE_OTHERS:
        return config.head_table is HeadTable.WINNERS_MOVE
    return config.moves is Moves.WINNERS


def _part(table: PlayedTable, winner: int, do_winners_move: bool, lot: Random) -> tuple[list[int], list[int]]:
    """(who moves, who stays), each in chair order."""
    points = table.slip.points if table.slip else (0,) * len(table.draw.sides)
    ranked = sorted(range(len(points)), key=lambda side: (side == winner, points[side], lot.random()), reverse=True)
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
