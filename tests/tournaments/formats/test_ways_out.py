"""Where a format finds no legal round it says which rule is in the way, and then what the organizer can do."""

import re
from dataclasses import replace
from importlib.util import find_spec

import pytest

from games.engine.errors import RuleError
from tests.tournaments.formats.nights import draw_request, played
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.constraints import Constraints
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.movement.draw import GrandPrix, SeatMovement
from tournaments.formats.progressive.config import Progressive, ShortTable
from tournaments.formats.rotation.draw import Rotation
from tournaments.formats.round_robin.draw import RoundRobin
from tournaments.formats.swiss.config import Swiss

ALL_MET = (played(1, "1 v 2 = 10:3", "3 v 4 = 10:3"), played(2, "1 v 3 = 10:3", "2 v 4 = 10:3"))
ALL_MET = (*ALL_MET, played(3, "1 v 4 = 10:3", "2 v 3 = 10:3"))
ALL_BYES = (played(1, "1 v 2 = 10:3", byes=[3]), played(2, "1 v 3 = 10:3", byes=[2]))
ALL_BYES = (*ALL_BYES, played(3, "2 v 3", byes=[1]))
FOES, KEEPERS, COUPLE = Constraints(apart=((1, 2),)), Constraints(stationary=(1, 2)), Constraints(together=((1, 2),))
CLOSED = Constraints(closed_tables=(1,))
THREES = Progressive(short_table=ShortTable.THREE_HANDED)
WAY_OUT = re.compile(r"[.] (Add|Allow|Choose|Close|End|Have|Let|Open|Remove|Reopen|Wait|You can also) [^.]+[.]$")

needs_matching = pytest.mark.skipif(find_spec("rustworkx") is None, reason="rustworkx is not installed")


@pytest.mark.parametrize(
    ("key", "config", "request_", "rule"),
    [
        ("progressive", Progressive(), draw_request(1, range(1, 4)), "needs at least 4 players, and you have 3."),
        ("progressive", THREES, draw_request(1, range(1, 6)), "5 players can’t be split into tables of 4 and 3"),
        ("progressive", Progressive(), replace(draw_request(1, range(1, 5)), constraints=FOES), "“Never meet”"),
        ("progressive", THREES, replace(draw_request(1, range(1, 7)), constraints=COUPLE), "“Stay together”"),
        ("rotation", Rotation(), draw_request(1, range(1, 4)), "needs at least 4 players, and you have 3."),
        ("rotation", Rotation(), replace(draw_request(1, range(1, 5)), constraints=KEEPERS), "“Keep a seat”"),
        (
            "rotation",
            Rotation(tables=1),
            replace(draw_request(1, range(1, 9)), constraints=CLOSED),
            "All tables in the room are closed",
        ),
        (
            "seat_movement",
            SeatMovement(),
            draw_request(1, range(1, 4)),
            "One table needs 4 players, and you have 3.",
        ),
        ("seat_movement", SeatMovement(), replace(draw_request(1, range(1, 5)), constraints=FOES), "“Never meet”"),
        ("grand_prix", GrandPrix(), draw_request(1, [1]), "One table needs 2 pairs, and you have 1."),
        ("duplicate", Duplicate(), draw_request(1, range(1, 4)), "needs at least 4 pairs, and you have 3"),
        ("round_robin", RoundRobin(), draw_request(1, [1]), "needs at least 2 pairs"),
        ("round_robin", RoundRobin(), draw_request(4, range(1, 5), *ALL_MET), "Everyone has met everyone"),
        ("swiss", Swiss(), draw_request(1, [1]), "needs at least 2 pairs"),
        pytest.param(
            "swiss",
            Swiss(),
            draw_request(4, range(1, 5), *ALL_MET),
            "can’t be paired without a rematch",
            marks=needs_matching,
        ),
        pytest.param(
            "swiss",
            Swiss(),
            draw_request(4, range(1, 4), *ALL_BYES),
            (
                "can’t be paired. Every pair that could get the bye has already had a bye or a forfeit win. No one "
                "gets 2 byes. Allow a second bye in the settings, add a pair, or leave one pair out of this round"
            ),
            marks=needs_matching,
        ),
        ("elimination", FORMATS["elimination"].config(), draw_request(1, [1]), "needs at least 2 pairs"),
        (
            "elimination",
            FORMATS["elimination"].config(),
            draw_request(2, [1, 2], played(1, "1 v 2 = 10:3")),
            "The bracket is complete",
        ),
    ],
)
def test_it_names_the_rule_in_the_way_and_the_ways_out(key, config, request_, rule):
    with pytest.raises(RuleError) as refused:
        FORMATS[key].draw(config, request_)
    assert rule in str(refused.value)
    assert WAY_OUT.search(str(refused.value))


def test_every_format_is_asked():
    marks = test_it_names_the_rule_in_the_way_and_the_ways_out.pytestmark[0].args[1]
    assert {getattr(case, "values", case)[0] for case in marks} == set(FORMATS)
