"""The house rules of a season: what a fixture is, what it is worth, who may play, and what happens at the end."""

from dataclasses import dataclass, field

from games.engine.errors import RuleError
from tournaments.formats.config import Choice, about, check_settings
from tournaments.formats.round_robin import Cycles
from tournaments.formats.seasons.period_points import Ties


class Kind(Choice):
    FIXTURES = "fixtures", "Fixtures", "Squads meet each other on match days, at home and away."
    NIGHTS = "nights", "Series of nights", "Every night gives period points to its best players."


class Credit(Choice):
    """Who gets the period points of an entry in which somebody stood in."""

    REGULAR = "regular", "Who was entered", "Whoever stands in plays for the one who was entered."
    SUBSTITUTE = "substitute", "Who stood in", "Whoever holds the chair at the end of the night gets the points."
    BOTH = "both", "Both", "Each of them gets all the points."


def _number(default: int, label: str, help_text: str, lowest: int, highest: int) -> int:
    made: int = field(default=default, metadata=about(label, help_text, lowest, highest))
    return made


@dataclass(frozen=True)
class SeasonRules:
    """As they stand: three pairs a squad, visitors move after each game, nine games, a point for each game won."""

    kind: Kind = field(default=Kind.FIXTURES, metadata=about("Played as", "Fixtures of squads, or nights."))
    meetings: Cycles = field(
        default=Cycles.DOUBLE, metadata=about("Meetings", "How often two squads meet; twice: at home and away.")
    )
    pairs: int = _number(3, "Pairs of a squad", "How many tables a fixture needs.", 1, 8)
    games: int = _number(3, "Games of a pair", "Each against another pair of the other squad.", 1, 8)
    play_to: int = _number(10, "Points that win a game", "How long a game lasts.", 5, 25)
    for_game: int = _number(1, "Points for each game won", "What the section table adds up.", 0, 10)
    for_win: int = _number(0, "Points for a fixture won", "On top of those for games.", 0, 20)
    for_draw: int = _number(0, "Points for a level fixture", "On top of those for games.", 0, 20)
    unplayed: int = _number(5, "Points when the others did not play", "For a walkover or an unfulfilled match.", 0, 40)
    late_card: int = _number(1, "Points lost by a late card", "Taken from the squad that sends it late.", 0, 20)
    card_days: int = _number(2, "Days to send the card in", "Counted from the day of the fixture.", 0, 30)
    borrowings: int = _number(2, "How often a player may be borrowed", "In one season, by all other squads.", 0, 20)
    up: int = _number(2, "Squads that go up", "From every division but the first.", 0, 8)
    down: int = _number(2, "Squads that go down", "From every division but the last.", 0, 8)
    play_offs: int = _number(4, "Squads in the play-offs", "The best of each table; 0: the table decides.", 0, 16)
    points: str = field(
        default="5-4-3-2-1", metadata=about("Period points", "For the best of a night, the first one first.")
    )
    ties: Ties = field(default=Ties.FULL, metadata=about("Period points of a shared place", "Full or split."))
    drop: int = _number(0, "Worst nights that do not count", "Of each player, missed nights first.", 0, 20)
    credit: Credit = field(default=Credit.REGULAR, metadata=about("When somebody stood in", "Who gets the points."))

    def __post_init__(self) -> None:
        check_settings(self)
        if self.games > self.pairs:
            raise RuleError(
                f"A pair has {self.games} games, but the other squad has {self.pairs} pairs to play them against. Let "
                "it play fewer games, or let squads have more pairs."
            )
        if self.play_offs == 1:
            raise RuleError("One squad alone plays no play-offs. Choose 0, or 2 or more.")
        self.scale  # noqa: B018  # a scale that cannot be read is refused here

    @property
    def scale(self) -> tuple[int, ...]:
        """Period points by place."""
        parts = self.points.replace(" ", "").split("-")
        if not (1 <= len(parts) <= 40 and all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts)):
            raise RuleError(f"Period points are written like 5-4-3-2-1, not “{self.points}”.")
        scale = tuple(map(int, parts))
        if sorted(scale, reverse=True) != list(scale):
            raise RuleError(f"With {self.points} a worse place would get more. Write them from most to least.")
        return scale

    @property
    def needed(self) -> int:
        """Games that win a fixture whatever else happens."""
        return self.pairs * self.games // 2 + 1
