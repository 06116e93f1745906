"""The house rules of a season: what a fixture is, what it is worth, who may play, and what happens at the end."""

from dataclasses import dataclass, field
from fractions import Fraction

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings
from tournaments.formats.seasons.eligibility import Lenders
from tournaments.formats.seasons.fixture_plan import Meetings
from tournaments.formats.seasons.period_points import Ties


class Kind(Choice):
    FIXTURES = "fixtures", mark("Schedule"), mark("Teams meet each other on match days, at home and away.")
    NIGHTS = "nights", mark("Series of nights"), mark("Every night gives period points to its best players.")


class Credit(Choice):
    """Who gets the period points of an entry that used a substitute."""

    REGULAR = "regular", mark("The entered player"), mark("A substitute plays for the player who was entered.")
    SUBSTITUTE = (
        "substitute",
        mark("The substitute"),
        mark("The player in the seat at the end of the night gets the points."),
    )
    BOTH = "both", mark("Both"), mark("Each of them gets all the points.")


class Played(Choice):
    """Where the matches of a fixture are played; the names are those of events."""

    PHYSICAL = "physical", mark("At the venue"), mark("At physical tables, with scores from slips and cards.")
    MIXED = "mixed", mark("At the venue or online"), mark("A pair opens an online table when both sides want that.")
    ONLINE = "online", mark("Online"), mark("Every match has its table here.")


class Approval(Choice):
    """When a card that both captains agree on counts."""

    CAPTAINS = (
        "captains",
        mark("Right away"),
        mark("A card counts as soon as both captains agree on it. An organizer can still approve it to lock it."),
    )
    ORGANIZER = (
        "organizer",
        mark("When an organizer approves it"),
        mark("The result counts when an organizer approves the card."),
    )


class Missing(Choice):
    """What becomes of the games of a pair that a team came without."""

    LOST = "lost", mark("Lost by the full score"), mark("The other pair wins them like a forfeit.")
    NOT_PLAYED = "not_played", mark("Not played"), mark("They count for no one.")


def _number(default: int, label: str, help_text: str, lowest: int, highest: int) -> int:
    made: int = field(default=default, metadata=about(label, help_text, lowest, highest))
    return made


def _limit(label: str, help_text: str, highest: int) -> int | None:
    """A number that can be left empty."""
    made: int | None = field(default=None, metadata=about(label, help_text, 0, highest))
    return made


@dataclass(frozen=True)
class SeasonRules:
    """As they stand: three pairs a squad, visitors move after each game, nine games, a point for each game won."""

    kind: Kind = field(default=Kind.FIXTURES, metadata=about(mark("Played as"), mark("Matches of teams, or nights.")))
    meetings: Meetings = field(
        default=Meetings.DOUBLE,
        metadata=about(mark("Meetings"), mark("How often two teams meet. Twice: at home and away.")),
    )
    pairs: int = _number(3, mark("Pairs on a team"), mark("How many tables a match needs."), 1, 8)
    games: int = _number(3, mark("Games per pair"), mark("Each against another pair of the other team."), 1, 8)
    play_to: int = _number(10, mark("Points that win a game"), mark("How long a game lasts."), 5, 100)
    least: int = _number(
        0,
        mark("Minimum players per team"),
        mark("0: all of them. A pair that isn’t complete doesn’t play."),
        0,
        16,
    )
    missing: Missing = field(
        default=Missing.LOST,
        metadata=about(mark("Games of a missing pair"), mark("Only if a team can come with fewer players.")),
    )
    where: Played = field(
        default=Played.PHYSICAL, metadata=about(mark("Matches are played"), mark("At tables in a hall, or here."))
    )
    for_game: int = _number(1, mark("Points for each game won"), mark("What the table adds up."), 0, 10)
    in_halves: bool = field(
        default=False,
        metadata=about(mark("Games count in halves"), mark("Each game is worth half of that, e.g. half a point.")),
    )
    for_win: int = _number(0, mark("Points for a match won"), mark("In addition to points for games."), 0, 20)
    for_draw: int = _number(0, mark("Points for a tied match"), mark("In addition to points for games."), 0, 20)
    handicap: int = _number(
        0,
        mark("Handicap, in percent"),
        mark(
            "The share of the difference between both teams’ averages that the weaker team starts with. 0: no handicap."
        ),
        0,
        100,
    )
    handicap_most: int = _number(
        3, mark("Most games of a handicap"), mark("The weaker team never starts with more."), 1, 32
    )
    handicap_after: int = _number(
        2, mark("Matches before a handicap"), mark("Both teams need to have played this many first."), 1, 20
    )
    unplayed: int = _number(
        5, mark("Points if the others didn’t play"), mark("For a forfeit or a match that wasn’t played."), 0, 40
    )
    late_card: int = _number(
        1, mark("Points lost for a late card"), mark("Taken from the team that sends it late."), 0, 20
    )
    late_second: int = _number(
        1, mark("Points lost for the second late card"), mark("Of the same team in the season."), 0, 20
    )
    late_more: int = _number(1, mark("Points lost for further late cards"), mark("From a team’s third one."), 0, 20)
    approval: Approval = field(
        default=Approval.CAPTAINS,
        metadata=about(
            mark("A card of both captains counts"),
            mark("Right away: when one sent it and the other confirmed it. Cards that organizers enter always count."),
        ),
    )
    card_days: int = _number(2, mark("Days to send the card in"), mark("Counted from the day of the match."), 0, 30)
    borrowings: int = _number(
        2, mark("How often a player can substitute"), mark("In one season, for all other teams."), 0, 20
    )
    borrowed_at_once: int | None = _limit(
        mark("Substitutes in a match"), mark("Of one team. Leave empty for no limit."), 16
    )
    lenders: Lenders = field(
        default=Lenders.ANY,
        metadata=about(mark("Substitutes come from"), mark("Which divisions a team’s substitutes can come from.")),
    )
    transfers: int | None = _limit(mark("Transfers of a player"), mark("In one season. Leave empty for no limit."), 20)
    both_captains: bool = field(
        default=False,
        metadata=about(
            mark("Captains agree on transfers"),
            mark("The new captain asks, the old captain agrees. An organizer can still transfer a player alone."),
        ),
    )
    up: int = _number(2, mark("Teams that go up"), mark("From every division except the first."), 0, 8)
    down: int = _number(2, mark("Teams that go down"), mark("From every division except the last."), 0, 8)
    play_offs: int = _number(
        4, mark("Teams in the playoffs"), mark("The best of each table. With 0, the table decides."), 0, 16
    )
    points: str = field(
        default="5-4-3-2-1",
        metadata=about(mark("Period points"), mark("For the best of a night, the first one first.")),
    )
    ties: Ties = field(
        default=Ties.FULL, metadata=about(mark("Period points of a shared place"), mark("Full or split."))
    )
    drop: int = _number(0, mark("Worst nights that don’t count"), mark("Of each player, missed nights first."), 0, 20)
    credit: Credit = field(
        default=Credit.REGULAR, metadata=about(mark("When a substitute played"), mark("Who gets the points."))
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if self.games > self.pairs:
            raise RuleError(
                "A pair has {games} games, but the other team has only {pairs} pairs to play against. Let it "
                "play fewer games, or let teams have more pairs.",
                games=self.games,
                pairs=self.pairs,
            )
        if self.least == 1 or self.least > 2 * self.pairs:
            raise RuleError(
                "A team has {pairs} pairs, {players} players in all. Choose 2 to {players}, or 0 for all.",
                pairs=self.pairs,
                players=2 * self.pairs,
            )
        if self.handicap:
            self._check_handicap()
        if self.play_offs == 1:
            raise RuleError("One team alone can’t have playoffs. Choose 0, or 2 or more.")
        self.scale  # noqa: B018  # a scale that cannot be read is refused here

    def _check_handicap(self) -> None:
        if self.kind is Kind.NIGHTS:
            raise RuleError("A series of nights has no handicap. Set it to 0.")
        if self.handicap_most >= self.pairs * self.games:
            raise RuleError(
                "A match has {games} games, so a handicap of {most} can’t be made up. "
                "Choose fewer games, or 0 percent.",
                games=self.pairs * self.games,
                most=self.handicap_most,
            )

    @property
    def scale(self) -> tuple[int, ...]:
        """Period points by place."""
        parts = self.points.replace(" ", "").split("-")
        if not (1 <= len(parts) <= 40 and all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts)):
            raise RuleError("Enter period points like 5-4-3-2-1, not “{points}”.", points=self.points)
        scale = tuple(map(int, parts))
        if sorted(scale, reverse=True) != list(scale):
            raise RuleError(
                "With {points}, a lower place would get more. Enter them from most to least.", points=self.points
            )
        return scale

    def late_points(self, offence: int) -> int:
        """What a squad loses by its first, second, third… late card of the season."""
        return (self.late_card, self.late_second, self.late_more)[min(offence, 3) - 1]

    @property
    def game_worth(self) -> Fraction:
        """Points for a game won."""
        return Fraction(self.for_game, 2 if self.in_halves else 1)

    @property
    def fewest(self) -> int:
        """Players with whom a team can play."""
        return self.least or 2 * self.pairs

    @property
    def needed(self) -> int:
        """Games that win a fixture without a handicap, whatever else happens."""
        return self.pairs * self.games // 2 + 1
