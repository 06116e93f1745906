"""Prizes computed by hand, in tests/data/prizes.txt."""

import pytest

from games.engine.errors import RuleError
from tests.tournaments.honours.prize_cases import Case, read_cases
from tournaments.honours.prizes import Settlement, Unresolved, settle
from tournaments.honours.splitting import lot_order

SEED = 2026
CASES = list(read_cases())


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_as_computed_by_hand(case: Case):
    for purpose, order in case.lots.items():
        assert lot_order(SEED, purpose, order) == order
    if case.fails:
        with pytest.raises(RuleError) as refused:
            settle(case.pot, case.plan, case.finishers, SEED, case.decisions)
        assert str(refused.value).startswith(case.fails)
        return
    settled = settle(case.pot, case.plan, case.finishers, SEED, case.decisions)
    if case.open:
        assert isinstance(settled, Unresolved)
        assert [tie.entries for tie in settled.ties] == [case.open]
    else:
        assert isinstance(settled, Settlement)
        assert {(each.entry, each.prize, each.player): each.cents for each in settled.payouts} == {
            (*key, player): cents
            for key, parts in case.pays.items()
            for player, cents in enumerate(parts, start=1)
            if cents
        }
        assert {leftover.basket: leftover.cents for leftover in settled.leftovers} == case.left


def test_there_are_enough_of_them_and_each_adds_up():
    assert len(CASES) >= 40
    assert len({case.name for case in CASES}) == len(CASES)
    for case in CASES:
        if not case.fails and not case.open:
            paid = sum(sum(parts) for parts in case.pays.values())
            assert paid + sum(case.left.values()) + case.pot.house == case.pot.total, case.name
