"""A view's cards and legal actions as they stand on the page: on cards, on buttons, in the trick, as the last word."""

from games.engine.actions import Action, Verb
from games.engine.view import View
from games.tables import words
from games.tables.expiry import WITH_A_CARD
from games.tables.pieces import CardLook

KEYS = {Verb.PASS: "p", Verb.ORDER: "o", Verb.ALONE: "a", Verb.PARTNER: "w", Verb.DEFEND: "a", Verb.ASSIST: "w",
        Verb.LEAVE: "l", Verb.MISDEAL: "m"}  # fmt: skip
"""The key of a button where one key can mean nothing else."""


def cards_shown(view: View, seat: int, *, may_act: bool) -> tuple[CardLook, ...]:
    """A seat's cards, as far as the view has them; with what choosing each one does where the viewer may choose."""
    legal = {one.card: str(one) for one in view.legal if one.verb in WITH_A_CARD} if may_act else {}
    return tuple(CardLook(card, legal.get(card, "")) for card in view.hands[seat] or ())


def choices_of(view: View) -> list[tuple[str, str, str]]:
    """Legal actions that are not cards of the hand: notation, label and key."""
    found, used = [], set()
    for action in view.legal:
        if action.verb not in WITH_A_CARD:
            key = _key(action)
            found.append((str(action), words.button(action, view.turned), "" if key in used else key))
            used.add(key)
    return found


def trick_plays(view: View) -> dict[int, CardLook]:
    """The cards of the trick on the table by seat."""
    return {seat: CardLook(card) for seat, card in view.tricks[-1].plays} if view.tricks else {}


def last_word(view: View, seat: int) -> str:
    """What the seat said last, before the cards."""
    steps = [step for step in view.history if step.seat == seat and step.action.verb is not Verb.PLAY]
    return str(words.told(steps[-1])) if steps and not view.tricks else ""


def _key(action: Action) -> str:
    """Calls and bids by their suit or their number of tricks, everything else by its first letter."""
    if action.verb is Verb.CALL and action.strain and not action.loner.value.startswith("a"):
        return action.strain.value.lower()
    if action.verb is Verb.ORDER and str(action) == "order alone":
        return "a"
    return KEYS.get(action.verb, "")
