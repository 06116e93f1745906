"""Finished hands as files: EGN for other programs, and the deals with their secrets for anyone who checks them."""

import json
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import translation

from games.engine.egn_export import egn_text, emn_text
from games.engine.errors import RuleError
from games.engine.game import Game as EngineGame
from games.engine.language import mark, say
from games.engine.notation import cards_text
from games.engine.seating import next_seat, turn_order
from games.engine.shuffle import SealedDeal, deck_of, reveals
from games.tables.models import Game, Hand, Table
from games.tables.play import label
from games.tables.states import state_of

NOT_SEALED = mark(
    "These games were imported from a file. Their cards were dealt elsewhere and have no seal, so no one can "
    "check the deals."
)


class SeatNames:
    """Who sat where in a game, hand by hand."""

    def __init__(self, game: Game) -> None:
        self.seats = game.rules["players"]
        prefetch_related_objects([game], "players__player")
        self.rows = [(seat, 1, name) for seat, name in enumerate(game.names) if name]
        self.rows += [(player.seat, player.from_hand, player.player.name) for player in game.players.all()]

    def at(self, hand: int) -> list[str]:
        """The names by seat in that hand."""
        names = [say("Seat {number}", number=number + 1) for number in range(self.seats)]
        for seat, from_hand, name in self.rows:
            if from_hand <= max(1, hand):
                names[seat] = name
        return names

    def all(self) -> list[str]:
        """The names by seat; where one player followed another, both."""
        sat = [[name for seat, _, name in self.rows if seat == number] for number in range(self.seats)]
        empty = [say("Seat {number}", number=number + 1) for number in range(self.seats)]
        return [" / ".join(dict.fromkeys(names)) or empty[number] for number, names in enumerate(sat)]


def finished_hands(game: Game) -> list[Hand]:
    """Hands whose cards are no longer secret."""
    hands = list(game.hands.exclude(ended_at=None).select_related("prepared"))
    for hand in hands:
        hand.game = game
    return hands


def engine_game(game: Game) -> EngineGame:
    """The game's finished hands as the engine's own value."""
    hands_played = finished_hands(game)
    if any(hand.prepared for hand in hands_played) and not game.table.is_imported:
        raise RuleError("This game has prepared deals, so it’s practice only and has no EGN file.")
    hands = tuple(state_of(hand) for hand in hands_played)
    return EngineGame(game.house_rules, game.first_dealer, game.score_before, hands)


def game_egn(game: Game) -> str:
    """The game's finished hands as EGN. RuleError names the house rules that the format cannot carry."""
    with translation.override(None):
        names, title = SeatNames(game).all(), str(game)
    return egn_text(engine_game(game), names, title)


def table_emn(table: Table) -> str:
    """All finished games of a table as one EMN file. RuleError like `game_egn`."""
    games = list(table.games.all() if table.is_imported else table.games.exclude(ended_at=None))
    if not games:
        raise RuleError("No finished games here yet.")
    with translation.override(None):
        names = [SeatNames(game).all() for game in games]
    return emn_text([engine_game(game) for game in games], names, table.name)


def why_no_egn(game: Game) -> str:
    """Why there is no EGN file of the game, in a sentence; empty when there is one."""
    try:
        game_egn(game)
    except RuleError as error:
        return str(error)
    return ""


def labelled_hands(game: Game) -> list[tuple[Hand, str]]:
    """Finished hands that were sealed, each with the words that its deal was sealed with."""
    return [(hand, label(game, hand.number)) for hand in finished_hands(game) if not hand.prepared]


def is_as_sealed(hand: Hand) -> bool:
    """Whether the secret of a finished hand is the one that was sealed before its first card."""
    return reveals(SealedDeal(hand.seal, label(hand.game, hand.number)), bytes.fromhex(hand.seed))


def deals_data(game: Game) -> dict[str, Any]:
    """Every finished hand with its seal, its secret and the cards that were dealt; docs/verify_game.py checks it."""
    if game.table.is_imported:
        return {"about": NOT_SEALED, "hands": []}
    rules = game.house_rules
    lowest = rules.deck.value.split("-")[0].replace("10", "T")
    return {
        "about": f"Sealed deals of Game {game.number} at {game.table.name}",
        "deck": {"lowest_rank": lowest, "packs": rules.packs, "joker": rules.joker},
        "hands": [_deal_data(hand) for hand, _ in labelled_hands(game)],
    }


def deals_text(game: Game) -> str:
    return json.dumps(deals_data(game), indent=2, ensure_ascii=False) + "\n"


def _deal_data(hand: Hand) -> dict[str, Any]:
    rules = hand.game.house_rules
    deck, each = deck_of(rules, bytes.fromhex(hand.seed)), rules.cards_each
    order = turn_order(rules, next_seat(rules, hand.dealer))
    starts = range(0, each * len(order), each)
    return {
        "hand": hand.number,
        "label": label(hand.game, hand.number),
        "seal": hand.seal,
        "secret": hand.seed,
        "dealt": [
            {"seat": seat + 1, "cards": cards_text(deck[start : start + each])}
            for seat, start in zip(order, starts, strict=True)
        ],
        "left_over": cards_text(deck[each * len(order) :]),
    }
