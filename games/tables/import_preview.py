"""What was understood of a file of games, before anything is kept of it."""

from dataclasses import dataclass
from functools import cached_property

from games.engine.card_names import listed
from games.engine.egn_file import FileGame
from games.engine.language import say, score_text
from games.engine.options import Option
from games.engine.rules import options
from games.engine.seating import side_of_seats
from games.tables import words


@dataclass(frozen=True)
class HandSeen:
    number: int
    dealer: str
    ending: str
    totals: tuple[int, ...]


class GameSeen:
    """One game of the file as the preview shows it."""

    def __init__(self, number: int, file_game: FileGame) -> None:
        self.number, self.title, self.date, self.game = number, file_game.title, file_game.date, file_game.game
        self.names = [name or say("Seat {number}", number=seat) for seat, name in enumerate(file_game.players, 1)]

    @cached_property
    def sides(self) -> list[str]:
        side_of = side_of_seats(self.game.rules)
        both = [[name for name, own in zip(self.names, side_of, strict=True) if own == side] for side in (0, 1)]
        return [" & ".join(names) for names in both]

    @property
    def score(self) -> str:
        return score_text(self.game.points)

    @property
    def start(self) -> str:
        """The score before the first hand; empty when it was 0–0."""
        return score_text(self.game.start) if any(self.game.start) else ""

    @property
    def winner(self) -> str:
        """Who has won; empty for a game that the file does not play to its end."""
        outcome = self.game.outcome
        return listed([self.sides[side] for side in outcome.winners]) if outcome else ""

    @property
    def rules(self) -> list[tuple[Option, str]]:
        """The options that differ from the usual, and how long a game is."""
        rules = self.game.rules
        length = "number_of_hands" if rules.number_of_hands else "play_to"
        values = [(shown, getattr(rules, shown.name)) for shown in options()]
        return [
            (shown, shown.shown(value)) for shown, value in values if shown.name == length or value != shown.default
        ]

    @property
    def hands(self) -> list[HandSeen]:
        hands, totals = [], list(self.game.start)
        for number, (hand, result) in enumerate(zip(self.game.hands, self.game.results, strict=True), 1):
            totals = [had + won for had, won in zip(totals, result.points, strict=True)]
            ending = str(words.ending(result, self.names, self.game.rules))
            hands.append(HandSeen(number, self.names[hand.dealer], ending, tuple(totals)))
        return hands
