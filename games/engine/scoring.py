"""What a hand is worth: one small table per set of house rules, looked up by bid, tricks and who played alone.

Counts points only; it never looks at a card. Sources: the outcome tables of the web game and of the plain page, Hoyle,
and the options of the large online site. Where they are silent the choice is written beside the row.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from games.engine.choices import DefendAlone, Variant
from games.engine.rules import HouseRules
from games.engine.seating import side_count


class Result(StrEnum):
    """How a hand ended."""

    MARCH = "march"
    MADE = "made"
    EUCHRE = "euchre"
    PASSED = "passed"
    MISDEAL = "misdeal"


class Loner(StrEnum):
    """How the maker of a bid plays it: with his side, alone, or alone with one or two cards from the partner."""

    NO = "no"
    CALL_2 = "call_2"
    CALL_1 = "call_1"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the score table.

    makers: points to the maker's side. others: points to each other side, None when each scores its own tricks.
    lone_defender: points to the side of a defender who defended alone. bonus: extra to the maker himself (seat score).
    """

    result: Result
    makers: int
    others: int | None = 0
    lone_defender: int = 0
    bonus: int = 0


ScoreTable = dict[tuple[int, Loner, int], Row]
"""Keyed by (level bid, loner, tricks of the maker's side). Classic Euchre has no level: 0."""


@lru_cache(maxsize=512)
def score_table(rules: HouseRules) -> ScoreTable:
    """Every row that can come up under these rules."""
    if rules.variant is Variant.BID:
        return {
            (level, loner, tricks): bid_row(rules, level, loner, tricks)
            for level, loner in contracts(rules)
            for tricks in range(rules.cards_each + 1)
        }
    return {
        (0, loner, tricks): classic_row(rules, loner is Loner.ALONE, tricks)
        for loner in (Loner.NO, Loner.ALONE)
        for tricks in range(rules.cards_each + 1)
    }


def contracts(rules: HouseRules) -> tuple[tuple[int, Loner], ...]:
    """Every (level, loner) that can be bid in Bid Euchre; lone bids promise all tricks."""
    levels = tuple((level, Loner.NO) for level in range(rules.minimum_bid, rules.cards_each + 1))
    return levels + tuple((rules.cards_each, loner) for loner in lone_bids(rules))


def lone_bids(rules: HouseRules) -> tuple[Loner, ...]:
    """The lone bids on offer, lowest first: call 2, call 1, alone (pagat's order)."""
    offered = {"none": 0, "alone": 1, "call_1": 2, "call_2": 3}[rules.alone_bids.value]
    return (Loner.CALL_2, Loner.CALL_1, Loner.ALONE)[3 - offered :]


def needed_tricks(rules: HouseRules, alone: bool) -> int:
    """Tricks a Classic maker must take: more than half of all, also with three or more sides."""
    if alone and rules.alone_must_take_all:
        return rules.cards_each
    return min(rules.cards_each, rules.cards_each // 2 + 1 + rules.take_four)


def classic_row(rules: HouseRules, alone: bool, tricks: int) -> Row:
    """The row for a Classic maker's tricks."""
    if tricks < needed_tricks(rules, alone):
        return euchre_row(rules, alone, tricks)
    if tricks < rules.cards_each:
        return Row(Result.MADE, 1)
    if alone:
        return Row(Result.MARCH, 2 if rules.alone_worth_two else rules.lone_march, bonus=int(rules.loner_bonus))
    return Row(Result.MARCH, rules.solo_march)


def euchre_row(rules: HouseRules, alone: bool, tricks: int) -> Row:
    """A euchre: each other side scores. Where several rules raise the score the highest counts; they do not add up.

    A lone defender's four go to his own side only: with three or more sides the others did not play alone.
    """
    lone = rules.euchred_loner if alone else 2
    swept = 4 if rules.defended_sweep and tricks == 0 else 2
    each = max(lone, swept)
    return Row(Result.EUCHRE, 0, each, lone_defender=max(4, each))


def bid_row(rules: HouseRules, level: int, loner: Loner, tricks: int) -> Row:
    """Bid Euchre: made scores the tricks (or the bid), set loses the bid; the others score their tricks.

    No source agrees on lone bids. Alone is worth two points a trick, with a called card one and a half, rounded up; all
    of them lose one and a half a trick (the shooter and loner of the Wikipedia family: 18, 24 and -18 of 12).
    """
    all_tricks = rules.cards_each
    one_and_a_half = (3 * all_tricks + 1) // 2
    if tricks < level:
        return Row(Result.EUCHRE, -level if loner is Loner.NO else -one_and_a_half, None)
    result = Result.MARCH if tricks == all_tricks else Result.MADE
    if loner is not Loner.NO:
        return Row(result, 2 * all_tricks if loner is Loner.ALONE else one_and_a_half, None)
    return Row(result, level if rules.score_bid_only else tricks, None)


@dataclass(frozen=True)
class HandPoints:
    """What one hand can write on a card: points per side, and whether the maker played alone."""

    points: tuple[int, ...]
    alone: bool


@lru_cache(maxsize=512)
def possible_hands(rules: HouseRules) -> frozenset[HandPoints]:
    """Every line one hand can write on a card, passed-out hands included where all may pass."""
    every = {hand for maker in range(side_count(rules)) for hand in hands_of_maker(rules, maker)}
    if not rules.stick_the_dealer:
        every.add(HandPoints((0,) * side_count(rules), False))
    return frozenset(every)


def hands_of_maker(rules: HouseRules, maker: int) -> set[HandPoints]:
    """The lines possible when that side made trump."""
    hand_points: set[HandPoints] = set()
    for (_, loner, tricks), row in score_table(rules).items():
        alone = loner is not Loner.NO
        if rules.variant is Variant.BID:
            hand_points |= {HandPoints(points, alone) for points in bid_points(rules, maker, row, tricks)}
        elif rules.go_alone or not alone:
            hand_points |= {HandPoints(points, alone) for points in classic_points(rules, maker, row, alone)}
    return hand_points


def classic_points(rules: HouseRules, maker: int, row: Row, alone: bool) -> set[tuple[int, ...]]:
    """Points per side for one row, without and with a lone defender on each of the other sides."""
    sides = range(side_count(rules))
    plain = tuple(row.makers if side == maker else row.others or 0 for side in sides)
    asked = rules.defend_alone is DefendAlone.ANYTIME or (rules.defend_alone is DefendAlone.AGAINST_ALONE and alone)
    if not asked or row.result is not Result.EUCHRE:
        return {plain}
    return {plain} | {with_points(plain, side, row.lone_defender) for side in sides if side != maker}


def bid_points(rules: HouseRules, maker: int, row: Row, tricks: int) -> set[tuple[int, ...]]:
    """Points per side for one row, for every way the other sides can have shared their tricks."""
    shares = shared(rules.cards_each - tricks, side_count(rules) - 1)
    return {(*share[:maker], row.makers, *share[maker:]) for share in shares}


def shared(tricks: int, sides: int) -> list[tuple[int, ...]]:
    """Every way to divide tricks among sides."""
    if sides == 1:
        return [(tricks,)]
    return [(first, *rest) for first in range(tricks + 1) for rest in shared(tricks - first, sides - 1)]


def with_points(points: tuple[int, ...], side: int, own: int) -> tuple[int, ...]:
    """The points with one side's replaced."""
    return (*points[:side], own, *points[side + 1 :])
