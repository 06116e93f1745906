"""Prizes that were shown: nobody alone changes them, and paying them is a tick on a sheet."""

from collections.abc import Callable

import pytest

from games.engine.errors import RuleError
from tests.cast import by, with_key
from tests.prize_staging import PrizeNight, clean, one_round, prize_night, shares, shown_night
from tournaments.errors import NotAllowed
from tournaments.honours.prize_ties import Method
from tournaments.models import JournalEntry, Payout, PotEntry
from tournaments.services.attendance import entries
from tournaments.services.events import ranking
from tournaments.services.events.ranking import criteria_version
from tournaments.services.money import pot, prize_plans, prizes
from tournaments.services.nights import rounds
from tournaments.services.scores import results

pytestmark = pytest.mark.django_db

AFTERWARDS: dict[str, Callable[[PrizeNight], object]] = {
    "correct a result": lambda night: night.correct(1, 2),
    "void a result": lambda night: results.void_result(
        night.match(1, 2).pk, reason="x", by=by(night.olga), seen=1),
    "change the plan": lambda night: night.promise(shares(100)),
    "take a fine": lambda night: pot.charge_fine(night.event.pk, "fines", 100, by=by(night.olga)),
    "take a fee back": lambda night: pot.undo_posting(
        night.entry(1).pot.get(kind="fee").pk, reason="x", by=by(night.olga)),
    "rank by something else": lambda night: ranking.set_criteria(
        night.stage.pk, ["lot"], "2023", by=by(night.olga), seen=criteria_version(night.fresh())),
    "draw another round": lambda night: rounds.draw_round(night.stage.pk, 4, by=by(night.olga)),
}  # fmt: skip


@pytest.mark.parametrize("what", AFTERWARDS)
def test_nobody_alone_changes_what_was_shown(what: str) -> None:
    night = prize_night()
    night.promise()
    night.show()
    before = (JournalEntry.objects.count(), PotEntry.objects.count(), night.due())
    with pytest.raises(RuleError, match="were shown"):
        AFTERWARDS[what](night)
    assert (JournalEntry.objects.count(), PotEntry.objects.count(), night.due()) == before
    assert clean()


def test_a_late_fee_does_not_swell_a_pot_that_was_shown() -> None:
    night = prize_night(better=None)
    fee = night.entry(4).pot.get()
    pot.undo_posting(fee.pk, reason="Has not paid after all", by=by(night.olga))
    night.promise(shares(100))
    one_round(night)
    night.show(override="Late")
    with pytest.raises(RuleError, match="the pot is closed"):
        entries.take_fee(night.entry(4).pk, by=by(night.olga))


def test_a_payout_is_ticked_once_and_the_tick_can_be_taken_off() -> None:
    night = shown_night()
    payout = night.event.payouts.first()
    assert payout
    first = prizes.mark_paid(payout.pk, by=with_key(night.olga)).paid
    assert prizes.mark_paid(payout.pk, by=with_key(night.owen)).paid == first
    assert JournalEntry.objects.filter(verb="mark_paid").count() == 1
    assert clean()
    assert prizes.unmark_paid(payout.pk, by=by(night.olga)).paid is None
    assert clean()


def test_only_organizers_handle_money() -> None:
    night = shown_night()
    payout = Payout.objects.all()[0]
    asked = {
        "pay": lambda: prizes.mark_paid(payout.pk, by=by(night.scott)),
        "show": lambda: prizes.show_prizes(night.event.pk, by=by(night.scott), seen=""),
        "fine": lambda: pot.charge_fine(night.event.pk, "fines", 1, by=by(night.scott)),
        "undo": lambda: pot.undo_posting(PotEntry.objects.all()[0].pk, reason="x", by=by(night.scott)),
        "plan": lambda: prize_plans.set_prize_plan(night.event.pk, shares(100), by=by(night.scott), seen=1),
        "tie": lambda: prize_plans.decide_tie(night.event.pk, (1, 2), Method.LOT, by=by(night.scott), seen=0),
    }
    for ask in asked.values():
        with pytest.raises(NotAllowed):
            ask()


def test_the_sheet_has_everybody_once_with_sums_and_says_how() -> None:
    sheet = prizes.sheet_of(shown_night().fresh())
    assert sheet
    assert [(line.number, line.player.name, line.cents, line.is_paid) for line in sheet.lines[:2]] == [
        (1, "Ann 1", 1000, False), (1, "Bob 1", 1000, False),
    ]  # fmt: skip
    assert (sheet.shown_by, sheet.paid_out, sheet.left) == ("Olga", 4000, 0)
    assert sheet.explanations == ("4 entry fees of 10.00 make 40.00.",)


def test_no_sheet_before_the_prizes_are_shown() -> None:
    assert prizes.sheet_of(prize_night().fresh()) is None
