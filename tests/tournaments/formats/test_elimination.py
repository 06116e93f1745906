"""Knock-outs: whole events, walkovers, forfeits, best of several games, what a correction would change."""

import ast
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.tournaments.formats.nights import asked, drawn_table, played
from tournaments.formats import elimination
from tournaments.formats.audit import audit
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.bracket import Section
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.config import config_data, config_from
from tournaments.formats.elimination import (
    bracket_of,
    draw_round,
    match_name,
    match_states,
    placing,
    rounds,
    rounds_left,
    still_in,
    tie_question,
    touched_matches,
)
from tournaments.formats.elimination_config import Elimination, Kind, Seeding

SINGLE, DOUBLE = Elimination(), Elimination(kind=Kind.DOUBLE)
SOAK = os.environ.get("SOAK") == "1"


def pairs(draw):
    return [table.entries for table in draw.tables]


def run(config, fields, pick):
    """Plays until the bracket is complete. pick: table -> slip."""
    history = []
    while True:
        field = fields[min(len(history), len(fields) - 1)]
        request = asked(len(history) + 1, field, *history)
        if rounds_left(config, request) == 0:
            return request
        draw = draw_round(config, request)
        assert [found.text for found in audit(hard_rules("elimination", config), request, draw) if found.hard] == []
        tables = tuple(PlayedTable(table, pick(table)) for table in draw.tables)
        history.append(PlayedRound(draw.number, tables, draw.byes))


def better(table):
    """The smaller number wins."""
    one, other = table.entries
    return Slip((10, 3) if one < other else (3, 10))


def test_the_best_win_all_their_matches():
    request = run(SINGLE, [range(1, 9)], better)
    assert [pairs_of(row) for row in request.history] == [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3)],
        [(1, 2)],
    ]
    assert placing(SINGLE, request) == ((1,), (2,), (3, 4), (5, 6, 7, 8))
    with pytest.raises(RuleError, match="The bracket is complete"):
        draw_round(SINGLE, request)


def pairs_of(row):
    return [table.draw.entries for table in row.tables]


def test_byes_and_waiting_have_their_reasons():
    draw = draw_round(SINGLE, asked(1, range(1, 6)))
    assert pairs(draw) == [(4, 5), (2, 3)]
    assert [bye.reason for bye in draw.byes] == [
        "No. 1 has a bye as one of the best seeds; it plays the winner of match 1."
    ]


def test_who_knows_the_opponent_plays_at_once():
    draw = draw_round(SINGLE, asked(1, range(1, 7)))
    assert pairs(draw) == [(4, 5), (3, 6)]
    draw = draw_round(SINGLE, asked(1, range(1, 4)))
    assert (pairs(draw), [bye.entry for bye in draw.byes]) == ([(2, 3)], [1])


def test_third_place_and_consolation():
    config = Elimination(third_place=True, consolation=True)
    request = run(config, [range(1, 9)], better)
    assert placing(config, request) == ((1,), (2,), (3,), (4,), (5,), (6,), (7, 8))
    assert [pairs_of(row) for row in request.history[1:]] == [
        [(1, 4), (2, 3), (8, 5), (7, 6)],
        [(4, 3), (1, 2), (5, 6)],
    ]


def test_double_elimination_without_a_surprise():
    request = run(DOUBLE, [range(1, 9)], better)
    assert placing(DOUBLE, request) == ((1,), (2,), (3,), (4,), (5, 6), (7, 8))
    assert len([table for row in request.history for table in row.tables]) == 14


def test_the_unbeaten_side_has_to_be_beaten_twice():
    def upset(table):
        return Slip((3, 10)) if table.entries == (1, 2) and upsets.pop() else better(table)

    upsets = [False, True, False]
    request = run(DOUBLE, [range(1, 5)], upset)
    assert placing(DOUBLE, request)[0] == (1,)
    assert len([table for row in request.history for table in row.tables]) == 7
    assert match_states(DOUBLE, request)[-1].match.section is Section.RESET
    upsets = [False, True, False]
    once = replace(DOUBLE, reset=False)
    request = run(once, [range(1, 5)], upset)
    assert placing(once, request)[0] == (2,)


def test_a_match_may_be_the_best_of_three():
    config = Elimination(best_of=3)
    first = draw_round(config, asked(1, range(1, 3)))
    assert first.reasons == ("Table 1: match 1, final.",)
    config = Elimination(best_of_final=3)
    history = [played(1, "1 v 2 = 10:3")]
    assert draw_round(config, asked(2, [1, 2], *history)).reasons == (
        "Table 1: match 1, final, game 2 of at most 3, 1:0 so far.",
    )
    history.append(played(2, "2 v 1 = 10:3"))
    assert rounds_left(config, asked(3, [1, 2], *history)) == 1
    history.append(played(3, "1 v 2 = 10:3"))
    assert placing(config, asked(4, [1, 2], *history)) == ((1,), (2,))


def test_the_games_can_differ_by_round():
    config = Elimination(best_of=1, best_of_semis=3, best_of_final=5)
    assert rounds(config, 8) == 1 + 3 + 5
    assert rounds(replace(config, kind=Kind.DOUBLE, best_of_semis=1), 4) == 1 + 1 + 1 + 5 + 5
    assert rounds(replace(config, kind=Kind.DOUBLE), 4) == 1 + 3 + 3 + 5 + 5
    assert [rounds(SINGLE, entries) for entries in (0, 1, 2, 5, 8, 9)] == [0, 0, 1, 3, 3, 4]


def test_a_void_or_undecided_game_is_played_again():
    for first in (played(1, "1 v 2"), played(1, "1 v 2 = 5:5")):
        assert pairs(draw_round(SINGLE, asked(2, [1, 2], first))) == [(1, 2)]
    decided = PlayedRound(1, (PlayedTable(drawn_table(1, "1 v 2"), Slip((5, 5), tie_winner=1)),))
    assert placing(SINGLE, asked(2, [1, 2], decided)) == ((2,), (1,))


def test_a_level_game_asks_who_goes_on():
    assert "decides who goes on" in tie_question(SINGLE, Slip((5, 5)))
    assert tie_question(SINGLE, Slip((5, 5), tie_winner=0)) is None
    assert tie_question(SINGLE, Slip((0, 0), forfeited=(0, 1))) is None


def forfeits(number, text, *sides):
    return PlayedRound(number, (PlayedTable(drawn_table(1, text), Slip((0, 0), forfeited=sides)),))


def test_a_forfeit_ends_the_match_whatever_the_games():
    config = Elimination(best_of_final=5)
    request = asked(2, [1, 2], forfeits(1, "1 v 2", 0))
    assert placing(config, request) == ((2,), (1,))
    assert rounds_left(config, request) == 0


def test_when_both_forfeit_nobody_goes_on():
    first = played(1, "1 v 4 = 10:3", "2 v 3 = 10:3")
    both = PlayedTable(first.tables[1].draw, Slip((0, 0), forfeited=(0, 1)))
    request = asked(2, range(1, 5), replace(first, tables=(first.tables[0], both)))
    assert placing(SINGLE, request) == ((1,), (2, 3, 4))
    assert rounds_left(SINGLE, request) == 0


def test_who_is_not_here_when_the_match_comes_up_has_lost_it():
    first = played(1, "1 v 8 = 10:3", "4 v 5 = 10:3", "2 v 7 = 10:3", "3 v 6 = 10:3")
    draw = draw_round(SINGLE, asked(2, [1, 2, 3, 5, 6, 7, 8], first))
    assert (pairs(draw), [bye.entry for bye in draw.byes]) == ([(2, 3)], [1])
    assert draw.reasons == (
        "No. 1 wins match 5 without playing: No. 4 is not here.",
        "Table 1: match 6, semi-final.",
    )
    assert draw.byes[0].reason == "No. 1 waits for the winner of match 6."
    second = PlayedRound(2, (PlayedTable(draw.tables[0], Slip((10, 3))),), draw.byes)
    back = asked(3, range(1, 9), first, second)
    assert pairs(draw_round(SINGLE, back)) == [(1, 2)]


def test_when_both_are_not_here_nobody_wins():
    first = played(1, "1 v 8 = 10:3", "4 v 5 = 10:3", "2 v 7 = 10:3", "3 v 6 = 10:3")
    draw = draw_round(SINGLE, asked(2, [2, 3, 5], first))
    assert draw.reasons[0] == "Nobody wins match 5 without playing: No. 1 and No. 4 are not here."
    last = PlayedRound(2, (PlayedTable(draw.tables[0], Slip((10, 3))),), draw.byes)
    assert placing(SINGLE, asked(3, [2, 3], first, last))[0] == (2,)
    assert rounds_left(SINGLE, asked(3, [2, 3], first, last)) == 0


def test_who_is_unbeaten_and_not_here_for_the_grand_final_loses_both():
    until = [range(1, 5)] * 3
    request = run(DOUBLE, [*until, [2, 3, 4]], better)
    assert placing(DOUBLE, request) == ((2,), (1,), (3,), (4,))
    request = run(DOUBLE, [*until, [3, 4]], better)
    assert placing(DOUBLE, request) == ((), (1, 2), (3,), (4,))


def test_who_comes_late_has_no_place():
    first = played(1, "1 v 4 = 10:3", "2 v 3 = 10:3")
    draw = draw_round(SINGLE, asked(2, range(1, 6), first))
    assert draw.reasons[0] == "No. 5 came after the bracket was drawn."
    assert still_in(SINGLE, asked(2, range(1, 6), first)) == (1, 2)


def test_a_table_that_is_not_of_the_bracket_changes_nothing():
    first = played(1, "1 v 2 = 10:3", "3 v 4 = 10:3")
    assert pairs(draw_round(SINGLE, asked(2, range(1, 5), first))) == [(1, 4), (2, 3)]


def test_lots_can_decide_the_seeds():
    config = Elimination(seeding=Seeding.LOTS)
    assert len({tuple(pairs(draw_round(config, asked(1, range(1, 9), seed=seed)))) for seed in range(10)}) == 10
    first = played(1, *(f"{one} v {other} = 10:3" for one, other in pairs(draw_round(config, asked(1, range(1, 9))))))
    winners = {table.draw.entries[0] for table in first.tables}
    assert {entry for pair in pairs(draw_round(config, asked(2, range(1, 9), first))) for entry in pair} == winners


def test_it_lists_the_played_matches_that_a_correction_touches():
    request = run(DOUBLE, [range(1, 5)], better)
    assert touched_matches(DOUBLE, request, 1) == (3, 4, 5, 6, 7)
    early = asked(2, range(1, 5), *request.history[:1])
    assert touched_matches(DOUBLE, early, 1) == ()


def test_after_a_correction_the_right_pairs_play_what_others_had_played():
    first = played(1, "1 v 8 = 3:10", "4 v 5 = 10:3", "2 v 7 = 10:3", "3 v 6 = 10:3")
    history = [
        first,
        replace(played(2, "1 v 4 = 10:3", "2 v 3 = 10:3"), byes=()),
        played(3, "1 v 2 = 10:3"),
    ]
    request = asked(4, range(1, 9), *history)
    assert pairs(draw_round(SINGLE, request)) == [(8, 4)]
    both = replace(first, tables=(*first.tables[:1], *played(1, "4 v 5 = 3:10").tables, *first.tables[2:]))
    assert pairs(draw_round(SINGLE, asked(4, range(1, 9), both, *history[1:]))) == [(8, 5)]
    gone = draw_round(SINGLE, asked(4, [1, 2, 3, 4], *history))
    assert pairs(gone) == [(4, 2)]
    assert gone.reasons[0] == "No. 4 wins match 5 without playing: No. 8 is not here."


def test_who_is_left_over_by_a_correction_in_the_first_round_is_followed_too():
    first = played(1, "2 v 3 = 3:10", byes=[1])
    request = asked(3, range(1, 4), first, played(2, "1 v 2 = 10:3"))
    assert pairs(draw_round(SINGLE, request)) == [(1, 3)]


def test_every_match_has_a_name():
    names = [match_name(DOUBLE, match) for match in bracket_of(DOUBLE, 4).matches]
    assert names == [
        "round 1 of the main bracket",
        "round 1 of the main bracket",
        "final of the main bracket",
        "round 1 of the losers' bracket",
        "final of the losers' bracket",
        "grand final",
        "second grand final",
    ]
    config = Elimination(third_place=True, consolation=True)
    names = Counter(match_name(config, match) for match in bracket_of(config, 16).matches)
    assert names == {
        "round 1 of the main bracket": 8,
        "quarter-final": 4,
        "semi-final": 2,
        "final": 1,
        "match for third place": 1,
        "round 1 of the consolation bracket": 4,
        "round 2 of the consolation bracket": 2,
        "final of the consolation bracket": 1,
    }


def test_it_needs_two_pairs():
    with pytest.raises(RuleError, match="at least two pairs"):
        draw_round(SINGLE, asked(1, [1]))
    assert rounds_left(SINGLE, asked(1, [1])) == 0


def test_settings_that_do_not_go_together_are_refused():
    with pytest.raises(RuleError, match="odd number of games"):
        Elimination(best_of=2)
    for wrong in ({"third_place": True}, {"consolation": True}):
        with pytest.raises(RuleError, match="choose single elimination"):
            Elimination(kind=Kind.DOUBLE, **wrong)
    assert config_from(Elimination, config_data(DOUBLE)) == DOUBLE


def test_it_knows_no_other_format():
    room = Path(elimination.__file__).parent
    for module in ("bracket", "bracket_progress", "elimination", "elimination_config"):
        tree = ast.parse((room / f"{module}.py").read_text())
        names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not names & {f"tournaments.formats.{other}" for other in ("progressive", "round_robin", "swiss")}


@settings(max_examples=1000 if SOAK else 50, deadline=None)
@given(
    kind=st.sampled_from(Kind),
    entries=st.integers(2, 40 if SOAK else 20),
    games=st.sampled_from((1, 3)),
    chances=st.sampled_from(((0.0, 0.0, 0.0), (0.1, 0.1, 0.1), (0.0, 0.0, 0.2))),
    seed=st.integers(0, 2**64),
)
def test_whatever_happens_somebody_wins_and_nobody_loses_too_often(kind, entries, games, chances, seed):
    rng, config = Random(seed), Elimination(kind=kind, best_of=games, best_of_final=games)
    void, forfeit, absent = chances
    everybody = range(1, entries + 1)
    fields = [everybody, *([entry for entry in everybody if rng.random() >= absent / 4] for _ in range(60)), everybody]

    def pick(table):
        fate = rng.random()
        if fate < void:
            return rng.choice((None, Slip((5, 5))))
        if fate < void + forfeit:
            return Slip((0, 0), forfeited=rng.choice(((0,), (1,), (0, 1))))
        return Slip(tuple(rng.sample(range(11), 2)))

    request = run(config, fields, pick)
    lost = Counter(state.loser for state in match_states(config, request) if state.loser is not None)
    spared = sum(
        state.match.section is Section.RESET and not any(state.games) for state in match_states(config, request)
    )
    assert max(lost.values(), default=0) <= (1 if kind is Kind.SINGLE else 2) + spared
    if not any(chances):
        places = placing(config, request)
        assert len(places[0]) == len(places[1]) == 1
        assert sorted(entry for group in places for entry in group) == list(everybody)
