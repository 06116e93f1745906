"""A prepared hand as the reader sees it: the table, what can be answered, and what is said to an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.engine.actions import Action, Verb
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.language import say
from games.engine.notation import action_from
from games.engine.phases import Phase
from games.engine.view import view_for
from games.learn.first_hands import FirstHand
from games.learn.moments import SEATS
from games.tables import narration, words
from games.tables.choices import Choice, choices_of
from games.tables.models import PlayerSettings
from games.tables.pieces import CardLook, SeatLook, in_hand_order
from games.tables.presenter import cards_shown, last_word, trick_plays

YOU, PARTNER = SEATS.index("You"), SEATS.index("Partner")


def answers(state: Hand) -> tuple[Action, ...]:
    """What the reader may try: whatever can be done, each card of the hand, and to pass in bidding."""
    view = view_for(state, YOU)
    if state.phase is Phase.PLAY:
        return tuple(action_from(f"play {card}") for card in view.hands[YOU] or ())
    offered = tuple(view.legal)
    pass_ = action_from("pass")
    return offered if pass_ in offered or not offered else (pass_, *offered)


def reply(hand: FirstHand, step: int, answer: str) -> str:
    """What is said to a wrong answer; empty for the right one. RuleError for one that no one
    offered."""
    state, asked = hand.at(step), hand.steps[step]
    action = action_from(answer)
    if action not in answers(state):
        raise RuleError("That isn’t one of the choices. Choose a card or a button.")
    if str(action) == asked.right:
        return ""
    is_legal = action in state.legal_actions
    return say(asked.said.get(str(action)) or (asked.otherwise if is_legal else asked.illegal))


@dataclass(frozen=True)
class NamedSeat(SeatLook):
    """A seat of someone who is only a place at the table."""

    called: str = ""

    @property
    def name(self) -> str:
        return self.called


class PracticeTable:
    """The table of a prepared hand, for the same templates as a real one (games/tables/presenter.py)."""

    is_delayed = False
    game = hand = mine = None
    scores: tuple[object, ...] = ()
    conduct: Mapping[str, object] = {}

    def __init__(self, hand: FirstHand, step: int, settings: PlayerSettings) -> None:
        self.state = hand.at(step)
        self.view = view_for(self.state, YOU)
        self.step = hand.steps[step] if step < len(hand.steps) else None
        self.settings = settings

    @property
    def names(self) -> list[str]:
        return [say(name) for name in SEATS]

    @property
    def seats(self) -> list[SeatLook]:
        return [self._seat(number) for number in range(len(SEATS))]

    @property
    def my_cards(self) -> list[CardLook]:
        """Each card can be tried: what the rules don’t allow is answered, not barred."""
        cards = cards_shown(self.view, YOU, may_act=False)
        is_play = self.step is not None and self.view.phase is Phase.PLAY
        shown = (replace(look, action=f"{Verb.PLAY.value} {look.card}" if is_play else "") for look in cards)
        return in_hand_order(shown, self.view.strain)

    @property
    def choices(self) -> list[Choice]:
        """The buttons of bidding."""
        if self.step is None or self.view.phase is Phase.PLAY:
            return []
        barred = [action for action in answers(self.state) if action not in self.view.legal]
        return [Choice(str(action), words.button(action, self.view), "p") for action in barred] + choices_of(self.view)

    @property
    def turned(self) -> CardLook | None:
        if self.view.turned and self.view.phase is Phase.ORDER:
            return CardLook(self.view.turned)
        return None

    @property
    def trump(self) -> str:
        return words.strain_name(self.view.strain) if self.view.strain else ""

    @property
    def trump_suit(self) -> str:
        return words.suit_code(self.view.strain)

    @property
    def prompt(self) -> str:
        """The question; after the last answer, how the hand ended."""
        if self.step:
            return say(self.step.question)
        assert self.view.result, "a prepared hand is played to its end"
        return str(words.ending(self.view.result, self.names, self.view.rules, YOU))

    @property
    def story(self) -> list[str]:
        return narration.story_of(self.view, self.names)

    def _seat(self, number: int) -> SeatLook:
        view = self.view
        return NamedSeat(
            number,
            place=number,
            seat=None,
            is_mine=number == YOU,
            is_turn=view.turn == number,
            is_dealer=view.dealer == number,
            is_maker=view.maker == number,
            sits_out=number in view.sitting_out,
            tricks=view.tricks_won[number] if view.tricks else None,
            held=view.counts[number],
            shown=cards_shown(view, number, may_act=False),
            played=trick_plays(view).get(number),
            took=bool(view.tricks) and view.tricks[-1].winner == number,
            said=last_word(view, number),
            is_partner=number == PARTNER,
            called=say(SEATS[number]),
        )
