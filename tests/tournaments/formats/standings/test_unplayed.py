"""Rounds without a game, counted by hand under each rule: byes, forfeits, late entries, leavers."""

from fractions import Fraction

import pytest

from games.engine.errors import RuleError
from games.engine.messages import NOTHING
from tests.tournaments.formats.nights import played
from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, Slip
from tournaments.formats.round_facts import facts
from tournaments.formats.standings.criteria import CRITERIA
from tournaments.formats.standings.rows import rank
from tournaments.formats.standings.unplayed import NEWEST, UnplayedRule, rule_named

HALF = Fraction(1, 2)


def forfeited(row: PlayedRound, table: int, *sides: int) -> PlayedRound:
    """The round, with these sides of a table not playing."""
    tables = list(row.tables)
    tables[table - 1] = PlayedTable(tables[table - 1].draw, Slip((0, 0), forfeited=sides))
    return PlayedRound(row.number, tuple(tables), row.byes)


def with_bye(row: PlayedRound, entry: int, halves: int) -> PlayedRound:
    return PlayedRound(row.number, row.tables, (ByeDraw(entry, 5, NOTHING, halves),))


EVENT = [
    with_bye(played(1, "1 v 2 = 10:4", "3 v 4 = 10:4"), 5, 2),
    forfeited(played(2, "1 v 3 = 10:6", "2 v 5"), 2, 1),
    played(3, "1 v 5 = 4:10", "3 v 2 = 7:7"),
]
"""Three rounds. Scores: 1 has 2, 2 has 1 1/2 (won round 2 by forfeit), 3 has 1 1/2, 4 has 0 and left after round 1,
5 has 2 (a bye worth a win in round 1, forfeited round 2, beat 1 in round 3)."""


def values(key, unplayed, rounds=EVENT, entries=range(1, 6), missed=0):
    rows = rank(entries, facts(rounds, entries, missed), [key], unplayed=unplayed)
    return [row.exact[0] for row in sorted(rows, key=lambda row: row.entry)]


def test_games_won_are_what_is_written_above():
    assert values("games_won", NEWEST) == [2, 3 * HALF, 3 * HALF, 0, 2]


@pytest.mark.parametrize(
    ("unplayed", "buchholz"),
    [
        # 4 left after round 1: its rounds 2 and 3 are level games to 3, whom it met, so it counts 1.
        # 1: 2 + 3 + 5 = 1 1/2 + 1 1/2 + 2. 2: 1, a dummy with its own 1 1/2, 3. 3: 4 as 1, 1, 2.
        # 4: 3, and two dummies with its own 0. 5: dummies with its own 2 for the bye and the forfeit, and 1.
        (UnplayedRule.FIDE_2023, [5, 2 + 3 * HALF + 3 * HALF, 1 + 2 + 3 * HALF, 3 * HALF, 2 + 2 + 2]),
        # For opponents unplayed rounds are level: 2 has 0 + 1/2 + 1/2 = 1, 5 has 1/2 + 1/2 + 1 = 2, 4 has 1.
        # 1: 1 + 1 1/2 + 2. 2: 1 has 2; against 5 a virtual opponent with 0 + (1 - 1) + 1/2; 3 has 1 1/2.
        # 3: 1 + 2 + 1. 4: 3 has 1 1/2; round 2: 0 + 1 + 1/2; round 3: 0 + 1 + 0.
        # 5: round 1: 0 + (1 - 1) + 1; round 2: 1 + (1 - 0) + 1/2; round 3: 2.
        (UnplayedRule.FIDE_2009, [9 * HALF, 4, 4, 4, 1 + 5 * HALF + 2]),
        # 1: as the scores are. 2: 2 + 1 1/2. 3: 0 + 2 + 1 1/2. 4: 1 1/2. 5: 2.
        (UnplayedRule.PLAIN, [5, 7 * HALF, 7 * HALF, 3 * HALF, 2]),
    ],
)
def test_buchholz(unplayed, buchholz):
    assert values("buchholz", unplayed) == buchholz


@pytest.mark.parametrize(
    ("unplayed", "sonneborn_berger"),
    [
        # 1 beat 2 and 3. 2 won by forfeit against a dummy with 1 1/2 and was level with 3. 3 beat 4, level with 2.
        # 5 won by the bye against a dummy with 2 and beat 1.
        (UnplayedRule.FIDE_2023, [3, 3 * HALF + 3 * HALF / 2, 1 + 3 * HALF / 2, 0, 4]),
        (UnplayedRule.FIDE_2009, [5 * HALF, HALF + 3 * HALF / 2, 1 + HALF, 0, 3]),
        (UnplayedRule.PLAIN, [3, 3 * HALF / 2, 3 * HALF / 2, 0, 2]),
    ],
)
def test_sonneborn_berger(unplayed, sonneborn_berger):
    assert values("sonneborn_berger", unplayed) == sonneborn_berger


@pytest.mark.parametrize(
    ("unplayed", "cut", "median"),
    [
        # 5 forfeited round 2 and 4 missed two rounds: those go first. Then the greatest goes.
        (UnplayedRule.FIDE_2023, [7 * HALF, 7 * HALF, 7 * HALF, 3 * HALF, 4], [3 * HALF, 3 * HALF, 3 * HALF, 0, 2]),
        # 1: 1, 1 1/2, 2. 2: 2, 1/2, 1 1/2. 3: 1, 2, 1. 4: 1 1/2, 1 1/2, 1. 5: 1, 2 1/2, 2.
        (UnplayedRule.FIDE_2009, [7 * HALF, 7 * HALF, 3, 3, 9 * HALF], [3 * HALF, 3 * HALF, 1, 3 * HALF, 2]),
        (UnplayedRule.PLAIN, [7 * HALF, 2, 7 * HALF, 0, 0], [3 * HALF, 0, 3 * HALF, 0, 0]),
    ],
)
def test_the_least_and_the_greatest_are_cut(unplayed, cut, median):
    assert values("buchholz_cut_1", unplayed) == cut
    assert values("median_buchholz", unplayed) == median


def test_a_missed_round_is_cut_before_a_lower_opponent():
    rounds = [
        played(1, "1 v 2 = 10:4", "3 v 4 = 10:4"),
        played(2, "1 v 3 = 10:4"),
        played(3, "3 v 2 = 10:4", "1 v 4 = 10:4"),
    ]
    assert values("buchholz", UnplayedRule.FIDE_2023, rounds, range(1, 5))[1] == 3 + 0 + 2
    assert values("buchholz_cut_1", UnplayedRule.FIDE_2023, rounds, range(1, 5))[1] == 5
    rounds[2] = played(3, "2 v 4 = 10:4", "1 v 3 = 10:4")
    # 2 has 1 and missed round 2, so its dummy has 1; 4 missed round 2 as well and came back, so it counts 0.
    assert values("buchholz", UnplayedRule.FIDE_2023, rounds, range(1, 5))[1] == 3 + 1 + 0
    assert values("buchholz_cut_1", UnplayedRule.FIDE_2023, rounds, range(1, 5))[1] == 3 + 0
    assert values("buchholz_cut_1", UnplayedRule.FIDE_2009, rounds, range(1, 5))[1] == 3 + 3 * HALF


def test_rounds_missed_before_coming_in_are_worth_what_the_format_says():
    rounds = [played(1, "1 v 2 = 10:4"), played(2, "1 v 3 = 10:4"), played(3, "2 v 3 = 4:10")]
    assert values("games_won", NEWEST, rounds, range(1, 4), missed=1) == [2, 0, 3 * HALF]
    assert values("buchholz", UnplayedRule.FIDE_2023, rounds, range(1, 4), missed=1)[2] == 3 * HALF + 5 * HALF + 0
    assert values("buchholz", UnplayedRule.PLAIN, rounds, range(1, 4), missed=1)[2] == 2


def test_a_side_that_left_after_a_forfeit_did_not_win_level_games_by_forfeiting():
    rounds = [played(1, "1 v 2 = 10:4"), forfeited(played(2, "1 v 2"), 1, 1), played(3, "1 v 3 = 10:4")]
    # 2 lost, forfeited, was gone: 0 + 0 + 1/2.
    assert values("buchholz", UnplayedRule.FIDE_2023, rounds, range(1, 4))[0] == HALF + 3 + 0


def test_a_table_without_a_result_is_no_round_for_those_at_it():
    rounds = [played(1, "1 v 2 = 10:4", "3 v 4 = 10:4"), played(2, "1 v 3", "2 v 4 = 10:4")]
    for unplayed in UnplayedRule:
        assert values("buchholz", unplayed, rounds, range(1, 5)) == [1, 1, 0, 2]


def test_house_players_count_as_no_opponents():
    rounds = [played(1, "1+0 v 3+4 = 10:4")]
    assert values("buchholz", NEWEST, rounds, [1, 3, 4]) == [0, 1, 1]
    assert values("opponents_points", NEWEST, rounds, [1, 3, 4]) == [4, 10, 10]


def test_the_rule_is_chosen_by_its_name_and_the_newest_is_the_default():
    assert [rule_named(name) for name in ("2023", "2009", "plain")] == list(UnplayedRule)
    with pytest.raises(RuleError, match="no rule “1066” for unplayed rounds"):
        rule_named("1066")
    rows = rank(range(1, 6), facts(EVENT, range(1, 6)), ["buchholz"])
    assert rows == rank(range(1, 6), facts(EVENT, range(1, 6)), ["buchholz"], unplayed=NEWEST)
    assert {key for key, one in CRITERIA.items() if one.follows_unplayed} == {
        "buchholz",
        "buchholz_cut_1",
        "median_buchholz",
        "sonneborn_berger",
    }
