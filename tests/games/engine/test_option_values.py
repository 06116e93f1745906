"""One case for every value of every house rule: each shows something at the table that only this value does.

The ids of the cases are option=value. A value without a case fails the last test of this file.
"""

from dataclasses import replace

import pytest

from games.engine.choices import (
    AloneBids,
    AloneLead,
    AloneSaid,
    Bidding,
    BidKind,
    CallNeeds,
    DealerDiscard,
    Deck,
    DefendAlone,
    DefendAsked,
    Direction,
    JokerTurnedUp,
    LeadTrump,
    MisdealClaim,
    NoTrump,
    Packs,
    Sides,
    TurnedDownSuit,
    Variant,
)
from games.engine.phases import Phase
from games.engine.rules import HouseRules, options
from games.engine.scoring import Loner, Result
from tests.games.engine.setting import act, dealt, find, finished, game_after, maker_tricks, offered, random_hand

BID = HouseRules(variant=Variant.BID, cards_each=6, play_to=32)
SEATS = {Sides.TWO_V_TWO: 4, Sides.THREE_PAIRS: 6, Sides.FOUR_PAIRS: 8, Sides.THREE_V_THREE: 6, Sides.SOLO: 3}
PASSES = ("pass",) * 4


def rules_for(option, value):
    """Rules in which that value can be played, everything else as plain as possible."""
    base = BID if next(each for each in options() if each.name == option).only == "bid" else HouseRules()
    return replace(base, **{option: value})


def solo(players, **others):
    return HouseRules(players=players, sides=Sides.SOLO, go_alone=False, **others)


def first_phase(value):
    return dealt(BID if value is Variant.BID else HouseRules()).phase


def out_with_a_loner(value):
    """Who sits out when seat 0 plays alone, or in a solo game how many scores there are."""
    rules = HouseRules(sides=value, players=SEATS[value], packs=Packs.TWO, go_alone=value is not Sides.SOLO)
    if value is Sides.SOLO:
        return len(random_hand(rules, 1).result.points)
    return act(dealt(rules, dealer=SEATS[value] - 1), "order alone", f"discard {first_card(rules)}").sitting_out


def first_card(rules):
    hand = act(dealt(rules, dealer=rules.players - 1), "order alone")
    return next(iter(hand.legal_actions)).card


def bidders(value):
    """How many players pass before the second round."""
    rules = HouseRules() if value == 4 else solo(value, packs=Packs.TWO)
    hand, count = dealt(rules, dealer=0), 0
    while hand.phase is Phase.ORDER:
        hand, count = act(hand, "pass"), count + 1
    return count


def lowest_and_size(value):
    special = {Deck.JACK: replace(BID, deck=Deck.JACK, cards_each=4), Deck.TEN: solo(3, deck=Deck.TEN)}
    hand = dealt(special[value] if value in special else HouseRules(deck=value), dealer=0)
    return min(card.rank for own in (*hand.dealt, hand.undealt) for card in own).name, len(hand.position.deck)


def second_ace(value):
    """Who wins when seat 0 leads the ace of clubs and seat 2 has the best club left: its twin, or the queen."""
    other = "AC" if value is Packs.TWO else "QC"
    rules = replace(BID, packs=value, cards_each=5)
    hands = {0: "AC 9D TD QD KD", 1: "9C 9H TH QH KH", 2: f"{other} 9S TS QS KS", 3: "TC AD JD AH JH"}
    hand = act(dealt(rules, hands), "bid 3 S", "pass", "pass", "pass", "play AC", "play 9C", f"play {other}", "play TC")
    return hand.tricks[0].winner, len(hand.position.deck)


def tricks_in_a_hand(value):
    packs = Packs.TWO if value > 6 else Packs.ONE
    rules = HouseRules(cards_each=value) if value < 6 else replace(BID, cards_each=value, packs=packs)
    return sum(find(rules, lambda hand: hand.result.maker >= 0).result.tricks)


def winner_of_bower_and_joker(value):
    """Seat 0 leads the right bower; seat 1 plays the best heart there is beside the left bower."""
    best = "JO" if value else "AH"
    rules = HouseRules(joker=value)
    hands = {0: "JH 9C TC QC KC", 1: f"{best} 9S TS QS KS"}
    hand = act(dealt(rules, hands, "9H AC"), "order", "discard 9H", "play JH", f"play {best}")
    return finished(hand).tricks[0].winner


def bids_after_seat_0(value):
    return dealt(HouseRules(direction=value), dealer=0).turn


def game_at(rules, points):
    """Whether a march for side 0 ends the game from these points, and who has then won."""
    heart_hand = {0: "JH JD AH KH QH"}
    hand = finished(act(dealt(rules, heart_hand, "9H"), "order", "discard 9H"))
    assert hand.result.points == (2, 0)
    from games.engine.game import Game

    outcome = Game(rules, 3, points, (hand,)).outcome
    return None if outcome is None else outcome.winners


def ends_at(value):
    rules = replace(BID, play_to=value) if value > 25 else HouseRules(play_to=value)
    if value > 25:
        from games.engine.game_end import outcome_of

        return outcome_of(rules, (value - 1, 0), 9), outcome_of(rules, (value, 0), 9).winners
    return game_at(rules, (value - 3, 0)), game_at(rules, (value - 2, 0))


def end_by_hands(value):
    rules = HouseRules(number_of_hands=value, stick_the_dealer=True)
    game = game_after(rules, (20, 0) if value else (0, 0), (value or 2) - 1)
    return game.outcome is None


def offers_round_one(value):
    """The cards offered to the four bidders."""
    hand = dealt(HouseRules(advance_kitty=value), rest="9H TS QD AC")
    seen = []
    for _ in range(4):
        seen.append(hand.position.turned)
        hand = act(hand, "pass")
    return len({*seen})


def may_call_turned_down(value):
    return "call H" in offered(act(dealt(HouseRules(turned_down_suit=value), rest="9H"), *PASSES))


def last_may_pass(value):
    return "pass" in offered(act(dealt(HouseRules(stick_the_dealer=value)), *PASSES, "pass", "pass", "pass"))


def first_bidder(value):
    return dealt(HouseRules(dealer_bids_first=value), dealer=1).turn


def may_leave(value):
    return "leave" in offered(act(dealt(HouseRules(dealer_may_decline=value)), "order"))


def may_order_alone(value):
    return "order alone" in offered(dealt(HouseRules(go_alone=value)))


def partner_may_order(value):
    return offered(act(dealt(HouseRules(canadian_loner=value)), "pass"))


def asked_to_defend(value):
    """Whether defenders are asked after a lone call and after a plain one."""
    hand = act(dealt(HouseRules(defend_alone=value)), *PASSES)
    return act(hand, "call C alone").phase is Phase.DEFEND, act(hand, "call C").phase is Phase.DEFEND


def may_order_holding(value):
    """With a natural heart, with the left bower only, with neither (hearts turned up)."""
    held = ("9H TC QC KC AC", "JD TC QC KC AC", "9C TC QC KC AC")
    return [("order" in offered(dealt(HouseRules(call_needs=value), {0: own}, "TH"))) for own in held]


def ways_under(value):
    own = {0: "9C TC 9D KC AC"}
    return [each for each in offered(dealt(HouseRules(go_under=value), own)) if each.startswith("under")]


def may_throw_in(value):
    """One ace and no face card; neither; both an ace and a face card."""
    held = ("9C TC 9D TD AH", "9C TC 9D TD 9H", "9C TC 9D KD AH")
    return ["misdeal" in offered(dealt(HouseRules(misdeal_claim=value), {0: own})) for own in held]


def no_trump_calls(value):
    hand = act(dealt(HouseRules(no_trump=value)), *PASSES)
    return {each for each in offered(hand) if each in ("call N", "call L")}


def joker_up(value):
    rules = HouseRules(joker=True, joker_turned_up=value)
    hand = dealt(rules, rest="JO", dealer=3)
    return hand.phase, hand.turn, "order" in offered(hand)


def may_discard_turned(value):
    return "discard 9H" in offered(act(dealt(HouseRules(dealer_discard=value), rest="9H"), "order"))


def alone_asked(value):
    hand = dealt(HouseRules(alone_said=value))
    later = act(hand, "order", str(next(iter(act(hand, "order").legal_actions))))
    return "order alone" in offered(hand), later.phase is Phase.ALONE


def first_asked(value):
    rules = HouseRules(defend_alone=DefendAlone.ANYTIME, defend_asked=value)
    return act(dealt(rules, dealer=3), *PASSES, "pass", "call C").turn


def lead_of_trump(value):
    """Whether seat 0 may lead a trump to the first, to the second trick, and to one after trump has fallen."""
    hands = {0: "AC KC QC JC 9S", 1: "TC 9D TD QD KD", 2: "9C 9H TH QH KH", 3: "AD JD AH JH TS"}
    rules = HouseRules(lead_trump=value)
    called = act(dealt(rules, hands, "KS QS AS JS"), "pass", "pass", "pass", "pass", "pass", "call C")
    second = act(called, "play 9S", "play TC", "play 9C", "play TS")
    others = {0: "AC KC QC AS 9S", 1: "TS 9D TD QD KD", 2: "QS 9H TH QH KH", 3: "KS AD JD AH JH"}
    plain = act(dealt(rules, others, "JS TC JC 9C"), *PASSES, "pass", "pass", "pass", "call C",
                "play AS", "play TS", "play QS", "play KS")  # fmt: skip
    return can_lead_trump(called), can_lead_trump(plain), can_lead_trump(second)


def can_lead_trump(hand):
    trumps = {f"play {rank}C" for rank in "AKQJT9"}
    return bool(trumps & offered(hand)) or not any(f"{own}".endswith("C") for own in hand_of(hand))


def hand_of(hand):
    from games.engine.view import view_for

    return view_for(hand, hand.turn).hands[hand.turn]


def leader_against_loner(value):
    return act(dealt(HouseRules(alone_lead=value), dealer=3), *PASSES, "pass", "call C alone").turn


def exchange_begins(value):
    hand = act(dealt(HouseRules(call_for_best=value)), *PASSES, "call C alone")
    return hand.phase is Phase.GIVE


def points_for(rules, tricks, loner=Loner.NO, bonus=False):
    """Points of maker's side and of the others for so many tricks, from a hand really played."""
    hand = find(rules, lambda hand: hand.result.maker >= 0 and maker_tricks(hand) == tricks and hand.loner is loner)
    makers = hand.position.setup.sides[hand.result.maker]
    if bonus:
        return hand.result.points[makers], hand.result.seat_points[hand.result.maker]
    return hand.result.points[makers], hand.result.points[makers - 1]


def scores(option, tricks, loner=Loner.NO):
    return lambda value: points_for(rules_for(option, value), tricks, loner)


def lowest_bid(value):
    return min(each for each in offered(dealt(replace(BID, minimum_bid=value))) if each.startswith("bid"))


def speaks_again(value):
    hand = act(dealt(replace(BID, bidding=value), dealer=3), "bid 3 C", "bid 4 H", "pass", "pass")
    return hand.phase, hand.turn


def named_later(value):
    rules = replace(BID, bid_kind=value)
    bid = "bid 4" if value is BidKind.LEVEL else "bid 4 H"
    hand = act(dealt(rules), bid, "pass", "pass", "pass")
    return hand.phase


def lone_bids(value):
    rules = replace(BID, alone_bids=value)
    return {each.split(" ")[-1] for each in offered(dealt(rules)) if each.startswith("bid H ")}


def kitty_taken(value):
    hand = act(dealt(replace(BID, cards_each=5, kitty_to_winner=value)), "bid 3 H", "pass", "pass", "pass")
    return hand.phase, hand.position.cards[0].bit_count()


def bid_leader(value):
    return act(dealt(replace(BID, bid_winner_leads=value), dealer=3), "pass", "bid 3 H", "pass", "pass").turn


def score_of_three_bid(value):
    rules = replace(BID, score_bid_only=value)
    wanted = find(rules, lambda hand: hand.position.level == 3 and hand.result.maker >= 0 and maker_tricks(hand) == 5)
    return sorted(wanted.result.points)


def solo_scores(value):
    hand = find(solo(3, solo_march=value), lambda hand: hand.result.result is Result.MARCH)
    return max(hand.result.points)


def swept(value):
    hand = find(
        HouseRules(defended_sweep=value), lambda hand: hand.result.result is Result.EUCHRE and maker_tricks(hand) == 0
    )
    return max(hand.result.points)


ALONE = Loner.ALONE
CASES = {
    "variant": (first_phase, {Variant.CLASSIC: Phase.ORDER, Variant.BID: Phase.AUCTION}),
    "sides": (out_with_a_loner, {Sides.TWO_V_TWO: (2,), Sides.THREE_PAIRS: (3,), Sides.FOUR_PAIRS: (4,),
                                 Sides.THREE_V_THREE: (2, 4), Sides.SOLO: 3}),
    "players": (bidders, {4: 4, 2: 2, 3: 3, 5: 5, 6: 6, 7: 7, 8: 8}),
    "deck": (lowest_and_size, {Deck.NINE: ("NINE", 24), Deck.SEVEN: ("SEVEN", 32), Deck.EIGHT: ("EIGHT", 28),
                               Deck.TEN: ("TEN", 20), Deck.JACK: ("JACK", 16)}),
    "packs": (second_ace, {Packs.ONE: (0, 24), Packs.TWO: (0, 48)}),
    "cards_each": (tricks_in_a_hand, {5: 5, 3: 3, 4: 4, 6: 6, 7: 7, 8: 8, 10: 10, 12: 12}),
    "joker": (winner_of_bower_and_joker, {False: 0, True: 1}),
    "direction": (bids_after_seat_0, {Direction.LEFT: 1, Direction.RIGHT: 3}),
    "play_to": (ends_at, dict.fromkeys((10, 5, 7, 11, 15, 21, 25, 30, 32, 50, 52), (None, (0,)))),
    "number_of_hands": (end_by_hands, {None: True, 8: True, 12: True}),
    "win_by_two": (lambda value: game_at(HouseRules(win_by_two=value), (8, 9)), {False: (0,), True: None}),
    "advance_kitty": (offers_round_one, {False: 1, True: 4}),
    "turned_down_suit": (may_call_turned_down, {TurnedDownSuit.BARRED: False, TurnedDownSuit.ALLOWED: True}),
    "stick_the_dealer": (last_may_pass, {False: True, True: False}),
    "dealer_bids_first": (first_bidder, {False: 2, True: 1}),
    "dealer_may_decline": (may_leave, {False: False, True: True}),
    "go_alone": (may_order_alone, {True: True, False: False}),
    "canadian_loner": (partner_may_order, {False: {"pass", "order", "order alone"}, True: {"pass", "order alone"}}),
    "defend_alone": (asked_to_defend, {DefendAlone.NEVER: (False, False), DefendAlone.AGAINST_ALONE: (True, False),
                                       DefendAlone.ANYTIME: (True, True)}),
    "call_needs": (may_order_holding, {CallNeeds.ANYTHING: [True, True, True], CallNeeds.ANY_TRUMP: [True, True, False],
                                       CallNeeds.NATURAL: [True, False, False]}),
    "go_under": (ways_under, {False: [], True: ["under TC 9C 9D"]}),
    "misdeal_claim": (may_throw_in, {MisdealClaim.NEVER: [False, False, False],
                                     MisdealClaim.ACE_NO_FACE: [True, False, False],
                                     MisdealClaim.NO_ACE_NO_FACE: [False, True, False],
                                     MisdealClaim.EITHER: [True, True, False]}),
    "no_trump": (no_trump_calls, {NoTrump.NONE: set(), NoTrump.HIGH: {"call N"},
                                  NoTrump.HIGH_LOW: {"call N", "call L"}}),
    "joker_turned_up": (joker_up, {JokerTurnedUp.SPADES: (Phase.ORDER, 0, True),
                                   JokerTurnedUp.DEALER_BLIND: (Phase.BLIND, 3, False)}),
    "dealer_discard": (may_discard_turned, {DealerDiscard.ANY: True, DealerDiscard.NOT_TURNED: False}),
    "alone_said": (alone_asked, {AloneSaid.WITH_CALL: (True, False), AloneSaid.AFTER_DISCARD: (False, True)}),
    "defend_asked": (first_asked, {DefendAsked.MAKER_LEFT: 2, DefendAsked.DEALER_LEFT: 0}),
    "lead_trump": (lead_of_trump, {LeadTrump.ANYTIME: (True, True, True),
                                   LeadTrump.AFTER_FIRST_TRICK: (False, True, True),
                                   LeadTrump.AFTER_BROKEN: (False, False, True)}),
    "alone_lead": (leader_against_loner, {AloneLead.DEALER_LEFT: 0, AloneLead.MAKER_LEFT: 2}),
    "call_for_best": (exchange_begins, {False: False, True: True}),
    "take_four": (scores("take_four", 3), {False: (1, 0), True: (0, 2)}),
    "alone_worth_two": (scores("alone_worth_two", 5, ALONE), {False: (4, 0), True: (2, 0)}),
    "alone_must_take_all": (scores("alone_must_take_all", 4, ALONE), {False: (1, 0), True: (0, 2)}),
    "defended_sweep": (swept, {False: 2, True: 4}),
    "loner_bonus": (lambda value: points_for(HouseRules(loner_bonus=value), 5, ALONE, bonus=True),
                    {False: (4, 4), True: (4, 5)}),
    "euchred_loner": (scores("euchred_loner", 1, ALONE), {2: (0, 2), 3: (0, 3), 4: (0, 4)}),
    "lone_march": (scores("lone_march", 5, ALONE), {4: (4, 0), 3: (3, 0), 5: (5, 0)}),
    "solo_march": (solo_scores, {2: 2, 3: 3}),
    "minimum_bid": (lowest_bid, {number: f"bid {number} C" for number in range(1, 7)}),
    "bidding": (speaks_again, {Bidding.SINGLE: (Phase.PLAY, 0), Bidding.AUCTION: (Phase.AUCTION, 0)}),
    "bid_kind": (named_later, {BidKind.LEVEL_AND_SUIT: Phase.PLAY, BidKind.LEVEL: Phase.NAME}),
    "alone_bids": (lone_bids, {AloneBids.NONE: set(), AloneBids.ALONE: {"alone"}, AloneBids.CALL_1: {"alone", "call_1"},
                               AloneBids.CALL_2: {"alone", "call_1", "call_2"}}),
    "kitty_to_winner": (kitty_taken, {False: (Phase.PLAY, 5), True: (Phase.BURY, 9)}),
    "bid_winner_leads": (bid_leader, {False: 0, True: 1}),
    "score_bid_only": (score_of_three_bid, {False: [1, 5], True: [1, 3]}),
}  # fmt: skip

TABLE = [pytest.param(see, value, seen, id=f"{name}={value}") for name, (see, values) in CASES.items()
         for value, seen in values.items()]  # fmt: skip


@pytest.mark.parametrize(("see", "value", "seen"), TABLE)
def test_the_value_shows_at_the_table(see, value, seen):
    assert see(value) == seen


def test_every_value_of_every_option_has_a_case():
    cases = {(name, value) for name, (_, values) in CASES.items() for value in values}
    assert cases >= {(shown.name, value) for shown in options() for value in shown.choices}
