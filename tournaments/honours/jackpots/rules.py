"""What a club decides about a jackpot: what counts, who may win, how the pot is divided. Works nothing out."""

from dataclasses import dataclass, field
from itertools import pairwise

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings
from tournaments.honours.pot import WHOLE
from tournaments.honours.wording import percent_text


class Metric(Choice):
    POINTS = "points", mark("Points"), mark("All points from games in the period.")
    WINS = "wins", mark("Wins"), mark("Games won. A shared win doesn’t count.")
    RANK = "rank", mark("Places"), mark("Points for places in events that end in the period.")
    LONERS = "loners", mark("Loners"), mark("Loners your side made.")


class Tied(Choice):
    SPLIT = "split", mark("Split"), mark("Tied players share the prizes of their places, to the cent.")
    CARRY = "carry", mark("Carry over"), mark("The tied prize stays in the pot.")
    LOT = "lot", mark("Random draw"), mark("From the jackpot’s seed. Anyone can repeat the draw.")


@dataclass(frozen=True)
class JackpotRules:
    """shares: of the pot for 1st, 2nd … place; what they leave is carried over, and so is what no one wins.

    vesting: the share of money carried over from earlier periods that a player may take: in the first period they play
    for this jackpot, in the second … and in all later ones; none: all of it at once.
    """

    metric: Metric = field(
        default=Metric.POINTS, metadata=about(mark("What counts"), mark("Starts at zero in every period."))
    )
    shares: tuple[int, ...] = field(
        default=(WHOLE,),
        metadata=about(mark("Prizes"), mark("1st place first, in hundredths of a percent of the pot.")),
    )
    tied: Tied = field(
        default=Tied.SPLIT, metadata=about(mark("Tied players"), mark("Who gets what when a place is shared."))
    )
    least: int = field(
        default=1,
        metadata=about(
            mark("Score to reach"), mark("Anyone with less wins nothing, and the pot carries over."), 1, 100_000
        ),
    )
    fewest_games: int = field(
        default=1,
        metadata=about(mark("Fewest games"), mark("Games needed in the period to win anything."), 1, 1000),
    )
    members_only: bool = field(
        default=False, metadata=about(mark("Members only"), mark("Guests can play but not win."))
    )
    vesting: tuple[int, ...] = field(
        default=(),
        metadata=about(mark("New players"), mark("Share of carried-over money, in hundredths of a percent.")),
    )
    rank_points: tuple[int, ...] = field(
        default=(5, 4, 3, 2, 1),
        metadata=about(mark("Points for places"), mark("1st place first. Shared places all get full.")),
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
            raise RuleError("A jackpot needs at least one prize, and each must be more than nothing.")
        if any(lower > higher for higher, lower in pairwise(self.shares)):
            raise RuleError("A lower place would win more than a higher one. Put the prizes in order.")
        if sum(self.shares) > WHOLE:
            raise RuleError(
                "The prizes add up to {percent} of the pot. Lower them to 100% or less.",
                percent=percent_text(sum(self.shares)),
            )
        if any(not 0 <= share <= WHOLE for share in self.vesting):
            raise RuleError("The share for new players is from 0% to 100%.")
        if any(lower > higher for higher, lower in pairwise(self.rank_points)) or min(self.rank_points, default=0) < 0:
            raise RuleError("A lower place would count for more than a higher one. Put the points in order.")

    def vested(self, earlier: int) -> int:
        """The share of carried-over money for a player of this many earlier periods, in hundredths of a percent."""
        return self.vesting[earlier] if earlier < len(self.vesting) else WHOLE
