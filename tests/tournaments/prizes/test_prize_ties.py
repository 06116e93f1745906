"""A tie about money is decided before the prizes are shown: by a lot, a cut, a playoff hand or a split."""

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of
from tests.said import said_in
from tests.tournaments.scenes.prize import PrizeNight, clean, prize_night, shares, three_level
from tournaments.errors import Conflict
from tournaments.honours.prize_plan import Tied
from tournaments.honours.prize_ties import Method
from tournaments.prizes import plans
from tournaments.prizes.models import TieDecision

pytestmark = pytest.mark.django_db


def tied_night() -> PrizeNight:
    night = prize_night(three_level)
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE))
    return night


def decide(night: PrizeNight, method: Method, *order: tuple[int, ...], seen: int = 0, reason: str = "") -> TieDecision:
    return plans.decide_tie(
        night.event.pk, (1, 2, 3), method, order, context=context_of(night.olga), expected_version=seen, reason=reason
    )


@pytest.mark.slow
def test_a_tie_about_money_blocks_and_names_the_methods() -> None:
    night = tied_night()
    [tie] = night.preview().ties
    assert (tie.entries, tie.places) == ((1, 2, 3), (1, 2, 3))
    with pytest.raises(
        RuleError, match=r"Ann 1 & Bob 1, Ann 2 & Bob 2 and Ann 3 & Bob 3 are tied for .* playoff hand, cut"
    ):
        night.show()


@pytest.mark.slow
def test_a_lot_decides_and_can_be_drawn_again() -> None:
    night = tied_night()
    decide(night, Method.LOT)
    shown = night.show()
    best = [payout["entry"] for payout in shown.settled["payouts"][::2]]
    again = sorted((1, 2, 3), key=lambda entry: _drawn(night.stage.seed, entry))
    assert best == again
    names = [f"No. {entry}" for entry in again]
    drafts = said_in(shown.settled["explanations"])[0]
    assert f"tied for 1st. The tie was decided by random draw: {', then '.join(names)}." in drafts
    assert clean()


def _drawn(seed: str, entry: int) -> int:
    """As the page tells people to draw it again."""
    from random import Random

    return Random(f"{int(seed, 16)}/prize lot/tie/{entry}").getrandbits(32)


@pytest.mark.slow
def test_a_cut_decides_by_its_order_and_who_stays_level_is_asked_again() -> None:
    night = tied_night()
    decide(night, Method.CUT, (3,), (1, 2))
    assert [tie.entries for tie in night.preview().ties] == [(1, 2)]
    plans.decide_tie(
        night.event.pk, (2, 1), Method.PLAY_OFF, ((2,), (1,)), context=context_of(night.olga), expected_version=0
    )
    shown = night.show()
    assert night.due() == {3: 2000, 2: 1200, 1: 800}
    assert said_in(shown.settled["explanations"])[:2] == [
        "No. 1, No. 2 and No. 3 tied for 1st. The tie was decided by a cut of the cards: No. 3, then No. 1 and No. 2.",
        "No. 1 and No. 2 tied for 2nd. The tie was decided by a playoff hand: No. 2, then No. 1.",
    ]


@pytest.mark.slow
def test_a_split_shares_the_prizes_taken_together() -> None:
    night = tied_night()
    decide(night, Method.SPLIT)
    night.show()
    assert sorted(night.due().values()) == [1333, 1333, 1334]


@pytest.mark.slow
def test_a_second_thought_needs_a_reason_and_the_first_one_stays_on_record() -> None:
    night = tied_night()
    decide(night, Method.LOT)
    with pytest.raises(Conflict, match="Olga just decided"):
        decide(night, Method.SPLIT)
    with pytest.raises(RuleError, match="Enter the reason for the new decision"):
        decide(night, Method.SPLIT, seen=1)
    decide(night, Method.SPLIT, seen=1, reason="Agreed to split")
    assert list(TieDecision.objects.values_list("turn", "method", "reason")) == [
        (1, "lot", ""),
        (2, "split", "Agreed to split"),
    ]


@pytest.mark.slow
def test_the_lot_of_the_standings_decides_about_money_only_where_the_club_says_so() -> None:
    night = prize_night(three_level)
    night.promise()
    assert sorted(night.preview().settlement.entry_total(number) for number in (1, 2, 3)) == [1333, 1333, 1334]  # type: ignore[union-attr]
    night.promise(lot_decides=True)
    assert sorted(night.preview().settlement.entry_total(number) for number in (1, 2, 3)) == [800, 1200, 2000]  # type: ignore[union-attr]
