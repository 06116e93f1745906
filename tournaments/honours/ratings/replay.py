"""A pool's games played through in their one order, from the beginning or from where the ratings stood before a game.

Floating-point sums depend on order and on nothing else, so the same games give the same ratings to the last digit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.honours.facts import PlayedGame, Position, in_order
from tournaments.honours.ratings.rating import NEWCOMER, USUAL, Method, Rating


@dataclass(frozen=True)
class Ladder:
    """The ratings of a pool after a number of games. through: the last of them; None before the first."""

    ratings: Mapping[int, Rating] = field(default_factory=dict)
    games: int = 0
    through: Position | None = None

    def of(self, player: int) -> Rating:
        return self.ratings.get(player, NEWCOMER)


START = Ladder()


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to a player's rating. Game and player name it for good."""

    game: int
    player: int
    before: Rating
    after: Rating


@dataclass(frozen=True)
class Replayed:
    """ladder: at the end. changes: of every game that was played through."""

    ladder: Ladder
    changes: tuple[Change, ...]


def replay(games: Iterable[PlayedGame], start: Ladder = START, method: Method = USUAL) -> Replayed:
    """The games of one pool rated after each other, in whatever order they come. All are later than the start."""
    ratings, changes = dict(start.ratings), list[Change]()
    played, through = start.games, start.through
    for game in in_order(games):
        assert through is None or through < game.position, "a game from before the start"
        changes += _rate(game, ratings, method)
        played, through = played + 1, game.position
    return Replayed(Ladder(ratings, played, through), tuple(changes))


def _rate(game: PlayedGame, ratings: dict[int, Rating], method: Method) -> list[Change]:
    before = [[ratings.get(player, NEWCOMER) for player in side] for side in game.sides]
    changes = [
        Change(game.id, player, old, new)
        for players, olds, news in zip(game.sides, before, method.rate(game, before), strict=True)
        for player, old, new in zip(players, olds, news, strict=True)
    ]
    ratings.update((change.player, change.after) for change in changes)
    return changes
