"""The settings of a duplicate. Draws and scores nothing."""

from dataclasses import dataclass, field

from games.engine.language import mark
from tournaments.formats.config import about, check_settings


@dataclass(frozen=True)
class Duplicate:
    """The settings of a duplicate."""

    rounds: int = field(default=8, metadata=about(mark("Rounds"), mark("How many rounds are played."), 1, 40))
    deals: int = field(
        default=4,
        metadata=about(
            mark("Deals a round"), mark("Every table plays the same ones. With 4 everybody deals once."), 1, 16
        ),
    )
    bye_percent: int | None = field(
        default=60,
        metadata=about(
            mark("Percent for a bye"),
            mark(
                "The share of the matchpoints that a round counts for who sits out through no fault of its own, or its "
                "own average if that is better; empty: always the own average."
            ),
            0,
            100,
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
