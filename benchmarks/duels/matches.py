"""Games to ten: the same deals twice with the sides exchanged, and bots that may know the score."""

from collections.abc import Callable
from random import Random

from benchmarks.bots.duel import RULES, Player, action_of
from games.engine.hand import Hand
from games.engine.shuffle import deck_of, seed_from_number

MOST_HANDS = 1_000
"""More than any game to ten has."""
MakePlayer = Callable[[tuple[int, int] | None], Player]
"""From the points of the even seats' side and of the other, None where only the hand counts."""


def play_match_twice(one: MakePlayer, other: MakePlayer, number: int) -> float:
    """The share of both games that the first bot won: 0, a half or 1."""
    return (won_by_even(one, other, number) + 1 - won_by_even(other, one, number)) / 2


def won_by_even(even: MakePlayer, odd: MakePlayer, number: int) -> int:
    """1 if the bot in the even seats won a game, else 0. number: says which deals come, and who deals first."""
    points, played = (0, 0), 0
    while max(points) < RULES.play_to:
        seed = number * MOST_HANDS + played
        hand = Hand.deal(RULES, deck_of(RULES, seed_from_number(seed)), (number + played) % RULES.players)
        chance, players = Random(seed).random, (even(points), odd(points))
        while (seat := hand.turn) is not None:
            hand = hand.apply(action_of(players[seat % 2], hand, chance))
        assert hand.result is not None
        points = points[0] + hand.result.points[0], points[1] + hand.result.points[1]
        played += 1
    return int(points[0] > points[1])
