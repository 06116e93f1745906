"""The settings of a duplicate. Draws and scores nothing."""

from dataclasses import dataclass, field

from games.engine.language import mark
from tournaments.formats.config import about, check_settings


@dataclass(frozen=True)
class Duplicate:
    """The settings of a duplicate."""

    rounds: int = field(
        default=8, metadata=about(mark("Rounds"), mark("The number of rounds you plan to play, e.g. 8."), 1, 40)
    )
    deals: int = field(
        default=4,
        metadata=about(
            mark("Deals per round"), mark("Every table plays the same deals. With 4, everyone deals once."), 1, 16
        ),
    )
    bye_percent: int | None = field(
        default=60,
        metadata=about(
            mark("Percentage for a bye"),
            mark(
                "A bye earns this matchpoint percentage, or the pair’s average if that’s higher. Leave empty to "
                "always use the average."
            ),
            0,
            100,
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
