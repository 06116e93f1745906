"""What a club can choose for a Swiss. Data only: it pairs no one."""

from dataclasses import dataclass, field

from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings


class Score(Choice):
    GAMES = "games", mark("Games won"), mark("A tied game counts half. Few scores, large groups: the usual way.")
    POINTS = "points", mark("Points made"), mark("Total points so far. Few players will be tied.")


class Worth(Choice):
    NOTHING = "nothing", mark("Nothing"), mark("It counts as a game lost.")
    HALF = "half", mark("Half a game"), mark("It counts as a tied game.")
    WIN = "win", mark("A game won"), mark("It counts as a game won.")


class Order(Choice):
    NUMBERS = "numbers", mark("Entry numbers"), mark("The first on the list comes first, so enter the strongest first.")
    LOTS = "lots", mark("Random"), mark("A random draw gives every pair its number for the whole event.")


@dataclass(frozen=True)
class Swiss:
    """The settings of a Swiss for fixed pairs.

    The rules are those of the FIDE Swiss Team Pairing System (C.04.6, February 2026), colour preferences not used.
    `bye` and `missed` count when the score is games won; `bye_points` are the points for the standings, and count when
    the score is points.
    """

    rounds: int = field(default=5, metadata=about(mark("Rounds"), mark("Number of rounds."), 1, 40))
    score: Score = field(
        default=Score.GAMES, metadata=about(mark("Pairs meet by"), mark("What makes two pairs equal."))
    )
    order: Order = field(
        default=Order.NUMBERS,
        metadata=about(mark("Pairing numbers"), mark("They decide between pairs with equal scores.")),
    )
    bye: Worth = field(
        default=Worth.HALF, metadata=about(mark("A bye counts"), mark("For the pair without an opponent."))
    )
    bye_points: int | None = field(
        default=5,
        metadata=about(
            mark("Points for a bye"), mark("Points for a bye. Leave empty to use the player’s average."), 0, 40
        ),
    )
    missed: Worth = field(
        default=Worth.NOTHING,
        metadata=about(mark("A missed round counts"), mark("For rounds before a late entry came in.")),
    )
    second_bye: bool = field(
        default=False,
        metadata=about(mark("Allow a second bye"), mark("Only if no one is left who could have a first one.")),
    )

    def __post_init__(self) -> None:
        check_settings(self)
