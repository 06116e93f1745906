"""Numbers that add up in any order: points, games, wins, and what the hands tell."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from operator import attrgetter

from games.engine.scoring import Result
from tournaments.honours.facts import PlayedGame, PlayedHand


@dataclass(frozen=True, slots=True)
class Totals:
    """What a player has done. Forfeited games count nowhere.

    wins: alone; shared: tied with the best. hands: of games whose hands are known. calls: hands whose maker is known to
    be the player; side_calls: hands that the player's side made, which a slip records more often. loners_tried and
    _made: by the player's side, because a slip names no player; own_loners: those whose maker is known to be the
    player. marches: the player's side made trump and took all. euchres_made: on the other side's call; _suffered: on
    the player's side's call. sweeps: all tricks against another side's call. best: the most points in one game.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0
    points_against: int = 0
    hands: int = 0
    calls: int = 0
    calls_made: int = 0
    side_calls: int = 0
    loners_tried: int = 0
    loners_made: int = 0
    own_loners: int = 0
    marches: int = 0
    euchres_made: int = 0
    euchres_suffered: int = 0
    sweeps: int = 0
    best: int = 0

    def __add__(self, other: "Totals") -> "Totals":
        return total((self, other))

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.shared

    @property
    def win_rate(self) -> Fraction:
        """Exact; shared wins count half. 0 without a game."""
        return Fraction(2 * self.wins + self.shared, 2 * self.games) if self.games else Fraction(0)


COUNTS: Callable[[Totals], tuple[int, ...]] = attrgetter(*(field.name for field in fields(Totals)[:-1]))
"""Everything but `best`, which does not add up."""


def totals_of(game: PlayedGame, player: int) -> Totals:
    """One game as the player's totals."""
    if not game.was_played:
        return Totals()
    side = game.side_of(player)
    hands = game.hands or ()
    counts = {name: sum(1 for hand in hands if is_one(hand, side, player)) for name, is_one in OF_HANDS.items()}
    own = game.points[side]
    return Totals(
        games=1,
        wins=int(game.has_won(player)),
        shared=int(game.has_shared(player)),
        points=own,
        points_against=sum(game.points) - own,
        hands=len(hands),
        best=own,
        **counts,
    )


def is_loner_made(hand: PlayedHand, side: int) -> bool:
    """Whether that side's maker played alone and took every trick."""
    return hand.loner_side == side and hand.result is Result.MARCH


def is_euchre_made(hand: PlayedHand, side: int) -> bool:
    """Whether another side called and was euchred."""
    return hand.result is Result.EUCHRE and hand.maker_side not in (None, side)


def is_sweep(hand: PlayedHand, side: int) -> bool:
    """Whether that side took every trick against another side's call."""
    return hand.swept == side and is_euchre_made(hand, side)


OF_HANDS: dict[str, Callable[[PlayedHand, int, int], bool]] = {
    "calls": lambda hand, side, player: hand.maker == player,
    "calls_made": lambda hand, side, player: hand.maker == player and hand.has_made(side),
    "side_calls": lambda hand, side, player: hand.maker_side == side,
    "loners_tried": lambda hand, side, player: hand.loner_side == side,
    "loners_made": lambda hand, side, player: is_loner_made(hand, side),
    "own_loners": lambda hand, side, player: hand.maker == player and is_loner_made(hand, side),
    "marches": lambda hand, side, player: hand.has_marched(side),
    "euchres_made": lambda hand, side, player: is_euchre_made(hand, side),
    "euchres_suffered": lambda hand, side, player: hand.was_euchred(side),
    "sweeps": lambda hand, side, player: is_sweep(hand, side),
}
"""The totals that count hands: is this hand one, for that side and that player of it?"""
assert OF_HANDS.keys() <= {field.name for field in fields(Totals)}


def total(parts: Iterable[Totals]) -> Totals:
    """All parts together."""
    several = (Totals(), *parts)
    sums = (*map(sum, zip(*map(COUNTS, several), strict=True)), max(part.best for part in several))
    return Totals(*sums)


def totals_data(totals: Totals) -> dict[str, int]:
    """Every count by its name, to store or to compare; Totals(**data) is the inverse."""
    return asdict(totals)
