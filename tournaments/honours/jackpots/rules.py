"""What a club decides about a jackpot: what counts, who may win, how the pot is divided. Works nothing out."""

from dataclasses import dataclass, field
from itertools import pairwise

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings
from tournaments.honours.pot import WHOLE
from tournaments.honours.wording import percent_text


class Metric(Choice):
    POINTS = "points", mark("Points"), mark("All points from games during the period count.")
    WINS = "wins", mark("Wins"), mark("Every game won counts. Ties don’t count.")
    RANK = (
        "rank",
        mark("Top finishes in events"),
        mark("Players earn points by place in events that end during the period."),
    )
    LONERS = "loners", mark("Loners"), mark("Loners your side made.")


class Tied(Choice):
    SPLIT = "split", mark("Split"), mark("Tied players split the prizes for their places, to the cent.")
    CARRY = "carry", mark("Carry over"), mark("If players tie for a prize, it stays in the jackpot.")
    LOT = (
        "lot",
        mark("Random draw"),
        mark("The jackpot’s random number decides. Anyone can rerun the draw and check it."),
    )


@dataclass(frozen=True)
class JackpotRules:
    """shares: of the pot for 1st, 2nd … place; what they leave is carried over, and so is what no one wins.

    vesting: the share of money carried over from earlier periods that a player may take: in the first period they play
    for this jackpot, in the second … and in all later ones; none: all of it at once.
    """

    metric: Metric = field(
        default=Metric.POINTS, metadata=about(mark("What counts"), mark("Everyone starts each period at zero."))
    )
    shares: tuple[int, ...] = field(
        default=(WHOLE,),
        metadata=about(
            mark("Prizes"),
            mark("List the prizes from 1st place down, in hundredths of a percent: 5000 is 50% of the jackpot."),
        ),
    )
    tied: Tied = field(
        default=Tied.SPLIT,
        metadata=about(mark("Tied players"), mark("Choose what happens to prizes when players tie.")),
    )
    least: int = field(
        default=1,
        metadata=about(
            mark("Minimum score"),
            mark("Players below this score can’t win. If no one reaches it, the jackpot carries over."),
            1,
            100_000,
        ),
    )
    fewest_games: int = field(
        default=1,
        metadata=about(
            mark("Minimum games"), mark("Players must play this many games in the period to win anything."), 1, 1000
        ),
    )
    members_only: bool = field(
        default=False, metadata=about(mark("Members only"), mark("Guests can play but not win."))
    )
    vesting: tuple[int, ...] = field(
        default=(),
        metadata=about(
            mark("New players"),
            mark("New players’ share of the carried-over money, in hundredths of a percent: 5000 is 50%."),
        ),
    )
    rank_points: tuple[int, ...] = field(
        default=(5, 4, 3, 2, 1),
        metadata=about(mark("Points by place"), mark("Start with 1st place. Tied players each get the full points.")),
    )

    official_only: bool = field(
        default=True,
        metadata=about(
            mark("Only official games count"), mark("Friendly games at the club’s online tables don’t count.")
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if not self.shares or min(self.shares) <= 0:
            raise RuleError("Add at least one prize. Each prize must be more than zero.")
        if any(lower > higher for higher, lower in pairwise(self.shares)):
            raise RuleError("A lower place would win more than a higher one. Enter the prizes from high to low.")
        if sum(self.shares) > WHOLE:
            raise RuleError(
                "The prizes add up to {percent} of the jackpot. Lower them to 100% or less.",
                percent=percent_text(sum(self.shares)),
            )
        if any(not 0 <= share <= WHOLE for share in self.vesting):
            raise RuleError("The share for new players must be between 0% and 100%.")
        if any(lower > higher for higher, lower in pairwise(self.rank_points)) or min(self.rank_points, default=0) < 0:
            raise RuleError(
                "A lower place would earn more points than a higher one. Enter the points from high to low."
            )

    def vested(self, earlier: int) -> int:
        """The share of carried-over money for a player of this many earlier periods, in hundredths of a percent."""
        return self.vesting[earlier] if earlier < len(self.vesting) else WHOLE
