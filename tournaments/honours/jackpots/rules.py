"""What a club decides about a jackpot: what counts, who may win, how the pot is divided. Works nothing out."""

from dataclasses import dataclass, field
from itertools import pairwise

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings
from tournaments.honours.pot import WHOLE
from tournaments.honours.wording import percent_text


class Metric(Choice):
    POINTS = "points", mark("Points"), mark("All points of the games of the period.")
    WINS = "wins", mark("Wins"), mark("Games won; a shared win is none.")
    RANK = "rank", mark("Places"), mark("Points for places in events that end in the period.")
    LONERS = "loners", mark("Loners"), mark("Loners that the own side made.")


class Tied(Choice):
    SPLIT = "split", mark("Split"), mark("Those who are level share the prizes of their places, to the cent.")
    CARRY = "carry", mark("Carry over"), mark("What they are level for stays in the pot.")
    LOT = "lot", mark("Draw the lot"), mark("From the jackpot's seed; anybody can draw it again.")


@dataclass(frozen=True)
class JackpotRules:
    """shares: of the pot for 1st, 2nd … place; what they leave is carried over, as is what nobody wins.

    vesting: what somebody may take of money carried over from earlier periods: in the first period that he plays for
    this jackpot, in the second … and everything after those; none: everything at once.
    """

    metric: Metric = field(
        default=Metric.POINTS, metadata=about(mark("What counts"), mark("Begins at nothing in every period."))
    )
    shares: tuple[int, ...] = field(
        default=(WHOLE,),
        metadata=about(mark("Prizes"), mark("1st place first, in hundredths of a percent of the pot.")),
    )
    tied: Tied = field(
        default=Tied.SPLIT, metadata=about(mark("Level players"), mark("Who gets what when a place is shared."))
    )
    least: int = field(
        default=1,
        metadata=about(mark("Score to reach"), mark("Who has less wins nothing; the pot is carried over."), 1, 100_000),
    )
    fewest_games: int = field(
        default=1,
        metadata=about(mark("Fewest games"), mark("To be played in the period before anything can be won."), 1, 1000),
    )
    members_only: bool = field(
        default=False, metadata=about(mark("Members only"), mark("Guests play along and win nothing."))
    )
    vesting: tuple[int, ...] = field(
        default=(),
        metadata=about(mark("New players"), mark("Share of carried-over money, in hundredths of a percent.")),
    )
    rank_points: tuple[int, ...] = field(
        default=(5, 4, 3, 2, 1),
        metadata=about(mark("Points for places"), mark("1st place first; shared places all get full.")),
    )

    official_only: bool = field(
        default=True,
        metadata=about(
            mark("Only official games count"), mark("Friendly games at the club's online tables don't count.")
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if not self.shares or min(self.shares) <= 0:
            raise RuleError("A jackpot needs at least one prize, and each has to be more than nothing.")
        if any(lower > higher for higher, lower in pairwise(self.shares)):
            raise RuleError("A later place would win more than an earlier one. Put the prizes in order.")
        if sum(self.shares) > WHOLE:
            raise RuleError(
                "The prizes together are {percent} of the pot. Lower them to 100 %.",
                percent=percent_text(sum(self.shares)),
            )
        if any(not 0 <= share <= WHOLE for share in self.vesting):
            raise RuleError("What new players may take is from 0 % to 100 %.")
        if any(lower > higher for higher, lower in pairwise(self.rank_points)) or min(self.rank_points, default=0) < 0:
            raise RuleError("A later place would count for more than an earlier one. Put the points in order.")

    def vested(self, earlier: int) -> int:
        """The share of carried-over money for who played in so many earlier periods, in hundredths of a percent."""
        return self.vesting[earlier] if earlier < len(self.vesting) else WHOLE
