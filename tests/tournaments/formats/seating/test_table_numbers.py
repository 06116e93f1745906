"""Which tables a round is played at."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.formats.nights import draw_request, play
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.catalogue import FORMATS, hard_rules
from tournaments.formats.constraints import Constraints
from tournaments.formats.seating.table_numbers import table_numbers


def numbers(tables, closed=(), kept=(), last=None):
    return table_numbers(
        replace(draw_request(1, []), constraints=Constraints(closed_tables=closed)), tables, kept, last
    )


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"tables": 3}, (1, 2, 3)),
        ({"tables": 3, "closed": (2, 9)}, (1, 3, 4)),
        ({"tables": 2, "kept": {7}}, (1, 7)),
        ({"tables": 1, "kept": {7, 4}}, (4,)),
        ({"tables": 3, "kept": {7}, "closed": (7, 1)}, (2, 3, 4)),
        ({"tables": 4, "closed": (2,), "last": 3}, (1, 3)),
        ({"tables": 2, "kept": {7}, "last": 3}, (1, 2)),
        ({"tables": 0}, ()),
    ],
)
def test_first_the_tables_that_people_keep_then_the_lowest_that_are_open(wanted, found):
    assert numbers(**wanted) == found


@pytest.mark.parametrize("key", FORMATS)
def test_no_format_uses_a_closed_table_even_one_that_closes_during_the_night(key):
    row, history = FORMATS[key], []
    config = row.config()
    for number, closed in enumerate([(2,), (2,), (1, 4), ()], start=1):
        request = replace(draw_request(number, range(1, 18), *history), constraints=Constraints(closed_tables=closed))
        if not row.rounds_left(config, request):
            break
        drawn = row.draw(config, request)
        expected = [table for table in range(1, 20) if table not in closed][: len(drawn.tables)]
        assert sorted(table.table for table in drawn.tables) == expected
        assert [str(finding.text) for finding in audit(hard_rules(key, config), request, drawn) if finding.hard] == []
        history.append(play(drawn, Random(number)))
