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
        _("How players team up. Partners don’t sit next to each other. Solo is cutthroat: everyone plays for "
            "themselves."), SHAPE, Source.TABLE,
        _("2v2v2: 3 pairs, with partners across from each other."),
    )  # fmt: skip
    players: int = option(
        4, _("Players"), _("The number of players. With fewer than 4 or an odd number, everyone plays solo."), SHAPE,
        Source.TABLE, _("3: three players, and the maker plays alone against 2."),
        choices=(4, 2, 3, 5, 6, 7, 8), low=2, high=8,
    )  # fmt: skip
    deck: Deck = option(
        Deck.NINE, _("Deck"), _("The lowest rank in the deck. Every deck goes up to the ace."),
        SHAPE, Source.SITE, _("7-A: 32 cards, and the 7 is the lowest."),
    )  # fmt: skip
    packs: Packs = option(
        Packs.ONE, _("Number of decks"), _("Identical decks shuffled together. When 2 cards are the same, the "
                                           "first one played wins."),
        SHAPE, Source.SITE, _("2: both aces of hearts are played, and the first one takes the trick."),
    )  # fmt: skip
    cards_each: int = option(
        5, _("Cards per player"), _("The number of cards dealt to each player, which is also the number of tricks."),
        SHAPE, Source.TABLE, _("7: 7 tricks, so 4 is a majority."),
        choices=(5, 3, 4, 6, 7, 8, 10, 12), low=3, high=16,
    )  # fmt: skip
    joker: bool = option(
        False, _("Joker"),
        _("Adds the joker, or Benny, as the highest trump. At no trump it’s the best card of the suit led."), SHAPE,
        Source.SITE, _("yes: the joker beats the right bower."),
    )  # fmt: skip
    direction: Direction = option(
        Direction.LEFT, _("Direction"), _("The direction of the deal, bidding and play. Left is clockwise."),
        SHAPE, Source.TABLE, _("right: the player on the dealer’s right bids first."),
    )  # fmt: skip
    play_to: int = option(
        10, _("Play to"), _("Points needed to win the game."), SHAPE, Source.COMMON,
        _("5: the first side to 5 points wins."), choices=(10, 5, 7, 11, 15, 21, 25, 30, 32, 50, 52), low=5,
        high=100,
    )  # fmt: skip
    number_of_hands: int | None = option(
        None, _("Number of hands"),
        _("Play exactly this many hands. The highest score wins, no matter what “Play to” says."), SHAPE, Source.SITE,
        _("8: the game is over after 8 hands, whatever the score."), choices=(None, 8, 12), low=1, high=100,
    )  # fmt: skip
    win_by_two: bool = option(
        False, _("Win by 2"), _("The winner must be at least 2 points ahead."),
        SHAPE, Source.TABLE, _("if yes, the game goes on at 10–9."),
    )  # fmt: skip

    advance_kitty: bool = option(
        False, _("Advance the kitty"), _("Each pass sets the upcard aside and turns up the next kitty card. The last "
                                         "one stays."), BIDDING,
        Source.TABLE, _("yes: after the first pass, the second player sees a new upcard."),
        only="classic",
    )  # fmt: skip
    turned_down_suit: TurnedDownSuit = option(
        TurnedDownSuit.BARRED, _("Turned-down suit"),
        _("Choose whether players can call the turned-down suit in the second round."), BIDDING, Source.TABLE,
        _("allowed: hearts can be called after being turned down."), only="classic",
    )  # fmt: skip
    stick_the_dealer: bool = option(
        False, _("Stick the dealer"), _("In the last round of bidding, the last player can’t pass."),
        BIDDING, Source.WEB, _("yes: after 7 passes the dealer must call a suit."),
    )  # fmt: skip
    dealer_bids_first: bool = option(
        False, _("Dealer bids first"), _("Bidding starts with the dealer, so the player before the dealer bids last."),
        BIDDING, Source.SITE, _("yes: the player on the dealer’s right bids last."),
    )  # fmt: skip
    dealer_may_decline: bool = option(
        False, _("Dealer may decline"), _("A dealer who’s ordered up may leave the upcard. Its suit is still trump."),
        BIDDING, Source.WEB, _("yes: the dealer keeps the same 5 cards and leaves the upcard."), only="classic",
    )  # fmt: skip
    go_alone: bool = option(
        True, _("Go alone"), _("The maker may play without partners. For partnership games only."),
        BIDDING, Source.PAGE, _("no: no one can go alone."), only="classic",
    )  # fmt: skip
    canadian_loner: bool = option(
        False, _("Canadian loner"), _("The dealer’s partner must order up alone or pass."),
        BIDDING, Source.SITE, _("yes: if the partner orders up, it’s a loner."), only="classic",
    )  # fmt: skip
    defend_alone: DefendAlone = option(
        DefendAlone.NEVER, _("Defend alone"),
        _("A defender may play alone. A lone defender who euchres the makers scores 4 points."), BIDDING, Source.SITE,
        _("only against a loner: if the maker plays with a partner, the defenders can’t go alone."), only="classic",
    )  # fmt: skip
    call_needs: CallNeeds = option(
        CallNeeds.ANYTHING, _("Trump needed to call"), _("The trump a player must hold to call the upcard’s suit."),
        BIDDING, Source.SITE, _("a card printed in that suit: the left bower alone isn’t enough."), only="classic",
    )  # fmt: skip
    go_under: bool = option(
        False, _("Go under"), _("In the first round, a player may swap 3 cards of the 2 lowest ranks, once per "
                                "hand. In return, the player gets the top 3 cards under the upcard. Any other "
                                "kitty cards stay there."), BIDDING, Source.WEB,
        _("yes: a player can swap 3 nines or tens for the 3 face-down cards."), only="classic",
    )  # fmt: skip
    misdeal_claim: MisdealClaim = option(
        MisdealClaim.NEVER, _("Misdeal claim"),
        _("In the first round, a player may throw in a hand with no face cards. "
          "Choose which hands qualify: no ace, one ace, or both. The same dealer deals again."), BIDDING,
        Source.SITE, _("no ace or face cards: a hand of only nines and tens may be thrown in."), only="classic",
    )  # fmt: skip
    no_trump: NoTrump = option(
        NoTrump.NONE, _("No trump"), _("The no-trump calls allowed: none, high, or high and low (lowest rank wins). "
                                       "There are no bowers at no trump."), BIDDING,
        Source.SITE, _("high: players can call no trump in the second round."),
    )  # fmt: skip
    joker_turned_up: JokerTurnedUp = option(
        JokerTurnedUp.SPADES, _("Joker turned up"),
        _("A turned-up joker means spades, or the dealer calls trump blind. After a blind call, the dealer takes "
          "the joker and discards."), BIDDING, Source.SITE,
        _("dealer calls blind: the dealer calls trump without seeing their hand."), only="classic",
    )  # fmt: skip
    dealer_discard: DealerDiscard = option(
        DealerDiscard.ANY, _("Dealer’s discard"),
        _("The dealer may discard any card, or any card except the one just picked up."),
        BIDDING, Source.COMMON, _("not the upcard: the dealer can’t discard the nine just picked up."), only="classic",
    )  # fmt: skip
    alone_said: AloneSaid = option(
        AloneSaid.WITH_CALL, _("Loner announcement"),
        _("The maker announces a loner with the call, or only after the dealer’s discard."),
        BIDDING, Source.COMMON, _("after the discard: the maker announces a loner only once the dealer has discarded."),
        only="classic",
    )  # fmt: skip
    defend_asked: DefendAsked = option(
        DefendAsked.MAKER_LEFT, _("First chance to defend alone"),
        _("The defender who’s asked first about going alone."),
        BIDDING, Source.NOTATION,
        _("dealer’s left: the first defender after the dealer is asked first about going alone."),
        only="classic",
    )  # fmt: skip

    lead_trump: LeadTrump = option(
        LeadTrump.ANYTIME, _("Leading trump"), _("Choose when players can lead trump. A player who holds only "
                                                 "trump can always lead it."),
        PLAY, Source.SITE,
        _("after trump is broken: no one can lead trump until it’s been played on an earlier trick."),
    )  # fmt: skip
    alone_lead: AloneLead = option(
        AloneLead.DEALER_LEFT, _("Lead against a lone maker"),
        _("Choose who leads: the first player after the dealer or the first one after the maker. Players sitting out "
          "are skipped."), PLAY, Source.HOYLE,
        _("maker’s left: the first defender to the maker’s left leads."),
    )  # fmt: skip
    call_for_best: bool = option(
        False, _("Call for best"), _("Before play, a lone maker swaps one card for the partner’s best card. Not in "
                                     "3v3."), PLAY,
        Source.PAGE, _("yes: the partner must pass their highest trump."), only="classic",
    )  # fmt: skip

    take_four: bool = option(
        False, _("Makers must take 4"), _("Makers need one more trick than a majority."),
        SCORING, Source.SITE, _("yes: makers who take only 3 of 5 tricks are euchred."), only="classic",
    )  # fmt: skip
    alone_worth_two: bool = option(
        False, _("Loner worth 2"), _("A lone march scores 2 points."), SCORING, Source.SITE,
        _("yes: taking all 5 tricks alone scores 2 points."), only="classic",
    )  # fmt: skip
    alone_must_take_all: bool = option(
        False, _("Loner must take all"), _("A lone maker who loses a trick is euchred."),
        SCORING, Source.SITE, _("yes: a lone maker who takes only 4 tricks gives the defenders 2 points."),
        only="classic",
    )  # fmt: skip
    defended_sweep: bool = option(
        False, _("Defensive march"), _("Defenders who take every trick score 4 points."),
        SCORING, Source.SITE, _("yes: defenders who take all 5 tricks score 4 points."), only="classic",
    )  # fmt: skip
    loner_bonus: bool = option(
        False, _("Loner bonus"), _("After a lone march, the caller scores one more point than the rest of their side."),
        SCORING, Source.COMMON, _("yes: the caller scores 5 points, and the rest of their side scores 4."),
        only="classic",
    )  # fmt: skip
    euchred_loner: int = option(
        2, _("Euchred loner"), _("Points for euchring a lone maker."), SCORING, Source.COMMON,
        _("4: the defenders score 4 points."), choices=(2, 3, 4), low=2, high=4, only="classic",
    )  # fmt: skip
    lone_march: int = option(
        4, _("Lone march"), _("Points for taking every trick alone."), SCORING, Source.NOTATION,
        _("5: taking every trick alone scores 5 points."), choices=(4, 3, 5), low=3, high=5, only="classic",
    )  # fmt: skip
    solo_march: int = option(
        2, _("Cutthroat march"), _("Points for taking every trick at a table without partners."), SCORING,
        Source.COMMON,
        _("3: taking every trick against 2 opponents scores 3 points."), choices=(2, 3), low=2, high=3,
        only="classic",
    )  # fmt: skip

    minimum_bid: int = option(
        3, _("Minimum bid"), _("The fewest tricks a player can bid."), BID, Source.SITE,
        _("4: a bid of 3 isn’t allowed."), choices=(3, 1, 2, 4, 5, 6), low=1, high=16, only="bid",
    )  # fmt: skip
    bidding: Bidding = option(
        Bidding.SINGLE, _("Bidding"), _("Each player bids once, or bidding goes on until all but one have passed."),
        BID, Source.SITE, _("auction: a player who was outbid may bid again."), only="bid",
    )  # fmt: skip
    bid_kind: BidKind = option(
        BidKind.LEVEL_AND_SUIT, _("Bid type"),
        _("Players bid tricks and a suit together, or tricks only. With tricks only, the bid winner calls "
            "trump after the bidding."), BID, Source.SITE,
        _("tricks only: bid “4”, then call hearts after winning."), only="bid",
    )  # fmt: skip
    alone_bids: AloneBids = option(
        AloneBids.NONE, _("Lone bids"),
        _("Bids to take all tricks without a partner: alone, or with 1 or 2 of the partner’s best cards. Each "
          "choice also allows the ones before it."),
        BID, Source.SITE, _("one card from partner: the partner passes their best card and sits out."), only="bid",
    )  # fmt: skip
    kitty_to_winner: bool = option(
        False, _("Bid winner takes the kitty"), _(
            "The bid winner takes the undealt cards and discards the same number."
        ),
        BID, Source.SITE, _("yes: 5 cards each, 4 in the kitty."), only="bid",
    )  # fmt: skip
    bid_winner_leads: bool = option(
        False, _("Bid winner leads"), _("The bid winner leads the first trick instead of the player after the dealer."),
        BID, Source.SITE, _("yes: the maker plays the first card."), only="bid",
    )  # fmt: skip
    score_bid_only: bool = option(
        False, _("Score the bid only"), _("A made bid scores the number bid, not the tricks taken."),
        BID, Source.SITE, _("yes: bidding 4 tricks and taking 5 scores 4 points."), only="bid",
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
