"""What one option changes: the same game with it and without it, by the engine's own figures and score table.

The engine refuses what cannot be played; its sentence is shown. Nothing is stored.
"""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from games.engine.choices import Variant
from games.engine.combinations import deck_size, undealt
from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from games.engine.options import Option
from games.engine.rules import HouseRules, option_of
from games.engine.scoring import Loner, Result, Row, needed_tricks, score_table
from games.engine.seating import side_count

LONE = {
    Loner.NO: "",
    Loner.CALL_2: mark("Alone, 2 cards from partner"),
    Loner.CALL_1: mark("Alone, one card from partner"),
    Loner.ALONE: mark("Alone"),
}


@dataclass(frozen=True)
class Difference:
    """One line of the comparison."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Turned:
    """Rules with one option turned. refused: the engine's sentence when that cannot be played, with no rules then."""

    option: Option
    before: str
    after: str
    rules: HouseRules | None = None
    refused: str = ""
    figures: tuple[Difference, ...] = ()
    scores: tuple[Difference, ...] = ()


def plain_words(option: Option, value: Any) -> str:
    """A value as the rules panel has it: "no_ace_no_face" with spaces."""
    return option.shown(value)


def turned(base: HouseRules, name: str, value: Any) -> Turned:
    """The base with that value. Raises RuleError when there is no such option."""
    option = option_of(name)
    words = plain_words(option, getattr(base, name)), plain_words(option, value)
    try:
        rules = replace(base, **{name: value})
    except RuleError as error:
        return Turned(option, *words, refused=str(error))
    levels = {0, base.minimum_bid, rules.minimum_bid, base.cards_each, rules.cards_each}
    changed = score_changes(scores(base, levels), scores(rules, levels))
    return Turned(option, *words, rules, "", differences(figures(base), figures(rules)), changed)


def differences(before: dict[str, str], after: dict[str, str]) -> tuple[Difference, ...]:
    """The lines that are not the same in both; what one of them does not have is a dash."""
    pairs = ((name, before.get(name, "–"), after.get(name, "–")) for name in dict.fromkeys([*before, *after]))
    return tuple(Difference(name, old, new) for name, old, new in pairs if old != new)


def figures(rules: HouseRules) -> dict[str, str]:
    """What can be counted before a card is dealt."""
    values = {
        say("Cards in the deck"): str(deck_size(rules)),
        say("Players"): str(rules.players),
        say("Sides"): str(side_count(rules)),
        say("Cards and tricks per hand"): str(rules.cards_each),
        say("Cards left after the deal"): str(undealt(rules)),
        say("End of the game"): end_words(rules),
    }
    if rules.variant is Variant.BID:
        return values | {say("Lowest bid"): str(rules.minimum_bid)}
    values[say("Tricks the makers need")] = str(needed_tricks(rules, alone=False))
    lone = {say("Tricks a lone maker needs"): str(needed_tricks(rules, alone=True))} if rules.go_alone else {}
    return values | lone


def end_words(rules: HouseRules) -> str:
    if rules.number_of_hands is None:
        return say_number("at {number} point", "at {number} points", rules.play_to)
    return say_number("after {number} hand", "after {number} hands", rules.number_of_hands)


@dataclass(frozen=True)
class Outcome:
    """How a hand may end. bid: what was promised or how it was played, empty for a hand with the partner."""

    bid: str
    tricks: int
    of: int


def scores(rules: HouseRules, levels: set[int]) -> dict[Outcome, str]:
    """Every outcome with what it scores; of Bid Euchre's bids those levels only."""
    points = {}
    for (level, loner, tricks), row in sorted(score_table(rules).items(), key=order):
        if level in levels and (rules.variant is Variant.BID or rules.go_alone or loner is Loner.NO):
            bid = say(LONE[loner]) or (say("Bid {level}", level=level) if level else "")
            points[Outcome(bid, tricks, rules.cards_each)] = worth(rules, row, loner)
    return points


def score_changes(before: dict[Outcome, str], after: dict[Outcome, str]) -> tuple[Difference, ...]:
    """The outcomes that score differently, those that do so in the same way in one line."""
    pairs = [(each, before.get(each, "–"), after.get(each, "–")) for each in dict.fromkeys([*before, *after])]
    lines = groupby([line for line in pairs if line[1] != line[2]], lambda line: (line[0].bid, line[0].of, *line[1:]))
    return tuple(
        Difference(name_of(bid, of, [line[0].tricks for line in group]), old, new)
        for (bid, of, old, new), group in lines
    )


def name_of(bid: str, of: int, tricks: list[int]) -> str:
    """ "Bid 3: 2 to 0 of 6 tricks"."""
    several = str(tricks[0]) if len(tricks) == 1 else say("{least} to {most}", least=tricks[0], most=tricks[-1])
    taken = say("{number} of {all} tricks", number=several, all=of)
    return say("{bid}: {tricks}", bid=bid, tricks=taken) if bid else taken


def order(line: tuple[tuple[int, Loner, int], Row]) -> tuple[int, int, int]:
    """With the partner first, low bids before high ones, many tricks before few."""
    level, loner, tricks = line[0]
    return list(LONE).index(loner), level, -tricks


def worth(rules: HouseRules, row: Row, loner: Loner) -> str:
    """Who scores what."""
    if row.others is None:
        points = str(row.makers).replace("-", "−")
        return say("{points} for the side that bid, 1 per trick for the others", points=points)
    if row.result is not Result.EUCHRE:
        if row.bonus:
            caller = row.makers + row.bonus
            return say("{points} for the makers, {caller} for the caller", points=row.makers, caller=caller)
        return say("{points} for the makers", points=row.makers)
    two = side_count(rules) == 2
    each = say("{points} for each of the others", points=row.others)
    others = say("{points} for the others", points=row.others) if two else each
    if may_defend(rules, loner):
        return say("{others}, or {points} if a defender went alone", others=others, points=row.lone_defender)
    return others


def may_defend(rules: HouseRules, loner: Loner) -> bool:
    asked = rules.defend_alone.value
    return asked == "anytime" or (asked == "against_alone" and loner is Loner.ALONE)
