"""What a club can choose for a knock-out. Data only: it draws nothing."""

from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings


class Kind(Choice):
    SINGLE = "single", mark("Single elimination"), mark("Who loses a match is out.")
    DOUBLE = (
        "double",
        mark("Double elimination"),
        mark("Who loses drops to the losers' bracket; who loses twice is out."),
    )


class Seeding(Choice):
    NUMBERS = (
        "numbers",
        mark("As they come"),
        mark("No. 1 is the best seed: enter the strongest first. After another stage its standings are the seeds."),
    )
    LOTS = "lots", mark("Lots"), mark("A lot decides the seeds.")


@dataclass(frozen=True)
class Elimination:
    """The settings of a knock-out for fixed pairs. A match is won by whoever first wins more than half of its games."""

    kind: Kind = field(default=Kind.SINGLE, metadata=about(mark("Kind"), mark("How many matches a pair may lose.")))
    seeding: Seeding = field(
        default=Seeding.NUMBERS, metadata=about(mark("Seeds"), mark("Who is kept apart from whom."))
    )
    survivors: int = field(
        default=1,
        metadata=about(
            mark("How many go on"),
            mark("1: play to the end. More: a play-in, which stops when so many are left."),
            1,
            64,
        ),
    )
    third_place: bool = field(
        default=False,
        metadata=about(mark("Match for third place"), mark("Single elimination: the losers of the semi-finals meet.")),
    )
    consolation: bool = field(
        default=False,
        metadata=about(
            mark("Consolation bracket"), mark("Single elimination: who loses in the first round plays on there.")
        ),
    )
    reset: bool = field(
        default=True,
        metadata=about(
            mark("Second grand final"), mark("Double elimination: the unbeaten side has to be beaten twice.")
        ),
    )
    best_of: int = field(
        default=1, metadata=about(mark("Games of a match"), mark("Best of how many; an odd number."), 1, 9)
    )
    best_of_semis: int = field(
        default=1, metadata=about(mark("Games of a semi-final"), mark("Best of how many; an odd number."), 1, 9)
    )
    best_of_final: int = field(
        default=1, metadata=about(mark("Games of a final"), mark("Best of how many; an odd number."), 1, 9)
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if not (self.best_of % 2 and self.best_of_semis % 2 and self.best_of_final % 2):
            raise RuleError("A match is the best of an odd number of games. Choose 1, 3, 5, 7 or 9.")
        if self.kind is Kind.DOUBLE and (self.third_place or self.consolation):
            raise RuleError(
                "A double elimination decides third place in its losers' bracket and has no consolation bracket. Take "
                "these two settings out, or choose single elimination."
            )
        if self.survivors > 1 and (self.kind is Kind.DOUBLE or self.third_place or self.consolation):
            raise RuleError(
                "A play-in, which stops when several are left, is a single elimination without further matches for "
                "places. Take these settings out, or let only one go on."
            )
