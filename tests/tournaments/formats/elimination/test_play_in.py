"""Play-ins: knock-outs that stop when several are left, who all share place 1; and what is known half way."""

import pytest

from games.engine.errors import RuleError
from tests.said import said
from tests.tournaments.formats.elimination.elimination_events import better, run
from tests.tournaments.formats.nights import draw_request, pairs, played
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.elimination.config import Elimination, Kind
from tournaments.formats.elimination.draw import (
    bracket_of,
    draw_round,
    games_of,
    match_name,
    placing,
    rounds,
    rounds_left,
    seed_order,
)
from tournaments.formats.standings.rows import facts, rank


def places(config, request):
    """Entry -> place, as the standings show it."""
    field = tuple(range(1, 1 + max(entry for row in request.history for entry in [*_seated(row), *_out(row)])))
    rows = rank(field, facts(request.history, field), ("progress",), 0, placing(config, request))
    return {row.entry: row.place for row in rows}


def _seated(row):
    return [entry for table in row.tables for entry in table.draw.entries]


def _out(row):
    return [bye.entry for bye in row.byes]


@pytest.mark.parametrize("survivors", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("entries", range(2, 41))
def test_the_survivors_share_the_first_place(entries, survivors):
    config = Elimination(survivors=survivors)
    if entries <= survivors:
        assert rounds(config, entries) == rounds_left(config, draw_request(1, range(1, entries + 1))) == 0
        with pytest.raises(RuleError, match=f"No one would be knocked out: {survivors} of {entries} pairs advance."):
            draw_round(config, draw_request(1, range(1, entries + 1)))
        return
    request = run(config, [range(1, entries + 1)], better)
    assert placing(config, request)[0] == tuple(range(1, survivors + 1))
    assert sorted(entry for group in placing(config, request) for entry in group) == list(range(1, entries + 1))
    assert len(request.history) == rounds(config, entries)
    assert sum(len(row.tables) for row in request.history) == entries - survivors


def test_who_has_a_bye_through_a_play_in_goes_on_too():
    config = Elimination(survivors=4)
    draw = draw_round(config, draw_request(1, range(1, 7)))
    assert (pairs(draw), [bye.entry for bye in draw.byes]) == ([(4, 5), (3, 6)], [1, 2])
    assert str(draw.byes[0].reason) == "No. 1 advances without a match as one of the top seeds."
    assert said(draw.reasons) == (
        "Table 1: match 1, play-in round 1.",
        "Table 2: match 2, play-in round 1.",
    )
    request = draw_request(2, range(1, 7), played(1, "4 v 5 = 3:10", "3 v 6 = 10:3", byes=[1, 2]))
    assert placing(config, request) == ((1, 2, 3, 5), (4, 6))


def test_half_way_those_who_are_through_and_those_who_still_play_share_the_first_place():
    config = Elimination(survivors=4)
    request = draw_request(2, range(1, 7), played(1, "4 v 5 = 3:10", "3 v 6", byes=[1, 2]))
    assert placing(config, request) == ((1, 2, 5), (4,))
    again = draw_round(config, request)
    assert (pairs(again), again.byes) == ([(3, 6)], ())
    assert places(config, request) == {1: 1, 2: 1, 3: 1, 5: 1, 6: 1, 4: 6}


def test_half_way_through_a_bracket_who_is_out_is_below_who_is_in():
    config = Elimination()
    request = draw_request(2, range(1, 5), played(1, "1 v 4 = 10:3", "2 v 3"))
    assert placing(config, request) == ((), (4,))
    assert places(config, request) == {1: 1, 2: 1, 3: 1, 4: 4}


def test_every_match_of_a_play_in_has_its_games_and_no_final():
    config = Elimination(survivors=2, best_of=3, best_of_semis=5, best_of_final=7)
    matches = bracket_of(config, 8).matches
    assert {games_of(config, match) for match in matches} == {3}
    assert [str(match_name(config, match)) for match in matches[-2:]] == ["play-in round 2"] * 2
    assert rounds(config, 8) == 6


def test_a_play_in_has_no_matches_for_places():
    for wrong in ({"kind": Kind.DOUBLE}, {"third_place": True}, {"consolation": True}):
        with pytest.raises(RuleError, match="advance only one pair"):
            Elimination(survivors=2, **wrong)
    with pytest.raises(RuleError, match="from 1 to 64"):
        Elimination(survivors=0)


def test_the_seeds_of_a_bracket_can_be_read_from_top_to_bottom():
    assert seed_order(Elimination(), 6) == (1, 0, 4, 5, 2, 0, 3, 6)
    assert FORMATS["elimination"].seed_order is seed_order
    assert [key for key, row in FORMATS.items() if row.seed_order] == ["elimination"]
