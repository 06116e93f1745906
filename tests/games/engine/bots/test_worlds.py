"""Worlds: complete deals a seat cannot tell from the real one, and rather those that explain the bidding."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.bots.hiding import hidden_places, shown_out, unseen_cards
from games.engine.bots.recall import recall
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.worlds import Worlds
from games.engine.cards import card_from, count_cards
from games.engine.choices import DealerDiscard, LeadTrump
from games.engine.hand import LEGAL, Hand
from games.engine.rules import HouseRules
from games.engine.view import Watcher, view_for
from tests.games.engine.bots.tables import RULES, RandomBot, bot_states
from tests.games.engine.setting import act, dealt
from tests.games.engine.strategies import house_rules
from tests.sizes import SOAK

EXAMPLES = settings(max_examples=3000 if SOAK else 40, derandomize=not SOAK, suppress_health_check=list(HealthCheck))


def check_worlds(rules, number):
    """At every turn of a hand: the seat remembers what it may do, and each world looks to it like the real one."""
    chance = Random(number).random
    for hand in list(bot_states(rules, number, RandomBot(), RuleBot(), RandomBot()))[:-1]:
        view = view_for(hand, hand.turn)
        memory = recall(view)
        assert LEGAL[memory.at.phase](memory.at) == view.legal.codes
        assert sum(place.room for place in hidden_places(memory)) == len(unseen_cards(memory))
        drawn = Worlds(memory).draw(2, chance)
        assert len(drawn) == 2
        assert all(view_for(Hand(world), hand.turn) == view for world in drawn)


@EXAMPLES
@given(house_rules(), st.integers(0, 10**6))
@pytest.mark.slow
def test_every_world_looks_like_the_real_one(rules, number):
    check_worlds(rules, number)


@pytest.mark.parametrize("name", RULES)
def test_every_world_looks_like_the_real_one_at_known_tables(name):
    for number in range(50 if SOAK else 3):
        check_worlds(RULES[name], number)


def drawn_for(hand, count=60):
    """Worlds of the seat to act."""
    return Worlds(recall(view_for(hand, hand.turn))).draw(count, Random(1).random)


def holds(world, seat, text):
    return bool(world.cards[seat] >> card_from(text).kind & 1)


def test_worlds_differ():
    worlds = drawn_for(dealt(HouseRules()))
    assert len({tuple(world.cards) for world in worlds}) > 50


def test_who_showed_out_holds_none_of_the_suit():
    hands = {0: "AC KC QD TD 9D", 1: "QC AD KD JD AS", 2: "9S TS QS KS 9H", 3: "TC 9C JC AH KH"}
    hand = act(dealt(HouseRules(), hands, "JH"), "order", "discard TC", "play AC", "play QC", "play 9S")
    assert shown_out(hand.position)[2] >> card_from("TC").kind & 1
    assert not any(holds(world, 2, text) for world in drawn_for(hand) for text in ("9C", "JC"))


def test_who_led_trump_too_early_holds_nothing_else():
    rules = HouseRules(lead_trump=LeadTrump.AFTER_BROKEN)
    hand = act(dealt(rules, {0: "JH JD AH KH QH"}, "9H"), "order", "discard 9H", "play JH")
    trumps = {text for text in ("TH", "AC", "KS", "AD") if any(holds(world, 0, text) for world in drawn_for(hand))}
    assert trumps <= {"TH"}


def test_the_dealer_still_has_the_card_he_took_up():
    hand = act(dealt(HouseRules(), rest="JH", dealer=3), "order", first_discard(HouseRules()))
    assert all(holds(world, 3, "JH") for world in drawn_for(hand))


def first_discard(rules):
    """Laying away the first of the dealer's cards that is not the turned one."""
    hand = act(dealt(rules, rest="JH", dealer=3), "order")
    return next(str(action) for action in hand.legal_actions if str(action.card) != "JH")


def test_a_dealer_who_must_keep_the_turned_card_did_not_lay_it_away():
    rules = HouseRules(dealer_discard=DealerDiscard.NOT_TURNED)
    hands = {0: "AH KC QD TD 9D", 3: "QC AD KD JD AS"}
    hand = act(dealt(rules, hands, "9H"), "order", "discard QC")
    assert all(world.laid[0][1] != card_from("9H").kind for world in drawn_for(hand))


def test_a_caller_is_given_a_hand_to_call_on():
    passed = act(dealt(HouseRules(), {1: "9C TC QC 9S TS"}, "KH"), "pass")
    ordered = act(dealt(HouseRules(), {1: "9C TC QC 9S TS"}, "KH", dealer=3), "order", "discard KH")
    hearts = [average_trumps(hand, 0) for hand in (passed, act(ordered, lead_of(ordered)))]
    assert hearts[1] > hearts[0] + 0.25


def lead_of(hand):
    return str(next(iter(hand.legal_actions)))


def average_trumps(hand, seat):
    """Hearts and the left bower that a seat holds or has played, over many worlds."""
    hearts = sum(1 << card_from(text).kind for text in ("AH", "KH", "QH", "JH", "TH", "9H", "JD"))
    worlds = drawn_for(hand, 100)
    played = sum(hearts >> card.kind & 1 for trick in hand.tricks for who, card in trick.plays if who == seat)
    return played + sum(count_cards(world.cards[seat] & hearts) for world in worlds) / len(worlds)


def test_only_who_must_act_remembers():
    with pytest.raises(ValueError, match="when it is its turn"):
        recall(view_for(dealt(HouseRules()), Watcher.FACE_UP))
