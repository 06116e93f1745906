"""Any rules that the picker lets through can be played to the end, and their slips are judged as a second scorer would.

The picker is walked at random: what it refuses, it refuses in a sentence that names both rules.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.engine.game import Game
from games.engine.options import Option, key_of
from games.engine.rules import HouseRules, options, rules_data
from games.engine.slip import HandScore, ScoreCard, score_possible
from games.house_rules.picker import turned
from tests.games.engine.judge import Judge, minus, plus
from tests.games.engine.random_games import cards_of, play_game
from tests.games.house_rules.forms import BUNDLES, picker_fields
from tests.sizes import Counted, size

pytestmark = pytest.mark.slow
WALKS = size(30, int(os.environ.get("WALKS", "400")))
GAMES = 20
SLIPS = 20
BOTH_NAMED = re.compile(r"“[^“”]+: [^“”]+” and “[^“”]+: [^“”]+” don’t go together: [^.]+\.")
Hands = tuple[HandScore, ...]


@pytest.mark.parametrize("number", range(WALKS))
def test_rules_from_a_walk_through_the_picker(number: int, record_property: Counted) -> None:
    chance = Random(number)
    rules, refusal = walk(chance)
    if refusal:
        assert BOTH_NAMED.match(refusal), refusal
        record_property("walks refused in words", 1)
        return
    judge = Judge(rules_data(rules))
    games = [play_game(rules, chance) for _ in range(GAMES)]
    for game in games:
        for card in cards_of(game):
            assert not judge.rules_out(card.points), (rules, card)
            verdict = score_possible(rules, card)
            assert verdict, (rules, card, verdict.reason)
    wrong = impossible(judge, games, chance)
    for _ in range(SLIPS):
        card = next(wrong)
        verdict = score_possible(rules, card)
        assert not verdict, (rules, card)
        assert verdict.reason
    record_property("rules played", 1)
    record_property("whole games", len(games))
    record_property("hands", sum(len(game.hands) for game in games))
    record_property("slips judged", 2 * len(games) + SLIPS)


def walk(chance: Random) -> tuple[HouseRules, str]:
    """One to eight rules turned, one after the other, from any bundle: what holds then, or the refusal."""
    form = picker_fields(chance.choice(sorted(BUNDLES)))
    for _ in range(chance.randint(1, 8)):
        one = chance.choice(options())
        field, value = turn(one, chance)
        now = turned(form | {field: value}, field, BUNDLES)
        if now.refusal:
            return now.rules, now.refusal
        form = picker_fields(now.chosen, now.rules) | {"rules_picked": ",".join(now.picked)}
    return now.rules, ""


def turn(option: Option, chance: Random) -> tuple[str, str]:
    """A radio, or a number that is typed."""
    if option.low is not None and option.high is not None and chance.random() < 0.3:
        return f"rule_{option.name}.other", str(chance.randint(option.low, option.high))
    return f"rule_{option.name}", key_of(chance.choice(option.choices))


def impossible(judge: Judge, games: list[Game], chance: Random) -> Iterator[ScoreCard]:
    """Slips that can't have happened, made from those of real games: by turns the final score, and hand by hand."""
    while True:
        final, by_hand = cards_of(chance.choice(games))
        if judge.rules_out(points := other_points(final.points, chance)):
            yield ScoreCard(points)
        spoil = chance.choice([wrong_sum, one_hand_short, one_hand_more, wrong_hand])
        if hands := spoil(judge, by_hand, chance):
            yield hands


def other_points(points: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """A slip of the pen, or any number at all."""
    far = chance.choice((1, 3, 30))
    return tuple(own + chance.randint(-far, far) for own in points)


def wrong_sum(judge: Judge, card: ScoreCard, chance: Random) -> ScoreCard | None:
    side = chance.randrange(len(card.points))
    points = [own + (number == side) for number, own in enumerate(card.points)]
    return replace(card, points=tuple(points))


def one_hand_short(judge: Judge, card: ScoreCard, chance: Random) -> ScoreCard | None:
    """Without its last hand a game is not over."""
    last = max(entry.hand or 0 for entry in card.hands)
    if last == 1:
        return None
    kept = tuple(entry for entry in card.hands if entry.hand != last)
    return ScoreCard(minus(card.points, scored(card, last)), kept)


def one_hand_more(judge: Judge, card: ScoreCard, chance: Random) -> ScoreCard | None:
    """It goes on after its end."""
    points, alone = chance.choice(sorted(judge.lines))
    last = max(entry.hand or 0 for entry in card.hands)
    return ScoreCard(plus(card.points, points), (*card.hands, *written(points, alone, last + 1)))


def wrong_hand(judge: Judge, card: ScoreCard, chance: Random) -> ScoreCard | None:
    """One of its hands scores what no hand can, or is marked alone where no one can have been."""
    number = chance.choice(card.hands).hand or 0
    before = scored(card, number)
    alone = next(entry.alone for entry in card.hands if entry.hand == number)
    points = before if chance.random() < 0.3 else other_points(before, chance)
    alone = not alone if points == before else alone
    if (points, alone) in judge.lines:
        return None
    others = tuple(entry for entry in card.hands if entry.hand != number)
    hands = sorted((*others, *written(points, alone, number)), key=lambda entry: entry.hand or 0)
    return ScoreCard(plus(minus(card.points, before), points), tuple(hands))


def scored(card: ScoreCard, number: int) -> tuple[int, ...]:
    """What that hand gave each side."""
    own = [entry for entry in card.hands if entry.hand == number]
    return tuple(sum(entry.points for entry in own if entry.side == side) for side in range(len(card.points)))


def written(points: tuple[int, ...], alone: bool, number: int) -> Hands:
    entries = [(side, own) for side, own in enumerate(points) if own] or [(0, 0)]
    return tuple(HandScore(side, own, alone, number) for side, own in entries)
