"""Whole games played at random in the engine alone, and the slips that people would write of one."""

from dataclasses import replace
from random import Random

from games.engine.choices import Variant
from games.engine.game import Game
from games.engine.hand import Hand, play_out
from games.engine.rules import HouseRules
from games.engine.scoring import Loner, Result
from games.engine.shuffle import chances, deck_of, seed_from_number
from games.engine.slip import HandScore, ScoreCard

MAX_HANDS = 3_000
"""Far more than any game at random has needed."""


def play_game(rules: HouseRules, chance: Random) -> Game:
    """A game to its end. AssertionError when it has none."""
    game = Game.new(rules, chance.randrange(rules.players))
    while game.outcome is None:
        assert len(game.hands) < MAX_HANDS, f"no end in sight at {game.points}"
        game = replace(game, hands=(*game.hands, _next_hand(game, chance)))
    return game


def _next_hand(game: Game, chance: Random) -> Hand:
    """Played by random legal actions. Bids at random lose more than there is to win, so a game of Bid Euchre to points
    would have no end: there one of a few hands is taken in which the leader gains."""
    may_fall = game.rules.variant is Variant.BID and game.rules.number_of_hands is None
    leader = game.points.index(max(game.points))
    for _ in range(8 if may_fall else 1):
        seed = seed_from_number(chance.getrandbits(60))
        dealt = Hand.deal(game.rules, deck_of(game.rules, seed), game.dealer)
        hand = Hand(play_out(dealt.position.copy(), chances(seed[::-1]).__next__))
        if hand.result and hand.result.points[leader] > 0:
            break
    return hand


def cards_of(game: Game) -> tuple[ScoreCard, ScoreCard]:
    """The slip with the final score alone, and the one with every hand."""
    return ScoreCard(game.points), ScoreCard(game.points, _hands_written(game))


def _hands_written(game: Game) -> tuple[HandScore, ...]:
    """As a table writes them down, one by one; a hand that all passed as a zero, one thrown in not at all."""
    written: list[HandScore] = []
    played = [result for result in game.results if result.result is not Result.MISDEAL]
    for number, result in enumerate(played, 1):
        scored = [(side, points) for side, points in enumerate(result.points) if points] or [(0, 0)]
        written += [HandScore(side, points, result.loner is not Loner.NO, number) for side, points in scored]
    return tuple(written)
