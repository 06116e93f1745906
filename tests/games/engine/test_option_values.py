"""One case for every value of every house rule: each shows something at the table that only this value does.

The ids of the cases are option=value. A value without a case fails the last test of this file.
"""

from collections.abc import Callable
from typing import Any

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
from games.engine.scoring import Loner
from tests.games.engine import observed

ALONE = Loner.ALONE
CASES: dict[str, tuple[Callable[[Any], Any], dict[Any, Any]]] = {
    "variant": (observed.first_phase, {Variant.CLASSIC: Phase.ORDER, Variant.BID: Phase.AUCTION}),
    "sides": (observed.out_with_a_loner, {Sides.TWO_V_TWO: (2,), Sides.THREE_PAIRS: (3,), Sides.FOUR_PAIRS: (4,),
                                 Sides.THREE_V_THREE: (2, 4), Sides.SOLO: 3}),
    "players": (observed.bidders, {4: 4, 2: 2, 3: 3, 5: 5, 6: 6, 7: 7, 8: 8}),
    "deck": (observed.lowest_and_size, {Deck.NINE: ("NINE", 24), Deck.SEVEN: ("SEVEN", 32), Deck.EIGHT: ("EIGHT", 28),
                               Deck.TEN: ("TEN", 20), Deck.JACK: ("JACK", 16)}),
    "packs": (observed.second_ace, {Packs.ONE: (0, 24), Packs.TWO: (0, 48)}),
    "cards_each": (observed.tricks_in_a_hand, {5: 5, 3: 3, 4: 4, 6: 6, 7: 7, 8: 8, 10: 10, 12: 12}),
    "joker": (observed.winner_of_bower_and_joker, {False: 0, True: 1}),
    "direction": (observed.bids_after_seat_0, {Direction.LEFT: 1, Direction.RIGHT: 3}),
    "play_to": (observed.ends_at, dict.fromkeys((10, 5, 7, 11, 15, 21, 25, 30, 32, 50, 52), (None, (0,)))),
    "number_of_hands": (observed.end_by_hands, {None: True, 8: True, 12: True}),
    "win_by_two": (lambda value: observed.game_at(HouseRules(win_by_two=value), (8, 9)), {False: (0,), True: None}),
    "advance_kitty": (observed.offers_round_one, {False: 1, True: 4}),
    "turned_down_suit": (observed.may_call_turned_down, {TurnedDownSuit.BARRED: False, TurnedDownSuit.ALLOWED: True}),
    "stick_the_dealer": (observed.last_may_pass, {False: True, True: False}),
    "dealer_bids_first": (observed.first_bidder, {False: 2, True: 1}),
    "dealer_may_decline": (observed.may_leave, {False: False, True: True}),
    "go_alone": (observed.may_order_alone, {True: True, False: False}),
    "canadian_loner": (observed.partner_may_order, {False: {"pass", "order", "order alone"},
                                                    True: {"pass", "order alone"}}),
    "defend_alone": (observed.asked_to_defend, {DefendAlone.NEVER: (False, False),
                                                DefendAlone.AGAINST_ALONE: (True, False),
                                       DefendAlone.ANYTIME: (True, True)}),
    "call_needs": (observed.may_order_holding, {CallNeeds.ANYTHING: [True, True, True],
                                                CallNeeds.ANY_TRUMP: [True, True, False],
                                       CallNeeds.NATURAL: [True, False, False]}),
    "go_under": (observed.ways_under, {False: [], True: ["under TC 9C 9D"]}),
    "misdeal_claim": (observed.may_throw_in, {MisdealClaim.NEVER: [False, False, False],
                                     MisdealClaim.ACE_NO_FACE: [True, False, False],
                                     MisdealClaim.NO_ACE_NO_FACE: [False, True, False],
                                     MisdealClaim.EITHER: [True, True, False]}),
    "no_trump": (observed.no_trump_calls, {NoTrump.NONE: set(), NoTrump.HIGH: {"call N"},
                                  NoTrump.HIGH_LOW: {"call N", "call L"}}),
    "joker_turned_up": (observed.joker_up, {JokerTurnedUp.SPADES: (Phase.ORDER, 0, True),
                                   JokerTurnedUp.DEALER_BLIND: (Phase.BLIND, 3, False)}),
    "dealer_discard": (observed.may_discard_turned, {DealerDiscard.ANY: True, DealerDiscard.NOT_TURNED: False}),
    "alone_said": (observed.alone_asked, {AloneSaid.WITH_CALL: (True, False), AloneSaid.AFTER_DISCARD: (False, True)}),
    "defend_asked": (observed.first_asked, {DefendAsked.MAKER_LEFT: 2, DefendAsked.DEALER_LEFT: 0}),
    "lead_trump": (observed.lead_of_trump, {LeadTrump.ANYTIME: (True, True, True),
                                   LeadTrump.AFTER_FIRST_TRICK: (False, True, True),
                                   LeadTrump.AFTER_BROKEN: (False, False, True)}),
    "alone_lead": (observed.leader_against_loner, {AloneLead.DEALER_LEFT: 0, AloneLead.MAKER_LEFT: 2}),
    "call_for_best": (observed.exchange_begins, {False: False, True: True}),
    "take_four": (observed.scores("take_four", 3), {False: (1, 0), True: (0, 2)}),
    "alone_worth_two": (observed.scores("alone_worth_two", 5, ALONE), {False: (4, 0), True: (2, 0)}),
    "alone_must_take_all": (observed.scores("alone_must_take_all", 4, ALONE), {False: (1, 0), True: (0, 2)}),
    "defended_sweep": (observed.swept, {False: 2, True: 4}),
    "loner_bonus": (lambda value: observed.points_for(HouseRules(loner_bonus=value), 5, ALONE, bonus=True),
                    {False: (4, 4), True: (4, 5)}),
    "euchred_loner": (observed.scores("euchred_loner", 1, ALONE), {2: (0, 2), 3: (0, 3), 4: (0, 4)}),
    "lone_march": (observed.scores("lone_march", 5, ALONE), {4: (4, 0), 3: (3, 0), 5: (5, 0)}),
    "solo_march": (observed.solo_scores, {2: 2, 3: 3}),
    "minimum_bid": (observed.lowest_bid, {number: f"bid {number} C" for number in range(1, 7)}),
    "bidding": (observed.speaks_again, {Bidding.SINGLE: (Phase.PLAY, 0), Bidding.AUCTION: (Phase.AUCTION, 0)}),
    "bid_kind": (observed.named_later, {BidKind.LEVEL_AND_SUIT: Phase.PLAY, BidKind.LEVEL: Phase.NAME}),
    "alone_bids": (observed.lone_bids, {AloneBids.NONE: set(), AloneBids.ALONE: {"alone"},
                                        AloneBids.CALL_1: {"alone", "call_1"},
                               AloneBids.CALL_2: {"alone", "call_1", "call_2"}}),
    "kitty_to_winner": (observed.kitty_taken, {False: (Phase.PLAY, 5), True: (Phase.BURY, 9)}),
    "bid_winner_leads": (observed.bid_leader, {False: 0, True: 1}),
    "score_bid_only": (observed.score_of_three_bid, {False: [1, 5], True: [1, 3]}),
}  # fmt: skip

TABLE = [
    pytest.param(see, value, seen, id=f"{name}={value}")
    for name, (see, values) in CASES.items()
    for value, seen in values.items()
]


@pytest.mark.parametrize(("see", "value", "seen"), TABLE)
def test_the_value_shows_at_the_table(see, value, seen):
    assert see(value) == seen


def test_every_value_of_every_option_has_a_case():
    cases = {(name, value) for name, (_, values) in CASES.items() for value in values}
    assert cases >= {(shown.name, value) for shown in options() for value in shown.choices}
