"""Whether a slip can be true at its table: under the stage's house rules, for the sides that sit there."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.adaptation import adapt
from games.engine.choices import Sides, Variant
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.engine.scoring import Loner, contracts, possible_hands, score_table
from games.engine.slip import ScoreCard, score_possible
from games.house_rules.models import rules_in
from tournaments.errors import NeedsWinner
from tournaments.events.models import Stage
from tournaments.formats.base import Format, Slip
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.progressive.config import Length, Progressive
from tournaments.results.slips import MAX_POINTS
from tournaments.rounds.models import Match

LONE_BIDS = {Loner.CALL_2: mark("Alone + 2 cards"), Loner.CALL_1: mark("Alone + 1 card"), Loner.ALONE: mark("Alone")}
OWN_LENGTH = (Duplicate, Progressive)
"""The settings of formats that say themselves how long a round lasts."""


def night_rules(
    config: Any, play_to: int | None = None, hands: int | None = None, rules: HouseRules | None = None
) -> tuple[HouseRules, bool]:
    """The house rules of a stage with that format, and whether a bell or the clock cuts its rounds short.

    Formats of OWN_LENGTH decide themselves how long a round lasts; others play a number of hands, or a game to a number
    of points. rules: the club's own; without them those of a usual club night. RuleError, naming both, where they don't
    allow that length.
    """
    night = rules or preset("progressive_night")
    if isinstance(config, Duplicate):
        return dataclasses.replace(night, number_of_hands=config.deals), False
    if not isinstance(config, Progressive):
        return dataclasses.replace(night, number_of_hands=hands, play_to=play_to or night.play_to), False
    if config.length is Length.HANDS:
        return dataclasses.replace(night, number_of_hands=config.hands), False
    return dataclasses.replace(night, number_of_hands=None), True


def online_refusal(play: Format, *, is_cut_short: bool) -> str:
    """Why a stage cannot be played at tables online; empty when it can."""
    if play.has_same_deals:
        return say(
            "{format} needs the same deals at every table, which online tables can’t provide. Play it in person.",
            format=play.name,
        )
    if is_cut_short:
        return say("Online tables don’t have a bell. Set a number of hands per round, or play in person.")
    return ""


def check_slip(match: Match, slip: Slip) -> None:
    """RuleError with the reason when the slip cannot have happened, NeedsWinner when a tie still needs its winner."""
    sides = side_count(match)
    if len(slip.points) != sides:
        raise RuleError("{match} has {sides} sides. Enter one score for each.", match=match, sides=sides)
    check_score(match.round.stage, slip)


def check_score(stage: Stage, slip: Slip) -> None:
    """The same for a table of the stage that need not be drawn yet, with as many sides as the slip has scores."""
    if any(not stage.lowest_score <= points <= MAX_POINTS for points in slip.points):
        raise RuleError(
            "Enter one score from {least} to {most} for each side.", least=stage.lowest_score, most=MAX_POINTS
        )
    if slip.forfeited:
        return
    verdict = score_possible(
        table_rules(stage, len(slip.points)), ScoreCard(slip.points, slip.hands), cut_short=stage.is_cut_short
    )
    if not verdict:
        raise RuleError(verdict.reason)
    if question := stage.play.tie_question(stage.settings, slip):
        raise NeedsWinner(question)


def forfeit_points(stage: Stage) -> int:
    """What a side is awarded whose opponents did not play: a game, or a point for every hand of the round."""
    rules = rules_in(stage.rules)
    return rules.number_of_hands or rules.play_to


def wrong_sides(match: Match, points: Sequence[int | None]) -> set[int]:
    """Which scores of an impossible card to look at: those that are missing, else those beyond what one side can make,
    else all of them."""
    rules = table_rules(match.round.stage, len(points))
    best = max(max(hand.points) for hand in possible_hands(rules))
    most = rules.number_of_hands * best if rules.number_of_hands else rules.play_to - 1 + best
    missing = {side for side, made in enumerate(points) if made is None}
    beyond = {side for side, made in enumerate(points) if made is not None and made > most}
    return missing or beyond or set(range(len(points)))


def table_rules(stage: Stage, sides: int = 2) -> HouseRules:
    """The stage's house rules at a table of that many sides; three sides play cutthroat."""
    return at_table(rules_in(stage.rules), sides)


def ends_at_points(stage: Stage) -> bool:
    """Whether a game ends when a side has enough points, and not after a number of hands or with a bell."""
    return table_rules(stage).number_of_hands is None and not stage.is_cut_short


def at_table(rules: HouseRules, sides: int) -> HouseRules:
    """A stage's rules at a table of that many sides. Cutthroat has no partner, so what needs one gives way."""
    return rules if sides == 2 else adapt(rules, {"sides": Sides.SOLO, "players": sides}).rules


@dataclass(frozen=True)
class Bid:
    """A bid of Bid Euchre on a slip. points: of the bidders, by the tricks they take; the others score theirs."""

    words: str
    alone: bool
    points: tuple[int, ...]


@dataclass(frozen=True)
class Pad:
    """What a phone's slip asks for. points: what one side can score in a hand, tap by tap. alone: those of them that
    only a lone hand scores. hands: how many are planned. play_to, win_by_two: what ends a game to points; play_to is 0
    where hands or a bell do. bids: in their place where both sides score in a hand."""

    points: tuple[int, ...]
    alone: tuple[int, ...]
    hands: int | None
    play_to: int
    win_by_two: bool
    bids: tuple[Bid, ...] = ()


def pad_of(match: Match) -> Pad:
    """The slip's pad under the house rules of the match's stage."""
    stage = match.round.stage
    rules = table_rules(stage)
    hands = possible_hands(rules)
    one_side = rules.variant is Variant.CLASSIC and all(min(hand.points) == 0 for hand in hands)
    made = {max(hand.points) for hand in hands if any(hand.points)} if one_side else set()
    together = {max(hand.points) for hand in hands if not hand.alone}
    return Pad(
        tuple(sorted(made)),
        tuple(sorted(made - together)),
        rules.number_of_hands,
        rules.play_to if ends_at_points(stage) else 0,
        rules.win_by_two,
        _bids(rules) if rules.variant is Variant.BID else (),
    )


def _bids(rules: HouseRules) -> tuple[Bid, ...]:
    """Every bid, low ones first."""
    table, tricks = score_table(rules), range(rules.cards_each + 1)
    return tuple(
        Bid(
            say(LONE_BIDS[loner]) if loner in LONE_BIDS else str(level),
            loner is not Loner.NO,
            tuple(table[level, loner, taken].makers for taken in tricks),
        )
        for level, loner in contracts(rules)
    )


def tie_question(match: Match) -> str | None:
    """What a form asks beside the score, in case of a tie; None where a tie moves no one."""
    return tie_label(match.round.stage)


def tie_label(stage: Stage) -> str | None:
    """The same question for every table of a stage."""
    return stage.play.tie_label(stage.settings)


def side_count(match: Match) -> int:
    return len({seat.side for seat in match.seats.all()})
