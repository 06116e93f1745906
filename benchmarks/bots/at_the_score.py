"""Late in a game: a bot that knows the score against the same bot that plays every hand for its points."""

from benchmarks.bots.duel import Score, play, score_of
from games.engine.bots.aim import chance_to_win
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import Strength
from games.engine.hand import Hand

LATE = ((6, 9), (9, 6), (9, 9), (8, 9), (9, 8), (7, 8), (8, 6), (9, 7))
"""Scores that deals begin at in turn, the even seats' side first."""
LENGTH = 10


def play_at_scores(strength: Strength, deals: int, seed: int) -> Score:
    """By how much more of the game's worth the bot that knows the score has after a hand, by the table of chances."""
    return score_of([gain(strength, seed * 1_000_000 + number) for number in range(deals)])


def gain(strength: Strength, number: int) -> float:
    """Half the difference between the two ways to seat them."""
    score = LATE[number // 4 % len(LATE)]
    aware, unaware = PlayoutBot(strength, score), PlayoutBot(strength)
    return (
        chance_after(play(aware, unaware, number, None), score)
        - chance_after(play(unaware, aware, number, None), score)
    ) / 2


def chance_after(hand: Hand, score: tuple[int, int]) -> float:
    """The even seats' chance to win the game after that hand."""
    assert hand.result is not None
    ours, theirs = (LENGTH - had - won for had, won in zip(score, hand.result.points, strict=True))
    deals_next = hand.dealer % 2 == 1
    return chance_to_win(ours, theirs) if deals_next else 1 - chance_to_win(theirs, ours)
