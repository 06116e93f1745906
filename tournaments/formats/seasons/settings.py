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
    FIXTURES = "fixtures", mark("Team matches"), mark("Teams play each other on match days, home and away.")
    NIGHTS = "nights", mark("Series of nights"), mark("The top players each night earn season points.")


class Credit(Choice):
    """Who gets the period points of an entry that used a substitute."""

    REGULAR = (
        "regular",
        mark("The original player"),
        mark("Points go to the original player, not the substitute."),
    )
    SUBSTITUTE = (
        "substitute",
        mark("The substitute"),
        mark("Points go to the player in the seat at the end of the night."),
    )
    BOTH = "both", mark("Both players"), mark("Both players get all the points.")


class Played(Choice):
    """Where the matches of a fixture are played; the names are those of events."""

    PHYSICAL = "physical", mark("At the venue"), mark("Players meet in person and keep score on phones or score cards.")
    MIXED = "mixed", mark("At the venue or online"), mark("A pair can open an online table if both sides agree.")
    ONLINE = "online", mark("Online"), mark("Every match has an online table on this site.")


class Approval(Choice):
    """When a card that both captains agree on counts."""

    CAPTAINS = (
        "captains",
        mark("Counts right away"),
        mark(
            "A score card counts as soon as both captains confirm it. An organizer can still lock the card by "
            "approving it."
        ),
    )
    ORGANIZER = (
        "organizer",
        mark("Counts after organizer approval"),
        mark("The result counts when an organizer approves the score card."),
    )


class Moving(Choice):
    """Whether the captains of a match can agree on another date for it."""

    ORGANIZER = (
        "organizer",
        mark("Only organizers move matches"),
        mark("Captains ask an organizer for another date."),
    )
    APPROVED = (
        "approved",
        mark("Captains agree, an organizer approves"),
        mark("A match moves when both captains agree on a date and an organizer approves it."),
    )
    CAPTAINS = (
        "captains",
        mark("Captains agree"),
        mark("A match moves as soon as both captains agree on a date."),
    )


class Missing(Choice):
    """What becomes of the games of a pair that a team came without."""

    LOST = "lost", mark("Lost by the maximum score"), mark("The other pair wins the missing pair’s games by forfeit.")
    NOT_PLAYED = "not_played", mark("Not played"), mark("The missing pair’s games count for neither side.")


def _number(default: int, label: str, help_text: str, lowest: int, highest: int) -> int:
    made: int = field(default=default, metadata=about(label, help_text, lowest, highest))
    return made


def _limit(label: str, help_text: str, highest: int, lowest: int = 0) -> int | None:
    """A number that can be left empty."""
    made: int | None = field(default=None, metadata=about(label, help_text, lowest, highest))
    return made


@dataclass(frozen=True)
class SeasonRules:
    """As they stand: three pairs a squad, visitors move after each game, nine games, a point for each game won."""

    kind: Kind = field(
        default=Kind.FIXTURES, metadata=about(mark("Season type"), mark("Choose team matches or a series of nights."))
    )
    meetings: Meetings = field(
        default=Meetings.DOUBLE,
        metadata=about(
            mark("Meetings per opponent"), mark("Choose how often 2 teams meet. Twice means home and away.")
        ),
    )
    pairs: int = _number(3, mark("Pairs per team"), mark("A match needs this many tables."), 1, 8)
    games: int = _number(
        3, mark("Games per pair"), mark("Each game is against a different pair from the other team."), 1, 8
    )
    play_to: int = _number(10, mark("Points to win a game"), mark("The score that ends a game."), 5, 100)
    least: int = _number(
        0,
        mark("Minimum players per team"),
        mark("Enter 0 to require all players. Incomplete pairs don’t play."),
        0,
        16,
    )
    missing: Missing = field(
        default=Missing.LOST,
        metadata=about(mark("A missing pair’s games"), mark("Only applies if a team can play short-handed.")),
    )
    where: Played = field(
        default=Played.PHYSICAL, metadata=about(mark("Match location"), mark("Choose in person, online or both."))
    )
    for_game: int = _number(1, mark("Points for each game won"), mark("The standings add up these points."), 0, 10)
    in_halves: bool = field(
        default=False,
        metadata=about(
            mark("Half points for games"), mark("Each game won is worth half the points above, e.g. half a point.")
        ),
    )
    for_win: int = _number(0, mark("Points for a match won"), mark("This adds to the points for games."), 0, 20)
    for_draw: int = _number(0, mark("Points for a tied match"), mark("This adds to the points for games."), 0, 20)
    handicap: int = _number(
        0,
        mark("Handicap percentage"),
        mark(
            "The weaker team starts with this share of the difference between the 2 averages. Enter 0 for no handicap."
        ),
        0,
        100,
    )
    handicap_most: int = _number(
        3, mark("Handicap limit, in games"), mark("The weaker team never starts with more games than this."), 1, 32
    )
    handicap_after: int = _number(
        2,
        mark("Matches before a handicap"),
        mark("Both teams must have played this many matches before a handicap applies."),
        1,
        20,
    )
    unplayed: int = _number(
        5,
        mark("Points for a win by forfeit"),
        mark("A team gets these points when the other team forfeits or doesn’t play."),
        0,
        40,
    )
    late_card: int = _number(
        1,
        mark("Points lost for a late score card"),
        mark("Deducted from the team that submits its score card late."),
        0,
        20,
    )
    late_second: int = _number(
        1,
        mark("Points lost for the second late score card"),
        mark("Applies to a team’s second late score card in a season."),
        0,
        20,
    )
    late_more: int = _number(
        1,
        mark("Points lost for each additional late score card"),
        mark("Applies to a team’s third late score card and any later ones."),
        0,
        20,
    )
    approval: Approval = field(
        default=Approval.CAPTAINS,
        metadata=about(
            mark("Score card approval"),
            mark(
                "“Counts right away” means as soon as one captain submits the score card and the other "
                "confirms it. Score cards entered by organizers always count."
            ),
        ),
    )
    card_days: int = _number(2, mark("Days to submit the score card"), mark("Counted from match day."), 0, 30)
    borrowings: int = _number(
        2,
        mark("Substitutions per player"),
        mark("The limit per season. Substitutions for all other teams count together."),
        0,
        20,
    )
    borrowed_at_once: int | None = _limit(
        mark("Substitutes per match"), mark("The limit per team. Leave empty for no limit."), 16
    )
    lenders: Lenders = field(
        default=Lenders.ANY,
        metadata=about(
            mark("Substitutes’ divisions"), mark("Choose which divisions a team’s substitutes can come from.")
        ),
    )
    transfers: int | None = _limit(
        mark("Transfers per player"), mark("The limit per season. Leave empty for no limit."), 20
    )
    both_captains: bool = field(
        default=False,
        metadata=about(
            mark("Captain approval for transfers"),
            mark(
                "The new team’s captain asks and the old team’s captain agrees. An organizer can still "
                "transfer a player without them."
            ),
        ),
    )
    moving: Moving = field(
        default=Moving.ORGANIZER,
        metadata=about(
            mark("Moving matches"),
            mark("One captain proposes up to 5 dates, and the other picks one or declines."),
        ),
    )
    moving_notice: int = _number(
        2,
        mark("Days’ notice to move a match"),
        mark("Captains can propose dates until this many days before the match."),
        0,
        30,
    )
    moving_within: int | None = _limit(
        mark("Maximum days a match can move"),
        mark("Counted from the scheduled date. Leave empty to allow dates up to the season’s last match day."),
        120,
    )
    moving_silence: int | None = _limit(
        mark("Days to answer proposed dates"),
        mark("If no one answers, we pick the earliest possible date. Leave empty to always wait for an answer."),
        30,
        lowest=1,
    )
    up: int = _number(
        2, mark("Teams that go up"), mark("This many teams go up from every division except the first."), 0, 8
    )
    down: int = _number(
        2, mark("Teams that go down"), mark("This many teams go down from every division except the last."), 0, 8
    )
    play_offs: int = _number(
        4,
        mark("Teams in the playoffs"),
        mark("The top teams of each division qualify. Enter 0 for no playoffs, so the standings decide."),
        0,
        16,
    )
    points: str = field(
        default="5-4-3-2-1",
        metadata=about(mark("Season points"), mark("Points for a night’s top players, starting with 1st place.")),
    )
    ties: Ties = field(
        default=Ties.FULL,
        metadata=about(
            mark("Season points for tied players"), mark("Tied players each get full points, or they split the points.")
        ),
    )
    drop: int = _number(
        0, mark("Worst nights to drop"), mark("Each player drops this many nights, missed nights first."), 0, 20
    )
    credit: Credit = field(
        default=Credit.REGULAR,
        metadata=about(
            mark("Points after a substitution"), mark("Choose who gets the points when a substitute plays.")
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if self.games > self.pairs:
            raise RuleError(
                "Each pair has {games} games, but the other team has only {pairs} pairs to play "
                "against. Choose fewer games per pair, or more pairs on a team.",
                games=self.games,
                pairs=self.pairs,
            )
        if self.least == 1 or self.least > 2 * self.pairs:
            raise RuleError(
                "A team has {pairs} pairs, so {players} players in all. Choose 2 to {players}, or 0 for all.",
                pairs=self.pairs,
                players=2 * self.pairs,
            )
        if self.handicap:
            self._check_handicap()
        if self.play_offs == 1:
            raise RuleError("Playoffs need at least 2 teams. Choose 0, or 2 or more.")
        self.scale  # noqa: B018  # a scale that cannot be read is refused here

    def _check_handicap(self) -> None:
        if self.kind is Kind.NIGHTS:
            raise RuleError("A series of nights has no handicap. Set the handicap percentage to 0.")
        if self.handicap_most >= self.pairs * self.games:
            raise RuleError(
                "A match has {games} games, so a team couldn’t make up a handicap of {most}. Lower the "
                "handicap limit, or set the handicap percentage to 0.",
                games=self.pairs * self.games,
                most=self.handicap_most,
            )

    @property
    def scale(self) -> tuple[int, ...]:
        """Period points by place."""
        parts = self.points.replace(" ", "").split("-")
        if not (1 <= len(parts) <= 40 and all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts)):
            raise RuleError(
                "“{points}” isn’t a list of season points. Enter them from 1st place down, e.g. 5-4-3-2-1.",
                points=self.points,
            )
        scale = tuple(map(int, parts))
        if sorted(scale, reverse=True) != list(scale):
            raise RuleError(
                "With {points}, a lower rank would get more. Enter the points from most to least.", points=self.points
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
