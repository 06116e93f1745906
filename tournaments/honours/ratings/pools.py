"""Which ratings a game moves: those of its club and variant family, with bots apart from people among themselves."""

from dataclasses import dataclass

from games.engine.choices import Variant
from tournaments.honours.facts import PlayedGame
from tournaments.honours.ratings.rating import MAX_SIDE


@dataclass(frozen=True, order=True)
class Pool:
    """A set of ratings that can be compared with each other. has_bots: of games in which at least one bot sat."""

    club: int
    variant: Variant
    has_bots: bool = False


def pool_of(game: PlayedGame) -> Pool | None:
    """Where the game is rated; None when it is not: a forfeit, or a side without a player or with more than four."""
    if not game.was_played or not all(1 <= len(side) <= MAX_SIDE for side in game.sides):
        return None
    return Pool(game.club, game.variant, bool(game.bots))
