"""What holds for every accepted set of house rules, every deal and every legal way to play it."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.actions import Action, LegalActions, action_of, code_of
from games.engine.cards import CARDS, every_kind_in
from games.engine.choices import AloneBids, BidKind, DefendAlone, Variant
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.hand import Hand
from games.engine.notation import action_from, game_from, game_text, hand_from, hand_text, rules_from_text, rules_text
from games.engine.phases import Phase
from games.engine.rules import HouseRules, rules_data, rules_from
from games.engine.setup import setup_of
from games.engine.shuffle import deck_of, seed_from_number
from tests.games.engine.scorer import points_of, tricks_of
from tests.games.engine.strategies import house_rules
from tests.sizes import SOAK

EXAMPLES = settings(max_examples=5000 if SOAK else 150, derandomize=not SOAK, suppress_health_check=list(HealthCheck))
ILLEGAL = 200_000 if SOAK else 3_000


def states(rules, seed, dealer=0):
    """Every state of one random hand, from the deal to the end."""
    rng = random.Random(seed)
    hand = Hand.deal(rules, deck_of(rules, seed_from_number(seed)), dealer)
    seen = [hand]
    while not hand.is_over:
        hand = hand.apply(rng.choice(list(hand.legal_actions)))
        seen.append(hand)
    return seen


def cards_anywhere(hand):
    """Every card of a hand, wherever it lies."""
    at = hand.position
    held = [kind for own in at.cards for kind in every_kind_in(own)]
    played = [card.kind for trick in hand.tricks for _, card in trick.plays]
    under_way = [*at.given, *at.returned] if at.phase in (Phase.GIVE, Phase.BEST) else []
    face_down = [] if at.phase == Phase.BURY else at.kitty
    turned = [at.turned] if at.turned >= 0 and not at.taken else []
    return sorted([*held, *played, *under_way, *face_down, *turned, *at.gone, *(kind for _, kind in at.laid)])


@pytest.mark.slow
@EXAMPLES
@given(house_rules(), st.integers(0, 10**6))
def test_every_hand_ends_and_keeps_its_cards(rules, seed):
    every = states(rules, seed, seed % rules.players)
    assert all(cards_anywhere(hand) == sorted(setup_of(rules).deck) for hand in every)
    assert len(every) < 1000
    result = every[-1].result
    assert result is not None
    assert not every[-1].legal_actions
    assert result.maker < 0 or sum(result.tricks) == rules.cards_each


@pytest.mark.slow
@EXAMPLES
@given(house_rules(), st.integers(0, 10**6))
def test_the_second_scorer_agrees(rules, seed):
    hand = states(rules, seed, seed % rules.players)[-1]
    data, text = rules_data(rules), hand_text(hand)
    assert list(hand.result.points) == points_of(data, text), text
    played = tricks_of(data, text)
    if played is not None:
        assert [trick.winner for trick in hand.tricks] == played[-1]
        assert list(hand.result.tricks) == [played[-1].count(seat) for seat in range(rules.players)]


@pytest.mark.slow
@EXAMPLES
@given(house_rules(), st.integers(0, 10**6))
def test_notation_goes_there_and_back(rules, seed):
    every = states(rules, seed, seed % rules.players)
    assert rules_from_text(rules_text(rules)) == rules
    assert rules_from(rules_data(rules)) == rules
    for hand in (every[0], every[len(every) // 2], every[-1]):
        assert hand_from(rules, hand_text(hand)) == hand
    for _, action in every[-1].history:
        assert action_from(str(action)) == action
        assert action_of(code_of(action)) == action
    game = Game.new(rules, seed % rules.players).deal(deck_of(rules, seed_from_number(seed)))
    assert game_from(game_text(game)) == game


@pytest.mark.slow
@settings(EXAMPLES, max_examples=1000 if SOAK else 30)
@given(house_rules(), st.integers(0, 10**6))
def test_every_game_ends(rules, seed):
    rng = random.Random(seed)
    game = Game.new(replace(rules, play_to=5), seed % rules.players)
    for number in range(400):
        if game.outcome is not None:
            break
        game = game.deal(deck_of(rules, seed_from_number(seed + number)))
        while game.hand is not None:
            game = game.apply(sensible(game.hand, rng))
    assert game.outcome is not None or rules.variant == "bid"
    if game.outcome is not None:
        assert all(game.points[side] == max(game.points) for side in game.outcome.winners)
        assert game.outcome.is_shared == (game.points.count(max(game.points)) > 1)


def sensible(hand, rng):
    """A random legal action that neither throws the hand in nor passes when it could name trump."""
    actions = [action for action in hand.legal_actions if str(action) not in ("pass", "misdeal")]
    return rng.choice(actions or list(hand.legal_actions))


BID_CODES = [code for code in range(264, 415) if code % 8 < 7]
ALL_CODES = [*range(33), *range(64, 97), *range(128, 161), *range(192, 201), *range(208, 220), *BID_CODES]
EVERY_ACTION = [action_of(code) for code in ALL_CODES]
PLAYED_RULES = (
    HouseRules(joker=True, defend_alone=DefendAlone.ANYTIME),
    HouseRules(go_under=True, stick_the_dealer=True, call_for_best=True),
    HouseRules(variant=Variant.BID, cards_each=6, alone_bids=AloneBids.CALL_2, bid_kind=BidKind.LEVEL),
)


def test_illegal_actions_are_refused_and_change_nothing():
    rng = random.Random(7)
    refused = seed = 0
    while refused < ILLEGAL:
        seed += 1
        for hand in states(PLAYED_RULES[seed % 3], seed, seed % 4):
            before, legal = hand.position.facts(), set(hand.legal_actions)
            for action in rng.sample(EVERY_ACTION, 5):
                if action in legal:
                    assert action in hand.legal_actions
                    continue
                with pytest.raises(RuleError, match="isn’t possible now"):
                    hand.apply(action)
                assert hand.position.facts() == before
                refused += 1


def test_legal_actions_are_one_object():
    hand = Hand.deal(HouseRules(), deck_of(HouseRules(), seed_from_number(1)), 0)
    legal = hand.legal_actions
    assert len(legal) == len(list(legal)) == 3
    assert next(iter(legal)) in legal
    assert "pass" not in legal
    assert Action(next(iter(legal)).verb, (CARDS[0],)) not in legal
    assert str(legal) == repr(legal) == "pass, order, order alone"
    assert legal == LegalActions(legal.codes[::-1])
    assert legal != "pass"
    assert hash(legal) == hash(LegalActions(legal.codes[::-1]))
