"""A player's rating over time as a picture: a line for the number shown, and round it how unsure it was."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.honours.ratings.rating import Rating
from tournaments.honours.ratings.shown import CAUTION, NEWCOMERS_NUMBER, SCALE
from tournaments.rewards.models import RatingChange, RatingPool

WIDTH, HEIGHT = 760, 196
SLIM, TALL = 340, 180
"""Of the same on a phone, so that its words keep their size."""
LEFT, RIGHT, TOP, BOTTOM = 48, 8, 10, 26
MAX_GAMES, MAX_POINTS = 1000, 100
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
"""Of numbers at the side."""


@dataclass(frozen=True)
class Moment:
    """A rating right after a game."""

    at: datetime
    number: int
    give_or_take: int


@dataclass(frozen=True)
class Line:
    """name: whose. path and band: as an SVG path's d."""

    name: str
    path: str
    band: str
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class Curve:
    """ticks: (y, number); days: (x, anchor, date). slim: the same for a phone."""

    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, int], ...]
    days: tuple[tuple[float, str, datetime], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM
    slim: "Curve | None" = None


def moments_of(pool: RatingPool, player: int) -> tuple[Moment, ...]:
    """Of the newest games, in their order; of many, as many as a picture can show, the newest among them."""
    rating_changes = RatingChange.objects.filter(pool=pool, player=player).order_by("-ended_at", "-counted_id")
    newest = list(rating_changes.values_list("ended_at", "mu", "sigma")[:MAX_GAMES])
    apart = -(-len(newest) // MAX_POINTS) or 1
    return tuple(_moment(*change) for change in reversed(newest[::apart]))


def _moment(at: datetime, mu: float, sigma: float) -> Moment:
    return Moment(at, *numbers_of(mu, sigma))


def numbers_of(mu: float, sigma: float) -> tuple[int, int]:
    """The number shown right after a game, and one standard deviation in the same measure."""
    rating = Rating(mu, sigma)
    return round(NEWCOMERS_NUMBER + SCALE * (rating.mu - CAUTION * rating.sigma)), round(SCALE * sigma)


def curve_of(named: Sequence[tuple[str, tuple[Moment, ...]]]) -> Curve | None:
    """One picture for one player or several; None until someone has two games."""
    drawn = [(name, moments) for name, moments in named if len(moments) > 1]
    return replace(_drawn(drawn, WIDTH, HEIGHT), slim=_drawn(drawn, SLIM, TALL)) if drawn else None


def _drawn(drawn: Sequence[tuple[str, tuple[Moment, ...]]], width: int, height: int) -> Curve:
    every = [moment for _, moments in drawn for moment in moments]
    first, last = min(moment.at for moment in every), max(moment.at for moment in every)
    low = min(moment.number - moment.give_or_take for moment in every)
    high = max(moment.number + moment.give_or_take for moment in every)
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step

    def x(at: datetime) -> float:
        share = (at - first) / (last - first) if last > first else 1.0
        return round(LEFT + share * (width - LEFT - RIGHT), 1)

    def y(number: float) -> float:
        return round(height - BOTTOM - (number - bottom) / (top - bottom) * (height - TOP - BOTTOM), 1)

    def line(name: str, moments: tuple[Moment, ...]) -> Line:
        upper = [f"{x(moment.at)} {y(moment.number + moment.give_or_take)}" for moment in moments]
        lower = [f"{x(moment.at)} {y(moment.number - moment.give_or_take)}" for moment in reversed(moments)]
        middle = [f"{x(moment.at)} {y(moment.number)}" for moment in moments]
        return Line(name, f"M{'L'.join(middle)}", f"M{'L'.join([*upper, *lower])}Z", moments)

    return Curve(
        tuple(line(name, moments) for name, moments in drawn),
        tuple((y(number), number) for number in range(bottom, top + 1, step)),
        ((x(first), "start", first), (x(last), "end", last)),
        width,
        height,
        right=width - RIGHT,
        bottom=height - BOTTOM,
    )
