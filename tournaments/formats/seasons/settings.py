"""The house rules of a season: what a fixture is, what it is worth, who may play, and what happens at the end."""

from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings
from tournaments.formats.round_robin.draw import Cycles
from tournaments.formats.seasons.period_points import Ties


class Kind(Choice):
    FIXTURES = "fixtures", mark("Fixtures"), mark("Squads meet each other on match days, at home and away.")
    NIGHTS = "nights", mark("Series of nights"), mark("Every night gives period points to its best players.")


class Credit(Choice):
    """Who gets the period points of an entry in which somebody stood in."""

    REGULAR = "regular", mark("Who was entered"), mark("Whoever stands in plays for the one who was entered.")
    SUBSTITUTE = (
        "substitute",
        mark("Who stood in"),
        mark("Whoever holds the chair at the end of the night gets the points."),
    )
    BOTH = "both", mark("Both"), mark("Each of them gets all the points.")


class Played(Choice):
    """Where the matches of a fixture are played; the names are those of events."""

    PHYSICAL = "physical", mark("At the venue"), mark("At physical tables, scores from slips and cards.")
    MIXED = "mixed", mark("At the venue or online"), mark("A pair opens a table here when both sides want that.")
    ONLINE = "online", mark("Online"), mark("Every match has its table here.")


def _number(default: int, label: str, help_text: str, lowest: int, highest: int) -> int:
    made: int = field(default=default, metadata=about(label, help_text, lowest, highest))
    return made


@dataclass(frozen=True)
class SeasonRules:
    """As they stand: three pairs a squad, visitors move after each game, nine games, a point for each game won."""

    kind: Kind = field(default=Kind.FIXTURES, metadata=about(mark("Played as"), mark("Fixtures of squads, or nights.")))
    meetings: Cycles = field(
        default=Cycles.DOUBLE,
        metadata=about(mark("Meetings"), mark("How often two squads meet; twice: at home and away.")),
    )
    pairs: int = _number(3, mark("Pairs of a squad"), mark("How many tables a fixture needs."), 1, 8)
    games: int = _number(3, mark("Games of a pair"), mark("Each against another pair of the other squad."), 1, 8)
    play_to: int = _number(10, mark("Points that win a game"), mark("How long a game lasts."), 5, 100)
    where: Played = field(
        default=Played.PHYSICAL, metadata=about(mark("Matches are played"), mark("At tables in a hall, or here."))
    )
    for_game: int = _number(1, mark("Points for each game won"), mark("What the section table adds up."), 0, 10)
    for_win: int = _number(0, mark("Points for a fixture won"), mark("On top of those for games."), 0, 20)
    for_draw: int = _number(0, mark("Points for a level fixture"), mark("On top of those for games."), 0, 20)
    unplayed: int = _number(
        5, mark("Points when the others did not play"), mark("For a walkover or an unfulfilled match."), 0, 40
    )
    late_card: int = _number(
        1, mark("Points lost by a late card"), mark("Taken from the squad that sends it late."), 0, 20
    )
    card_days: int = _number(2, mark("Days to send the card in"), mark("Counted from the day of the fixture."), 0, 30)
    borrowings: int = _number(
        2, mark("How often a player may be borrowed"), mark("In one season, by all other squads."), 0, 20
    )
    up: int = _number(2, mark("Squads that go up"), mark("From every division but the first."), 0, 8)
    down: int = _number(2, mark("Squads that go down"), mark("From every division but the last."), 0, 8)
    play_offs: int = _number(
        4, mark("Squads in the play-offs"), mark("The best of each table; 0: the table decides."), 0, 16
    )
    points: str = field(
        default="5-4-3-2-1",
        metadata=about(mark("Period points"), mark("For the best of a night, the first one first.")),
    )
    ties: Ties = field(
        default=Ties.FULL, metadata=about(mark("Period points of a shared place"), mark("Full or split."))
    )
    drop: int = _number(0, mark("Worst nights that do not count"), mark("Of each player, missed nights first."), 0, 20)
    credit: Credit = field(
        default=Credit.REGULAR, metadata=about(mark("When somebody stood in"), mark("Who gets the points."))
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if self.games > self.pairs:
            raise RuleError(
                "A pair has {games} games, but the other squad has {pairs} pairs to play them against. Let "
                "it play fewer games, or let squads have more pairs.",
                games=self.games,
                pairs=self.pairs,
            )
        if self.play_offs == 1:
            raise RuleError("One squad alone plays no play-offs. Choose 0, or 2 or more.")
        self.scale  # noqa: B018  # a scale that cannot be read is refused here

    @property
    def scale(self) -> tuple[int, ...]:
        """Period points by place."""
        parts = self.points.replace(" ", "").split("-")
        if not (1 <= len(parts) <= 40 and all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts)):
            raise RuleError("Period points are written like 5-4-3-2-1, not “{points}”.", points=self.points)
        scale = tuple(map(int, parts))
        if sorted(scale, reverse=True) != list(scale):
            raise RuleError(
                "With {points} a worse place would get more. Write them from most to least.", points=self.points
            )
        return scale

    @property
    def needed(self) -> int:
        """Games that win a fixture whatever else happens."""
        return self.pairs * self.games // 2 + 1
