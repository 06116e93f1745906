"""OpenSpiel as referee of finished hands: every legal set and the points must be the same there."""

import importlib
from typing import Any

from benchmarks.bots.duel import Referee
from games.engine.actions import Action, Verb
from games.engine.cards import Card, Rank
from games.engine.hand import Hand

PASS, TRUMP_0 = 24, 25
SPOKEN = {Verb.PASS: PASS, Verb.ALONE: 29, Verb.PARTNER: 30}


def referee_or_none() -> Referee | None:
    """The referee, or None where OpenSpiel is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("euchre", {"stick_the_dealer": False, "allow_lone_defender": False})
    return lambda hand: check(game.new_initial_state(), hand)


def check(state: Any, hand: Hand) -> None:
    """Plays the hand through OpenSpiel. Raises AssertionError at the first difference."""
    again = Hand.deal_to(hand.rules, hand.dealer, hand.dealt, hand.undealt)
    state.apply_action(hand.dealer)
    for place in range(20):
        state.apply_action(card_number(hand.dealt[(hand.dealer + place) % 4][place // 4]))
    state.apply_action(card_number(hand.undealt[0]))
    for seat, action in hand.history:
        ours = sorted(number_of(again, each) for each in again.legal_actions)
        assert (seat, ours) == (state.current_player(), sorted(state.legal_actions())), f"{action} in {hand.history}"
        state.apply_action(number_of(again, action))
        again = again.apply(action)
    assert state.is_terminal()
    assert hand.result is not None
    assert state.returns()[0] == hand.result.points[0] - hand.result.points[1], f"{hand.result} in {hand.history}"


def number_of(hand: Hand, action: Action) -> int:
    """OpenSpiel's number of an action; an order is its turned card's suit."""
    if action.verb is Verb.ORDER:
        return TRUMP_0 + int(hand.undealt[0].suit or 0)
    if action.strain is not None:
        return TRUMP_0 + action.strain.number
    return SPOKEN[action.verb] if action.verb in SPOKEN else card_number(action.card)


def card_number(card: Card) -> int:
    """OpenSpiel's number of a card: ranks from the nine up, clubs first."""
    return (card.rank - Rank.NINE) * 4 + int(card.suit or 0)
