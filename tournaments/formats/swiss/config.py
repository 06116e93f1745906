"""What a club can choose for a Swiss. Data only: it pairs no one."""

from dataclasses import dataclass, field

from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings


class Score(Choice):
    GAMES = (
        "games",
        mark("Games won"),
        mark("The usual choice. A tied game counts half, and many pairs share a score."),
    )
    POINTS = "points", mark("Points scored"), mark("Total points so far. Few pairs will be tied.")


class Worth(Choice):
    NOTHING = "nothing", mark("Nothing"), mark("The round counts as a game lost.")
    HALF = "half", mark("Half a game"), mark("The round counts as a tied game.")
    WIN = "win", mark("One game won"), mark("The round counts as a game won.")


class Order(Choice):
    NUMBERS = "numbers", mark("Entry numbers"), mark("Pairs are numbered in entry order, so enter the strongest first.")
    LOTS = "lots", mark("Random"), mark("A random draw gives every pair its number for the whole event.")


@dataclass(frozen=True)
class Swiss:
    """The settings of a Swiss for fixed pairs.

    The rules are those of the FIDE Swiss Team Pairing System (C.04.6, February 2026), colour preferences not used.
    `bye` and `missed` count when the score is games won; `bye_points` are the points for the standings, and count when
    the score is points.
    """

    rounds: int = field(
        default=5, metadata=about(mark("Rounds"), mark("The number of rounds you plan to play, e.g. 8."), 1, 40)
    )
    score: Score = field(
        default=Score.GAMES,
        metadata=about(mark("Pairing score"), mark("The score that decides which pairs play each other.")),
    )
    order: Order = field(
        default=Order.NUMBERS,
        metadata=about(mark("Pairing numbers"), mark("Used to order pairs with equal scores.")),
    )
    bye: Worth = field(
        default=Worth.HALF,
        metadata=about(mark("Value of a bye"), mark("The bye goes to the pair without an opponent.")),
    )
    bye_points: int | None = field(
        default=5,
        metadata=about(mark("Points for a bye"), mark("Leave empty to use the pair’s average."), 0, 40),
    )
    missed: Worth = field(
        default=Worth.NOTHING,
        metadata=about(mark("Value of a missed round"), mark("Applies to rounds a late entry missed.")),
    )
    second_bye: bool = field(
        default=False,
        metadata=about(mark("Allow a second bye"), mark("Only used if every pair has already had a bye.")),
    )

    def __post_init__(self) -> None:
        check_settings(self)
