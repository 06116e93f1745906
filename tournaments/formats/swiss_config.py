"""What a club can choose for a Swiss. Data only: it pairs nobody."""

from dataclasses import dataclass, field

from tournaments.formats.config import Choice, about, check_settings


class Score(Choice):
    GAMES = "games", "Games won", "A level game counts half. Few scores, large groups: the usual way."
    POINTS = "points", "Points made", "All points made so far; nearly everybody has a score of their own."


class Worth(Choice):
    NOTHING = "nothing", "Nothing", "It counts as a game lost."
    HALF = "half", "Half a game", "It counts as a level game."
    WIN = "win", "A game won", "It counts as a game won."


class Order(Choice):
    NUMBERS = "numbers", "Entry numbers", "The first on the list comes first: enter the strongest first."
    LOTS = "lots", "Lots", "A lot gives every pair its place for the whole event."


@dataclass(frozen=True)
class Swiss:
    """The settings of a Swiss for fixed pairs.

    The rules are those of the FIDE Swiss Team Pairing System (C.04.6, February 2026), colour preferences not used.
    `bye` and `missed` count when the score is games won; `bye_points` are the points for the standings, and count when
    the score is points.
    """

    rounds: int = field(default=5, metadata=about("Rounds", "How many rounds the event has.", 1, 40))
    score: Score = field(default=Score.GAMES, metadata=about("Pairs meet by", "What makes two pairs equal."))
    order: Order = field(
        default=Order.NUMBERS, metadata=about("Pairing numbers", "They decide between pairs with equal scores.")
    )
    bye: Worth = field(default=Worth.HALF, metadata=about("A bye counts", "For the pair without an opponent."))
    bye_points: int | None = field(
        default=5,
        metadata=about("Points for a bye", "What a round without an opponent is worth; empty: the own average.", 0, 40),
    )
    missed: Worth = field(
        default=Worth.NOTHING, metadata=about("A missed round counts", "For rounds before a late entry came in.")
    )
    second_bye: bool = field(
        default=False,
        metadata=about("Allow a second bye", "Only when nobody is left who could have a first one."),
    )

    def __post_init__(self) -> None:
        check_settings(self)
