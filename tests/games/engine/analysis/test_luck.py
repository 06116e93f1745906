"""Cards and play add up to the result, and accuracy counts what a player chose."""

import json
import subprocess
import sys

import pytest

from games.engine.analysis.__main__ import FEW_DEALS, answer
from games.engine.analysis.hand_review import data_of, review_from, review_hand
from games.engine.analysis.luck import Accuracy, Balance, accuracy_of, balance_of, total
from games.engine.analysis.open_cards import review_open
from games.engine.analysis.solvers import PlainSolver
from games.engine.choices import Sides
from games.engine.commands import played_hand
from games.engine.notation import hand_text
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.engine.seating import side_of_seats
from tests.sizes import size

RULES = ("plain", "krengineering", "hoyle", "progressive_night", "trickster_bid", "web_classic")
SHORT = HouseRules(cards_each=3)


@pytest.mark.parametrize("rules", [SHORT, HouseRules(cards_each=3, players=6, sides=Sides.THREE_V_THREE)])
def test_cards_and_play_are_the_result_to_the_point(rules: HouseRules) -> None:
    sides, balances, results = side_of_seats(rules), [], []
    for number in range(size(12, 2000)):
        hand = played_hand(rules, number)
        review = review_open(hand, PlainSolver)
        balances.append(balance_of(review, sides))
        assert hand.result
        results.append(hand.result.points[0] - hand.result.points[1])
        assert balances[-1].result == results[-1] == review.result
        assert all(points <= 0 for points, side in zip(balances[-1].play, sides, strict=True) if side == 0)
        assert all(points >= 0 for points, side in zip(balances[-1].play, sides, strict=True) if side == 1)
    whole = total(balances, rules.players)
    assert whole.result == sum(results)
    assert whole.for_side(1).result == -sum(results)
    assert any(balance.cards for balance in balances)
    assert any(any(balance.play) for balance in balances)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_so_they_are_under_every_rule_set(name: str) -> None:
    rules = preset(name)
    for number in range(size(3, 300)):
        hand = played_hand(rules, number)
        assert hand.result
        balance = balance_of(review_open(hand), side_of_seats(rules))
        assert balance.result == hand.result.points[0] - hand.result.points[1]


def test_balances_of_several_hands_are_added_seat_by_seat() -> None:
    assert Balance(2, (-1, 0, 0, 3)) + Balance(-1, (0, 0, -2, 0)) == Balance(1, (-1, 0, -2, 3))


def test_accuracy_is_the_share_that_was_kept_of_what_could_be_lost() -> None:
    review = review_hand(played_hand(SHORT, 3), seed=5, deals=6).as_known
    for seat in range(4):
        moments = [moment for moment in review.moments if moment.seat == seat]
        accuracy = accuracy_of(review, seat)
        assert accuracy.decisions == len(moments)
        assert accuracy.lost == pytest.approx(sum(moment.best.worth - moment.chosen.worth for moment in moments))
        assert 0 <= accuracy.lost <= accuracy.at_stake
    moment = review.moments[0]
    without = accuracy_of(review, moment.seat, [moment.number])
    assert without.decisions == accuracy_of(review, moment.seat).decisions - 1


def test_where_nothing_was_at_stake_there_is_no_share() -> None:
    assert Accuracy().share is None
    assert (Accuracy(1, 4.0, 1.0) + Accuracy(2, 4.0, 0.0)).share == 0.875


@pytest.mark.parametrize("number", [0, 3, 8])
def test_a_review_comes_back_from_its_data(number: int) -> None:
    review = review_hand(played_hand(SHORT, number), seed=2, deals=3)
    assert review_from(json.loads(json.dumps(data_of(review)))) == review


def test_a_process_of_its_own_answers_line_by_line() -> None:
    hand = played_hand(SHORT, 4)
    asked = {"rules": {"cards_each": 3}, "hand": hand_text(hand), "seed": 1, "deals": 4}
    lines = "".join(f"{json.dumps(one)}\n" for one in (asked, asked | {"deals": 0}, asked | {"hand": "deal"}))
    child = subprocess.run(
        [sys.executable, "-m", "games.engine.analysis"], input=lines, capture_output=True, text=True, check=True
    )
    first, second, third = map(json.loads, child.stdout.splitlines())
    assert review_from(first) == review_hand(hand, 1, 4)
    assert second["known"]["deals"] in (FEW_DEALS, 40)
    assert third["refused"].startswith("'deal' isn’t a deal.")


def test_a_hand_that_is_not_over_is_refused() -> None:
    deal = hand_text(played_hand(SHORT, 4)).partition("\n")[0]
    told = answer(json.dumps({"rules": {"cards_each": 3}, "hand": f"{deal}\n\n", "seed": 1, "deals": 4}))
    assert told == {"refused": "You can analyze a hand once it’s over."}
