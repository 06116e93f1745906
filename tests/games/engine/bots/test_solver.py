"""The solver against every possible way to play, on small endings under any house rules."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.bots.solver import makers_tricks, runs
from games.engine.bots.strain_tables import table_of
from games.engine.cards import card_from, mask_of
from games.engine.choices import LeadTrump
from games.engine.hand import LEGAL, OVER, PLAY, do
from games.engine.notation import cards_from
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from tests.games.engine.bots.tables import deal
from tests.games.engine.setting import act, dealt
from tests.games.engine.strategies import house_rules
from tests.sizes import SOAK

EXAMPLES = settings(max_examples=3000 if SOAK else 150, derandomize=not SOAK, suppress_health_check=list(HealthCheck))


def by_brute_force(at):
    """The makers' tricks when both sides look at every way to go on."""
    sides = at.setup.sides
    if at.phase == OVER:
        return sum(won for seat, won in enumerate(at.won) if sides[seat] == sides[at.maker])
    found = []
    for code in LEGAL[at.phase](at):
        after = at.copy()
        do(after, code)
        found.append(by_brute_force(after))
    return max(found) if sides[at.turn] == sides[at.maker] else min(found)


def ending(rules, number, tricks, plays):
    """A position that many tricks before the end, some cards into the trick; None when nobody made trump."""
    rng, at = Random(number), deal(rules, number).position.copy()
    while at.phase != OVER and (at.phase != PLAY or at.tricks_left > tricks or plays):
        plays -= at.phase == PLAY and at.tricks_left <= tricks
        do(at, rng.choice(LEGAL[at.phase](at)))
    return at if at.phase == PLAY else None


@pytest.mark.slow
@EXAMPLES
@given(house_rules(), st.integers(0, 10**6), st.integers(0, 2))
def test_the_solver_finds_what_trying_everything_finds(rules, number, plays):
    at = ending(rules, number, 3 if rules.players <= 3 else 2, plays)
    if at is not None:
        before = at.facts()
        assert makers_tricks(at) == by_brute_force(at)
        assert at.facts() == before


def test_three_tricks_of_four_players():
    for number in range(30 if SOAK else 6):
        for rule in LeadTrump:
            at = ending(HouseRules(stick_the_dealer=True, lead_trump=rule), number, 3, 0)
            assert makers_tricks(at) == by_brute_force(at)


def test_five_top_trumps_are_five_tricks():
    hand = act(dealt(HouseRules(), {0: "JH JD AH KH QH"}, "9H"), "order", "discard 9H")
    assert makers_tricks(hand.position) == 5


def test_a_seat_that_sits_out_takes_nothing():
    hands = {0: "9H 9C TC 9D TD", 2: "JH JD AH KH QH"}
    hand = dealt(HouseRules(), hands, "9S")
    with_partner, alone = (act(hand, *["pass"] * 4, call) for call in ("call H", "call H alone"))
    assert makers_tricks(with_partner.position) == 5
    assert makers_tricks(alone.position) <= 1


def test_cards_with_nothing_between_them_are_one_run():
    table = table_of(setup_of(HouseRules()), 2)
    held, others = (mask_of(card.kind for card in cards_from(text)) for text in ("JH AH KH 9H KC QC 9C", "JD TH AC"))
    found = [[str(kind) for kind in run] for run in runs(table, held, others)]
    texts = [["JH"], ["AH", "KH"], ["9H"], ["KC", "QC", "9C"]]
    assert found == [[str(card_from(text).kind) for text in run] for run in texts]
