"""A player's ranks of the latest nights as bars: the longer, the nearer to the top."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.players.selectors import NIGHTS, Night

STEP, BAR = 23, 16
WIDTH, HEIGHT, FLOOR = NIGHTS * STEP, 126, 106
SHORTEST, LONGEST = 6, 100
TOP = 3
"""Ranks that have their own look."""


@dataclass(frozen=True)
class Bar:
    """x, middle, y, height: in units of the picture."""

    x: int
    y: int
    height: int
    night: Night

    @property
    def middle(self) -> int:
        return self.x + BAR // 2

    @property
    def is_top(self) -> bool:
        return self.night.place <= TOP


@dataclass(frozen=True)
class FormPicture:
    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    bar: int = BAR
    words_at: int = HEIGHT - 4

    @property
    def ranks(self) -> str:
        return ", ".join(bar.night.rank for bar in self.bars)

    @property
    def tops(self) -> int:
        return sum(bar.is_top for bar in self.bars)


def form_picture(nights: Sequence[Night]) -> FormPicture | None:
    """Of the latest ones; nights: oldest first. None while there are fewer than two."""
    latest = nights[-NIGHTS:]
    return FormPicture(tuple(_bar(*numbered) for numbered in enumerate(latest))) if len(latest) > 1 else None


def _bar(number: int, night: Night) -> Bar:
    beaten = (night.field - night.place) / (night.field - 1) if night.field > 1 else 1.0
    height = SHORTEST + round((LONGEST - SHORTEST) * beaten)
    return Bar(number * STEP + (STEP - BAR) // 2, FLOOR - height, height, night)
