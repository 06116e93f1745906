"""A game that has just ended, in a few figures: what each side took, and the hand that decided it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.engine.language import say
from games.engine.result import HandResult
from games.engine.scoring import Loner, Result
from games.engine.seating import side_of_seats
from games.tables import words
from games.tables.models import Game, Hand
from games.tables.records import SeatNames, finished_hands
from games.tables.states import state_of


@dataclass(frozen=True)
class SideFigures:
    """What a side did in a game. euchres: how often it euchred others. loners: marches by one of it alone."""

    points: int
    tricks: int
    marches: int
    loners: int
    euchres: int


class GameSummary:
    """mine: the reader's own seat, who is called “you”."""

    def __init__(self, game: Game, mine: int | None = None) -> None:
        self.game, self.mine = game, mine
        self.of_seats = side_of_seats(game.house_rules)

    @cached_property
    def _played(self) -> list[tuple[Hand, HandResult]]:
        """The hands that someone made or lost."""
        results = [(hand, state_of(hand).result) for hand in finished_hands(self.game)]
        return [(hand, result) for hand, result in results if result and result.maker >= 0]

    @cached_property
    def sides(self) -> list[SideFigures]:
        return [self._figures(side) for side in range(len(self.game.points))]

    @property
    def turn(self) -> str:
        """The hand from which the winners led to the end, and how it ended; "" where several share the win."""
        if len(self.game.winners) != 1 or not self._played:
            return ""
        [winner] = self.game.winners
        totals, taken = list(self.game.score_before), 0
        for place, (_, result) in enumerate(self._played):
            was_ahead = _leads(totals, winner)
            totals = [had + won for had, won in zip(totals, result.points, strict=True)]
            if _leads(totals, winner) and not was_ahead:
                taken = place
        hand, result = self._played[taken]
        names = SeatNames(self.game).at(hand.number)
        ending = words.ending(result, names, self.game.house_rules, self.mine)
        if taken == 0:
            return say("The winners led from the first hand: {ending}", ending=ending)
        return say("Hand {number} decided the game: {ending}", number=hand.number, ending=ending)

    def _figures(self, side: int) -> SideFigures:
        results = [result for _, result in self._played]
        made = [hand_result for hand_result in results if self.of_seats[hand_result.maker] == side]
        marches = [hand_result for hand_result in made if hand_result.result is Result.MARCH]
        return SideFigures(
            points=self.game.points[side],
            tricks=sum(
                won
                for hand_result in results
                for seat, won in enumerate(hand_result.tricks)
                if self.of_seats[seat] == side
            ),
            marches=sum(march.loner is Loner.NO for march in marches),
            loners=sum(march.loner is not Loner.NO for march in marches),
            euchres=sum(
                hand_result.result is Result.EUCHRE and self.of_seats[hand_result.maker] != side
                for hand_result in results
            ),
        )


def _leads(totals: Sequence[int], side: int) -> bool:
    return all(totals[side] > points for other, points in enumerate(totals) if other != side)
