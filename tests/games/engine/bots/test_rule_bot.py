"""What an experienced player does at the table, one well-known situation each."""

from random import Random

import pytest

from games.engine.bots.policy import choose
from games.engine.bots.rule_bot import RuleBot
from games.engine.choices import (
    AloneBids,
    AloneSaid,
    Bidding,
    BidKind,
    DefendAlone,
    JokerTurnedUp,
    MisdealClaim,
    NoTrump,
    Variant,
)
from games.engine.rules import HouseRules
from games.engine.view import view_for
from tests.games.engine.bots.tables import RULES, RandomBot, bot_states
from tests.games.engine.setting import act, dealt
from tests.games.engine.test_view import OtherWorld
from tests.sizes import SOAK

CLASSIC = HouseRules()
STUCK = HouseRules(stick_the_dealer=True)
AFTER = HouseRules(alone_said=AloneSaid.AFTER_DISCARD, defend_alone=DefendAlone.ANYTIME)
BID = HouseRules(variant=Variant.BID, cards_each=6)
LONE = HouseRules(variant=Variant.BID, cards_each=6, alone_bids=AloneBids.CALL_2)
BLIND = HouseRules(joker=True, joker_turned_up=JokerTurnedUp.DEALER_BLIND)
FARMER = HouseRules(go_under=True, misdeal_claim=MisdealClaim.NO_ACE_NO_FACE)
POOR = "9C TC QD 9S TS"
MINOR = "9C TC QC 9D TD"
PASSES = ("pass",) * 4


def answer(hand):
    """What the rule bot does for the seat to act, as text."""
    return str(RuleBot().choose(view_for(hand, hand.turn), Random(1).random))


@pytest.mark.parametrize(
    ("held", "turned", "said"),
    [
        (POOR, "KH", "pass"),
        ("JH AH KH AS 9C", "9H", "order"),
        ("JH JD AH KH AS", "9H", "order alone"),
        ("9H TH AS 9C TC", "JH", "pass"),  # the bower would go to the dealer's side
    ],
)
def test_ordering_up(held, turned, said):
    assert answer(dealt(CLASSIC, {0: held}, turned)) == said


def test_the_turned_card_counts_for_the_dealers_side():
    held = "AH QH TH AS 9C"
    partner = act(dealt(CLASSIC, {1: held}, "JH"), "pass")
    opponent = dealt(CLASSIC, {0: held}, "JH")
    assert (answer(partner), answer(opponent)) == ("order", "pass")


def test_the_dealer_counts_the_card_he_picks_up():
    hand = act(dealt(CLASSIC, {3: "JD 9H TS AS 9C"}, "AH"), "pass", "pass", "pass")
    assert answer(hand) == "order"
    assert answer(act(hand, "order")) == "discard 9C"


def test_calling_in_the_second_round():
    hand = act(dealt(CLASSIC, {0: "JS JC AS 9D AD"}, "9H"), *PASSES)
    assert answer(hand).startswith("call S")
    assert answer(act(dealt(CLASSIC, {0: POOR}, "9H"), *PASSES)) == "pass"


def test_a_stuck_dealer_names_his_best_suit():
    hand = act(dealt(STUCK, {3: "9C TC QC 9D 9S"}, "9H"), *["pass"] * 7)
    assert answer(hand) == "call C"


def test_a_game_without_trump_is_called_on_aces():
    rules = HouseRules(no_trump=NoTrump.HIGH_LOW)
    high, low = ("AC AD AS AH KS", "9C 9D 9S 9H TS")
    assert answer(act(dealt(rules, {0: high}, "TD"), *PASSES)).startswith("call N")
    assert answer(act(dealt(rules, {0: low}, "TD"), *PASSES)).startswith("call L")


def test_alone_after_the_discard():
    strong, fair = "JH JD AH KH AS", "JH AH TH KS 9S"
    for held, said in ((strong, "alone"), (fair, "partner")):
        assert answer(act(dealt(AFTER, {0: held, 3: MINOR}, "QH"), "order", "discard QH")) == said


def test_defending_alone_takes_a_hand_that_stops_the_makers():
    strong, fair = "JH JD AH KH AS", "JH AD TS 9S KS"
    for held, said in ((strong, "defend"), (fair, "assist")):
        hand = act(dealt(AFTER, {1: held, 3: MINOR}, "QH"), "order", "discard QH", "partner")
        assert answer(hand) == said


def test_a_poor_hand_is_thrown_in():
    assert answer(dealt(FARMER, {0: "9C TC 9D TD 9S"}, "KH")) == "misdeal"


def test_low_cards_are_exchanged_but_not_from_a_hand_to_call_on():
    assert answer(dealt(FARMER, {0: "9C TC 9D QD AS"}, "KH")) == "under TC 9C 9D"
    assert answer(dealt(FARMER, {0: "9H JH TH JD 9C"}, "AH")).startswith("order")


def test_a_blind_dealer_names_some_suit():
    assert answer(dealt(BLIND, rest="JO")).startswith("call")


def test_the_partner_gives_his_best_and_the_maker_his_worst():
    rules = HouseRules(call_for_best=True)
    hand = act(dealt(rules, {0: "JH JD AH KH 9S", 2: "AS KS JS QS AD", 3: MINOR}, "QH"), "order alone", "discard QH")
    assert answer(hand) == "give 9S"
    assert answer(act(hand, "give 9S")) in ("give AS", "give AD")


@pytest.mark.parametrize(
    ("rules", "held", "said"),
    [
        (BID, "JH JD AH KH QH AS", "bid 3 H"),
        (BID, "9C TC QD 9S TS 9H", "pass"),
        (LONE, "JH JD AH KH QH AS", "bid H call_2"),
        (HouseRules(variant=Variant.BID, cards_each=6, bid_kind=BidKind.LEVEL), "JH JD AH KH QH AS", "bid 3"),
    ],
)
def test_bidding(rules, held, said):
    assert answer(dealt(rules, {0: held})) == said


def test_nobody_bids_over_his_partner():
    rules = HouseRules(variant=Variant.BID, cards_each=6, bidding=Bidding.AUCTION)
    hand = act(dealt(rules, {2: "JH JD AH KH QH AS"}), "bid 3 C", "pass")
    assert answer(hand) == "pass"


def test_the_last_bidder_bids_when_he_must():
    rules = HouseRules(variant=Variant.BID, cards_each=6, stick_the_dealer=True)
    hand = act(dealt(rules, {3: "9C TC QD 9S TS 9H"}), "pass", "pass", "pass")
    assert answer(hand).startswith("bid 3")


def test_the_winner_names_his_best_suit():
    rules = HouseRules(variant=Variant.BID, cards_each=6, bid_kind=BidKind.LEVEL)
    hand = act(dealt(rules, {0: "JH JD AH KH QH AS"}), "bid 3", "pass", "pass", "pass")
    assert answer(hand) == "call H"


def test_the_kitty_is_exchanged_for_the_worst_cards():
    rules = HouseRules(variant=Variant.BID, cards_each=5, kitty_to_winner=True)
    hand = act(dealt(rules, {0: "JH JD AH KH QH"}, "9C 9D 9S TH"), "bid 4 H", "pass", "pass", "pass")
    thrown = []
    while str(hand.phase.name) == "BURY":
        thrown.append(answer(hand)[-2:])
        hand = act(hand, f"discard {thrown[-1]}")
    assert {"9C", "9D", "9S"} <= set(thrown)


def in_play(hands, *plays, turned="9S", call="call H"):
    """Hearts are trump, made by seat 0 in the second round; the cards played so far."""
    return act(dealt(CLASSIC, hands, turned), *PASSES, call, *[f"play {card}" for card in plays])


HANDS = {0: "JH AH QH AC 9C", 1: "KH 9H AD KD TC", 2: "TH QC KC TD 9D", 3: "AS KS QS QD JC"}


@pytest.mark.parametrize(
    ("plays", "played"),
    [
        ((), "JH"),  # the maker draws trump from the top
        (("JH",), "9H"),  # what cannot take it follows low
        (("AC",), "TC"),
        (("AC", "TC"), "QC"),  # the partner's ace is left to him
        (("9C", "TC", "QC"), "JC"),  # a card that is not needed to win anything: forced
        (("9C", "TC"), "KC"),  # third hand plays high on a small lead
    ],
)
def test_playing_cards(plays, played):
    assert answer(in_play(HANDS, *plays)) == f"play {played}"


def test_defenders_cash_aces_and_never_lead_into_trump():
    hands = {0: "AS 9S TD QC KC", 1: "JH JD AH 9C TC"}
    hand = act(dealt(CLASSIC, hands, "9D"), "pass", "pass", "pass", "pass", "pass", "call H")
    assert answer(hand) == "play AS"


def test_a_short_suit_is_led_when_nothing_is_sure():
    hands = {0: "QS TD 9D QC KC", 1: "JH JD AH 9C TC"}
    hand = act(dealt(CLASSIC, hands, "9H"), "order", "discard " + discard_of(hands))
    assert answer(hand) in ("play QS", "play KC")


def discard_of(hands):
    return answer(act(dealt(CLASSIC, hands, "9H"), "order"))[-2:]


def test_the_last_player_trumps_with_his_lowest():
    hands = {0: "AC KC QD TD 9D", 1: "9C TC AS KS QS", 2: "QC JC JS 9S TS", 3: "JH AH 9H AD KD"}
    hand = act(
        dealt(CLASSIC, hands, "TH"), "pass", "pass", "pass", "order", "discard KD", "play AC", "play 9C", "play QC"
    )
    assert answer(hand) == "play 9H"


def test_with_nothing_but_trump_the_best_is_led():
    hands = {0: "JH AH QH TH 9H", 1: "KH AD KD AC 9C"}
    assert answer(act(dealt(CLASSIC, hands, "9S"), "pass", "pass", "pass", "pass", "pass", "call H")) == "play JH"


@pytest.mark.parametrize("name", RULES)
def test_the_rules_of_thumb_read_no_other_hand(name):
    """Bots play thousands of hands by them with all cards laid out; they must not look."""
    for number in range(30 if SOAK else 2):
        rng = Random(number)
        for hand in list(bot_states(RULES[name], number, RandomBot(), RuleBot()))[:-1]:
            other = OtherWorld(hand, hand.turn, rng).shuffled()
            assert choose(hand.position) == choose(other.position)
