"""What the weaker team of a fixture starts with, so that teams of different strength play an even match.

Source of the rule: charters of American bar leagues, which spot the weaker team a part of the difference of the two
teams' averages. Which part, and the most it can be, is a rule of the season.
"""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.seasons.settings import SeasonRules


@dataclass(frozen=True)
class Average:
    """What a team has played so far. halves: half games won at its tables, without any handicap. played: fixtures."""

    halves: int = 0
    played: int = 0

    def __add__(self, other: "Average") -> "Average":
        return Average(self.halves + other.halves, self.played + other.played)

    @property
    def games(self) -> Fraction:
        """Games won in a fixture, exactly. Of a team that has played none: AssertionError."""
        assert self.played, "no fixture, no average"
        return Fraction(self.halves, 2 * self.played)


@dataclass(frozen=True)
class Handicap:
    """side: which side starts with something, 0 home, 1 visitors, None where neither does. halves: how many half
    games it starts with."""

    side: int | None
    halves: int

    @property
    def starts(self) -> tuple[int, int]:
        """Half games that each side starts with, home first."""
        return (self.halves if self.side == 0 else 0, self.halves if self.side == 1 else 0)


NO_HANDICAP = Handicap(None, 0)


def handicap_of(home: Average, away: Average, rules: SeasonRules) -> Handicap | None:
    """The handicap of a fixture between two teams with these averages, by the season's rules.

    The team with the lower average starts with `rules.handicap` percent of the difference between the two, rounded
    down to a half game, and with `rules.handicap_most` games at most. With 80 percent, 3 1/5 games against 5 2/5
    make 80 % of 2 1/5, which is 1 19/25: the weaker team starts with 1 1/2 games, three halves. Equal teams, and a
    difference too small for half a game, give NO_HANDICAP.

    None where there is no handicap at all: the season has none, or one of the teams has played fewer than
    `rules.handicap_after` fixtures. Raises nothing.
    """
    if not rules.handicap or min(home.played, away.played) < rules.handicap_after:
        return None
    difference = home.games - away.games
    halves = min(2 * abs(difference) * rules.handicap // 100, 2 * rules.handicap_most)
    return Handicap(0 if difference < 0 else 1, halves) if halves else NO_HANDICAP
