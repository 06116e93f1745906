"""Bid Euchre: the auction, what the winner names and takes, lone bids with called cards, and its scores."""

from dataclasses import replace

import pytest

from games.engine.choices import AloneBids, Bidding, BidKind, NoTrump, Packs, Sides, Variant
from games.engine.phases import Phase
from games.engine.rules import HouseRules
from games.engine.scoring import Loner, Result, score_table
from tests.games.engine.setting import act, dealt, find, finished, maker_tricks, offered

RULES = HouseRules(variant=Variant.BID, cards_each=6, play_to=32)
AUCTION = replace(RULES, bidding=Bidding.AUCTION)
LONE = replace(RULES, alone_bids=AloneBids.CALL_2)


def test_each_bid_is_higher_than_the_last():
    hand = act(dealt(RULES), "bid 4 H")
    assert {each.split(" ")[1] for each in offered(hand) if each != "pass"} == {"5", "6"}


def test_single_bidding_goes_round_once_and_suits_have_no_rank():
    hand = act(dealt(RULES), "bid 3 S", "bid 4 C", "pass", "bid 5 D")
    assert (hand.phase, hand.position.maker, str(hand.strain)) == (Phase.PLAY, 3, "D")


def test_an_auction_ends_after_three_passes():
    hand = act(dealt(AUCTION), "bid 3 C", "pass", "bid 4 H", "pass", "bid 5 C", "pass", "pass", "pass")
    assert (hand.phase, hand.position.maker, hand.position.level) == (Phase.PLAY, 0, 5)


@pytest.mark.parametrize("rules", [RULES, AUCTION])
def test_all_may_pass_or_the_last_is_stuck(rules):
    hand = act(dealt(rules), "pass", "pass", "pass")
    assert act(hand, "pass").result.result is Result.PASSED
    stuck = act(dealt(replace(rules, stick_the_dealer=True)), "pass", "pass", "pass")
    assert "pass" not in offered(stuck)
    free = act(dealt(replace(rules, stick_the_dealer=True)), "pass", "pass", "bid 3 C")
    assert "pass" in offered(free)


def test_no_one_takes_the_kitty_when_all_pass():
    hand = act(dealt(replace(RULES, cards_each=5, kitty_to_winner=True)), "pass", "pass", "pass", "pass")
    assert hand.result.result is Result.PASSED
    assert len(hand.position.kitty) == 4


def test_the_winner_names_what_is_played():
    rules = replace(RULES, bid_kind=BidKind.LEVEL, no_trump=NoTrump.HIGH_LOW)
    hand = act(dealt(rules), "bid 4", "bid 5", "pass", "pass")
    assert (hand.phase, hand.turn) == (Phase.NAME, 1)
    assert offered(hand) == {f"call {strain}" for strain in "CDHSNL"}
    assert act(hand, "call L").phase is Phase.PLAY


def test_lone_bids_stand_above_all_levels_and_alone_highest():
    hand = act(dealt(LONE), "bid 6 H")
    assert {each.split(" ")[-1] for each in offered(hand)} == {"pass", "call_1", "call_2", "alone"}
    assert {each.split(" ")[-1] for each in offered(act(hand, "bid H call_2"))} == {"pass", "call_1", "alone"}
    assert offered(act(hand, "bid H alone")) == {"pass"}


def test_two_called_cards_come_from_the_partner():
    hands = {0: "JH JD AH KH 9C TC", 2: "QH TH AC KC AS KS"}
    hand = act(dealt(LONE, hands), "bid H call_2", "pass", "pass", "pass", "give 9C")
    assert (hand.phase, hand.turn) == (Phase.GIVE, 0)
    hand = act(hand, "give TC")
    assert (hand.phase, offered(hand)) == (Phase.BEST, {"give QH"})
    hand = act(hand, "give QH", "give TH")
    assert hand.sitting_out == (2,)
    assert finished(hand).result.points == (9, 0)


def test_the_winner_exchanges_the_kitty():
    rules = replace(RULES, cards_each=5, kitty_to_winner=True)
    hand = act(dealt(rules, {0: "JH JD AH KH QH"}, "9C 9D 9S TC"), "bid 5 H", "pass", "pass", "pass")
    assert hand.position.cards[0].bit_count() == 9
    hand = act(hand, "discard 9C", "discard 9D", "discard 9S", "discard TC")
    assert (hand.phase, hand.position.kitty) == (Phase.PLAY, ())
    assert finished(hand).result.points == (5, 0)


def test_a_lone_bid_with_the_kitty_of_one_card():
    rules = replace(LONE, joker=True, kitty_to_winner=True)
    hand = act(dealt(rules), "bid C call_1", "pass", "pass", "pass")
    assert (hand.phase, hand.position.cards[0].bit_count()) == (Phase.BURY, 7)
    assert finished(hand).result.loner is Loner.CALL_1


@pytest.mark.parametrize(
    ("level", "tricks", "points"), [(3, 3, (3, 3)), (3, 5, (5, 1)), (4, 3, (-4, 3)), (5, 6, (6, 0)), (6, 0, (-6, 6))]
)
def test_made_scores_the_tricks_and_set_loses_the_bid(level, tricks, points):
    opening = (f"bid {level} H", "pass", "pass", "pass")
    hand = find(RULES, lambda hand: maker_tricks(hand) == tricks, opening)
    makers = hand.result.maker % 2
    assert (hand.result.points[makers], hand.result.points[1 - makers]) == points


def test_the_table_of_lone_bids():
    table = score_table(replace(LONE, cards_each=5))
    assert [table[5, loner, 5].makers for loner in (Loner.CALL_2, Loner.CALL_1, Loner.ALONE)] == [8, 8, 10]
    assert {table[5, loner, 4].makers for loner in (Loner.CALL_2, Loner.CALL_1, Loner.ALONE)} == {-8}


@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(variant=Variant.BID, cards_each=12, packs=Packs.TWO, minimum_bid=6, play_to=52),
        HouseRules(variant=Variant.BID, players=6, sides=Sides.THREE_V_THREE, packs=Packs.TWO, cards_each=8),
        HouseRules(variant=Variant.BID, players=3, sides=Sides.SOLO, cards_each=8),
    ],
)
def test_other_tables_play_it_too(rules):
    hand = find(rules, lambda hand: hand.result.maker >= 0)
    assert sum(hand.result.tricks) == rules.cards_each
