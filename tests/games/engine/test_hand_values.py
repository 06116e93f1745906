"""A hand is a value: it never changes, equal hands are equal, and it answers what a table asks."""

import pytest

from games.engine.cards import Strain, card_from, deck_kinds, order_of
from games.engine.choices import (
    Deck,
)
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.scoring import Loner
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.transcript import transcript
from tests.games.engine.setting import act, dealt, finished

PLAIN = HouseRules()
TOP = {0: "JH JD AH KH QH"}
ALONE = Loner.ALONE


def test_applying_leaves_the_old_hand_as_it_was():
    hand = dealt(PLAIN)
    facts = hand.position.facts()
    later = act(hand, "pass")
    assert hand.position.facts() == facts
    assert later != hand
    assert later == act(dealt(PLAIN), "pass")
    assert hash(later) == hash(act(dealt(PLAIN), "pass"))
    assert hand != "a hand"


def test_it_answers_what_a_table_asks():
    hand = finished(act(dealt(PLAIN, TOP, "9H"), "order alone", "discard 9H"))
    assert (hand.rules, hand.dealer, hand.strain, hand.loner) == (PLAIN, 3, Strain.HEARTS, ALONE)
    assert len(hand.tricks) == 5
    assert hand.laid_away == ((3, card_from("9H")),)
    assert "Seat 0 (alone) takes every trick; tricks [5, 0, 0, 0]; points 4 / 0" in transcript(hand)
    assert dealt(PLAIN).result is None
    assert dealt(PLAIN).strain is None
    assert act(dealt(PLAIN, TOP, "9H"), "order", "discard 9H", "play JH").tricks[0].winner is None
    assert "Trick 1: 0:JH\n" in transcript(act(dealt(PLAIN, TOP, "9H"), "order", "discard 9H", "play JH"))


def test_decks_that_do_not_fit_are_refused():
    with pytest.raises(RuleError, match="These 24 cards aren’t the 32-card deck"):
        Hand.deal(PRESETS["hoyle"], deck_of(PLAIN, seed_from_number(1)), 0)
    with pytest.raises(RuleError, match="Each of the 4 players needs exactly 5 cards"):
        Hand.deal_to(PLAIN, 0, [[]] * 4, [])
    with pytest.raises(RuleError, match="There’s no seat 4"):
        Hand.deal(PLAIN, deck_of(PLAIN, seed_from_number(1)), 4)


def test_decks_have_their_cards():
    assert [len(deck_kinds(deck, False, 1)) for deck in Deck] == [24, 32, 28, 20, 16]
    assert len(deck_kinds(Deck.SEVEN, True, 2)) == 66


def test_bowers_and_joker_are_trumps():
    assert order_of(Strain.HEARTS).trumps.bit_count() == 10
    assert order_of(Strain.HIGH).trumps == 0
