"""A period is closed exactly once, by the timer or by hand: its race is frozen, its prizes are booked, and what is left
goes into the next one. What a correction changes later is booked as differences
(`honour.recompute` calls `adjust`)."""

import logging
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments import audit_log
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command
from tournaments.context import SITE, Context
from tournaments.honours.facts import Contest
from tournaments.honours.jackpots.closing import Closed, Payment, payments
from tournaments.honours.ledger import Account as Side
from tournaments.jackpots import money
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting
from tournaments.jackpots.periods import begin_periods, period_to_close
from tournaments.jackpots.races import (
    Frozen,
    booked,
    closed_now,
    count_version,
    earlier_of,
    frozen_data,
    frozen_of,
    lock_period,
    members_of,
    write_race,
)
from tournaments.permissions import Permission
from tournaments.rewards.placements import recount_places
from tournaments.signals import jackpot_closed
from tournaments.webhooks.payloads import emit_jackpot

log = logging.getLogger(__name__)

Kind = JackpotPosting.Kind


@dataclass(frozen=True)
class Preview:
    """What closing a period now would do. problem: why it cannot be closed yet."""

    closed: Closed
    problem: str


def _lock(period_id: int) -> JackpotPeriod:
    period = lock_period(period_id)
    assert period, "periods stay"
    return period


@command(Action.CLOSE_PERIOD, lock=_lock, permission=Permission.RUN_CLUB)
def close_period(period: JackpotPeriod, *, context: Context) -> JackpotPeriod:
    """Closes a period that is over; the second caller finds it closed. RuleError before its end, or while an earlier
    one is open."""
    if period.closed_id:
        return period
    if problem := _problem(period):
        raise RuleError(problem)
    begin_periods(period.jackpot_id)
    closed, frozen = _as_it_is(period)
    written = context.log(detail={"period": period.pk})
    period.frozen, period.digest, period.closed = frozen_data(closed, frozen), closed.digest, written
    period.save(update_fields=["frozen", "digest", "closed"])
    _pay(period, payments(closed, {}), Kind.PRIZE, written)
    money.carry_over(period, closed.carried_over, written)
    write_race(period, closed.race)
    recount_places(Contest.JACKPOT, period.pk)
    count_version(period.jackpot)
    emit_jackpot(period, closed)
    jackpot_closed.send(JackpotPeriod, period=period, closed=closed)
    return period


def preview_of(period: JackpotPeriod) -> Preview:
    return Preview(_as_it_is(period)[0], _problem(period))


def close_due() -> int:
    """The timer: begin what has begun and close what is over, the oldest first. How many were closed."""
    closed = 0
    for jackpot in Jackpot.objects.order_by("pk"):
        try:
            begin_periods(jackpot.pk)
            while (period := period_to_close(jackpot)) and period.is_over:
                close_period(period.pk, context=SITE)
                closed += 1
        except Exception:
            # One jackpot that cannot be closed must not keep the others waiting; `verify` names it.
            log.exception("jackpot %s could not be closed", jackpot.pk)
    return closed


def adjust(period: JackpotPeriod) -> bool:
    """Book what is due now and was not booked; nothing when there is nothing. For a closed period; needs its lock."""
    missing = payments(closed_now(period, frozen_of(period)), booked(period))
    if not missing:
        return False
    detail = {"period": period.pk, "payments": [[payment.player, payment.number, payment.cents] for payment in missing]}
    written = audit_log.write(period.jackpot.club, Action.ADJUST_PERIOD, SITE, detail=detail)
    _pay(period, missing, Kind.ADJUSTMENT, written)
    money.balance_adjustment(period, sum(payment.cents for payment in missing), written)
    return True


def _as_it_is(period: JackpotPeriod) -> tuple[Closed, Frozen]:
    frozen = Frozen(money.pot_of(period), members_of(period.jackpot.club_id), earlier_of(period))
    return closed_now(period, frozen), frozen


def _problem(period: JackpotPeriod) -> str:
    first = period_to_close(period.jackpot)
    if not period.is_over:
        local = timezone.localtime(period.end, ZoneInfo(period.jackpot.zone))
        at = date_format(local, "LONG_MOMENT")
        return say("The period runs until {at}. You can close it then.", at=at)
    if first and first.number < period.number:
        about = {"first": date_format(first.first, "DATE_FORMAT"), "last": date_format(first.last, "DATE_FORMAT")}
        return say("The period from {first} to {last} isn’t closed yet. Close it first.", **about)
    return ""


def _pay(period: JackpotPeriod, due_payments: tuple[Payment, ...], kind: str, written: AuditLogEntry) -> None:
    """Each row is its record's next one, however many other records the person has."""
    postings = JackpotPosting.objects.filter(period=period).exclude(player=None)
    last = dict(postings.order_by().values_list("player_id").annotate(Max("turn")))
    JackpotPosting.objects.bulk_create(
        JackpotPosting(
            period=period,
            kind=kind,
            debit=_account(payment.posting.debit),
            credit=_account(payment.posting.credit),
            cents=payment.posting.cents,
            memo=payment.reason,
            player_id=payment.player,
            journal=written,
            turn=last.get(payment.player, 0) + 1,
        )
        for payment in due_payments
    )


def _account(side: Side) -> JackpotPosting.Account:
    return JackpotPosting.Account(side.value)
