"""Which matches open, at which tables and in which rounds: by example, and on evenings by chance under the audit."""

from dataclasses import replace
from random import Random

import pytest

from tests.sizes import sample
from tests.tournaments.formats.nights import draw_request
from tournaments.formats.audit.called import called_findings
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import ByeDraw, Phase, PlayedRound, PlayedTable, RoundDraw, Slip, TableDraw
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.constraints import Constraints
from tournaments.formats.elimination.config import Elimination, Kind, Opens
from tournaments.formats.elimination.draw import openings, placing, rounds_left

SINGLE, DOUBLE = Elimination(opens=Opens.SINGLY), Elimination(kind=Kind.DOUBLE, opens=Opens.SINGLY)
WON = Slip((10, 6))


def singly(number, *tables, byes=()):
    return PlayedRound(number, tuple(tables), tuple(ByeDraw(one, 0, None) for one in byes), opens_singly=True)


def at(table, one, other, slip=None, phase=None):
    phase = phase or (Phase.OVER if slip else Phase.OPEN)
    return PlayedTable(TableDraw(table, ((one,), (other,))), slip, phase)


def opened(config, field, *history, tables=None, number=1, **more):
    found = openings(config, replace(draw_request(number, field, *history), **more), tables)
    return [(one.round, one.table.table, one.table.entries) for one in found.opening], list(found.waiting)


class TestByExample:
    FOUR = range(1, 5)

    def test_everything_opens_that_has_its_sides(self):
        assert opened(SINGLE, self.FOUR) == ([(1, 1, (1, 4)), (1, 2, (2, 3))], [])

    def test_what_has_no_table_waits(self):
        assert opened(SINGLE, self.FOUR, tables=1) == ([(1, 1, (1, 4))], [2])

    def test_the_table_that_is_free_is_used_again_in_a_later_round(self):
        history = singly(1, at(1, 1, 4, WON), byes=(2, 3))
        assert opened(SINGLE, self.FOUR, history, tables=1) == ([(2, 1, (2, 3))], [])

    def test_the_final_opens_though_another_match_of_its_round_is_not_over(self):
        config = Elimination(opens=Opens.SINGLY, third_place=True)
        history = singly(1, at(1, 1, 4, WON), at(2, 2, 3, WON)), singly(2, at(1, 4, 3))
        assert opened(config, self.FOUR, *history) == ([(2, 2, (1, 2))], [])

    def test_the_longest_way_comes_first(self):
        """The winners' match of 1 and 2 has more after it than that of the losers."""
        history = singly(1, at(1, 1, 4, WON), at(2, 2, 3, WON))
        assert opened(DOUBLE, self.FOUR, history, tables=1) == ([(2, 1, (1, 2))], [4])

    def test_of_equals_those_come_first_who_have_waited_longest(self):
        """In the losers' bracket 7 and 6 know each other since round 1, 8 and 5 since round 2."""
        history = (
            singly(1, at(1, 2, 7, WON), at(2, 3, 6, WON), at(3, 1, 8, WON), byes=(4, 5)),
            singly(2, at(1, 4, 5, WON), at(2, 2, 3)),
            singly(3, at(3, 1, 4)),
        )
        assert opened(DOUBLE, range(1, 9), *history, tables=3) == ([(3, 1, (7, 6))], [7])

    def test_a_match_of_several_games_stays_at_its_table_and_comes_first(self):
        config = Elimination(opens=Opens.SINGLY, best_of=3)
        history = singly(1, at(1, 1, 8, WON), at(2, 4, 5, WON), byes=(2, 3, 6, 7)), singly(2, at(1, 1, 8))
        found, waiting = opened(config, range(1, 9), *history, tables=2)
        assert found == [(2, 2, (4, 5))]
        assert len(waiting) == 2

    def test_a_closed_table_stays_empty(self):
        closed = Constraints(closed_tables=(1,))
        assert opened(SINGLE, self.FOUR, constraints=closed, tables=2) == ([(1, 2, (1, 4))], [2])

    def test_a_round_that_is_full_takes_no_more(self):
        history = singly(1, at(1, 1, 4, WON), byes=(2, 3))
        assert opened(SINGLE, self.FOUR, history, number=3) == ([(3, 1, (2, 3))], [])

    def test_a_void_game_is_played_again_at_its_table(self):
        history = singly(1, at(1, 1, 4, WON), at(2, 2, 3, None, Phase.OVER))
        assert opened(SINGLE, self.FOUR, history) == ([(2, 2, (2, 3))], [])

    def test_who_left_forfeits_without_a_table(self):
        history = singly(1, at(1, 1, 4), at(2, 2, 3, WON))
        found = openings(DOUBLE, draw_request(1, (1, 2, 4), history), 1)
        assert (found.opening, found.waiting) == ((), ())
        history = singly(1, at(1, 1, 4, WON), at(2, 2, 3, WON))
        found = openings(DOUBLE, draw_request(1, (1, 2, 4), history), 1)
        assert [(one.table.entries, one.forfeited) for one in found.opening] == [((1, 2), ()), ((4, 3), (1,))]
        assert str(found.opening[1].reason) == "No. 4 wins match 4 by forfeit: No. 3 isn’t checked in."

    def test_a_table_beside_the_bracket_is_named_and_keeps_its_people(self):
        """Pair 4 was called as the winner over 1; then that was corrected."""
        history = singly(1, at(1, 1, 4, WON), at(2, 2, 3, WON)), singly(2, at(1, 4, 2))
        found = openings(SINGLE, draw_request(1, range(1, 5), *history), None)
        assert [(one.round, one.table.entries, one.phase) for one in found.strays] == [(2, (4, 2), Phase.OPEN)]
        assert (found.opening, found.waiting) == ((), ())

    def test_who_sits_in_elsewhere_is_not_called(self):
        found = openings(SINGLE, draw_request(1, range(1, 5)), None, {3})
        assert [one.table.entries for one in found.opening] == [(1, 4)]

    def test_the_first_round_says_who_is_in_the_bracket(self):
        found = openings(SINGLE, draw_request(1, range(1, 7)), 1)
        assert [bye.entry for bye in found.byes] == [1, 2, 3, 6]
        assert "waiting for a free table" in str(found.byes[2].reason)


class TestTheAudit:
    def test_it_finds_two_tables_two_matches_and_an_early_call(self):
        first, second = singly(1, at(1, 1, 4), at(2, 2, 3)), singly(2, at(1, 1, 2))
        assert list(map(str, called_findings([first, second]))) == [
            "2 matches are in progress at table 1: one in this round and one in round 1.",
            "No. 1 is playing at table 1 and also at table 1 in round 1.",
            "No. 2 is playing at table 1 and also at table 2 in round 1.",
        ]
        over = singly(2, at(3, 1, 2, WON))
        assert str(next(called_findings([first, over]))).startswith("No. 1 has a seat in this round, but the match at")

    def test_it_finds_nothing_where_everything_is_right(self):
        assert list(called_findings([singly(1, at(1, 1, 4, WON), at(2, 2, 3)), singly(2, at(1, 1, 5))])) == []


def replaced(played, table, slip):
    tables = (PlayedTable(one.draw, slip, Phase.OVER) if one.draw == table else one for one in played.tables)
    return PlayedRound(played.number, tuple(tables), played.byes, opens_singly=True)


@pytest.mark.parametrize("seed", sample(*range(3), of=range(12)))
def test_whatever_ends_first_the_audit_has_nothing_to_say_and_the_end_comes(seed):
    chance = Random(seed)
    config = Elimination(
        kind=chance.choice(list(Kind)), opens=Opens.SINGLY, best_of=chance.choice((1, 3)), best_of_final=3
    )
    size, tables = chance.randint(2, 14), chance.choice((None, 1, 2, 5))
    field, rules, rounds = tuple(range(1, size + 1)), hard_rules("elimination", config), {}
    for _ in range(400):
        history = [rounds[number] for number in sorted(rounds)]
        found = openings(config, draw_request(1, field, *history), tables)
        assert found == openings(config, draw_request(1, field, *history), tables)
        for one in found.opening:
            byes = found.byes if not rounds or one.round == 1 else ()
            row = rounds.get(one.round) or PlayedRound(one.round, (), byes, opens_singly=True)
            phase = Phase.OVER if one.forfeited else Phase.OPEN
            slip = (
                Slip((10, 0) if one.forfeited == (1,) else (0, 10), forfeited=one.forfeited) if one.forfeited else None
            )
            new = PlayedTable(one.table, slip, phase)
            rounds[one.round] = PlayedRound(one.round, (*row.tables, new), row.byes, opens_singly=True)
        history = [rounds[number] for number in sorted(rounds)]
        for place, played in enumerate(history):
            drawn = RoundDraw(played.number, tuple(table.draw for table in played.tables), played.byes)
            here = tuple(sorted(one for one in played.present))
            said = audit(rules, draw_request(played.number, here, *history[:place]), drawn)
            assert [str(one.text) for one in said if one.hard] == []
            assert list(called_findings(history[: place + 1])) == []
        on = [(row.number, table.draw) for row in history for table in row.tables if table.phase is Phase.OPEN]
        if not on:
            break
        number, table = chance.choice(on)
        rounds[number] = replaced(rounds[number], table, chance.choice((WON, Slip((6, 10)), None)))
        if len(field) > 2 and chance.random() < 0.05:
            field = tuple(entry for entry in field if entry != chance.choice(field))
    assert rounds_left(config, draw_request(len(rounds) + 1, field, *history)) == 0
    assert len(placing(config, draw_request(len(rounds) + 1, field, *history))[0]) <= 1
