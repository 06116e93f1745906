"""What is said about a decision: its cost, and a reason that the seat could see."""

import pytest

from games.engine.analysis.as_known import KnownChoice, KnownMoment, weigh
from games.engine.analysis.fitting import FittingDeals
from games.engine.analysis.solvers import PlainSolver
from games.engine.analysis.telling import cost, sentence
from games.engine.bots.recall import recall
from games.engine.choices import AloneBids, AloneSaid, BidKind, DealerDiscard, DefendAlone, Variant
from games.engine.hand import Hand, do
from games.engine.notation import action_from
from games.engine.rules import HouseRules
from games.engine.view import view_for
from tests.games.engine.analysis import slow
from tests.games.engine.setting import act, dealt
from tests.sizes import size

PLAIN = HouseRules()
NAMES = ("North", "East", "South", "West")


def told(hand, chosen, best, loss=0.6, tricks=None):
    """What is said when one action was chosen and the other was better."""
    if hand.phase.name == "PLAY" and tricks is None:
        tricks = 0.0

    def choice(text, lost):
        return KnownChoice(action_from(text), -lost, 0.1, tricks, lost, 0.1, tricks if lost else 0.0)

    choices = choice(chosen, loss), choice(best, 0.0)
    view = view_for(hand, hand.turn)
    assert {choices[0].action, choices[1].action} <= set(view.legal)
    return sentence(view, KnownMoment(0, hand.turn, hand.phase, choices[0], choices, 40, 0), NAMES)


def bid(hands, turned="TH", dealer=3, rules=PLAIN):
    return dealt(rules, hands, turned, dealer=dealer)


MIXED = {0: "JH AH 9D TD AC", 1: "9H QH KC QC AD", 2: "KH 9C TC QD KD", 3: "AS KS QS JS JD"}
"""The ten of hearts is turned up for seat 3."""


def play(*texts):
    """Seat 1 has ordered up; seat 3, who took the ten of hearts, has discarded the ace of spades."""
    return act(bid(MIXED), "pass", "order", "discard AS", *texts)


@pytest.mark.parametrize(
    ("hand", "chosen", "best", "said"),
    [
        (
            bid(MIXED),
            "pass",
            "order",
            "Passing cost 0.6 points: ordering it up was better, with the right bower, one more trump and an ace.",
        ),
        (
            act(bid(MIXED), *["pass"] * 3),
            "order alone",
            "pass",
            "Picking it up alone cost 0.6 points: the hand had only the left bower, one more trump and an ace.",
        ),
        (
            act(bid(MIXED), *["pass"] * 4),
            "call S alone",
            "call C",
            "Calling spades alone cost 0.6 points: calling clubs was better, with one trump and an ace.",
        ),
        (
            act(bid(MIXED), "pass", "order"),
            "discard TH",
            "discard AS",
            "Discarding the ten of hearts cost 0.6 points: discarding the ace of spades was better.",
        ),
        (
            act(bid({**MIXED, 3: "AC KS QS JS JD", 0: "JH AH 9D TD AS"}), "pass", "order"),
            "discard KS",
            "discard AC",
            "Discarding the king of spades cost 0.6 points: without the ace of clubs, the hand could trump that suit.",
        ),
        (
            play(),
            "play 9D",
            "play JH",
            "Leading the nine of diamonds cost 0.6 points: the jack of hearts was the highest card left in its suit.",
        ),
        (
            play("play JH", "play 9H", "play KH", "play TH"),
            "play AC",
            "play AH",
            "Leading the ace of clubs cost 0.6 points: leading the ace of hearts was better.",
        ),
        (
            play("play 9D", "play AD", "play QD"),
            "play TH",
            "play JD",
            "Playing the ten of hearts cost 0.6 points: playing the jack of diamonds was better.",
        ),
        (
            play("play 9D", "play AD", "play QD"),
            "play JD",
            "play TH",
            "Playing the jack of diamonds cost 0.6 points: the ten of hearts was enough.",
        ),
        (
            play("play 9D", "play AD", "play QD"),
            "play JD",
            "play KS",
            "Playing the jack of diamonds cost 0.6 points: East was already winning the trick.",
        ),
        (
            play("play AC", "play KC", "play TC"),
            "play KS",
            "play TH",
            "Playing the king of spades cost 0.6 points: the ten of hearts would have won the trick.",
        ),
    ],
)
def test_what_is_said(hand, chosen, best, said):
    assert told(hand, chosen, best) == said


THIRD = {0: "9D TD AC TC KS", 1: "JH AH 9C QC AD", 2: "KH 9H KC QD KD", 3: "AS QH QS JS JD"}


def third(*texts):
    """Seat 0 has ordered the ten of hearts up for seat 3, who discarded the ace of spades."""
    return act(bid(THIRD), "order", "discard AS", *texts)


@pytest.mark.parametrize(
    ("hand", "chosen", "best", "said"),
    [
        (third("play 9D", "play AD"), "play QD", "play KD", "playing the king of diamonds was better"),
        (third("play AC"), "play 9C", "play QC", "playing the queen of clubs was better"),
        (third("play KS"), "play 9C", "play JH", "the jack of hearts would have beaten what was on the table"),
        (third("play KS"), "play AH", "play JH", "the jack of hearts was harder to beat"),
        (
            third("play KS"),
            "play AD",
            "play 9C",
            "the ace of diamonds was worth keeping as the highest card left in its suit",
        ),
        (third("play 9D", "play AD", "play QD", "play JS"), "play AH", "play 9C", "the jack of diamonds was still out"),
    ],
)
def test_why_another_card_was_better(hand, chosen, best, said):
    assert told(hand, chosen, best).partition(": ")[2] == f"{said}."


def test_what_the_dealer_picked_up_is_remembered():
    hands = {0: "9C 9D TD AH QD", 1: "TC JC KS QS JS", 2: "9H KC AC AD KD", 3: "QC AS TS 9S JD"}
    hand = act(bid(hands), "order", "discard AS", "play 9C", "play TC", "play AC", "play QC")
    assert told(hand, "play 9H", "play KC").endswith(": West had picked up the ten of hearts.")


def test_a_suit_that_someone_has_shown_out_of():
    """Seat 3 trumped clubs on the first trick, so a club of seat 0 is led into its trumps."""
    hands = {0: "AC KC 9D JD TD", 1: "QC KH QD AD KD", 2: "TC 9C KS QS JS", 3: "JH AH QH AS TS"}
    hand = act(bid(hands, "9H"), "pass", "pass", "pass", "order", "discard AS")
    hand = act(hand, "play AC", "play QC", "play 9C", "play TS")
    assert hand.turn == 0
    said = "Leading the king of clubs cost 0.6 points: West was out of that suit and could trump it."
    assert told(hand, "play KC", "play 9D") == said


def test_bids_in_words():
    rules = HouseRules(variant=Variant.BID, alone_bids=AloneBids.CALL_2)
    hand = dealt(rules)
    bids = {
        "bid 4 H": "Bidding four in hearts",
        "bid H alone": "Bidding hearts alone",
        "bid H call_1": "Bidding hearts alone with one card from partner",
        "bid H call_2": "Bidding hearts alone with 2 cards from partner",
    }
    for text, words in bids.items():
        assert told(hand, text, "pass").startswith(f"{words} cost 0.6 points: the hand had only")
    hand = dealt(HouseRules(variant=Variant.BID, alone_bids=AloneBids.CALL_2, bid_kind=BidKind.LEVEL))
    bids = {
        "bid 4": "Bidding four",
        "bid alone": "Bidding alone",
        "bid call_1": "Bidding alone with one card from partner",
        "bid call_2": "Bidding alone with 2 cards from partner",
    }
    for text, words in bids.items():
        assert told(hand, text, "pass").startswith(f"{words} cost")


def test_everything_that_can_be_chosen_is_told():
    """Every decision of hands under rules with every kind of action gets a whole sentence."""
    rules = HouseRules(
        alone_said=AloneSaid.AFTER_DISCARD,
        defend_alone=DefendAlone.ANYTIME,
        dealer_may_decline=True,
        dealer_discard=DealerDiscard.ANY,
        call_for_best=True,
        go_under=True,
    )
    for number in range(size(1, 20)):
        hand = slow.finished(rules, number)
        at = slow.deal(rules, number)
        for place, (seat, action) in enumerate(hand.history):
            now = Hand(at.copy())
            if len(now.legal_actions) > 1:
                view = view_for(now, seat)
                choices, deals, misfits = weigh(view, place, 3, PlainSolver)
                for chosen in choices:
                    moment = KnownMoment(place, seat, now.phase, chosen, choices, deals, misfits)
                    said = sentence(view, moment, NAMES)
                    assert said.endswith(".")
                    assert "{" not in said
            do(at, action.code)


def test_what_is_said_is_the_same_in_every_deal_the_seat_could_be_in():
    """The reason comes from the view, so cards that the seat didn't see are never in it."""
    hand = third("play 9D", "play AD", "play QD", "play JS")
    other = FittingDeals(recall(view_for(hand, hand.turn))).draw_fitting(1, lambda: 0.4)[0][0]
    assert told(Hand(other), "play AH", "play 9C") == told(hand, "play AH", "play 9C")


@pytest.mark.parametrize(
    ("loss", "tricks", "said"),
    [
        (0.62, None, "0.6 points"),
        (0.62, 0.04, "0.6 points"),
        (0.62, 0.58, "0.6 points (0.6 tricks)"),
        (0.62, -0.3, "0.6 points"),
        (0.02, 0.0, "almost nothing"),
    ],
)
def test_costs(loss, tricks, said):
    choice = KnownChoice(action_from("pass"), 0.0, 0.1, tricks, loss, 0.1, tricks)
    assert cost(KnownMoment(0, 0, slow.deal(PLAIN, 1).phase, choice, (choice,), 40, 0)) == said


def test_the_best_choice_has_no_reason():
    assert told(bid(MIXED), "order", "pass", loss=0.0) == "Ordering it up was the best choice."
