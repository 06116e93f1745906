"""The table as one seat remembers it: everything it saw on the engine's workbench, hidden cards left out.

Made from a View and from nothing else, so what is not in the View cannot get into a bot's choice.
"""

from dataclasses import dataclass

from games.engine.actions import DISCARD_0, GIVE_0, UNDER_0, Verb, code_of
from games.engine.cards import mask_of
from games.engine.hand import do, next_stage
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.setup import setup_of
from games.engine.view import Step, View, Watcher

HIDDEN_CODES = {Verb.DISCARD: DISCARD_0, Verb.GIVE: GIVE_0, Verb.UNDER: UNDER_0}
"""Stand-ins for actions whose cards were not seen."""
SPEAKING = (Phase.ORDER, Phase.CALL, Phase.AUCTION)


@dataclass(frozen=True, eq=False, slots=True)
class Heard:
    """What another seat said in the bidding, and the table before it said so, every hand left out."""

    before: Position
    code: int


@dataclass(frozen=True, eq=False, slots=True)
class Memory:
    """at: the table now, with the seat's own hand and no other; face-down cards are stand-ins. counts: cards each seat
    holds."""

    at: Position
    seat: int
    counts: tuple[int, ...]
    heard: tuple[Heard, ...]


def recall(view: View) -> Memory:
    """Plays through what the seat to act saw. Raises ValueError for any other viewer: only who must act remembers."""
    if isinstance(view.viewer, Watcher) or view.viewer != view.turn:
        raise ValueError("A bot is asked when it is its turn.")
    at = first_look(view)
    heard: list[Heard] = []
    for step in view.history:
        code = code_seen(step)
        if step.seat != view.viewer and at.phase in SPEAKING and code < UNDER_0:
            heard.append(Heard(at.copy(), code))
        do(at, code)
    at.cards = [mask_of(card.kind for card in hand or ()) for hand in view.hands]
    return Memory(at, view.viewer, view.counts, tuple(heard))


def first_look(view: View) -> Position:
    """The deal as it lay on the table: no player's cards, and of the undealt ones those that were turned up."""
    setup = setup_of(view.rules)
    turned = [card.kind for card in (*view.passed_over, view.turned) if card is not None]
    face_down = len(setup.deck) - setup.dealt - len(turned)
    deck = (*(0 for _ in range(setup.dealt)), *turned, *(0 for _ in range(face_down)))
    at = Position(setup, view.dealer, deck, [0] * setup.seats)
    next_stage(at)
    return at


def code_seen(step: Step) -> int:
    """The engine's number of an action, of a stand-in where the cards were hidden."""
    return HIDDEN_CODES[step.action.verb] if step.hidden else code_of(step.action)
