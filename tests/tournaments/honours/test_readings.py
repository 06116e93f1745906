"""A slip tells what its score leaves no doubt of; the engine tells everything."""

from dataclasses import replace

import pytest

from games.engine.choices import DefendAlone, MisdealClaim, Sides, Variant
from games.engine.game import Game
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules
from games.engine.scoring import HandPoints, Result
from games.engine.shuffle import deck_of, seed_from_number
from games.engine.slip import HandScore
from tests.games.engine.setting import act, dealt, find, finished, game_after
from tournaments.honours.readings import hands_of_game, hands_of_slip, read_hand

NIGHT = PRESETS["progressive_night"]


@pytest.mark.parametrize(
    ("rules", "points", "alone", "maker", "result"),
    [
        (NIGHT, (1, 0), False, 0, Result.MADE),
        (NIGHT, (0, 1), True, 1, Result.MADE),
        (NIGHT, (0, 4), True, 1, Result.MARCH),
        (NIGHT, (2, 0), False, None, None),  # a march, or a euchre of the others
        (NIGHT, (2, 0), True, 1, Result.EUCHRE),  # a loner that made two points was euchred
        (replace(NIGHT, euchred_loner=4), (4, 0), True, None, None),  # a lone march, or a euchred loner
        (HouseRules(players=3, sides=Sides.SOLO, go_alone=False, solo_march=3), (3, 0, 0), False, 0, Result.MARCH),
        (HouseRules(), (0, 0), False, None, Result.PASSED),
        (HouseRules(players=3, sides=Sides.SOLO, go_alone=False), (2, 0, 2), False, 1, Result.EUCHRE),
        (PRESETS["trickster_bid"], (6, 0), False, 0, Result.MARCH),
        (PRESETS["trickster_bid"], (-3, 4), False, 0, Result.EUCHRE),
        (PRESETS["trickster_bid"], (3, 3), False, None, None),
    ],
)
def test_what_a_hand_on_a_slip_shows(rules, points, alone, maker, result):
    hand = read_hand(rules, HandPoints(points, alone))
    assert (hand.points, hand.alone, hand.maker_side, hand.result) == (points, alone, maker, result)
    assert (hand.maker, hand.swept, hand.farmers) == (None, None, None)


def test_entries_of_one_hand_are_read_together():
    rules = HouseRules(players=3, sides=Sides.SOLO, go_alone=False)
    hands = hands_of_slip(rules, [HandScore(0, 2, hand=1), HandScore(2, 2, hand=1), HandScore(1, 1)])
    assert [hand.points for hand in hands] == [(2, 0, 2), (0, 1, 0)]
    assert hands_of_slip(rules, []) is None


def test_the_engine_reports_who_called_and_who_took_all():
    march = finished(act(dealt(NIGHT, {0: "JH JD AH KH QH"}, "9H"), "order", "discard 9H"))
    (hand,) = hands_of_game([march], [11, 12, 13, 14])
    assert (hand.maker, hand.maker_side, hand.result, hand.swept) == (11, 0, Result.MARCH, 0)
    assert (hand.points, hand.alone, hand.defender) == ((2, 0), False, None)


def test_the_engine_reports_loners_euchres_and_lone_defenders():
    rules = HouseRules(defend_alone=DefendAlone.ANYTIME)
    lone = find(HouseRules(), lambda hand: hand.result.loner != "no")
    assert hands_of_game([lone], [1, 2, 3, 4])[0].alone
    defended = find(rules, lambda hand: hand.result.defender is not None and hand.result.result is Result.EUCHRE)
    (hand,) = hands_of_game([defended], [1, 2, 3, 4])
    assert hand.defender == 1 + defended.result.defender
    assert hand.points[(hand.defender - 1) % 2] >= 4


def test_farmers_hands_are_seen_as_dealt():
    hand = finished(act(dealt(HouseRules(), {1: "9C TC 9D AS KS", 2: "9S TS QC KC AC"}, "AH"), "order"))
    assert hands_of_game([hand], [5, 6, 7, 8])[0].farmers >= {6}
    assert 7 not in hands_of_game([hand], [5, 6, 7, 8])[0].farmers


def test_misdeals_and_unfinished_hands_are_no_hands():
    rules = HouseRules(misdeal_claim=MisdealClaim.EITHER)
    thrown_in = find(rules, lambda hand: hand.result.result is Result.MISDEAL)
    dealt_only = Game.new(rules).deal(deck_of(rules, seed_from_number(1))).hands[0]
    assert hands_of_game([thrown_in, dealt_only], [1, 2, 3, 4]) == ()


def test_a_passed_hand_has_no_maker_and_no_sweep():
    passed = act(dealt(HouseRules()), *["pass"] * 8)
    (hand,) = hands_of_game([passed], [1, 2, 3, 4])
    assert (hand.maker, hand.maker_side, hand.result, hand.swept) == (None, None, Result.PASSED, -1)


def test_a_game_of_the_engine_adds_up():
    game = game_after(HouseRules(number_of_hands=6), (0, 0), 6)
    hands = hands_of_game(game.hands, [1, 2, 3, 4])
    assert tuple(map(sum, zip(*(hand.points for hand in hands), strict=True))) == game.points
    assert Variant.CLASSIC is game.rules.variant
