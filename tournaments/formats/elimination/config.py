"""What a club can choose for a knockout. Data only: it draws nothing."""

from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings


class Kind(Choice):
    SINGLE = "single", mark("Single elimination"), mark("The loser of a match is out.")
    DOUBLE = (
        "double",
        mark("Double elimination"),
        mark("The loser drops to the losers’ bracket. After two losses you’re out."),
    )


class Seeding(Choice):
    NUMBERS = (
        "numbers",
        mark("In order of entry"),
        mark("No. 1 is the best seed, so enter the strongest first. After another stage, its standings are the seeds."),
    )
    LOTS = "lots", mark("Random"), mark("A random draw decides the seeds.")


class Opens(Choice):
    SINGLY = (
        "singly",
        mark("As soon as both sides are known"),
        mark("A match opens when its sides are known and a table is free. Several rounds can run in parallel."),
    )
    ROUNDS = "rounds", mark("Round by round"), mark("The next round opens when every table of this one has its score.")


@dataclass(frozen=True)
class Elimination:
    """The settings of a knockout for fixed pairs. The first pair to win more than half of a match's games wins the
    match."""

    kind: Kind = field(default=Kind.SINGLE, metadata=about(mark("Type"), mark("How many matches a pair may lose.")))
    seeding: Seeding = field(default=Seeding.NUMBERS, metadata=about(mark("Seeds"), mark("Who is kept apart.")))
    survivors: int = field(
        default=1,
        metadata=about(
            mark("How many go on"),
            mark("1: play to the end. More: a play-in that stops when this many are left."),
            1,
            64,
        ),
    )
    third_place: bool = field(
        default=False,
        metadata=about(mark("Match for third place"), mark("Single elimination: the losers of the semifinals meet.")),
    )
    consolation: bool = field(
        default=False,
        metadata=about(mark("Consolation bracket"), mark("Single elimination: first-round losers continue there.")),
    )
    reset: bool = field(
        default=True,
        metadata=about(
            mark("Second grand final"), mark("Double elimination: the unbeaten side has to be beaten twice.")
        ),
    )
    best_of: int = field(
        default=1, metadata=about(mark("Games in a match"), mark("Best of how many, an odd number."), 1, 9)
    )
    best_of_semis: int = field(
        default=1, metadata=about(mark("Games in a semifinal"), mark("Best of how many, an odd number."), 1, 9)
    )
    best_of_final: int = field(
        default=1, metadata=about(mark("Games in the final"), mark("Best of how many, an odd number."), 1, 9)
    )
    opens: Opens = field(
        default=Opens.ROUNDS,
        metadata=about(mark("Matches open"), mark("When a table can start its next match."), proposed=Opens.SINGLY),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if not (self.best_of % 2 and self.best_of_semis % 2 and self.best_of_final % 2):
            raise RuleError("A match is the best of an odd number of games. Choose 1, 3, 5, 7 or 9.")
        if self.kind is Kind.DOUBLE and (self.third_place or self.consolation):
            raise RuleError(
                "A double elimination decides third place in its losers’ bracket and has no consolation "
                "bracket. Turn off these two settings, or choose single elimination."
            )
        if self.survivors > 1 and (self.kind is Kind.DOUBLE or self.third_place or self.consolation):
            raise RuleError(
                "A play-in stops when several are left, so it can’t be a double elimination or have matches "
                "for places. Turn off these settings, or let only one go on."
            )
