"""The hand stage by stage: what is offered, whose turn it is, what happens to the cards, what it scores."""

import pytest

from games.engine.cards import CARDS, Strain, card_from, mask_of
from games.engine.choices import (
    AloneSaid,
    CallNeeds,
    Deck,
    DefendAlone,
    Direction,
    JokerTurnedUp,
    LeadTrump,
    MisdealClaim,
    NoTrump,
    Packs,
    Sides,
    TurnedDownSuit,
)
from games.engine.errors import RuleError
from games.engine.notation import cards_from
from games.engine.phases import Phase
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.scoring import Loner, Result
from games.engine.transcript import transcript
from games.engine.view import view_for
from tests.games.engine.setting import act, dealt, find, finished, maker_tricks, offered

PLAIN = HouseRules()
PASSES = ("pass",) * 4
TOP = {0: "JH JD AH KH QH"}
NO, ALONE = Loner.NO, Loner.ALONE
UNDER_A_LARGER_KITTY = [(Deck.NINE, True, "9C TC 9D"), (Deck.EIGHT, False, "8C 9C 8D"), (Deck.SEVEN, False, "7C 8C 7D")]
"""Decks of which more than three cards lie under the turned one, with three of their two lowest ranks."""


class TestScores:
    @pytest.mark.parametrize(
        ("tricks", "loner", "points"),
        [
            (2, NO, (0, 2)),
            (1, NO, (0, 2)),
            (0, NO, (0, 2)),
            (0, ALONE, (0, 2)),
            (2, ALONE, (0, 2)),
            (5, ALONE, (4, 0)),
            (3, ALONE, (1, 0)),
            (4, ALONE, (1, 0)),
            (5, NO, (2, 0)),
            (3, NO, (1, 0)),
            (4, NO, (1, 0)),
        ],
    )
    def test_the_outcome_table_of_the_web_game(self, tricks, loner, points):
        """Makers and defenders for every number of tricks, alone or together."""
        hand = find(PRESETS["web_classic"], lambda hand: hand.loner is loner and maker_tricks(hand) == tricks)
        makers = hand.result.maker % 2
        assert (hand.result.points[makers], hand.result.points[1 - makers]) == points

    @pytest.mark.parametrize(
        ("maker", "tricks_of_b", "loner", "points"),
        [("A", 3, NO, (0, 2)), ("B", 3, NO, (0, 1)), ("A", 5, ALONE, (0, 2)), ("B", 5, ALONE, (0, 4))],
    )
    def test_the_score_examples_of_the_plain_page(self, maker, tricks_of_b, loner, points):
        """Team B takes three tricks, or all five: what A and B get, by who made trump and how."""
        hand = find(
            PRESETS["plain"],
            lambda hand: (
                hand.result.maker >= 0
                and "AB"[hand.result.maker % 2] == maker
                and hand.loner is loner
                and sum(hand.result.tricks[1::2]) == tricks_of_b
            ),
        )
        assert hand.result.points == points

    def test_a_euchre_pays_each_of_the_other_sides(self):
        rules = HouseRules(players=6, sides=Sides.THREE_PAIRS, packs=Packs.TWO)
        hand = find(rules, lambda hand: hand.result.result is Result.EUCHRE and hand.result.maker == 0)
        assert hand.result.points == (0, 2, 2)
        assert hand.result.seat_points == (0, 2, 2) * 2

    @pytest.mark.parametrize(("sides", "points"), [(Sides.TWO_V_TWO, {0, 4}), (Sides.THREE_PAIRS, {0, 2, 4})])
    def test_a_euchre_by_a_lone_defender_pays_his_side_four(self, sides, points):
        pair = sides is Sides.TWO_V_TWO
        rules = HouseRules(
            players=4 if pair else 6,
            sides=sides,
            packs=Packs.ONE if pair else Packs.TWO,
            defend_alone=DefendAlone.ANYTIME,
        )
        hand = find(rules, lambda hand: hand.result.defender is not None and hand.result.result is Result.EUCHRE)
        assert set(hand.result.points) == points
        assert hand.result.points[hand.position.setup.sides[hand.result.defender]] == 4

    def test_with_seven_tricks_four_are_the_majority(self):
        rules = HouseRules(deck=Deck.SEVEN, cards_each=7)
        for tricks, points in ((3, 0), (4, 1), (6, 1), (7, 2)):
            hand = find(
                rules,
                lambda hand, tricks=tricks: (
                    hand.result.maker >= 0 and hand.loner is NO and maker_tricks(hand) == tricks
                ),
            )
            assert hand.result.points[hand.result.maker % 2] == points


class TestBidding:
    def test_all_pass(self):
        hand = act(dealt(PLAIN), *PASSES, *PASSES)
        assert hand.is_over
        assert (hand.turn, hand.result.result, hand.result.points) == (None, Result.PASSED, (0, 0))
        assert str(hand.legal_actions) == ""
        assert transcript(hand).endswith("All pass; the deal passes on.\n")
        with pytest.raises(RuleError, match="none, the hand is over"):
            act(hand, "pass")

    def test_an_advancing_kitty_offers_each_bidder_another_card(self):
        rules = HouseRules(advance_kitty=True, turned_down_suit=TurnedDownSuit.ALLOWED)
        hand = act(dealt(rules, rest="9H TS QD AC"), "pass", "pass", "order")
        assert hand.strain is Strain.DIAMONDS
        assert [str(CARDS[kind]) for kind in hand.position.gone] == ["9H", "TS"]
        assert [str(CARDS[kind]) for kind in hand.position.kitty] == ["AC"]
        assert "discard QD" in offered(hand)

    def test_an_advancing_kitty_bars_every_suit_it_showed(self):
        hand = act(dealt(HouseRules(advance_kitty=True), rest="9H TS QD KS"), *PASSES)
        assert {each for each in offered(hand) if "alone" not in each} == {"pass", "call C"}
        assert offered(act(dealt(HouseRules(advance_kitty=True), rest="9H TS QD AC"), *PASSES)) == {"pass"}

    def test_the_last_kitty_card_stays(self):
        rules = HouseRules(players=5, sides=Sides.SOLO, go_alone=False, deck=Deck.EIGHT, advance_kitty=True)
        hand = act(dealt(rules, rest="9H TS QD"), "pass", "pass", "pass", "pass")
        assert str(CARDS[hand.position.turned]) == "QD"

    def test_going_under_is_followed_by_a_bid_and_happens_once(self):
        rules = HouseRules(go_under=True)
        hands = {0: "9C TC 9D TD AH", 1: "9S TS TH KC AC"}
        hand = dealt(rules, hands, "9H QS KS AS")
        assert sum(each.startswith("under") for each in offered(hand)) == 4
        hand = act(hand, "under 9C TC 9D")
        assert hand.turn == 0
        assert hand.position.cards[0] == sum(1 << card_from(text).kind for text in ("TD", "AH", "QS", "KS", "AS"))
        assert offered(hand) == {"pass", "order", "order alone"}
        assert not any(each.startswith("under") for each in offered(act(hand, "pass")))

    @pytest.mark.parametrize(("deck", "joker", "low"), UNDER_A_LARGER_KITTY)
    def test_going_under_takes_the_top_three_of_a_larger_kitty(self, deck, joker, low):
        rules = HouseRules(go_under=True, deck=deck, joker=joker)
        hand = dealt(rules, {0: f"{low} KH AH"}, "9H QS KS AS")
        assert sum(each.startswith("under") for each in offered(hand)) == 1
        below = hand.position.kitty[3:]
        hand = act(hand, f"under {low}")
        assert hand.position.cards[0] == mask_of(card.kind for card in cards_from("KH AH QS KS AS"))
        assert hand.position.kitty == (*sorted(card.kind for card in cards_from(low)), *below)
        assert offered(hand) == {"pass", "order", "order alone"}

    def test_the_joker_is_no_low_card_and_can_come_from_under(self):
        rules = HouseRules(go_under=True, joker=True)
        hand = dealt(rules, {0: "9C TC JO KH AH"}, "9H QS KS AS")
        assert not any(each.startswith("under") for each in offered(hand))
        hand = act(dealt(rules, {0: "9C TC 9D KH AH"}, "9H QS KS JO"), "under 9C TC 9D")
        assert str(view_for(hand, 0).hands[0][-1]) == "JO"

    def test_a_misdeal_ends_the_hand(self):
        rules = HouseRules(misdeal_claim=MisdealClaim.NO_ACE_NO_FACE)
        hand = act(dealt(rules, {0: "9C TC 9D TD 9H"}), "misdeal")
        assert (hand.result.result, hand.result.points) == (Result.MISDEAL, (0, 0))
        assert transcript(hand).endswith("Misdeal; the same dealer deals again.\n")

    def test_a_joker_offers_spades_and_counts_as_any_trump(self):
        rules = HouseRules(joker=True, call_needs=CallNeeds.ANY_TRUMP)
        assert act(dealt(rules, {0: "AS 9C TC QC KC"}, "JO"), "order").strain is Strain.SPADES
        assert "order" in offered(dealt(rules, {0: "JO 9C TC QC KC"}, "9H"))
        assert "order" not in offered(dealt(rules, {0: "AS 9C TC QC KC"}, "9H"))

    def test_a_blind_dealer_names_trump_and_takes_the_joker(self):
        rules = HouseRules(joker=True, joker_turned_up=JokerTurnedUp.DEALER_BLIND, no_trump=NoTrump.HIGH)
        hand = dealt(rules, rest="JO", dealer=2)
        assert offered(hand) == {f"call {suit}{alone}" for suit in "CDHS" for alone in ("", " alone")}
        hand = act(hand, "call D alone")
        assert (hand.phase, hand.turn, hand.loner) == (Phase.TAKE, 2, ALONE)
        assert "discard JO" in offered(hand)
        assert dealt(rules, rest="9H", dealer=2).phase is Phase.ORDER

    def test_the_stuck_dealer_may_call_no_trump(self):
        rules = HouseRules(stick_the_dealer=True, no_trump=NoTrump.HIGH_LOW, go_alone=False)
        hand = act(dealt(rules, rest="9H"), *PASSES, "pass", "pass", "pass")
        assert offered(hand) == {"call C", "call D", "call S", "call N", "call L"}

    def test_the_canadian_partner_is_alone_also_when_alone_is_said_later(self):
        rules = HouseRules(canadian_loner=True, alone_said=AloneSaid.AFTER_DISCARD)
        hand = act(dealt(rules), "pass", "order alone")
        assert hand.loner is ALONE
        assert act(hand, str(next(iter(hand.legal_actions)))).phase is Phase.PLAY


class TestBeforePlay:
    def test_a_declined_card_stays_on_the_table(self):
        hand = act(dealt(HouseRules(dealer_may_decline=True), rest="9H"), "order", "leave")
        assert hand.phase is Phase.PLAY
        assert hand.laid_away == ()
        assert not hand.position.taken

    def test_the_maker_says_alone_after_the_discard(self):
        hand = act(dealt(HouseRules(alone_said=AloneSaid.AFTER_DISCARD), rest="9H"), "order", "discard 9H")
        assert act(hand, "alone").sitting_out == (2,)
        assert act(hand, "partner").sitting_out == ()

    def test_defenders_are_asked_in_turn(self):
        rules = HouseRules(defend_alone=DefendAlone.AGAINST_ALONE)
        hand = act(dealt(rules, rest="9H"), "order alone", "discard 9H")
        assert hand.turn == 1
        assert act(hand, "defend").sitting_out == (2, 3)
        hand = act(hand, "assist")
        assert hand.turn == 3
        assert act(hand, "assist").sitting_out == (2,)
        assert act(hand, "defend").sitting_out == (1, 2)

    def test_a_lone_maker_and_his_partner_pass_a_card(self):
        rules = HouseRules(call_for_best=True)
        hands = {0: "JH JD AH KH 9C", 2: "QH TH AC KC AS"}
        hand = act(dealt(rules, hands, "9H"), "order alone", "discard 9H", "give 9C")
        assert (hand.phase, hand.turn, offered(hand)) == (Phase.BEST, 2, {"give QH"})
        hand = act(hand, "give QH")
        assert finished(hand).result.points == (4, 0)
        assert hand.position.cards[2] >> card_from("9C").kind & 1

    def test_without_trump_the_best_card_is_any_of_the_highest_rank(self):
        rules = HouseRules(call_for_best=True)
        hand = act(dealt(rules, {0: TOP[0], 2: "AC AS KC KS TC"}, "9H"), "order alone", "discard 9H", "give QH")
        assert offered(hand) == {"give AC", "give AS"}

    def test_the_dealer_takes_the_card_also_when_he_sits_out(self):
        hand = act(dealt(PLAIN, rest="9H"), "pass", "order alone")
        assert (hand.phase, hand.turn) == (Phase.TAKE, 3)
        assert act(hand, "discard 9H").sitting_out == (3,)

    def test_the_player_across_leads_when_the_first_has_laid_his_hand_down(self):
        hand = act(dealt(PLAIN, rest="9H", dealer=3), "pass", "pass", "order alone", "discard 9H")
        assert hand.sitting_out == (0,)
        assert hand.turn == 1


class TestTricks:
    def test_the_left_bower_follows_trump_and_not_its_printed_suit(self):
        hands = {0: "AD KD QD TD 9D", 1: "JD 9H 9S TS QS", 2: "AC KC QC TC 9C"}
        hand = act(dealt(PLAIN, hands, "TH"), "order", "discard TH", "play AD")
        assert offered(hand) == {"play JD", "play 9H", "play 9S", "play TS", "play QS"}
        rules = HouseRules(turned_down_suit=TurnedDownSuit.ALLOWED)
        hand = act(dealt(rules, hands, "TH"), *PASSES, "call D", "play AD")
        assert offered(hand) == {"play JD"}

    def test_a_higher_card_of_another_suit_does_not_win(self):
        hands = {0: "9C TC QC KC AC", 1: "AD AS KD KS QS"}
        hand = finished(act(dealt(PLAIN, hands, "9H"), "order", "discard 9H", "play 9C", "play AD"))
        assert hand.tricks[0].winner != 1

    def test_only_trump_in_hand_may_be_led_at_once(self):
        for rule in (LeadTrump.AFTER_BROKEN, LeadTrump.AFTER_FIRST_TRICK):
            hand = act(dealt(HouseRules(lead_trump=rule), TOP, "9H"), "order", "discard 9H")
            assert len(hand.legal_actions) == 5

    def test_no_trump_has_no_bowers_and_low_turns_the_ranks_round(self):
        hands = {0: "JC 9C TC 9D TD", 1: "QC KC AC AD KD", 2: "9S TS JS QS KS"}
        rules = HouseRules(no_trump=NoTrump.HIGH_LOW)
        for call, winner in (("call N", 1), ("call L", 0)):
            hand = act(dealt(rules, hands, "9H"), *PASSES, call, "play JC", "play QC")
            assert finished(hand).tricks[0].winner == winner

    def test_the_joker_without_trump_is_of_the_suit_led(self):
        rules = HouseRules(joker=True, no_trump=NoTrump.HIGH)
        hands = {0: "AC 9C TC 9D TD", 1: "JO KD AD AS KS", 2: "QC KC 9S TS QS"}
        hand = act(dealt(rules, hands, "9H"), *PASSES, "call N", "play AC")
        assert offered(hand) == {"play JO"}
        hand = act(hand, "play JO")
        assert offered(hand) == {"play KC", "play QC"}
        hand = finished(hand)
        assert hand.tricks[0].winner == 1
        led = act(dealt(rules, {0: "JO 9C TC 9D TD", 1: "KC KD AD AS KS"}, "9H"), *PASSES, "call N", "play JO")
        assert len(led.legal_actions) == 5

    def test_of_two_equal_cards_the_first_wins(self):
        rules = HouseRules(players=6, sides=Sides.THREE_PAIRS, packs=Packs.TWO)
        hand = dealt(rules, {0: "AC 9D 9D TD TD", 1: "AC 9H 9H TH TH"}, "KD", dealer=5)
        hand = act(hand, "pass", "pass", "pass", "pass", "pass", "pass", "call S", "play AC", "play AC")
        assert finished(hand).tricks[0].winner == 0
        twins = act(dealt(rules, {0: "AC AC 9D TD QD"}, "KD", dealer=5), *PASSES, "pass", "pass", "call S")
        assert sum(str(action) == "play AC" for action in twins.legal_actions) == 1
        assert "play AC" in {str(action) for _, action in act(twins, "play AC").history}
        assert act(twins, "play AC").position.cards[0] >> card_from("AC").kind & 1

    def test_play_goes_to_the_right_where_the_club_plays_so(self):
        hand = act(dealt(HouseRules(direction=Direction.RIGHT), rest="9H", dealer=0), "order", "discard 9H")
        assert hand.turn == 3
        assert act(hand, str(next(iter(hand.legal_actions)))).turn == 2
