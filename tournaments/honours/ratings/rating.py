"""One player's rating and what a game does to it: Weng–Lin (Plackett–Luce) as the library openskill computes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from openskill.models import PlackettLuce

from tournaments.honours.facts import PlayedGame, Position, leaders

MU, SIGMA = 25.0, 25.0 / 3.0
MAX_SIDE = 4


@dataclass(frozen=True, slots=True)
class Rating:
    """mu: the estimate. sigma: its uncertainty, one standard deviation. games: how many it comes from.

    last: the position of the newest of them; None before the first.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    last: Position | None = None


NEWCOMER = Rating()


@dataclass(frozen=True)
class Method:
    """How games are rated. margin: 0, only the winner counts; otherwise the points of victory from which a win counts
    for more.

    The margin stretches the difference in skill, as openskill defines it, so among equals it changes nothing. It is
    ignored where points do not show the winner: a tie that something else decided.
    """

    margin: float = 0.0

    def rate(self, game: PlayedGame, ratings: Sequence[Sequence[Rating]]) -> list[list[Rating]]:
        """The ratings after the game, in the shape of its sides."""
        model = _model(self.margin)
        before = [[model.create_rating([each.mu, each.sigma]) for each in side] for side in ratings]
        if self.margin and leaders(game.points) == game.winners:
            after = model.rate(before, scores=[float(points) for points in game.points])
        else:
            after = model.rate(before, ranks=ranks(game))
        return [
            [Rating(new.mu, new.sigma, old.games + 1, game.position) for old, new in zip(*side, strict=True)]
            for side in zip(ratings, after, strict=True)
        ]


USUAL = Method()


@lru_cache(maxsize=16)
def _model(margin: float) -> PlackettLuce:
    return PlackettLuce(mu=MU, sigma=SIGMA, margin=margin)


def ranks(game: PlayedGame) -> list[float]:
    """0 for every side that won or shares the win, then the others by their points; tied ones share a rank."""
    return [float(_rank(game, side)) for side in range(len(game.sides))]


def _rank(game: PlayedGame, side: int) -> int:
    if side in game.winners:
        return 0
    better = sum(points > game.points[side] for other, points in enumerate(game.points) if other not in game.winners)
    return len(game.winners) + better
