"""Knock-outs: whole events, byes, best of several games, seeds, names of matches, settings."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.said import said
from tests.sizes import SOAK
from tests.tournaments.formats.elimination.elimination_events import DOUBLE, SINGLE, better, pairs_of, run
from tests.tournaments.formats.nights import draw_request, drawn_table, pairs, played
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.brackets.bracket import Section
from tournaments.formats.config import config_data, config_from
from tournaments.formats.elimination.config import Elimination, Kind, Seeding
from tournaments.formats.elimination.draw import (
    bracket_of,
    draw_round,
    match_name,
    match_states,
    placing,
    rounds,
    rounds_left,
    tie_question,
)


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


def test_byes_and_waiting_have_their_reasons():
    draw = draw_round(SINGLE, draw_request(1, range(1, 6)))
    assert pairs(draw) == [(4, 5), (2, 3)]
    assert [str(bye.reason) for bye in draw.byes] == [
        "No. 1 has a bye as one of the top seeds and then plays the winner of match 1."
    ]


def test_a_bye_that_a_lot_gave_says_so():
    draw = draw_round(Elimination(seeding=Seeding.LOTS), draw_request(1, range(1, 6)))
    assert [str(bye.reason) for bye in draw.byes] == [
        f"No. {draw.byes[0].entry} got a bye in the random draw and then plays the winner of match 1."
    ]
    draw = draw_round(Elimination(seeding=Seeding.LOTS, survivors=4), draw_request(1, range(1, 7)))
    assert draw.byes
    assert all(str(bye.reason) == f"A random draw lets No. {bye.entry} advance without a match." for bye in draw.byes)


def test_who_knows_the_opponent_plays_at_once():
    draw = draw_round(SINGLE, draw_request(1, range(1, 7)))
    assert pairs(draw) == [(4, 5), (3, 6)]
    draw = draw_round(SINGLE, draw_request(1, range(1, 4)))
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
    first = draw_round(config, draw_request(1, range(1, 3)))
    assert said(first.reasons) == ("Table 1: match 1, final.",)
    config = Elimination(best_of_final=3)
    history = [played(1, "1 v 2 = 10:3")]
    assert said(draw_round(config, draw_request(2, [1, 2], *history)).reasons) == (
        "Table 1: match 1, final, game 2 of up to 3, 1–0 so far.",
    )
    history.append(played(2, "2 v 1 = 10:3"))
    assert rounds_left(config, draw_request(3, [1, 2], *history)) == 1
    history.append(played(3, "1 v 2 = 10:3"))
    assert placing(config, draw_request(4, [1, 2], *history)) == ((1,), (2,))


def test_the_games_can_differ_by_round():
    config = Elimination(best_of=1, best_of_semis=3, best_of_final=5)
    assert rounds(config, 8) == 1 + 3 + 5
    assert rounds(replace(config, kind=Kind.DOUBLE, best_of_semis=1), 4) == 1 + 1 + 1 + 5 + 5
    assert rounds(replace(config, kind=Kind.DOUBLE), 4) == 1 + 3 + 3 + 5 + 5
    assert [rounds(SINGLE, entries) for entries in (0, 1, 2, 5, 8, 9)] == [0, 0, 1, 3, 3, 4]


def test_a_void_or_undecided_game_is_played_again():
    for first in (played(1, "1 v 2"), played(1, "1 v 2 = 5:5")):
        assert pairs(draw_round(SINGLE, draw_request(2, [1, 2], first))) == [(1, 2)]
    decided = PlayedRound(1, (PlayedTable(drawn_table(1, "1 v 2"), Slip((5, 5), tie_winner=1)),))
    assert placing(SINGLE, draw_request(2, [1, 2], decided)) == ((2,), (1,))


def test_a_level_game_asks_who_goes_on():
    assert "Play one extra hand to decide who goes on." in tie_question(SINGLE, Slip((5, 5)))
    assert tie_question(SINGLE, Slip((5, 5), tie_winner=0)) is None
    assert tie_question(SINGLE, Slip((0, 0), forfeited=(0, 1))) is None


def test_lots_can_decide_the_seeds():
    config = Elimination(seeding=Seeding.LOTS)
    assert len({tuple(pairs(draw_round(config, draw_request(1, range(1, 9), seed=seed)))) for seed in range(10)}) == 10
    first = played(
        1, *(f"{one} v {other} = 10:3" for one, other in pairs(draw_round(config, draw_request(1, range(1, 9)))))
    )
    winners = {table.draw.entries[0] for table in first.tables}
    assert {
        entry for pair in pairs(draw_round(config, draw_request(2, range(1, 9), first))) for entry in pair
    } == winners


def test_every_match_has_a_name():
    names = [str(match_name(DOUBLE, match)) for match in bracket_of(DOUBLE, 4).matches]
    assert names == [
        "winners’ bracket round 1",
        "winners’ bracket round 1",
        "winners’ bracket final",
        "losers’ bracket round 1",
        "losers’ bracket final",
        "grand final",
        "second grand final",
    ]
    config = Elimination(third_place=True, consolation=True)
    names = Counter(str(match_name(config, match)) for match in bracket_of(config, 16).matches)
    assert names == {
        "main bracket round 1": 8,
        "quarterfinal": 4,
        "semifinal": 2,
        "final": 1,
        "third-place match": 1,
        "consolation bracket round 1": 4,
        "consolation bracket round 2": 2,
        "consolation bracket final": 1,
    }


def test_it_needs_two_pairs():
    with pytest.raises(RuleError, match="at least 2 pairs"):
        draw_round(SINGLE, draw_request(1, [1]))
    assert rounds_left(SINGLE, draw_request(1, [1])) == 0


def test_settings_that_do_not_go_together_are_refused():
    with pytest.raises(RuleError, match="odd number of games"):
        Elimination(best_of=2)
    for wrong in ({"third_place": True}, {"consolation": True}):
        with pytest.raises(RuleError, match="choose single elimination"):
            Elimination(kind=Kind.DOUBLE, **wrong)
    assert config_from(Elimination, config_data(DOUBLE)) == DOUBLE


@pytest.mark.slow
@settings(max_examples=1000 if SOAK else 50)
@given(
    kind=st.sampled_from(Kind),
    entries=st.integers(2, 40 if SOAK else 20),
    games=st.sampled_from((1, 3)),
    chances=st.sampled_from(((0.0, 0.0, 0.0), (0.1, 0.1, 0.1), (0.0, 0.0, 0.2))),
    seed=st.integers(0, 2**64),
)
def test_whatever_happens_there_is_a_winner_and_no_one_loses_too_often(kind, entries, games, chances, seed):
    rng, config = Random(seed), Elimination(kind=kind, best_of=games, best_of_final=games)
    void, forfeit, absent = chances
    field = range(1, entries + 1)
    fields = [field, *([entry for entry in field if rng.random() >= absent / 4] for _ in range(60)), field]

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
        assert sorted(entry for group in places for entry in group) == list(field)
