"""Reads Euchre Game Notation (EGN 1.0 to 1.4) and Euchre Match Notation (EMN 1.0) into games, every card checked.

The files may leave hidden cards out; then those the play does not show are filled in from the rest of the deck. Rules
that the format names without saying how their moves are written are refused. Writing is in egn_export.py.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import play
from games.engine.actions import Action, Verb
from games.engine.cards import CARDS, Card, Strain, card_from
from games.engine.choices import AloneLead, Deck, DefendAlone, NoTrump
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.hand import Hand
from games.engine.language import mark, say
from games.engine.phases import Phase
from games.engine.rules import HouseRules
from games.engine.scoring import Loner
from games.engine.setup import setup_of

DECKS = {9: Deck.NINE, 8: Deck.EIGHT, 7: Deck.SEVEN}
LEADS = {"LEFT_OF_DEALER": AloneLead.DEALER_LEFT, "LEFT_OF_LONER": AloneLead.MAKER_LEFT}
REFUSED = {
    "farmers": mark("farmer’s hands"),
    "partners_best": mark("the partner’s best card"),
    "go_under": mark("going under"),
    "joker": mark("a joker"),
    "fast_break": mark("fast-break scoring"),
    "four_trick_tokens": mark("tokens for taking 4 tricks"),
}
STRAINS = {"s": Strain.SPADES, "h": Strain.HEARTS, "d": Strain.DIAMONDS, "c": Strain.CLUBS, "n": Strain.HIGH}


@dataclass(frozen=True)
class Record:
    """A game read from a file: its title, the players' names by seat, the final score the file states, the game."""

    title: str
    players: tuple[str, ...]
    final_score: tuple[int, ...] | None
    game: Game


def egn_from(text: str) -> Record:
    """The game in an EGN file. Raises RuleError saying what is wrong with it or which of its rules is not supported."""
    return record_from(load(text, "Euchre Game Notation"))


def emn_from(text: str) -> tuple[Record, ...]:
    """The games of an EMN file in order. Raises RuleError like `egn_from`."""
    return tuple(record_from(each["gameData"]) for each in load(text, "Euchre Match Notation")["games"])


def load(text: str, kind: str) -> dict[str, Any]:
    """The file as data."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise RuleError("This isn’t a {kind} file: {error}.", kind=kind, error=error) from error
    if not isinstance(data, dict) or data.get("fileType") != kind:
        raise RuleError("This isn’t a {kind} file. Its “fileType” must be “{kind}”.", kind=kind)
    return data


def record_from(data: Mapping[str, Any]) -> Record:
    """One game; wrong shapes are reported as such."""
    try:
        meta = data["metadata"]
        rules = rules_of(meta.get("ruleset", {}))
        deals = data["deals"]
        first = deals[0]["initialState"]["dealer"] if deals and isinstance(deals[0], Mapping) else 0
        game = Game.new(rules, first, tuple(meta["initialScore"]))
        for deal in deals:
            game = with_deal(game, deal)
        final = tuple(meta["finalScore"]) if "finalScore" in meta else None
        return Record(meta.get("title", ""), tuple(name_of(player) for player in meta["players"]), final, game)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise RuleError(
            "The file doesn’t follow the format ({kind}: {error}).", kind=type(error).__name__, error=error
        ) from error


def name_of(player: str | Mapping[str, Any]) -> str:
    """A player's name; players are names or objects with a name."""
    return player if isinstance(player, str) else str(player["name"])


def rules_of(ruleset: Mapping[str, Any]) -> HouseRules:
    """The house rules of a ruleset. Raises RuleError for rules the format does not say how to play."""
    for name, words in REFUSED.items():
        if ruleset.get(name):
            raise RuleError(
                "The game uses {words} ({name}), which the format can’t record.",
                words=say(words),
                name=name,
            )
    if ruleset.get("num_players", 4) != 4:
        raise RuleError("The format only supports 4 players.")
    if ruleset.get("min_rank", 9) not in DECKS:
        raise RuleError("We don’t support decks that start at {lowest}.", lowest=ruleset["min_rank"])
    return HouseRules(
        stick_the_dealer=ruleset.get("std", True),
        deck=DECKS[ruleset.get("min_rank", 9)],
        play_to=ruleset.get("winning_score", 10) or 10,
        number_of_hands=ruleset.get("num_deals", 0) or None,
        canadian_loner=ruleset.get("canadian", False),
        alone_lead=LEADS[ruleset.get("loner_lead", "LEFT_OF_DEALER")],
        lone_march=ruleset.get("loner_march_score", 4),
        euchred_loner=ruleset.get("loner_euchred_score", 2),
        defend_alone=DefendAlone.AGAINST_ALONE if ruleset.get("defend_alone") else DefendAlone.NEVER,
        no_trump=NoTrump.HIGH if ruleset.get("allow_no_trump") else NoTrump.NONE,
    )


def with_deal(game: Game, deal: Mapping[str, Any] | str) -> Game:
    """The game with one more deal replayed. Raises RuleError with the deal's number when it cannot be."""
    if isinstance(deal, str):
        raise RuleError("The file has a compressed deal. We can only read deals that are written out in full.")
    try:
        return next_hand(game, deal)
    except RuleError as error:
        raise RuleError("Deal {number}: {error}", number=deal["dealNumber"], error=error) from error


def next_hand(game: Game, deal: Mapping[str, Any]) -> Game:
    """The game with one more hand, every action checked. Raises RuleError when it cannot be played or not now."""
    hand = replayed(game.rules, deal)
    dealt = game.deal([CARDS[kind] for kind in hand.position.deck])
    if dealt.dealer != hand.dealer:
        raise RuleError(
            "seat {dealer} deals out of turn: it’s seat {dealt_dealer}’s deal",
            dealer=hand.dealer,
            dealt_dealer=dealt.dealer,
        )
    return Game(game.rules, game.first_dealer, game.start, (*game.hands, hand))


def replayed(rules: HouseRules, deal: Mapping[str, Any]) -> Hand:
    """One deal played from its first call to its last card."""
    start = deal["initialState"]
    phases = {phase["type"]: phase for phase in deal["phases"]}
    bidding = phases.get("EUCHRE_BIDDING", {"calls": []})
    tricks = [[card_from(text) for text in trick] for trick in phases.get("TRICK_PLAY", {"tricks": []})["tricks"]]
    turned = card_from(start["upCard"])
    listed = start.get("playerCards", start.get("player_cards", [[]] * rules.players))  # so called in EGN 1.0
    stated = [[card_from(text) for text in own] for own in listed]
    hands = stated if all(stated) else hands_shown(rules, start["dealer"], turned, bidding, tricks, stated)
    rest = left_over(rules, [*(card for own in hands for card in own), turned])
    hand = Hand.deal_to(rules, start["dealer"], hands, [turned, *rest])
    return play_tricks(play_bidding(hand, bidding, tricks), tricks)


def left_over(rules: HouseRules, known: Sequence[Card]) -> list[Card]:
    """The cards of the deck that are not among those."""
    return [CARDS[kind] for kind in setup_of(rules).deck if CARDS[kind] not in known]


def hands_shown(
    rules: HouseRules,
    dealer: int,
    turned: Card,
    bidding: Mapping[str, Any],
    tricks: list[list[Card]],
    stated: list[list[Card]],
) -> list[list[Card]]:
    """The dealt hands as far as the file states or the tricks show them, filled up from the cards not played."""
    if len(tricks) not in (0, rules.cards_each):
        raise RuleError("the players’ cards and some of the tricks are missing.")
    played = played_by(rules, dealer, turned, bidding, tricks)
    if "discard" in bidding:
        played[dealer].append(card_from(bidding["discard"]))
    hands = [own or [card for card in shown if card != turned] for own, shown in zip(stated, played, strict=True)]
    spare = left_over(rules, [turned, *(card for own in hands for card in own)])
    for own in hands:
        while len(own) < rules.cards_each:
            own.append(spare.pop())
    return hands


def played_by(
    rules: HouseRules, dealer: int, turned: Card, bidding: Mapping[str, Any], tricks: list[list[Card]]
) -> list[list[Card]]:
    """The cards each seat played, found by leading each trick to the winner of the one before."""
    others = left_over(rules, [turned])
    trial = Hand.deal(rules, [*others[:20], turned, *others[20:]], dealer)
    at = play_bidding(trial, {**bidding, "discard": str(turned)}, []).position.copy()
    seats: list[list[Card]] = [[] for _ in range(rules.players)]
    for trick in tricks:
        for card in trick:
            seats[at.turn].append(card)
            at.cards[at.turn] |= 1 << card.kind
            play.act_play(at, card.kind)
    return seats


def play_bidding(hand: Hand, bidding: Mapping[str, Any], tricks: list[list[Card]]) -> Hand:
    """All calls, the discard (when not written, a card that is not played), and a lone defender."""
    loner = Loner.ALONE if bidding.get("isAlone") else Loner.NO
    for call in bidding["calls"]:
        hand = hand.apply(called(call, loner))
    if hand.phase is Phase.TAKE:
        hand = hand.apply(discard_of(hand, bidding, tricks))
    while hand.phase is Phase.DEFEND:
        verb = Verb.DEFEND if hand.turn == bidding.get("aloneDefender", -1) else Verb.ASSIST
        hand = hand.apply(Action(verb))
    return hand


def called(call: str, loner: Loner) -> Action:
    """One call of a file."""
    if call == "Pass":
        return Action(Verb.PASS)
    if call == "Order":
        return Action(Verb.ORDER, loner=loner)
    if call not in STRAINS:
        raise RuleError("the call {call!r} doesn’t exist.", call=call)
    return Action(Verb.CALL, strain=STRAINS[call], loner=loner)


def discard_of(hand: Hand, bidding: Mapping[str, Any], tricks: list[list[Card]]) -> Action:
    """The dealer's discard: the one written, else a card he does not play."""
    if "discard" in bidding:
        return Action(Verb.DISCARD, (card_from(bidding["discard"]),))
    later = {card for trick in tricks for card in trick}
    return next((action for action in hand.legal_actions if action.card not in later), Action(Verb.DISCARD))


def play_tricks(hand: Hand, tricks: list[list[Card]]) -> Hand:
    """All cards in the order of the file."""
    for trick in tricks:
        for card in trick:
            hand = hand.apply(Action(Verb.PLAY, (card,)))
    return hand
