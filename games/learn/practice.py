"""A prepared hand as the reader sees it: the table, what can be answered, and what is said to an answer."""

from dataclasses import replace

from games.engine.actions import Action, Verb
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.language import say
from games.engine.notation import action_from
from games.engine.phases import Phase
from games.engine.view import view_for
from games.learn.first_hands import FirstHand
from games.tables import words
from games.tables.choices import Choice
from games.tables.models import PlayerSettings
from games.tables.pieces import CardLook, in_hand_order
from games.tables.presenter import cards_shown
from games.tables.solo import YOU, SoloTable, seat_names


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


class PracticeTable(SoloTable):
    """The table of a prepared hand before one of its questions."""

    def __init__(self, hand: FirstHand, step: int, settings: PlayerSettings) -> None:
        super().__init__(hand.at(step), seat_names(), settings)
        self.step = hand.steps[step] if step < len(hand.steps) else None

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
        return [Choice(str(action), words.button(action, self.view), "p") for action in barred] + super().choices

    @property
    def is_mine(self) -> bool:
        return self.step is not None

    @property
    def prompt(self) -> str:
        """The question; after the last answer, how the hand ended."""
        return say(self.step.question) if self.step else super().prompt
