"""A hand as OpenSpiel knows it, and OpenSpiel as referee: every legal set and the points must be the same there."""

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
    game = game_or_none()
    return None if game is None else lambda hand: check(deal_in(game, hand), hand)


def game_or_none() -> Any:
    """The game by the rules of duels, or None where OpenSpiel is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    return pyspiel.load_game("euchre", {"stick_the_dealer": False, "allow_lone_defender": False})


def deal_in(game: Any, hand: Hand) -> Any:
    """OpenSpiel's state of the same deal, before its first action."""
    state = game.new_initial_state()
    state.apply_action(hand.dealer)
    dealt = hand.dealt
    for place in range(20):
        state.apply_action(card_number(dealt[(hand.dealer + place) % 4][place // 4]))
    state.apply_action(card_number(hand.undealt[0]))
    return state


def played_to(game: Any, hand: Hand) -> Any:
    """OpenSpiel's state of the same moment."""
    state, again = deal_in(game, hand), Hand.deal_to(hand.rules, hand.dealer, hand.dealt, hand.undealt)
    for _, action in hand.history:
        state.apply_action(number_of(again, action))
        again = again.apply(action)
    return state


def check(state: Any, hand: Hand) -> None:
    """Plays the hand through OpenSpiel from its deal. Raises AssertionError at the first difference."""
    again = Hand.deal_to(hand.rules, hand.dealer, hand.dealt, hand.undealt)
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
