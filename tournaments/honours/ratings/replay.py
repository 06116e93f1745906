"""A pool's games played through in their one order, from the beginning or from a checkpoint before a correction.

Floating-point sums depend on order and on nothing else, so the same games give the same ratings to the last digit.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.honours.facts import PlayedGame, Position, in_order
from tournaments.honours.ratings.rating import NEWCOMER, USUAL, Method, Rating

STEP = 500
"""Games from one checkpoint to the next."""


@dataclass(frozen=True)
class Ladder:
    """The ratings of a pool after so many games. through: the last of them; None before the first."""

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
    """ladder: at the end. changes: of every game that was played through. checkpoints: to start from another time."""

    ladder: Ladder
    changes: tuple[Change, ...]
    checkpoints: tuple[Ladder, ...]


def replay(games: Iterable[PlayedGame], start: Ladder = START, method: Method = USUAL, step: int = STEP) -> Replayed:
    """The games of one pool rated after each other, in whatever order they come. All are later than the start."""
    ratings, changes, checkpoints = dict(start.ratings), list[Change](), [start]
    played, through = start.games, start.through
    for game in in_order(games):
        assert through is None or through < game.position, "a game from before the start"
        changes += _rate(game, ratings, method)
        played, through = played + 1, game.position
        if played % step == 0:
            checkpoints.append(Ladder(dict(ratings), played, through))
    return Replayed(Ladder(ratings, played, through), tuple(changes), tuple(thinned(checkpoints, played, step)))


def _rate(game: PlayedGame, ratings: dict[int, Rating], method: Method) -> list[Change]:
    before = [[ratings.get(player, NEWCOMER) for player in side] for side in game.sides]
    changes = [
        Change(game.id, player, old, new)
        for players, olds, news in zip(game.sides, before, method.rate(game, before), strict=True)
        for player, old, new in zip(players, olds, news, strict=True)
    ]
    ratings.update((change.player, change.after) for change in changes)
    return changes


def replay_from(
    checkpoints: Sequence[Ladder],
    changed: Position,
    games_after: Callable[[Position | None], Iterable[PlayedGame]],
    method: Method = USUAL,
    step: int = STEP,
) -> Replayed:
    """The pool again after something changed: the same as a replay of everything, for less.

    changed: the earliest game that came, went or reads otherwise, where it stood or where it stands now, whichever is
    earlier. games_after: all games of the pool as they are now that stand after a position; None: all of them.
    """
    kept = [ladder for ladder in checkpoints if ladder.through is None or ladder.through < changed]
    start = max(kept, key=lambda ladder: ladder.games, default=START)
    again = replay(games_after(start.through), start, method, step)
    earlier = [ladder for ladder in kept if ladder.games < start.games]
    return Replayed(
        again.ladder, again.changes, tuple(thinned([*earlier, *again.checkpoints], again.ladder.games, step))
    )


def thinned(checkpoints: Iterable[Ladder], played: int, step: int = STEP) -> list[Ladder]:
    """Few checkpoints of long ago and many of late, for most corrections are of last night.

    The longer ago, the rounder the number of games has to be, so that after a correction hardly more than twice as many
    games are played through again as have come since.
    """
    return sorted(
        (ladder for ladder in checkpoints if ladder.games % _roundness(played - ladder.games, step) == 0),
        key=lambda ladder: ladder.games,
    )


def _roundness(ago: int, step: int) -> int:
    """The distance of checkpoints so many games ago."""
    return step << max(0, (ago // step).bit_length() - 2)
