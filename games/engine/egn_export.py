"""Writes games as Euchre Game Notation 1.4 and matches as Euchre Match Notation 1.0.

Refuses, with the options by name, every house rule those formats cannot carry. Reading is in egn.py.
"""

import json
from collections.abc import Sequence
from typing import Any

from games.engine.actions import Action, Verb
from games.engine.cards import Card, Strain
from games.engine.choices import AloneLead, Deck, DefendAlone, NoTrump
from games.engine.combinations import named
from games.engine.egn_shape import MAX_NAME, MAX_TITLE
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.hand import Hand
from games.engine.rules import HouseRules, options
from games.engine.scoring import Loner

CARRIED = {
    "deck": (Deck.NINE, Deck.EIGHT, Deck.SEVEN),
    "defend_alone": (DefendAlone.NEVER, DefendAlone.AGAINST_ALONE),
    "no_trump": (NoTrump.NONE, NoTrump.HIGH),
}
CARRIED_AS_THEY_ARE = {
    "stick_the_dealer",
    "play_to",
    "number_of_hands",
    "canadian_loner",
    "alone_lead",
    "lone_march",
    "euchred_loner",
}
RANKS = {Deck.NINE: 9, Deck.EIGHT: 8, Deck.SEVEN: 7}
CALLS = {Strain.SPADES: "s", Strain.HEARTS: "h", Strain.DIAMONDS: "d", Strain.CLUBS: "c", Strain.HIGH: "n"}
LEADS = {AloneLead.DEALER_LEFT: "LEFT_OF_DEALER", AloneLead.MAKER_LEFT: "LEFT_OF_LONER"}


def egn_text(game: Game, players: Sequence[str], title: str = "") -> str:
    """The game as an EGN 1.4 file. Raises RuleError naming the house rules that the format cannot carry."""
    return json.dumps(egn_data(game, players, title), indent=2, ensure_ascii=False) + "\n"


def emn_text(
    games: Sequence[Game], players: Sequence[Sequence[str]], title: str = "", *, best_of: int | None = None
) -> str:
    """Games as an EMN 1.0 file. players: the names by seat in each of them; two of one name in a game are two people.
    best_of: how many games the match has at most; None for games that make no match.

    Raises RuleError like `egn_text`.
    """
    cut = [names_cut(seated) for seated in players]
    chairs = [[(name, seated[:seat].count(name)) for seat, name in enumerate(seated)] for seated in cut]
    people = list(dict.fromkeys(person for seated in chairs for person in seated))
    ids = {person: f"p-{number:02}" for number, person in enumerate(people, 1)}
    data = {
        "fileType": "Euchre Match Notation",
        "version": "1.0",
        "metadata": {
            "title": title[:MAX_TITLE],
            "players": [{"id": own, "name": name} for (name, _), own in ids.items()],
            "matchFormat": match_format(len(games), best_of),
        },
        "games": [
            {"gameIndex": index, "players": [ids[seat] for seat in seats], "gameData": egn_data(game, seated, "")}
            for index, (game, seated, seats) in enumerate(zip(games, players, chairs, strict=True))
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def match_format(games: int, best_of: int | None) -> dict[str, Any]:
    """What the games make up."""
    if best_of is None:
        return {"type": "FIXED_GAMES", "target": games}
    return {"type": "BEST_OF_N", "target": best_of} if best_of > 1 else {"type": "SINGLE_GAME"}


def egn_data(game: Game, players: Sequence[str], title: str) -> dict[str, Any]:
    """The game as EGN data."""
    refuse_uncarried(game.rules)
    meta: dict[str, Any] = {
        "title": title[:MAX_TITLE],
        "players": names_cut(players),
        "initialScore": list(game.start),
        "ruleset": ruleset_of(game.rules),
    }
    if game.outcome is not None:
        meta["finalScore"] = list(game.points)
    deals = [deal_data(number, hand) for number, hand in enumerate(game.hands)]
    return {"fileType": "Euchre Game Notation", "version": "1.4", "metadata": meta, "deals": deals}


def names_cut(players: Sequence[str]) -> list[str]:
    """The names, none longer than the format takes."""
    return [name[:MAX_NAME] for name in players]


def refuse_uncarried(rules: HouseRules) -> None:
    """Raises RuleError when a rule of the game has no place in the format."""
    lost = [shown.name for shown in options() if not is_carried(rules, shown.name, shown.default)]
    if lost:
        raise RuleError("EGN can’t record {lost}.", lost=", ".join(named(rules, name) for name in lost))


def is_carried(rules: HouseRules, name: str, default: Any) -> bool:
    """Whether the format can say this option's value."""
    value = getattr(rules, name)
    return name in CARRIED_AS_THEY_ARE or value in CARRIED.get(name, (default,))


def ruleset_of(rules: HouseRules) -> dict[str, Any]:
    """The house rules in the format's words; a game has a target or a number of deals, never both."""
    hands = rules.number_of_hands
    return {
        "std": rules.stick_the_dealer,
        "min_rank": RANKS[rules.deck],
        **({"winning_score": rules.play_to} if hands is None else {"num_deals": hands}),
        "canadian": rules.canadian_loner,
        "loner_lead": LEADS[rules.alone_lead],
        "loner_march_score": rules.lone_march,
        "loner_euchred_score": rules.euchred_loner,
        "defend_alone": rules.defend_alone is DefendAlone.AGAINST_ALONE,
        "allow_no_trump": rules.no_trump is NoTrump.HIGH,
    }


def deal_data(number: int, hand: Hand) -> dict[str, Any]:
    """One deal with every card."""
    actions = [action for _, action in hand.history]
    bidding: dict[str, Any] = {
        "phaseNumber": 0,
        "type": "EUCHRE_BIDDING",
        "calls": [call_word(action) for action in actions if action.verb in (Verb.PASS, Verb.ORDER, Verb.CALL)],
        "isAlone": hand.loner is Loner.ALONE,
    }
    if hand.laid_away:
        bidding["discard"] = card_word(hand.laid_away[0][1])
    if hand.position.defender >= 0:
        bidding["aloneDefender"] = hand.position.defender
    tricks = [[card_word(card) for _, card in trick.plays] for trick in hand.tricks]
    return {
        "dealNumber": number,
        "initialState": {
            "dealer": hand.dealer,
            "upCard": card_word(hand.undealt[0]),
            "playerCards": [[card_word(card) for card in own] for own in hand.dealt],
        },
        "phases": [bidding, {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}],
    }


def card_word(card: Card) -> str:
    """A card in the format's spelling: the suit in small letters."""
    return f"{card.rank}{str(card.suit).lower()}"


def call_word(action: Action) -> str:
    """A call in the format's spelling."""
    if action.strain is not None:
        return CALLS[action.strain]
    return "Pass" if action.verb is Verb.PASS else "Order"
