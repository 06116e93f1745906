"""A game looked back at: its finished hands, and each of them step by step with all cards face up.

A hand that is still being played is never part of it.
"""

from dataclasses import dataclass
from functools import cached_property

from games.engine.actions import Verb
from games.engine.card_names import listed
from games.engine.cards import Card
from games.engine.language import mark, say, score_text
from games.engine.messages import Message
from games.engine.result import HandResult, Trick
from games.engine.seating import side_of_seats
from games.engine.view import SECRET, Step, View, Watcher, view_for
from games.tables import words
from games.tables.models import Game, Hand
from games.tables.pieces import CardLook
from games.tables.records import SeatNames, finished_hands
from games.tables.states import state_after, state_of

PARTED = {
    Verb.DISCARD: mark("discards {cards}"),
    Verb.GIVE: mark("passes {cards}"),
    Verb.UNDER: mark("exchanges {cards}"),
}


@dataclass(frozen=True)
class HandLine:
    """A finished hand in the list. totals: the score after it."""

    number: int
    dealer: str
    ending: str
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Chair:
    """A seat at one step. played: its card in the trick on the table; took: whether that trick is its own."""

    number: int
    name: str
    cards: tuple[CardLook, ...]
    tricks: int
    played: CardLook | None
    took: bool
    is_dealer: bool
    is_maker: bool
    is_turn: bool
    sits_out: bool


@dataclass(frozen=True)
class Line:
    """One step in words. is_stand_in: the player did not choose it himself."""

    step: int
    text: str
    is_stand_in: bool


class GameReplay:
    """A game's finished hands and its running score."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = SeatNames(game)

    @property
    def is_over(self) -> bool:
        return self.game.ended_at is not None or self.game.broken_off_at is not None

    @cached_property
    def rows(self) -> list[Hand]:
        return finished_hands(self.game)

    @cached_property
    def lines(self) -> list[HandLine]:
        hand_lines, totals = [], list(self.game.score_before)
        for hand in self.rows:
            result = state_of(hand).result
            assert result, "a hand that has ended has a result"
            names = self.names.at(hand.number)
            totals = [had + won for had, won in zip(totals, result.points, strict=True)]
            ending = str(words.ending(result, names, self.game.house_rules))
            hand_lines.append(HandLine(hand.number, names[hand.dealer], ending, result.points, tuple(totals)))
        return hand_lines

    @cached_property
    def sides(self) -> list[str]:
        """Per side, who played on it."""
        people: list[list[str]] = [[] for _ in self.game.points]
        for side, name in zip(side_of_seats(self.game.house_rules), self.names.all(), strict=True):
            people[side].append(name)
        return [" & ".join(names) for names in people]

    @property
    def status(self) -> str:
        """The state or the end of the game, in a sentence."""
        score = score_text(self.game.points)
        if self.game.broken_off_at and self.game.table.is_imported:
            return say("The file ends at {score}, so there’s no result.", score=score)
        if self.game.forfeited_by is not None:
            late = self.names.at(self.game.hands.count())[self.game.forfeited_by]
            winners = listed([self.sides[side] for side in self.game.winners])
            ended = mark("The game stopped at {score}. {player} ran out of time, so {winners} won.")
            return say(ended, score=score, player=late, winners=winners)
        if self.game.broken_off_at:
            return say("The game stopped at {score}, so there’s no result.", score=score)
        if self.game.ended_at is None:
            return say("In progress: {score}. Hands appear here when they’re over.", score=score)
        won = self.game.winners
        order = sorted(range(len(self.sides)), key=lambda side: side not in won)
        score = score_text(self.game.points[side] for side in order)
        return say("{winners} won, {score}.", winners=listed([self.sides[side] for side in won]), score=score)

    def hand(self, number: int, step: int) -> "HandReplay | None":
        """A finished hand at a step; the first hand and the nearest step for numbers that are not there."""
        hand = next(
            (played_hand for played_hand in self.rows if played_hand.number == number),
            self.rows[0] if self.rows else None,
        )
        return HandReplay(hand, self.names.at(hand.number), step) if hand else None


class HandReplay:
    """One finished hand at one step: 0 is the deal, the last step its end."""

    def __init__(self, hand: Hand, names: list[str], step: int) -> None:
        self.row, self.names = hand, names
        self.last = len(self._actions)
        self.step = min(max(step, 0), self.last)

    @cached_property
    def _actions(self) -> list[str]:
        return self.row.actions.split("; ") if self.row.actions else []

    @cached_property
    def view(self) -> View:
        return view_for(state_after(self.row, self._actions[: self.step]), Watcher.FACE_UP)

    @property
    def back(self) -> int | None:
        return self.step - 1 if self.step else None

    @property
    def forward(self) -> int | None:
        return self.step + 1 if self.step < self.last else None

    @property
    def turned(self) -> CardLook | None:
        """The turned card as long as no trick hides it."""
        return CardLook(self.view.turned) if self.view.turned and not self.view.tricks else None

    @property
    def trump(self) -> str:
        return words.strain_name(self.view.strain) if self.view.strain else ""

    @property
    def chairs(self) -> list[Chair]:
        return [self._chair(number) for number in range(len(self.names))]

    @property
    def narration(self) -> str:
        """What happened in this step, for the ear and the eye."""
        if not self.step:
            return self._dealt_words()
        last = self.view.history[-1]
        ending = [str(words.did(self.names[last.seat], self._phrase(last)))]
        if (trick := self._trick) and trick.winner is not None:
            ending.append(say("{player} takes the trick.", player=self.names[trick.winner]))
        if self.view.result:
            ending.append(str(words.ending(self.view.result, self.names, self.view.rules)))
        return " ".join(ending)

    @cached_property
    def lines(self) -> list[Line]:
        """Every step of the hand up to this one, in words."""
        return [
            Line(
                number,
                say("{player} {deed}", player=self.names[step.seat], deed=self._phrase(step)),
                number in self.row.stand_ins,
            )
            for number, step in enumerate(self.view.history, 1)
        ]

    @property
    def is_stand_in(self) -> bool:
        return self.step in self.row.stand_ins

    @property
    def result(self) -> HandResult | None:
        return self.view.result

    @property
    def _trick(self) -> Trick | None:
        return self.view.tricks[-1] if self.view.tricks else None

    def _dealt_words(self) -> str:
        dealer = self.names[self.view.dealer]
        if self.view.turned is None:
            return say("{player} dealt.", player=dealer)
        return say("{player} dealt. The upcard is {card}.", player=dealer, card=words.the_card(self.view.turned))

    def _phrase(self, step: Step) -> Message | str:
        """An action with its cards, which are no longer secret."""
        if step.action.verb not in SECRET:
            return words.phrase(step, self.view)
        cards = ", ".join(words.the_card(card) for card in step.action.cards)
        return say(PARTED[step.action.verb], cards=cards)

    def _chair(self, number: int) -> Chair:
        view, trick = self.view, self._trick
        played = next((card for seat, card in trick.plays if seat == number), None) if trick else None
        return Chair(
            number,
            self.names[number],
            tuple(CardLook(card) for card in _in_suits(view.hands[number] or ())),
            view.tricks_won[number],
            CardLook(played) if played else None,
            took=bool(trick and trick.winner == number),
            is_dealer=view.dealer == number,
            is_maker=view.maker == number,
            is_turn=view.turn == number,
            sits_out=number in view.sitting_out,
        )


def _in_suits(cards: tuple[Card, ...]) -> list[Card]:
    """Suits in turning colours, high cards first, the joker before all."""
    return sorted(cards, key=lambda card: (str(card) != "JO", "SHCD".find(str(card)[1]), "AKQJT987".find(str(card)[0])))
