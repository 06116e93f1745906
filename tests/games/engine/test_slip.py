"""Score cards that can and cannot have happened, and the exact search compared with plain enumeration."""

from dataclasses import replace
from itertools import product

import pytest

from games.engine.choices import DefendAlone, Packs, Sides, Variant
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.scoring import possible_hands
from games.engine.slip import HandScore, ScoreCard, score_possible

NIGHT = PRESETS["progressive_night"]
SOLO = HouseRules(players=3, sides=Sides.SOLO, go_alone=False)
PAIRS = HouseRules(
    players=6, sides=Sides.THREE_PAIRS, packs=Packs.TWO, defend_alone=DefendAlone.ANYTIME, play_to=5, win_by_two=True
)


def march(side: int, times: int) -> tuple[HandScore, ...]:
    return (HandScore(side, 2),) * times


CARDS = [
    (NIGHT, (4, 3), (), "That score isn’t possible: 8 hands make at least 8 points and you entered 7."),
    (NIGHT, (0, 0), (), "That score isn’t possible: 8 hands make at least 8 points and you entered 0."),
    (NIGHT, (33, 0), (), "That score isn’t possible: 8 hands make at most 32 points and you entered 33."),
    (NIGHT, (31, 0), (), "No round of 8 hands can end 31–0 under these house rules."),
    (NIGHT, (7, 1), (), ""),
    (NIGHT, (16, 16), (), ""),
    (NIGHT, (1, 2, 3), (), "This game has 2 sides. Enter one score for each side."),
    (NIGHT, (2, 0), (HandScore(2, 2),), "This game has 2 sides. Enter one score for each side."),
    (NIGHT, (16, 0), march(0, 8), ""),
    (NIGHT, (14, 0), march(0, 7), "The game has 8 hands, but you entered 7."),
    (NIGHT, (18, 0), march(0, 9), "The game was over after hand 8 at 16–0. Remove the hands that follow."),
    (NIGHT, (15, 0), march(0, 8), "The hands add up to 16–0, but the score you entered is 15–0."),
    (NIGHT, (4, 0), (HandScore(0, 4),), "Hand 1: 4–0 is only possible with a lone maker, and this hand isn’t"),
    (NIGHT, (0, 0), (HandScore(0, 0),), "Hand 1: every hand scores, because the dealer can’t pass."),
    (NIGHT, (3, 0), (HandScore(0, 3),), "Hand 1: no hand scores 3–0 under these house rules."),
    (HouseRules(), (9, 9), (), "The game is to 10, so at 9–9 no one has won yet."),
    (HouseRules(win_by_two=True), (10, 9), (), "At 10–9, the leader isn’t 2 points ahead, so the game goes on."),
    (HouseRules(win_by_two=True), (14, 12), (), ""),
    (HouseRules(win_by_two=True), (15, 9), (), "No game to 10 can end 15–9 under these house rules."),
    (HouseRules(), (10, 8), (HandScore(0, 4, alone=True),) * 2 + march(1, 4) + march(0, 1), ""),
    (HouseRules(), (8, 8), (HandScore(0, 4, alone=True),) * 2 + march(1, 4), "The game is to 10, so at 8–8 no one"),
    (
        HouseRules(go_alone=True, alone_must_take_all=True),
        (1, 0),
        (HandScore(0, 1, alone=True),),
        "Hand 1: 1–0 isn’t possible when the maker plays alone.",
    ),
    (SOLO, (10, 10, 9), (), ""),
    (SOLO, (10, 10, 10), (), "No game to 10 can end 10–10–10 under these house rules."),
    (SOLO, (2, 0, 0), (HandScore(0, 2, hand=1),), "The game is to 10, so at 2–0–0 no one has won yet."),
    (
        SOLO,
        (1, 1, 0),
        (HandScore(0, 1, hand=1), HandScore(1, 1, hand=1)),
        "Hand 1: no hand scores 1–1–0 under these house rules.",
    ),
    (
        HouseRules(players=4, sides=Sides.SOLO, go_alone=False),
        (2, 2, 0, 0),
        (HandScore(0, 2, hand=1), HandScore(1, 2, hand=1)),
        "Hand 1: 2–2–0–0 isn’t possible when only one side scores. After a euchre, each of the other sides scores.",
    ),
    (PRESETS["trickster_bid"], (32, 3), (), ""),
    (replace(PRESETS["trickster_bid"], win_by_two=True), (38, 35), (), ""),
    (PRESETS["trickster_bid"], (32, -72), (), ""),
    (PRESETS["trickster_bid"], (38, -5), (), "No game to 32 can end 38 – −5 under these house rules."),
]


@pytest.mark.parametrize(("rules", "points", "hands", "reason"), CARDS)
def test_it_answers_for_finished_cards(rules, points, hands, reason):
    verdict = score_possible(rules, ScoreCard(points, hands))
    assert bool(verdict) == (not reason)
    assert verdict.reason.startswith(reason)


@pytest.mark.parametrize(
    ("rules", "points", "possible"),
    [
        (NIGHT, (0, 0), False),
        (NIGHT, (1, 0), True),
        (NIGHT, (32, 0), True),
        (NIGHT, (33, 0), False),
        (HouseRules(), (0, 0), True),
        (HouseRules(), (9, 9), True),
        (HouseRules(), (10, 9), True),
        (HouseRules(), (10, 10), False),
        (HouseRules(), (-1, 0), False),
        (HouseRules(stick_the_dealer=True), (0, 0), False),
        (SOLO, (2, 2, 0), True),
        (SOLO, (2, 1, 1), True),
        (HouseRules(players=3, sides=Sides.SOLO, go_alone=False, number_of_hands=1), (2, 2, 2), False),
        (HouseRules(players=3, sides=Sides.SOLO, go_alone=False, number_of_hands=1), (-1, 2, 2), False),
    ],
)
def test_the_bell_may_cut_a_round_short(rules, points, possible):
    assert bool(score_possible(rules, ScoreCard(points), cut_short=True)) is possible
    assert score_possible(NIGHT, ScoreCard((2, 0), (HandScore(0, 2),)), cut_short=True)


def test_bid_euchre_rounds_are_exact_for_two_sides_and_bounded_beyond():
    short = HouseRules(variant=Variant.BID, cards_each=6, number_of_hands=1)
    assert score_possible(short, ScoreCard((4, 2)))
    assert not score_possible(short, ScoreCard((5, 2)))
    assert score_possible(short, ScoreCard((-4, 3), (HandScore(0, -4, hand=1), HandScore(1, 3, hand=1))))
    long = HouseRules(variant=Variant.BID, cards_each=6, number_of_hands=13)
    assert score_possible(long, ScoreCard((40, 30)))
    assert not score_possible(long, ScoreCard((79, 0)))
    assert "at most" in score_possible(long, ScoreCard((79, 0))).reason
    three = HouseRules(variant=Variant.BID, players=3, sides=Sides.SOLO, cards_each=8, number_of_hands=2)
    assert score_possible(three, ScoreCard((8, 4, 4)))
    assert not score_possible(three, ScoreCard((17, 0, 0)))


def test_a_search_that_gets_long_is_decided_for_the_card():
    rules = HouseRules(
        players=8,
        sides=Sides.FOUR_PAIRS,
        packs=Packs.TWO,
        defend_alone=DefendAlone.ANYTIME,
        euchred_loner=3,
        defended_sweep=True,
        number_of_hands=12,
        stick_the_dealer=True,
    )
    assert score_possible(rules, ScoreCard((17, 16, 16, 18)))
    assert not score_possible(rules, ScoreCard((1, 1, 1, 1)))


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        (HouseRules(stick_the_dealer=True), 4),
        (HouseRules(), 3),
        (SOLO, 3),
        *(
            pytest.param(rules, 3, marks=pytest.mark.slow)
            for rules in (
                HouseRules(players=3, sides=Sides.SOLO, go_alone=False, defended_sweep=True, stick_the_dealer=True),
                HouseRules(players=6, sides=Sides.THREE_PAIRS, packs=Packs.TWO, defend_alone=DefendAlone.ANYTIME),
            )
        ),
        (HouseRules(variant=Variant.BID, cards_each=5, stick_the_dealer=True), 2),
    ],
)
@pytest.mark.heavy
def test_the_search_agrees_with_plain_enumeration(rules, hands):
    """Every total of so many hands, listed by brute force, is exactly what the door lets in."""
    agreed = replace(rules, number_of_hands=hands)
    lines = {hand.points for hand in possible_hands(agreed)}
    totals = {tuple(map(sum, zip(*round_, strict=True))) for round_ in product(lines, repeat=hands)}
    low, high = min(map(min, totals)), max(map(max, totals))
    for points in product(range(low, high + 2), repeat=len(next(iter(totals)))):
        assert bool(score_possible(agreed, ScoreCard(points))) is (points in totals), points


def played_games(rules):
    """Final points of every game to a target, by walking all of them."""
    lines = {hand.points for hand in possible_hands(rules) if any(hand.points)}
    start = (0,) * len(next(iter(lines)))
    open_, seen, ends = [start], {start}, set()
    while open_:
        before = open_.pop()
        for line in lines:
            after = tuple(a + b for a, b in zip(before, line, strict=True))
            first, second = sorted(after, reverse=True)[:2]
            if first >= rules.play_to and (first - second >= 2 or not rules.win_by_two):
                ends.add(after)
            elif after not in seen and max(after) < rules.play_to + 4:
                seen.add(after)
                open_.append(after)
    return ends


@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(),
        HouseRules(win_by_two=True),
        HouseRules(players=3, sides=Sides.SOLO, go_alone=False, play_to=6),
        PAIRS,
    ],
)
def test_games_to_a_target_agree_with_walking_all_games(rules):
    ends = played_games(rules)
    sides = len(next(iter(ends)))
    for points in product(range(rules.play_to + 4), repeat=sides):
        if max(points) >= rules.play_to:
            assert bool(score_possible(rules, ScoreCard(points))) is (points in ends), points
