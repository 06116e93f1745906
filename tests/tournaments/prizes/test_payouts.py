"""Published prizes: no one alone changes them, and paying them is a tick on a sheet."""

from collections.abc import Callable

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of, with_key
from tests.tournaments.scenes.prize import PrizeNight, clean, one_round, prize_night, shares, shown_night
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.errors import NotAllowed
from tournaments.events import ranking
from tournaments.events.ranking import criteria_version
from tournaments.honours.prize_ties import Method
from tournaments.prizes import commands as prizes
from tournaments.prizes import plans, pot
from tournaments.prizes.models import Payout, PotEntry
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds

pytestmark = pytest.mark.django_db

AFTERWARDS: dict[str, Callable[[PrizeNight], object]] = {
    "correct a result": lambda night: night.correct(1, 2),
    "void a result": lambda night: results.void_result(
        night.match(1, 2).pk, reason="x", context=context_of(night.olga), expected_version=1
    ),
    "change the plan": lambda night: night.promise(shares(100)),
    "take a fine": lambda night: pot.charge_fine(night.event.pk, "fines", 100, context=context_of(night.olga)),
    "take a fee back": lambda night: pot.undo_posting(
        night.entry(1).pot.get(kind="fee").pk, reason="x", context=context_of(night.olga)
    ),
    "rank by something else": lambda night: ranking.set_criteria(
        night.stage.pk,
        ["lot"],
        "2023",
        context=context_of(night.olga),
        expected_version=criteria_version(night.fresh()),
    ),
    "draw another round": lambda night: rounds.draw_round(night.stage.pk, 4, context=context_of(night.olga)),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", AFTERWARDS)
@pytest.mark.heavy
def test_no_one_alone_changes_what_was_shown(what: str) -> None:
    night = prize_night()
    night.promise()
    night.show()
    before = (AuditLogEntry.objects.count(), PotEntry.objects.count(), night.due())
    with pytest.raises(RuleError, match="are published"):
        AFTERWARDS[what](night)
    assert (AuditLogEntry.objects.count(), PotEntry.objects.count(), night.due()) == before
    assert clean()


@pytest.mark.slow
def test_a_late_fee_does_not_swell_a_pot_that_was_shown() -> None:
    night = prize_night(better=None)
    fee = night.entry(4).pot.get()
    pot.undo_posting(fee.pk, reason="Has not paid after all", context=context_of(night.olga))
    night.promise(shares(100))
    one_round(night)
    night.show(override="Late")
    with pytest.raises(RuleError, match="the pot is closed"):
        entries.take_fee(night.entry(4).pk, context=context_of(night.olga))


@pytest.mark.slow
def test_a_payout_is_ticked_once_and_the_tick_can_be_taken_off() -> None:
    night = shown_night()
    payout = night.event.payouts.first()
    assert payout
    first = prizes.mark_paid(payout.pk, context=with_key(night.olga)).paid
    assert prizes.mark_paid(payout.pk, context=with_key(night.owen)).paid == first
    assert AuditLogEntry.objects.filter(action="mark_paid").count() == 1
    assert clean()
    assert prizes.unmark_paid(payout.pk, context=context_of(night.olga)).paid is None
    assert clean()


@pytest.mark.slow
def test_only_organizers_handle_money() -> None:
    night = shown_night()
    payout = Payout.objects.all()[0]
    asked = {
        "pay": lambda: prizes.mark_paid(payout.pk, context=context_of(night.scott)),
        "show": lambda: prizes.show_prizes(night.event.pk, context=context_of(night.scott), expected_version=""),
        "fine": lambda: pot.charge_fine(night.event.pk, "fines", 1, context=context_of(night.scott)),
        "undo": lambda: pot.undo_posting(PotEntry.objects.all()[0].pk, reason="x", context=context_of(night.scott)),
        "plan": lambda: plans.set_prize_plan(
            night.event.pk, shares(100), context=context_of(night.scott), expected_version=1
        ),
        "tie": lambda: plans.decide_tie(
            night.event.pk, (1, 2), Method.LOT, context=context_of(night.scott), expected_version=0
        ),
    }
    for ask in asked.values():
        with pytest.raises(NotAllowed):
            ask()


@pytest.mark.slow
def test_the_sheet_has_everyone_once_with_sums_and_says_how() -> None:
    sheet = prizes.sheet_of(shown_night().fresh())
    assert sheet
    assert [(line.number, line.player.name, line.cents, line.is_paid) for line in sheet.lines[:2]] == [
        (1, "Ann 1", 1000, False),
        (1, "Bob 1", 1000, False),
    ]
    assert (sheet.shown_by, sheet.paid_out, sheet.left) == ("Olga", 4000, 0)
    assert sheet.explanations == ("Entry fees: 4 × 10.00 = 40.00.",)


@pytest.mark.slow
def test_no_sheet_before_the_prizes_are_shown() -> None:
    assert prizes.sheet_of(prize_night().fresh()) is None
