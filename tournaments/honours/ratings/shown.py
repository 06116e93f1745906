"""What people see of a rating: a cautious number, how sure it is, who is provisional, and the list from the top.

Computed for a moment that the caller names, never stored: a player who stays away becomes less certain day by day.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.honours.places import Placed, placed
from tournaments.honours.ratings.rating import SIGMA, Rating
from tournaments.honours.ratings.replay import Change, Ladder

CAUTION = 3.0
"""Standard deviations taken off, so that a newcomer starts low and climbs by playing: openskill's ordinal."""
SCALE, NEWCOMERS_NUMBER = 40, 1000
GRACE = timedelta(days=60)
FORGOTTEN = timedelta(days=730)
FEW_GAMES = 10
UNSURE = 5.0
"""Of a newcomer's 8.3. With ever new partners, 24 players come below it after some 35 games: four or five nights."""


@dataclass(frozen=True)
class Shown:
    """number: 1000 for a newcomer, higher is better. give_or_take: one standard deviation in the same measure.

    is_provisional: too few games, or too long ago, to be ranked with the others.
    """

    number: int
    give_or_take: int
    games: int
    is_provisional: bool


def sigma_at(rating: Rating, now: datetime) -> float:
    """The uncertainty at a moment.

    Sixty days away cost nothing. From then on the variance grows in equal steps each day, so that after two years the
    player is as uncertain as a newcomer; it never grows beyond that, and the next game starts from the stored value.
    """
    if rating.last is None:
        return rating.sigma
    idle = max(0, (now - rating.last.ended_at - GRACE).days)
    grown = rating.sigma**2 + SIGMA**2 * idle / FORGOTTEN.days
    return max(rating.sigma, min(SIGMA, math.sqrt(grown)))


def ordinal(rating: Rating, now: datetime) -> float:
    """The number that rankings use: the skill that the player almost surely has."""
    return rating.mu - CAUTION * sigma_at(rating, now)


def shown(rating: Rating, now: datetime) -> Shown:
    sigma = sigma_at(rating, now)
    return Shown(
        number=round(NEWCOMERS_NUMBER + SCALE * ordinal(rating, now)),
        give_or_take=round(SCALE * sigma),
        games=rating.games,
        is_provisional=rating.games < FEW_GAMES or sigma > UNSURE,
    )


@dataclass(frozen=True)
class Ranking:
    """Players with their places by the number shown; those who are provisional apart, without one."""

    ranked: tuple[Placed, ...]
    provisional: tuple[int, ...]


def ranking(ladder: Ladder, now: datetime, hidden: Collection[int] = ()) -> Ranking:
    """Everyone in the pool from the top; equal numbers share a place. hidden: players to leave out, such as bots."""
    numbers = {player: shown(each, now) for player, each in ladder.ratings.items() if player not in hidden}
    settled = {player: (each.number,) for player, each in numbers.items() if not each.is_provisional}
    unsettled = sorted(numbers.keys() - settled.keys(), key=lambda player: (-numbers[player].number, player))
    return Ranking(placed(settled), tuple(unsettled))


def edges(changes: Collection[Change], sides: Collection[tuple[int, ...]]) -> dict[int, int]:
    """For each player of a game, how much stronger than their own side the strongest other one was, as shown before it.

    changes: those of one game. It compares the means of the sides without caution, in the measure that is shown.
    """
    before = {change.player: change.before.mu for change in changes}
    means = {side: sum(before[player] for player in side) / len(side) for side in sides}
    return {
        player: round(SCALE * (max(mean for other, mean in means.items() if other != side) - own))
        for side, own in means.items()
        for player in side
    }
