"""What a learner is told: the bot's choice, and one of a few reasons as a plain sentence."""

from random import Random

import pytest

from games.engine.bots.reason import Reason
from games.engine.bots.rule_bot import RuleBot
from games.engine.bots.strength import Strength
from games.engine.bots.suggestion import explain, suggest
from games.engine.bots.wording import holding, joined, number_words
from games.engine.cards import mask_of
from games.engine.choices import AloneBids, AloneSaid, BidKind, DefendAlone, JokerTurnedUp, MisdealClaim, Variant
from games.engine.notation import action_from, cards_from
from games.engine.rules import HouseRules
from games.engine.view import view_for
from tests.games.engine.bots.tables import RULES, RandomBot, bot_states
from tests.games.engine.setting import act, dealt

CLASSIC = HouseRules()
AFTER = HouseRules(alone_said=AloneSaid.AFTER_DISCARD, defend_alone=DefendAlone.ANYTIME)
FARMER = HouseRules(go_under=True, misdeal_claim=MisdealClaim.NO_ACE_NO_FACE)
CALLED = HouseRules(variant=Variant.BID, cards_each=6, alone_bids=AloneBids.CALL_2)
LEVELS = HouseRules(variant=Variant.BID, cards_each=6, bid_kind=BidKind.LEVEL)
BLIND = HouseRules(joker=True, joker_turned_up=JokerTurnedUp.DEALER_BLIND)
DECLINE = HouseRules(dealer_may_decline=True)
STRONG = "JH JD AH KH AS"
MINOR = "9C TC QC 9D TD"
HANDS = {0: "JH AH QH AC 9C", 1: "KH 9H AD KD TC", 2: "TH QC KC TD 9D", 3: "AS KS QS QD JC"}
RUFF = {0: "AC KC JH AH KH", 1: "9C TC AS KS JS", 2: "QC JC TS QS TD", 3: "9H TH QD KD AD"}
LAST = {0: "QC JH JD AH KH", 1: "9C AS KS JS QS", 2: "TC TS TD 9D JC", 3: "KC AC QD KD AD"}
CALL_H = ("pass",) * 4 + ("call H",)


def told(hand, text):
    why = explain(view_for(hand, hand.turn), action_from(text))
    return why.reason.value, why.sentence


@pytest.mark.parametrize(
    ("rules", "hands", "rest", "before", "text", "reason", "sentence"),
    [
        (
            CLASSIC,
            {0: STRONG},
            "9H",
            (),
            "order alone",
            "strong_alone",
            "You hold both bowers, two more trumps and an ace: order it up and go alone.",
        ),
        (
            CLASSIC,
            {0: "JD TH AS AC 9C"},
            "9H",
            (),
            "order",
            "strong_enough",
            "You hold the left bower, one more trump and two aces: order it up.",
        ),
        (
            CLASSIC,
            {1: "JD TH AS AC 9C"},
            "9H",
            ("pass",),
            "order",
            "strong_enough",
            "You hold the left bower, one more trump and two aces: assist.",
        ),
        (
            CLASSIC,
            {3: "AH KH 9S TS QC"},
            "JH",
            ("pass",) * 3,
            "order",
            "strong_enough",
            "You hold the right bower and two more trumps: pick it up.",
        ),
        (
            CLASSIC,
            {0: "9C TC QD 9S TS"},
            "KH",
            (),
            "pass",
            "too_weak",
            "On its own, your hand is good for about no tricks: pass.",
        ),
        (
            HouseRules(stick_the_dealer=True),
            {3: "9C TC QC 9D 9S"},
            "9H",
            ("pass",) * 7,
            "call C",
            "must_speak",
            "You can’t pass, and your best call is clubs: call clubs.",
        ),
        (
            BLIND,
            {},
            "JO",
            (),
            "call S",
            "must_speak",
            "You haven’t seen your cards, so one suit is as good as another: call spades.",
        ),
        (
            CALLED,
            {0: STRONG + " QH"},
            "",
            (),
            "bid 4 H",
            "strong_enough",
            "You hold both bowers, three more trumps and an ace: bid four hearts.",
        ),
        (
            CALLED,
            {0: STRONG + " QH"},
            "",
            (),
            "bid H call_1",
            "strong_alone",
            "You hold both bowers, three more trumps and an ace: bid hearts alone and ask for one card.",
        ),
        (
            LEVELS,
            {0: STRONG + " QH"},
            "",
            (),
            "bid 4",
            "strong_enough",
            "You hold both bowers, three more trumps and an ace: bid four.",
        ),
        (
            FARMER,
            {0: "9C TC 9D TD 9S"},
            "KH",
            (),
            "misdeal",
            "poor_hand",
            "The rules let you throw in a hand this poor, so throw it in.",
        ),
        (
            FARMER,
            {0: "9C TC 9D QD AS"},
            "KH",
            (),
            "under 9C TC 9D",
            "low_cards",
            "Your 3 low cards won’t win tricks: swap them for the cards under the upcard.",
        ),
        (
            AFTER,
            {0: STRONG, 3: MINOR},
            "QH",
            ("order", "discard QH"),
            "alone",
            "strong_alone",
            "You hold both bowers, two more trumps and an ace: go alone.",
        ),
        (
            AFTER,
            {0: STRONG, 3: MINOR},
            "QH",
            ("order", "discard QH"),
            "partner",
            "needs_partner",
            "You hold both bowers, two more trumps and an ace: that isn’t enough without your partner.",
        ),
        (
            AFTER,
            {1: STRONG, 3: MINOR},
            "QH",
            ("order", "discard QH", "partner"),
            "defend",
            "stops_makers",
            "You hold both bowers, two more trumps and an ace: defend alone.",
        ),
        (
            DECLINE,
            {3: "JH JD AH KH QH"},
            "9H",
            ("order",),
            "leave",
            "leaves_card",
            "All your cards are worth more than the upcard: leave it.",
        ),
        (
            CLASSIC,
            {3: "JD AH TS AS 9C"},
            "JH",
            ("order",),
            "discard 9C",
            "empties_suit",
            "Discard the nine of clubs, and you can trump its suit.",
        ),
        (
            CLASSIC,
            {3: "JD AH TS AS 9S"},
            "JH",
            ("order",),
            "discard 9S",
            "worth_least",
            "The nine of spades is worth the least to you: let it go.",
        ),
        (
            CLASSIC,
            HANDS,
            "9S",
            CALL_H,
            "play JH",
            "draws_trump",
            "Your side made trump: lead the jack of hearts to pull the defenders’ trump.",
        ),
        (
            CLASSIC,
            HANDS,
            "9S",
            CALL_H,
            "play AC",
            "cannot_be_beaten",
            "Lead the ace of clubs: it’s the highest card left in its suit.",
        ),
        (
            CLASSIC,
            HANDS,
            "9S",
            CALL_H,
            "play 9C",
            "risks_least",
            "No lead is safe, but the nine of clubs risks the least.",
        ),
        (
            CLASSIC,
            HANDS,
            "9S",
            (*CALL_H, "play JH"),
            "play 9H",
            "cannot_take_it",
            "You can’t win this trick: the nine of hearts costs you the least.",
        ),
        (
            CLASSIC,
            HANDS,
            "9S",
            (*CALL_H, "play AC", "play TC"),
            "play QC",
            "partner_has_it",
            "Your partner is winning the trick: play the queen of clubs and keep your better cards.",
        ),
        (
            CLASSIC,
            HANDS,
            "9S",
            (*CALL_H, "play 9C", "play TC"),
            "play KC",
            "takes_it",
            "The king of clubs beats the cards on the table: play it.",
        ),
        (
            CLASSIC,
            RUFF,
            "9S",
            (*CALL_H, "play AC", "play 9C", "play QC"),
            "play 9H",
            "trumps_it",
            "You have none of the suit led: trump the trick with the nine of hearts.",
        ),
        (
            CLASSIC,
            RUFF,
            "9S",
            (*CALL_H, "play AC", "play 9C", "play QC"),
            "play QD",
            "saves_better",
            "This trick isn’t worth a better card: play the queen of diamonds.",
        ),
        (
            CLASSIC,
            LAST,
            "9S",
            (*CALL_H, "play QC", "play 9C", "play TC"),
            "play KC",
            "takes_it",
            "You play last, and the king of clubs is enough to win the trick.",
        ),
    ],
)
def test_each_reason(rules, hands, rest, before, text, reason, sentence):
    assert told(act(dealt(rules, hands, rest), *before), text) == (reason, sentence)


@pytest.mark.slow
def test_every_choice_under_every_rule_has_a_sentence():
    given = set()
    for name, rules in RULES.items():
        for number in range(4):
            for hand in list(bot_states(rules, number, RandomBot(), RuleBot()))[:-1]:
                view = view_for(hand, hand.turn)
                whys = [explain(view, action) for action in view.legal]
                assert all(why.sentence.endswith(".") and why.sentence[0].isupper() for why in whys), name
                given |= {why.reason for why in whys}
    assert given == set(Reason)


def test_the_suggestion_is_the_bots_choice():
    view = view_for(dealt(CLASSIC, {0: STRONG}, "9H"), 0)
    suggestion = suggest(view, Random(1).random, Strength(worlds=8))
    assert str(suggestion.action) == "order alone"
    assert suggestion.why.sentence.endswith("go alone.")


@pytest.mark.parametrize(
    ("cards", "strain", "words"),
    [
        ("JO JH JD AS", 2, "the joker, both bowers and an ace"),
        ("JH JH QH 9C", 2, "two right bowers and one more trump"),
        ("9C TC", 2, "few good cards"),
        ("AC AD KS", 4, "two aces"),
        ("JO 9C 9D TS", 5, "the joker and two nines"),
        ("JO JO 9C", 2, "two jokers"),
    ],
)
def test_holdings_in_words(cards, strain, words):
    assert holding(mask_of(card.kind for card in cards_from(cards)), strain) == words


def test_numbers_and_lists_in_words():
    assert (number_words(2), number_words(15)) == ("two", "15")
    assert joined(["one", "two", "three"]) == "one, two and three"
