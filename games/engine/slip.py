"""What can be written on a score card, and whether it can have happened.

Works on scores only: it never sees a card of the deck. Refuses nothing by itself; it answers.
"""

from dataclasses import dataclass

from games.engine.choices import Variant
from games.engine.game_end import is_over
from games.engine.language import mark, say, score_text
from games.engine.reach import is_reachable
from games.engine.rules import HouseRules
from games.engine.scoring import HandPoints, possible_hands
from games.engine.seating import side_count


@dataclass(frozen=True)
class HandScore:
    """One hand as a table writes it down.

    side: index of the side that scored (0-based). points: what it scored (the X, a zero, belongs to every other side).
    alone: True when the maker of the hand played without the partner, no matter who scored. hand: number of the hand;
    entries with the same number belong together (a cutthroat euchre, or a Bid Euchre hand in which both sides score),
    an entry without a number is a hand of its own.
    """

    side: int
    points: int
    alone: bool = False
    hand: int | None = None


@dataclass(frozen=True)
class ScoreCard:
    """A finished round or game as reported: points per side in side order; the hands if they were tapped one by one."""

    points: tuple[int, ...]
    hands: tuple[HandScore, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The answer about a card; truthy when it is possible. reason: a sentence for people, empty when possible."""

    possible: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.possible


POSSIBLE = Verdict(True)


def score_possible(rules: HouseRules, card: ScoreCard, *, cut_short: bool = False) -> Verdict:
    """Can this card have happened under these rules?

    The game must have ended by its own rule (target, or number of hands), or, when cut_short, by the bell: then any
    number of hands from one up, the last of them finished. Hands, when given, must each be possible, lie in playing
    order, and add up to the points. A score of 0-0 needs a hand that all passed. Points are those of sides: the extra
    point of `loner_bonus` is the caller's own and not on the card.
    """
    sides = side_count(rules)
    if len(card.points) != sides or any(not 0 <= each.side < sides for each in card.hands):
        return Verdict(False, say("This game has {sides} sides. Enter one score for each side.", sides=sides))
    if not card.hands:
        return total_verdict(rules, card.points, cut_short)
    for check in (hand_verdict, sum_verdict, order_verdict):
        if not (verdict := check(rules, card)):
            return verdict
    return end_verdict(rules, card, cut_short)


def total_verdict(rules: HouseRules, points: tuple[int, ...], cut_short: bool) -> Verdict:
    """The answer when only final points are known."""
    if rules.number_of_hands is None and not cut_short and not is_over(rules, points, 0):
        return Verdict(False, not_finished(rules, points))
    if rules.number_of_hands is not None and not cut_short and (reason := outside(rules, points)):
        return Verdict(False, reason)
    if is_reachable(rules, points, cut_short):
        return POSSIBLE
    return Verdict(False, not_reachable(rules, points, cut_short))


def outside(rules: HouseRules, points: tuple[int, ...]) -> str:
    """The sentence when the agreed hands give fewer or more points than the card has, else nothing."""
    hands = rules.number_of_hands or 0
    totals = [sum(hand.points) for hand in possible_hands(rules)]
    least, most = min(totals) * hands, max(totals) * hands
    if sum(points) < least:
        return say(
            "That score isn’t possible: {hands} hands make at least {least} points and you entered {points}.",
            hands=hands,
            least=least,
            points=sum(points),
        )
    if sum(points) > most:
        return say(
            "That score isn’t possible: {hands} hands make at most {most} points and you entered {points}.",
            hands=hands,
            most=most,
            points=sum(points),
        )
    return ""


def not_finished(rules: HouseRules, points: tuple[int, ...]) -> str:
    """Why the game of this card is not over yet."""
    if max(points) < rules.play_to:
        return say(
            "The game is to {play_to}, so at {score} no one has won yet.",
            play_to=rules.play_to,
            score=score_text(points),
        )
    return say("At {score}, the leader isn’t 2 points ahead, so the game goes on.", score=score_text(points))


def not_reachable(rules: HouseRules, points: tuple[int, ...], cut_short: bool) -> str:
    """No hands come to these points."""
    hands, score = rules.number_of_hands, score_text(points)
    if hands is None:
        game = rules.play_to
        return say("No game to {game} can end {score} under these house rules.", game=game, score=score)
    if cut_short:
        return say(
            "No round of {hands} hands or fewer can end {score} under these house rules.", hands=hands, score=score
        )
    return say("No round of {hands} hands can end {score} under these house rules.", hands=hands, score=score)


def grouped(card: ScoreCard, sides: int) -> list[HandPoints]:
    """The entries put together hand by hand, in the order in which each hand first appears."""
    hands: dict[object, list[HandScore]] = {}
    for position, entry in enumerate(card.hands):
        hands.setdefault(("own", position) if entry.hand is None else entry.hand, []).append(entry)
    return [together(entries, sides) for entries in hands.values()]


def together(entries: list[HandScore], sides: int) -> HandPoints:
    """One hand's entries as points per side."""
    points = tuple(sum(entry.points for entry in entries if entry.side == side) for side in range(sides))
    return HandPoints(points, any(entry.alone for entry in entries))


def hand_verdict(rules: HouseRules, card: ScoreCard) -> Verdict:
    """Is each hand possible by itself?"""
    known = possible_hands(rules)
    for number, hand in enumerate(grouped(card, side_count(rules)), 1):
        if hand not in known:
            reason = wrong_hand(rules, hand)
            return Verdict(False, say("Hand {number}: {reason}", number=number, reason=reason))
    return POSSIBLE


def wrong_hand(rules: HouseRules, hand: HandPoints) -> str:
    """Why one hand cannot score that."""
    score = score_text(hand.points)
    if HandPoints(hand.points, not hand.alone) in possible_hands(rules):
        if hand.alone:
            return say("{score} isn’t possible when the maker plays alone.", score=score)
        return say(
            "{score} is only possible with a lone maker, and this hand isn’t marked as played alone.", score=score
        )
    if not any(hand.points):
        return say("every hand scores, because the dealer can’t pass.")
    if rules.variant is Variant.CLASSIC and len(hand.points) > 2 and hand.points.count(0) > 1:
        return say(
            "{score} isn’t possible when only one side scores. After a euchre, each of the other sides scores.",
            score=score,
        )
    return say("no hand scores {score} under these house rules.", score=score)


def sum_verdict(rules: HouseRules, card: ScoreCard) -> Verdict:
    """Do the hands add up to the points?"""
    added = tuple(sum(each.points for each in card.hands if each.side == side) for side in range(side_count(rules)))
    if added == card.points:
        return POSSIBLE
    summed, said = score_text(added), score_text(card.points)
    return Verdict(
        False, say("The hands add up to {sum}, but the score you entered is {score}.", sum=summed, score=said)
    )


def order_verdict(rules: HouseRules, card: ScoreCard) -> Verdict:
    """Did the game go on after it was over?"""
    hands = grouped(card, side_count(rules))
    points = (0,) * side_count(rules)
    for number, hand in enumerate(hands[:-1], 1):
        points = tuple(before + own for before, own in zip(points, hand.points, strict=True))
        if is_over(rules, points, number):
            over = mark("The game was over after hand {number} at {score}. Remove the hands that follow.")
            return Verdict(False, say(over, number=number, score=score_text(points)))
    return POSSIBLE


def end_verdict(rules: HouseRules, card: ScoreCard, cut_short: bool) -> Verdict:
    """Did the game end where the card ends?"""
    played = len(grouped(card, side_count(rules)))
    if cut_short or is_over(rules, card.points, played):
        return POSSIBLE
    if rules.number_of_hands is not None:
        agreed = rules.number_of_hands
        return Verdict(
            False, say("The game has {agreed} hands, but you entered {played}.", agreed=agreed, played=played)
        )
    return Verdict(False, not_finished(rules, card.points))
