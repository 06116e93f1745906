"""The house rules of one game as one frozen value; every variant of euchre here is a value, not a subclass.

Refuses combinations that cannot be played (see combinations.py). Knows nothing of clocks, chat or seating.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache, cached_property
from typing import Any

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
from games.engine.combinations import refuse_impossible
from games.engine.errors import RuleError
from games.engine.language import mark as _
from games.engine.options import Option, Section, Source, check_value, option, options_in, value_from

SHAPE, BIDDING, PLAY = Section.SHAPE, Section.BIDDING, Section.PLAY
SCORING, BID = Section.SCORING, Section.BID_EUCHRE


@dataclass(frozen=True, kw_only=True)
class HouseRules:
    """Everything about a game that a club can choose. Raises RuleError, naming both options, when it cannot be played.

    The meaning, source and an example of every field are in its metadata (see `option_of`) and in docs/house-rules.md.
    """

    variant: Variant = option(
        Variant.CLASSIC, _("Game"), _("Classic Euchre, or Bid Euchre with its own bidding and scoring."),
        SHAPE, Source.SITE, _("bid: the highest bidder calls trump after the last bid."),
    )  # fmt: skip
    sides: Sides = option(
        Sides.TWO_V_TWO, _("Sides"),
        _("Who plays with whom. Partners sit apart. Solo is cutthroat: everyone plays alone."), SHAPE, Source.TABLE,
        _("2v2v2: players opposite each other are partners, three pairs in all."),
    )  # fmt: skip
    players: int = option(
        4, _("Players"), _("Number of seats. Fewer than four, or an odd number, always play solo."), SHAPE,
        Source.TABLE, _("3: three players, each alone against two."), choices=(4, 2, 3, 5, 6, 7, 8), low=2, high=8,
    )  # fmt: skip
    deck: Deck = option(
        Deck.NINE, _("Deck"), _("The lowest rank in the pack. Every pack goes up to the ace."),
        SHAPE, Source.SITE, _("7-A: thirty-two cards, and the seven is lowest."),
    )  # fmt: skip
    packs: Packs = option(
        Packs.ONE, _("Packs"), _("Identical packs shuffled together. Of two equal cards, the one played first wins."),
        SHAPE, Source.SITE, _("2: both aces of hearts are played, and the first one takes the trick."),
    )  # fmt: skip
    cards_each: int = option(
        5, _("Cards each"), _("Cards dealt to each player, and so the number of tricks."),
        SHAPE, Source.TABLE, _("7: seven tricks, and four of them are the majority."),
        choices=(5, 3, 4, 6, 7, 8, 10, 12), low=3, high=16,
    )  # fmt: skip
    joker: bool = option(
        False, _("Joker"),
        _("Adds the Benny, the highest trump of all. Without trump it’s the best card of the suit led."), SHAPE,
        Source.SITE, _("yes: the joker beats the right bower."),
    )  # fmt: skip
    direction: Direction = option(
        Direction.LEFT, _("Direction"), _("The direction of the deal, bidding and play. Left is clockwise."),
        SHAPE, Source.TABLE, _("right: the player on the dealer’s right bids first."),
    )  # fmt: skip
    play_to: int = option(
        10, _("Play to"), _("Points that win the game."), SHAPE, Source.COMMON,
        _("5: the first side with five points wins."), choices=(10, 5, 7, 11, 15, 21, 25, 30, 32, 50, 52), low=5,
        high=100,
    )  # fmt: skip
    number_of_hands: int | None = option(
        None, _("Number of hands"),
        _("Play exactly this many hands. The highest score wins, and the target isn’t used."), SHAPE, Source.SITE,
        _("8: the game is over after eight hands, whatever the score."), choices=(None, 8, 12), low=1, high=100,
    )  # fmt: skip
    win_by_two: bool = option(
        False, _("Win by two"), _("The leader must also be two points ahead of the nearest rival."),
        SHAPE, Source.TABLE, _("yes: at 10-9 the game goes on."),
    )  # fmt: skip

    advance_kitty: bool = option(
        False, _("Advance the kitty"), _("Each pass on the turned card sets it aside and turns the next card "
                                         "of the kitty. The last card stays."), BIDDING,
        Source.TABLE, _("yes: the second bidder is offered another card."),
        only="classic",
    )  # fmt: skip
    turned_down_suit: TurnedDownSuit = option(
        TurnedDownSuit.BARRED, _("Turned-down suit"),
        _("Whether a suit that was turned down can be called in the second round."), BIDDING, Source.TABLE,
        _("allowed: hearts turned down may still be called."), only="classic",
    )  # fmt: skip
    stick_the_dealer: bool = option(
        False, _("Stick the dealer"), _("The last bidder of the last round can’t pass."),
        BIDDING, Source.WEB, _("yes: after seven passes the dealer must call a suit."),
    )  # fmt: skip
    dealer_bids_first: bool = option(
        False, _("Dealer bids first"), _("Bidding starts with the dealer, so the player before the dealer is last."),
        BIDDING, Source.SITE, _("yes: the player on the dealer’s right is the last bidder."),
    )  # fmt: skip
    dealer_may_decline: bool = option(
        False, _("Dealer may decline"), _("If the dealer is ordered up, the turned card may stay out. Its suit "
                                          "is still trump."),
        BIDDING, Source.WEB, _("yes: the dealer keeps five cards and the turned jack stays out."), only="classic",
    )  # fmt: skip
    go_alone: bool = option(
        True, _("Go alone"), _("The maker may play without partners. Only in partnership games."),
        BIDDING, Source.PAGE, _("no: no one is asked about playing alone."), only="classic",
    )  # fmt: skip
    canadian_loner: bool = option(
        False, _("Canadian loner"), _("The dealer’s partner may only order up alone, or pass."),
        BIDDING, Source.SITE, _("yes: if the partner orders up, it’s a loner."), only="classic",
    )  # fmt: skip
    defend_alone: DefendAlone = option(
        DefendAlone.NEVER, _("Defend alone"),
        _("A defender may play without partners. A euchre is then worth four."), BIDDING, Source.SITE,
        _("against_alone: asked only after a lone call."), only="classic",
    )  # fmt: skip
    call_needs: CallNeeds = option(
        CallNeeds.ANYTHING, _("Needed to call"), _("What the player who calls the turned suit must hold."),
        BIDDING, Source.SITE, _("natural: you can’t call with the left bower alone."), only="classic",
    )  # fmt: skip
    go_under: bool = option(
        False, _("Go under"), _("In the first round, a player may exchange three cards of the two lowest "
                                "ranks, once per hand. They’re exchanged for the top three cards under the "
                                "turned one. Any other cards under it stay there."), BIDDING, Source.WEB,
        _("yes: three nines and tens are exchanged for the three face-down cards."), only="classic",
    )  # fmt: skip
    misdeal_claim: MisdealClaim = option(
        MisdealClaim.NEVER, _("Misdeal claim"), _("In the first round a player may throw in a poor hand. Poor "
                                                  "is one ace with no face card, no ace and no face card, or "
                                                  "either. The same dealer deals again."), BIDDING,
        Source.SITE, _("no_ace_no_face: nines and tens only may be thrown in."), only="classic",
    )  # fmt: skip
    no_trump: NoTrump = option(
        NoTrump.NONE, _("No trump"), _("Games without trump that can be called: none, high, or high and low "
                                       "(lowest rank wins). They have no bowers."), BIDDING,
        Source.SITE, _("high: second-round call of no trump."),
    )  # fmt: skip
    joker_turned_up: JokerTurnedUp = option(
        JokerTurnedUp.SPADES, _("Joker turned up"), _("The joker offers spades, or the dealer calls trump before "
                                                      "seeing the hand, takes the joker and discards."), BIDDING,
        Source.SITE,
        _("dealer_blind: the dealer must call."), only="classic",
    )  # fmt: skip
    dealer_discard: DealerDiscard = option(
        DealerDiscard.ANY, _("Dealer’s discard"), _("Any card, or any except the one just picked up."),
        BIDDING, Source.COMMON, _("not_turned: the turned nine must stay in the hand."), only="classic",
    )  # fmt: skip
    alone_said: AloneSaid = option(
        AloneSaid.WITH_CALL, _("When alone is announced"), _("With the call, or only after the dealer’s discard."),
        BIDDING, Source.COMMON, _("after_discard: the maker decides after the dealer has discarded."), only="classic",
    )  # fmt: skip
    defend_asked: DefendAsked = option(
        DefendAsked.MAKER_LEFT, _("First defender asked"), _("Who is asked first about defending alone."),
        BIDDING, Source.NOTATION, _("dealer_left: the first defender after the dealer is asked first."), only="classic",
    )  # fmt: skip

    lead_trump: LeadTrump = option(
        LeadTrump.ANYTIME, _("Leading trump"), _("When trump may be led. You can always lead it if you hold "
                                                 "nothing but trump."),
        PLAY, Source.SITE, _("after_broken: not before a trump was played on an earlier trick."),
    )  # fmt: skip
    alone_lead: AloneLead = option(
        AloneLead.DEALER_LEFT, _("Lead against a lone maker"),
        _("Who is first to act: the player after the dealer, or after the maker."), PLAY, Source.HOYLE,
        _("maker_left: the next defender after the maker leads."),
    )  # fmt: skip
    call_for_best: bool = option(
        False, _("Call for best"), _("Before play, a lone maker and a partner pass each other one card, the "
                                     "partner the best one. Not in 3v3."), PLAY,
        Source.PAGE, _("yes: the partner must give the highest trump."), only="classic",
    )  # fmt: skip

    take_four: bool = option(
        False, _("Take four"), _("Makers need one trick more than the majority."),
        SCORING, Source.SITE, _("yes: winning only three of five tricks is a euchre."), only="classic",
    )  # fmt: skip
    alone_worth_two: bool = option(
        False, _("A lone call is worth two"), _("A lone march scores two."), SCORING, Source.SITE,
        _("yes: all five tricks alone score two points."), only="classic",
    )  # fmt: skip
    alone_must_take_all: bool = option(
        False, _("Alone must take all"), _("A lone maker who misses a trick is euchred."),
        SCORING, Source.SITE, _("yes: four tricks alone give the others two."), only="classic",
    )  # fmt: skip
    defended_sweep: bool = option(
        False, _("Defended march"), _("Defenders who take every trick score four."),
        SCORING, Source.SITE, _("yes: five tricks against the makers score four points."), only="classic",
    )  # fmt: skip
    loner_bonus: bool = option(
        False, _("Loner bonus"), _("After a lone march the player who called gets one point more than the side."),
        SCORING, Source.COMMON, _("yes: the side gets 4 and the caller 5."), only="classic",
    )  # fmt: skip
    euchred_loner: int = option(
        2, _("Euchred loner"), _("Points for euchring a lone maker."), SCORING, Source.COMMON,
        _("4: the others score four."), choices=(2, 3, 4), low=2, high=4, only="classic",
    )  # fmt: skip
    lone_march: int = option(
        4, _("Lone march"), _("Points for all tricks alone."), SCORING, Source.NOTATION,
        _("5: all tricks alone score five points."), choices=(4, 3, 5), low=3, high=5, only="classic",
    )  # fmt: skip
    solo_march: int = option(
        2, _("Cutthroat march"), _("Points for all tricks at a table without partners."), SCORING, Source.COMMON,
        _("3: the maker takes all tricks against two, for three points."), choices=(2, 3), low=2, high=3,
        only="classic",
    )  # fmt: skip

    minimum_bid: int = option(
        3, _("Minimum bid"), _("The fewest tricks that may be bid."), BID, Source.SITE,
        _("4: a bid of three is refused."), choices=(3, 1, 2, 4, 5, 6), low=1, high=16, only="bid",
    )  # fmt: skip
    bidding: Bidding = option(
        Bidding.SINGLE, _("Bidding"), _("Each player bids once, or bidding goes on until all others have passed."),
        BID, Source.SITE, _("auction: a player who was outbid may bid again."), only="bid",
    )  # fmt: skip
    bid_kind: BidKind = option(
        BidKind.LEVEL_AND_SUIT, _("A bid consists of"),
        _("Tricks and suit together, or tricks only. Then the winner calls trump."), BID, Source.SITE,
        _("level: “four”, and hearts is called after winning."), only="bid",
    )  # fmt: skip
    alone_bids: AloneBids = option(
        AloneBids.NONE, _("Alone bids"), _("Bids to take all tricks without a partner: alone, or with one or "
                                           "two of the partner’s best cards. Each value includes the ones "
                                           "before it."),
        BID, Source.SITE, _("call_1: the partner passes the best card and sits out."), only="bid",
    )  # fmt: skip
    kitty_to_winner: bool = option(
        False, _("Kitty to winner"), _("The bid winner takes the undealt cards and discards as many."),
        BID, Source.SITE, _("yes: five cards each, four in the kitty."), only="bid",
    )  # fmt: skip
    bid_winner_leads: bool = option(
        False, _("Bid winner leads"), _("The bid winner leads to the first trick, not the player after the dealer."),
        BID, Source.SITE, _("yes: the maker plays the first card."), only="bid",
    )  # fmt: skip
    score_bid_only: bool = option(
        False, _("Score the bid only"), _("A made bid scores the bid, not the tricks."),
        BID, Source.SITE, _("yes: four bid and five made score four."), only="bid",
    )  # fmt: skip

    def __post_init__(self) -> None:
        for shown in options():
            check_value(shown, getattr(self, shown.name))
        refuse_impossible(self)

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, each.name) for each in fields(self)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_from, (rules_data(self),)


@cache
def options() -> tuple[Option, ...]:
    """Every house rule in reading order."""
    return options_in(HouseRules)


@cache
def option_of(name: str) -> Option:
    """The option with that field name. Raises RuleError when there is none."""
    for shown in options():
        if shown.name == name:
            return shown
    raise RuleError("There’s no house rule called {name!r}.", name=name)


def rules_data(rules: HouseRules) -> dict[str, Any]:
    """The rules as plain JSON values, every option by name; `rules_from` is the inverse."""
    values = {shown.name: getattr(rules, shown.name) for shown in options()}
    return {name: value.value if isinstance(value, Enum) else value for name, value in values.items()}


def rules_from(data: Mapping[str, Any]) -> HouseRules:
    """House rules from plain values; options left out keep their default. Raises RuleError on what it does not know."""
    return HouseRules(**{name: value_from(option_of(name), value) for name, value in data.items()})
