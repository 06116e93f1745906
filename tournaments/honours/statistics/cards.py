"""A player's card for a stretch of time: totals, streaks, partners and rivals. Cards of days join to cards of years.

Cards form a monoid: (a + b) + c = a + (b + c), and EMPTY changes nothing. Days have to be joined in their order,
because of the streaks; so what is stored by day and joined is the same as what is computed from all games at once.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import reduce
from operator import add

from tournaments.honours.facts import PlayedGame, in_order
from tournaments.honours.statistics.streaks import Streak
from tournaments.honours.statistics.totals import Totals, total, totals_of


@dataclass(frozen=True, slots=True)
class Together:
    """Games with, or against, another player: how many, and how many the player (not the other) won or shared."""

    games: int = 0
    wins: int = 0
    shared: int = 0

    @property
    def rate(self) -> float:
        """A shared win is half a one."""
        return (self.wins + self.shared / 2) / self.games if self.games else 0.0

    def __add__(self, other: "Together") -> "Together":
        return Together(self.games + other.games, self.wins + other.wins, self.shared + other.shared)


Company = Mapping[int, Together]
"""Other player -> games together."""


@dataclass(frozen=True)
class Card:
    """What a player did in a stretch of time. winning and losing: streaks of games; a shared win ends both."""

    totals: Totals = field(default_factory=Totals)
    winning: Streak = field(default_factory=Streak)
    losing: Streak = field(default_factory=Streak)
    partners: Company = field(default_factory=dict)
    rivals: Company = field(default_factory=dict)

    def __add__(self, later: "Card") -> "Card":
        return joined((self, later))


EMPTY = Card()


def joined(cards: Iterable[Card]) -> Card:
    """Stretches after each other as one, in the order of time."""
    several = tuple(cards)
    return Card(
        total(card.totals for card in several),
        reduce(add, (card.winning for card in several), Streak()),
        reduce(add, (card.losing for card in several), Streak()),
        _company(card.partners for card in several),
        _company(card.rivals for card in several),
    )


def _company(several: Iterable[Company]) -> Company:
    whole: dict[int, Together] = {}
    for company in several:
        for player, games in company.items():
            whole[player] = whole[player] + games if player in whole else games
    return whole


def card_of(game: PlayedGame, player: int) -> Card:
    """The card of a single game; an empty one when it was forfeited."""
    if not game.was_played:
        return EMPTY
    has_won, has_shared = game.has_won(player), game.has_shared(player)
    together = Together(1, int(has_won), int(has_shared))
    return Card(
        totals_of(game, player),
        Streak.of(has_won),
        Streak.of(not has_won and not has_shared),
        dict.fromkeys(game.partners_of(player), together),
        dict.fromkeys(game.rivals_of(player), together),
    )


Cut = tuple[str, int | str | None]
"""A part of the games that people ask for: what it is about, and which one. ("table", 7)"""

EVERYTHING: Cut = ("all", "")


def cuts_of(game: PlayedGame) -> tuple[Cut, ...]:
    """Every part of the games that this one belongs to.

    Streaks need cards of their own for each: those of two tables cannot be joined, as their games took turns.
    """
    cuts: tuple[Cut, ...] = (
        EVERYTHING,
        ("club", game.club),
        ("venue", game.venue),
        ("table", game.table),
        ("rules", game.rules),
        ("variant", game.variant.value),
        ("online", game.is_online),
        ("official", game.is_official),
        ("season", game.season),
    )
    return tuple(cut for cut in cuts if cut[1] is not None)


@dataclass(frozen=True, slots=True)
class CardKey:
    """Names a card of a day: whose, which day on the club's clock, and which part of the games."""

    player: int
    day: date
    cut: Cut = EVERYTHING


def day_cards(
    games: Iterable[PlayedGame], cuts: Callable[[PlayedGame], Collection[Cut]] = cuts_of
) -> dict[CardKey, Card]:
    """The cards of all days, players and parts in which a game was played."""
    cards: dict[CardKey, list[Card]] = {}
    for game in in_order(game for game in games if game.was_played):
        for player in game.players:
            own = card_of(game, player)
            for cut in cuts(game):
                cards.setdefault(CardKey(player, game.day, cut), []).append(own)
    return {key: joined(several) for key, several in cards.items()}


def touched(before: PlayedGame | None, after: PlayedGame | None) -> frozenset[tuple[int, date]]:
    """The players and days whose cards a correction changes. None: there was no game, or there no longer is one."""
    return frozenset((player, game.day) for game in (before, after) if game is not None for player in game.players)


def between(cards: Mapping[CardKey, Card], player: int, first: date, last: date, cut: Cut = EVERYTHING) -> Card:
    """The player's card from the first to the last day, both included."""
    days = sorted(key.day for key in cards if key.player == player and key.cut == cut and first <= key.day <= last)
    return joined(cards[CardKey(player, day, cut)] for day in days)
