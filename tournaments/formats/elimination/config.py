"""What a club can choose for a knockout. Data only: it draws nothing."""

from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings


class Kind(Choice):
    SINGLE = "single", mark("Single elimination"), mark("Lose one match and you’re out.")
    DOUBLE = (
        "double",
        mark("Double elimination"),
        mark("After 1 loss you drop to the losers’ bracket. After 2, you’re out."),
    )


class Seeding(Choice):
    NUMBERS = (
        "numbers",
        mark("In order of entry"),
        mark(
            "No. 1 is the top seed, so enter the strongest first. If there’s an earlier stage, its standings set "
            "the seeds."
        ),
    )
    LOTS = "lots", mark("Random"), mark("A random draw decides the seeds.")


class Opens(Choice):
    SINGLY = (
        "singly",
        mark("As soon as both sides are known"),
        mark("A match opens when both sides are known and a table is free. Several rounds can run at the same time."),
    )
    ROUNDS = (
        "rounds",
        mark("Round by round"),
        mark("The next round opens when every table in the current one has a score."),
    )


@dataclass(frozen=True)
class Elimination:
    """The settings of a knockout for fixed pairs. The first pair to win more than half of a match's games wins the
    match."""

    kind: Kind = field(
        default=Kind.SINGLE, metadata=about(mark("Knockout type"), mark("A pair is out after 1 loss or after 2."))
    )
    seeding: Seeding = field(
        default=Seeding.NUMBERS,
        metadata=about(mark("Seeds"), mark("The bracket keeps the top seeds apart until the later rounds.")),
    )
    survivors: int = field(
        default=1,
        metadata=about(
            mark("Pairs that advance"),
            mark(
                "Enter 1 to play until one winner is left. Enter more for a play-in that stops when that many are left."
            ),
            1,
            64,
        ),
    )
    third_place: bool = field(
        default=False,
        metadata=about(mark("Third-place match"), mark("Single elimination: the semifinal losers play each other.")),
    )
    consolation: bool = field(
        default=False,
        metadata=about(
            mark("Consolation bracket"), mark("Single elimination: first-round losers play on in their own bracket.")
        ),
    )
    reset: bool = field(
        default=True,
        metadata=about(
            mark("Second grand final"), mark("Double elimination: the unbeaten side has to be beaten twice.")
        ),
    )
    best_of: int = field(
        default=1,
        metadata=about(mark("Games per match"), mark("Best of this many games. Enter an odd number."), 1, 9),
    )
    best_of_semis: int = field(
        default=1,
        metadata=about(mark("Games per semifinal"), mark("Best of this many games. Enter an odd number."), 1, 9),
    )
    best_of_final: int = field(
        default=1,
        metadata=about(mark("Games in the final"), mark("Best of this many games. Enter an odd number."), 1, 9),
    )
    opens: Opens = field(
        default=Opens.ROUNDS,
        metadata=about(
            mark("Match start"), mark("Choose when a table can start its next match."), proposed=Opens.SINGLY
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if not (self.best_of % 2 and self.best_of_semis % 2 and self.best_of_final % 2):
            raise RuleError("A match needs an odd number of games. Choose 1, 3, 5, 7 or 9.")
        if self.kind is Kind.DOUBLE and (self.third_place or self.consolation):
            raise RuleError(
                "Double elimination decides third place in its losers’ bracket and has no consolation bracket. "
                "Turn off these 2 settings, or choose single elimination."
            )
        if self.survivors > 1 and (self.kind is Kind.DOUBLE or self.third_place or self.consolation):
            raise RuleError(
                "A play-in ends with more than one pair left. It can’t be double elimination or have a "
                "third-place match or consolation bracket. Turn off these settings, or advance only one "
                "pair."
            )
