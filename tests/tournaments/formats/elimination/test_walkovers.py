"""Knock-outs when not all goes as drawn: forfeits, absence, late comers, and what a correction changes."""

from dataclasses import replace

from tests.said import said
from tests.tournaments.formats.elimination.elimination_events import DOUBLE, SINGLE, better, run
from tests.tournaments.formats.nights import draw_request, drawn_table, pairs, played
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.elimination.config import Elimination
from tournaments.formats.elimination.draw import draw_round, placing, rounds_left


def forfeits(number, text, *sides):
    return PlayedRound(number, (PlayedTable(drawn_table(1, text), Slip((0, 0), forfeited=sides)),))


def test_a_forfeit_ends_the_match_whatever_the_games():
    config = Elimination(best_of_final=5)
    request = draw_request(2, [1, 2], forfeits(1, "1 v 2", 0))
    assert placing(config, request) == ((2,), (1,))
    assert rounds_left(config, request) == 0


def test_when_both_forfeit_no_one_goes_on():
    first = played(1, "1 v 4 = 10:3", "2 v 3 = 10:3")
    both = PlayedTable(first.tables[1].draw, Slip((0, 0), forfeited=(0, 1)))
    request = draw_request(2, range(1, 5), replace(first, tables=(first.tables[0], both)))
    assert placing(SINGLE, request) == ((1,), (2, 3, 4))
    assert rounds_left(SINGLE, request) == 0


def test_who_is_not_here_when_the_match_comes_up_has_lost_it():
    first = played(1, "1 v 8 = 10:3", "4 v 5 = 10:3", "2 v 7 = 10:3", "3 v 6 = 10:3")
    draw = draw_round(SINGLE, draw_request(2, [1, 2, 3, 5, 6, 7, 8], first))
    assert (pairs(draw), [bye.entry for bye in draw.byes]) == ([(2, 3)], [1])
    assert said(draw.reasons) == (
        "No. 1 wins match 5 by forfeit: No. 4 isn’t checked in.",
        "Table 1: match 6, semifinal.",
    )
    assert str(draw.byes[0].reason) == "No. 1 is waiting for the winner of match 6."
    second = PlayedRound(2, (PlayedTable(draw.tables[0], Slip((10, 3))),), draw.byes)
    back = draw_request(3, range(1, 9), first, second)
    assert pairs(draw_round(SINGLE, back)) == [(1, 2)]


def test_when_both_are_absent_no_one_wins():
    first = played(1, "1 v 8 = 10:3", "4 v 5 = 10:3", "2 v 7 = 10:3", "3 v 6 = 10:3")
    draw = draw_round(SINGLE, draw_request(2, [2, 3, 5], first))
    assert said(draw.reasons)[0] == "No one won match 5. Not checked in: No. 1 and No. 4."
    last = PlayedRound(2, (PlayedTable(draw.tables[0], Slip((10, 3))),), draw.byes)
    assert placing(SINGLE, draw_request(3, [2, 3], first, last))[0] == (2,)
    assert rounds_left(SINGLE, draw_request(3, [2, 3], first, last)) == 0


def test_who_is_unbeaten_and_not_here_for_the_grand_final_loses_both():
    until = [range(1, 5)] * 3
    request = run(DOUBLE, [*until, [2, 3, 4]], better)
    assert placing(DOUBLE, request) == ((2,), (1,), (3,), (4,))
    request = run(DOUBLE, [*until, [3, 4]], better)
    assert placing(DOUBLE, request) == ((), (1, 2), (3,), (4,))


def test_who_comes_late_has_no_place():
    first = played(1, "1 v 4 = 10:3", "2 v 3 = 10:3")
    draw = draw_round(SINGLE, draw_request(2, range(1, 6), first))
    assert said(draw.reasons)[0] == "No. 5 arrived after the bracket was drawn."
    assert pairs(draw) == [(1, 2)]


def test_a_table_that_is_not_of_the_bracket_changes_nothing():
    first = played(1, "1 v 2 = 10:3", "3 v 4 = 10:3")
    assert pairs(draw_round(SINGLE, draw_request(2, range(1, 5), first))) == [(1, 4), (2, 3)]


def test_after_a_correction_the_right_pairs_play_what_others_had_played():
    first = played(1, "1 v 8 = 3:10", "4 v 5 = 10:3", "2 v 7 = 10:3", "3 v 6 = 10:3")
    history = [
        first,
        replace(played(2, "1 v 4 = 10:3", "2 v 3 = 10:3"), byes=()),
        played(3, "1 v 2 = 10:3"),
    ]
    request = draw_request(4, range(1, 9), *history)
    assert pairs(draw_round(SINGLE, request)) == [(8, 4)]
    both = replace(first, tables=(*first.tables[:1], *played(1, "4 v 5 = 3:10").tables, *first.tables[2:]))
    assert pairs(draw_round(SINGLE, draw_request(4, range(1, 9), both, *history[1:]))) == [(8, 5)]
    gone = draw_round(SINGLE, draw_request(4, [1, 2, 3, 4], *history))
    assert pairs(gone) == [(4, 2)]
    assert said(gone.reasons)[0] == "No. 4 wins match 5 by forfeit: No. 8 isn’t checked in."


def test_who_is_left_over_by_a_correction_in_the_first_round_is_followed_too():
    first = played(1, "2 v 3 = 3:10", byes=[1])
    request = draw_request(3, range(1, 4), first, played(2, "1 v 2 = 10:3"))
    assert pairs(draw_round(SINGLE, request)) == [(1, 3)]
