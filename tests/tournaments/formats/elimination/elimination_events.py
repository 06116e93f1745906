"""Knock-outs for the tests: whole events from the first round to the last, and who met whom in a round."""

from tests.tournaments.formats.nights import draw_request
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.elimination.config import Elimination, Kind
from tournaments.formats.elimination.draw import draw_round, rounds_left

SINGLE, DOUBLE = Elimination(), Elimination(kind=Kind.DOUBLE)


def run(config, fields, pick):
    """Plays until the bracket is complete. pick: table -> slip."""
    history = []
    while True:
        field = fields[min(len(history), len(fields) - 1)]
        request = draw_request(len(history) + 1, field, *history)
        if rounds_left(config, request) == 0:
            return request
        draw = draw_round(config, request)
        assert [
            str(found.text) for found in audit(hard_rules("elimination", config), request, draw) if found.hard
        ] == []
        tables = tuple(PlayedTable(table, pick(table)) for table in draw.tables)
        history.append(PlayedRound(draw.number, tables, draw.byes))


def better(table):
    """The smaller number wins."""
    one, other = table.entries
    return Slip((10, 3) if one < other else (3, 10))


def pairs_of(row):
    return [table.draw.entries for table in row.tables]
