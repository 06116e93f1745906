"""The audit of knock-outs, and of byes: who may not play, or should, is found from the results alone."""

from dataclasses import replace
from random import Random

import pytest

from games.engine.messages import NOTHING
from tests.sizes import sample, size
from tests.tournaments.formats.nights import draw_request, drawn, drawn_table, played
from tournaments.formats.audit.round_audit import HardRules, audit
from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, Slip
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.elimination.config import Elimination, Kind
from tournaments.formats.elimination.draw import draw_round, rounds_left
from tournaments.formats.swiss.config import Swiss

SINGLE, DOUBLE = Elimination(), Elimination(kind=Kind.DOUBLE)
FIRST = played(1, "1 v 4 = 10:3", "2 v 3 = 10:3")


def hard(config, request, draw):
    rules = config if isinstance(config, HardRules) else hard_rules("elimination", config)
    return [str(finding.text) for finding in audit(rules, request, draw) if finding.hard]


def forfeit(number, text, *sides):
    return PlayedRound(number, (PlayedTable(drawn_table(1, text), Slip((0, 0), forfeited=sides)),))


def test_who_has_lost_is_out():
    request = draw_request(2, range(1, 5), FIRST)
    assert hard(SINGLE, request, drawn(2, "1 v 2")) == []
    assert hard(SINGLE, request, drawn(2, "1 v 3", byes=[2])) == [
        "No. 3 has a match at table 1 but is out after one loss."
    ]
    assert hard(SINGLE, request, drawn(2, "1 v 2", byes=[4])) == [
        "No. 4 is waiting for a match but is out after one loss."
    ]


def test_who_is_still_in_has_a_place():
    assert hard(SINGLE, draw_request(1, range(1, 5)), drawn(1, "1 v 4", byes=[2])) == [
        "No. 3 is still in the bracket but has no match or bye in this round."
    ]
    assert hard(SINGLE, draw_request(2, [2, 3, 4], FIRST), drawn(2, "2 v 3"))  # 1 is not here: 2 has won, 3 is out
    assert hard(SINGLE, draw_request(2, range(1, 5), FIRST), drawn(2, byes=[2])) == [
        "No. 1 is still in the bracket but has no match or bye in this round."
    ]


def test_the_winner_of_all_needs_no_place_while_others_play_on():
    config = Elimination(consolation=True, best_of=3)
    history = [played(1, "1 v 4 = 10:3", "2 v 3 = 10:3"), played(2, "1 v 4 = 10:3", "2 v 3 = 10:3")]
    history.append(played(3, "1 v 2 = 10:3", "4 v 3 = 10:3"))
    assert hard(config, draw_request(4, range(1, 5), *history), drawn(4, "4 v 3")) == []


def test_no_one_comes_in_after_the_bracket_is_drawn():
    assert hard(SINGLE, draw_request(2, range(1, 6), FIRST), drawn(2, "1 v 2", byes=[5])) == [
        "No. 5 arrived after the bracket was drawn but has a seat in this round."
    ]


def test_those_who_are_out_may_meet_where_they_play_on():
    request = draw_request(2, range(1, 5), FIRST)
    for config in (Elimination(third_place=True), Elimination(consolation=True)):
        assert hard(config, request, drawn(2, "1 v 2", "3 v 4")) == []
        assert hard(config, request, drawn(2, "1 v 2", byes=[3, 4])) == []
        assert len(hard(config, request, drawn(2, "1 v 3", "2 v 4"))) == 2


def test_in_a_double_elimination_the_second_defeat_counts():
    history = [FIRST, played(2, "1 v 2 = 10:3", "4 v 3 = 10:3")]
    request = draw_request(3, range(1, 5), *history)
    assert hard(DOUBLE, request, drawn(3, "2 v 4", byes=[1])) == []
    assert hard(DOUBLE, request, drawn(3, "2 v 3", byes=[1, 4])) == [
        "No. 3 has a match at table 1 but is out after 2 losses."
    ]


def test_the_last_two_may_have_lost_unequally():
    history = [played(1, "1 v 2 = 10:3"), played(2, "1 v 2 = 3:10")]
    assert hard(DOUBLE, draw_request(3, [1, 2], *history), drawn(3, "1 v 2")) == []
    history.append(played(3, "1 v 2 = 10:3"))
    assert hard(DOUBLE, draw_request(4, [1, 2], *history), drawn(4, "1 v 2")) == [
        "No. 2 has a match at table 1 but is out after 2 losses."
    ]


def test_a_match_takes_more_than_half_of_its_games():
    config = Elimination(best_of=3, best_of_semis=3, best_of_final=3)
    history = [FIRST]
    assert hard(config, draw_request(2, range(1, 5), *history), drawn(2, "1 v 4", "2 v 3")) == []
    history.append(played(2, "1 v 4 = 3:10", "2 v 3 = 10:3"))
    request = draw_request(3, range(1, 5), *history)
    assert hard(config, request, drawn(3, "1 v 4", byes=[2])) == []
    assert hard(config, request, drawn(3, "1 v 4", "2 v 3"))[0].startswith("No. 3 has a match at table 2")


def test_where_matches_differ_in_length_the_winner_goes_on_to_others():
    config = Elimination(best_of=1, best_of_semis=1, best_of_final=3)
    request = draw_request(2, range(1, 5), FIRST)
    assert hard(config, request, drawn(2, "1 v 2")) == []
    assert hard(config, request, drawn(2, "1 v 3", byes=[2]))
    final = draw_request(3, range(1, 5), FIRST, played(2, "1 v 2 = 10:3"))
    assert hard(config, final, drawn(3, "1 v 2")) == []


def test_void_level_and_forfeited_games():
    for first in (played(1, "1 v 2"), played(1, "1 v 2 = 5:5")):
        assert hard(SINGLE, draw_request(2, [1, 2], first), drawn(2, "1 v 2")) == []
    request = draw_request(2, [1, 2], forfeit(1, "1 v 2", 0))
    assert hard(SINGLE, request, drawn(2, "1 v 2")) == ["No. 1 has a match at table 1 but is out after one loss."]
    both = draw_request(2, [1, 2, 3], replace(forfeit(1, "1 v 2", 0, 1), byes=(ByeDraw(3, 0, NOTHING),)))
    assert len(hard(DOUBLE, both, drawn(2, "1 v 2", byes=[3]))) == 2


def test_after_a_correction_matches_outside_the_bracket_put_no_one_out():
    first = played(1, "1 v 4 = 3:10", "2 v 3 = 10:3")  # corrected after 1 had played the final
    request = draw_request(3, range(1, 5), first, played(2, "1 v 2 = 10:3"))
    assert hard(SINGLE, request, drawn(3, "4 v 2")) == []
    assert hard(SINGLE, request, drawn(3, "1 v 2", byes=[4])) == [
        "No. 1 has a match at table 1 but is out after one loss."
    ]


def test_a_table_of_four_seated_by_hand_is_no_match():
    odd = PlayedRound(1, (PlayedTable(drawn_table(1, "1+2 v 3+4"), Slip((10, 3))),))
    assert hard(SINGLE, draw_request(2, range(1, 5), odd), drawn(2, "1 v 4", "2 v 3")) == []


@pytest.mark.parametrize("seed", sample(*range(8), of=range(size(30, 1000))))
def test_an_eliminated_entry_that_takes_a_seat_is_found(seed):
    """Whole brackets without a fault; then in each round one who is out takes a seat."""
    rng = Random(seed)
    config = rng.choice((SINGLE, DOUBLE, Elimination(best_of=3, best_of_semis=3, best_of_final=3)))
    field, history = range(1, rng.randrange(4, 20)), []
    while rounds_left(config, draw_request(len(history) + 1, field, *history)):
        request = draw_request(len(history) + 1, field, *history)
        draw = draw_round(config, request)
        assert hard(config, request, draw) == []
        placed = {*(one for table in draw.tables for one in table.entries), *(bye.entry for bye in draw.byes)}
        for out in sorted(set(field) - placed)[:1]:
            table = rng.choice(draw.tables)
            wrong = replace(table, sides=((out,), table.sides[1]))
            tables = tuple(wrong if each is table else each for each in draw.tables)
            assert any(f"No. {out} has a match" in text for text in hard(config, request, replace(draw, tables=tables)))
        results = (PlayedTable(table, Slip(tuple(rng.sample(range(11), 2)))) for table in draw.tables)
        history.append(PlayedRound(draw.number, tuple(results), draw.byes))


def test_in_a_swiss_no_one_has_a_second_bye_and_unplayed_pairs_may_meet():
    rules = hard_rules("swiss", Swiss())
    before = replace(forfeit(1, "1 v 2", 0), byes=(ByeDraw(3, 5, NOTHING),))
    request = draw_request(2, range(1, 4), before)
    assert hard(rules, request, drawn(2, "2 v 3", byes=[1])) == []
    assert hard(rules, request, drawn(2, "1 v 2", byes=[3])) == [
        "No. 3 has a bye but already had a bye or forfeit win (so far: 1)."
    ]
    assert hard(rules, request, drawn(2, "1 v 3", byes=[2])) == [
        "No. 2 has a bye but already had a bye or forfeit win (so far: 1)."
    ]
    assert hard(hard_rules("swiss", Swiss(second_bye=True)), request, drawn(2, "1 v 2", byes=[3])) == []
    both = draw_request(2, range(1, 4), replace(before, tables=forfeit(1, "1 v 2", 0, 1).tables))
    assert hard(rules, both, drawn(2, "2 v 3", byes=[1])) == []
    met = draw_request(2, range(1, 4), replace(before, tables=played(1, "1 v 2 = 10:3").tables))
    assert "(meetings so far: 1)" in hard(rules, met, drawn(2, "1 v 2", byes=[3]))[0]
    assert hard(HardRules(side_size=1, most_meetings=1), request, drawn(2, "1 v 2", byes=[3]))
