"""What a slip and a game on the engine tell about their hands. Infers only what the score table leaves no doubt of."""

from collections.abc import Iterable, Iterator, Sequence

from games.engine.cards import Card, Rank
from games.engine.hand import Hand
from games.engine.result import HandResult
from games.engine.rules import HouseRules
from games.engine.scoring import HandPoints, Loner, Result, hands_of_maker, score_table
from games.engine.seating import side_count, side_of_seats
from games.engine.slip import HandScore, ScoreCard, grouped
from tournaments.honours.facts import PlayedHand

LOW_CARDS = 3
"""So many nines and tens make a farmer's hand."""


def hands_of_slip(rules: HouseRules, hands: Sequence[HandScore]) -> tuple[PlayedHand, ...] | None:
    """The hands that were tapped; None when only the final score was entered."""
    if not hands:
        return None
    points = (0,) * side_count(rules)
    return tuple(read_hand(rules, hand) for hand in grouped(ScoreCard(points, tuple(hands)), len(points)))


def read_hand(rules: HouseRules, hand: HandPoints) -> PlayedHand:
    """A hand from its score: two points without a loner may be a march or a euchre, and then neither is claimed."""
    if not any(hand.points):
        return PlayedHand(hand.points, alone=hand.alone, result=Result.PASSED)
    makers = [side for side in range(len(hand.points)) if hand in hands_of_maker(rules, side)]
    results = {result for side in makers for result in _results(rules, hand, side)}
    return PlayedHand(
        hand.points,
        alone=hand.alone,
        maker_side=makers[0] if len(makers) == 1 else None,
        result=results.pop() if len(results) == 1 and len(makers) == 1 else None,
    )


def _results(rules: HouseRules, hand: HandPoints, maker: int) -> Iterator[Result]:
    """How a hand that this side made can have ended with that score."""
    for (_, loner, _), row in score_table(rules).items():
        if (loner is not Loner.NO) == hand.alone and row.makers == hand.points[maker]:
            yield row.result


def hands_of_game(hands: Iterable[Hand], players: Sequence[int]) -> tuple[PlayedHand, ...]:
    """Everything the engine knows of finished hands; misdeals are no hands. players: by seat."""
    finished = ((hand, hand.result) for hand in hands)
    return tuple(
        watch_hand(hand, result, players)
        for hand, result in finished
        if result is not None and result.result is not Result.MISDEAL
    )


def watch_hand(hand: Hand, result: HandResult, players: Sequence[int]) -> PlayedHand:
    """One hand of the engine."""
    sides = side_of_seats(hand.rules)
    is_made = result.maker >= 0
    return PlayedHand(
        result.points,
        alone=result.loner is not Loner.NO,
        maker_side=sides[result.maker] if is_made else None,
        result=result.result,
        maker=players[result.maker] if is_made else None,
        swept=_swept(hand.rules, result.tricks),
        defender=None if result.defender is None else players[result.defender],
        farmers=frozenset(player for player, cards in zip(players, hand.dealt, strict=True) if is_farmers(cards)),
    )


def is_farmers(cards: Sequence[Card]) -> bool:
    """Three or more nines and tens, as dealt."""
    return sum(card.rank in (Rank.NINE, Rank.TEN) for card in cards) >= LOW_CARDS


def _swept(rules: HouseRules, tricks: Sequence[int]) -> int:
    """The side that took every trick, or -1. tricks: by seat."""
    sides = side_of_seats(rules)
    takers = {sides[seat] for seat, taken in enumerate(tricks) if taken}
    return takers.pop() if len(takers) == 1 else -1
