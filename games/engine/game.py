"""A whole game: hands in a row, the deal going round, the score, and the end. Immutable like the hands it is made of.

Deals nothing by itself: every deck comes in from outside (see shuffle.py for fair ones).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.errors import RuleError
from games.engine.game_end import Outcome, outcome_of
from games.engine.hand import Hand, check_seat
from games.engine.result import HandResult
from games.engine.rules import HouseRules
from games.engine.scoring import Result
from games.engine.seating import next_seat, side_count


@dataclass(frozen=True)
class Game:
    """A game at one moment. start: points per side before the first hand. hands: every hand dealt, the last perhaps
    unfinished. first_dealer: the dealer of the first hand."""

    rules: HouseRules
    first_dealer: int
    start: tuple[int, ...]
    hands: tuple[Hand, ...] = ()

    @classmethod
    def new(cls, rules: HouseRules, first_dealer: int = 0, start: tuple[int, ...] | None = None) -> "Game":
        """A game before its first deal. Raises RuleError on a seat or a score that does not fit the rules."""
        check_seat(rules, first_dealer)
        points = (0,) * side_count(rules) if start is None else start
        if len(points) != side_count(rules):
            raise RuleError(
                "This game has {side_count} sides, not {number}.", side_count=side_count(rules), number=len(points)
            )
        return cls(rules, first_dealer, points)

    @property
    def hand(self) -> Hand | None:
        """The hand being played, None between hands."""
        return self.hands[-1] if self.hands and not self.hands[-1].is_over else None

    @property
    def results(self) -> tuple[HandResult, ...]:
        """The results of the finished hands, in order."""
        return tuple(hand.result for hand in self.hands if hand.result is not None)

    @property
    def points(self) -> tuple[int, ...]:
        """Points per side; an unfinished hand has none yet."""
        columns = zip(self.start, *(result.points for result in self.results), strict=True)
        return tuple(sum(column) for column in columns)

    @property
    def seat_points(self) -> tuple[int, ...]:
        """Points each seat has made in this game, with the extra point of a lone maker where the rules give one."""
        columns = zip(*(result.seat_points for result in self.results), strict=True)
        return tuple(sum(column) for column in columns) or (0,) * self.rules.players

    @property
    def hands_played(self) -> int:
        """Finished hands. One that all passed counts, for the deal has moved on; a misdeal does not."""
        return sum(1 for result in self.results if result.result is not Result.MISDEAL)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won or shared the game and why, None while it goes on."""
        return None if self.hand else outcome_of(self.rules, self.points, self.hands_played)

    @property
    def dealer(self) -> int:
        """Who deals the present or the next hand: the deal passes on after each hand, but not after a misdeal."""
        if not self.hands:
            return self.first_dealer
        last = self.hands[-1]
        if last.result is None or last.result.result is Result.MISDEAL:
            return last.dealer
        return next_seat(self.rules, last.dealer)

    def deal(self, deck: Sequence[Card]) -> "Game":
        """The game with the next hand dealt from that deck. Raises RuleError during a hand or after the end."""
        if self.hand is not None:
            raise RuleError("The next hand is dealt when this one is over.")
        if self.outcome is not None:
            raise RuleError("The game is over. No more hands will be dealt.")
        return replace(self, hands=(*self.hands, Hand.deal(self.rules, deck, self.dealer)))

    def apply(self, action: Action) -> "Game":
        """The game after that action of the seat to act. Raises RuleError when it is not legal or no hand is played."""
        if self.hand is None:
            raise RuleError("No hand is being played. Deal one first.")
        return replace(self, hands=(*self.hands[:-1], self.hand.apply(action)))
