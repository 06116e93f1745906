"""What one seat or watcher may see of a hand, and nothing more: the only thing a seat, watcher or bot is ever given.

A pure function of state and viewer. What is not in a View cannot be learned from it.
"""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from games.engine.actions import Action, LegalActions, Verb
from games.engine.cards import CARDS, STRAINS, Card, Strain, count_cards, every_kind_in
from games.engine.hand import Hand, check_seat
from games.engine.phases import Phase
from games.engine.position import Position
from games.engine.result import HandResult, Trick
from games.engine.rules import HouseRules
from games.engine.scoring import Loner

SECRET = frozenset({Verb.DISCARD, Verb.GIVE, Verb.UNDER})
"""Actions whose cards only their own player sees."""


class Watcher(Enum):
    """A viewer without a seat. FACE_UP sees every hand: only for tables that allow it, and for open-hand practice."""

    FACE_DOWN = "face_down"
    FACE_UP = "face_up"


Viewer = int | Watcher


@dataclass(frozen=True)
class Step:
    """One action as the viewer saw it. hidden: how many cards moved that he could not see, else 0."""

    seat: int
    action: Action
    hidden: int = 0


@dataclass(frozen=True)
class View:
    """A hand as one viewer sees it. hands: by seat, None where the cards are hidden. counts: cards each seat holds.

    legal: what the viewer may do now, empty when it is not his turn. passed_over: turned cards that were passed.
    """

    rules: HouseRules
    viewer: Viewer
    phase: Phase
    dealer: int
    turn: int | None
    hands: tuple[tuple[Card, ...] | None, ...]
    counts: tuple[int, ...]
    turned: Card | None
    passed_over: tuple[Card, ...]
    history: tuple[Step, ...]
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    strain: Strain | None
    maker: int | None
    level: int
    loner: Loner
    defender: int | None
    sitting_out: tuple[int, ...]
    legal: LegalActions
    result: HandResult | None


def view_for(state: Hand, viewer: Viewer) -> View:
    """The hand as that seat or watcher may see it. Raises RuleError for a seat that does not exist."""
    if not isinstance(viewer, Watcher):
        check_seat(state.rules, viewer)
    at = state.position
    return View(
        rules=state.rules,
        viewer=viewer,
        phase=state.phase,
        dealer=state.dealer,
        turn=state.turn,
        hands=tuple(shown_hand(at, seat, viewer) for seat in range(at.setup.seats)),
        counts=tuple(count_cards(hand) for hand in at.cards),
        turned=CARDS[at.turned] if at.turned >= 0 else None,
        passed_over=tuple(CARDS[kind] for kind in at.gone),
        history=tuple(shown_step(seat, action, viewer) for seat, action in state.history),
        tricks=state.tricks,
        tricks_won=tuple(at.won),
        strain=STRAINS[at.strain] if at.strain >= 0 else None,
        maker=at.maker if at.maker >= 0 else None,
        level=at.level,
        loner=state.loner,
        defender=at.defender if at.defender >= 0 else None,
        sitting_out=state.sitting_out,
        legal=state.legal_actions if viewer == state.turn else LegalActions(()),
        result=state.result,
    )


def shown_hand(at: Position, seat: int, viewer: Viewer) -> tuple[Card, ...] | None:
    """A seat's cards, or None. A dealer who must name trump blind does not see his own."""
    is_blind = at.phase == Phase.BLIND and seat == at.dealer
    if viewer is Watcher.FACE_UP or (viewer == seat and not is_blind):
        return tuple(CARDS[kind] for kind in every_kind_in(at.cards[seat]))
    return None


def shown_step(seat: int, action: Action, viewer: Viewer) -> Step:
    """An action with its cards taken out when only its player may know them."""
    if action.verb not in SECRET or viewer == seat or viewer is Watcher.FACE_UP:
        return Step(seat, action)
    return Step(seat, Action(action.verb), len(action.cards))


def view_data(view: View) -> dict[str, Any]:
    """The view as plain JSON values; cards, actions and strains in their text form."""
    return {each.name: plain(getattr(view, each.name)) for each in fields(view) if each.name != "rules"}


def plain(value: Any) -> Any:
    """A value of a view in JSON."""
    if isinstance(value, Phase):
        return value.name.lower()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Card | Action):
        return str(value)
    if isinstance(value, tuple | LegalActions):
        return [plain(each) for each in value]
    if isinstance(value, Trick | Step | HandResult):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return value
