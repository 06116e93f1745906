"""The periods of a jackpot as rows: computed once, in order, without a gap, as soon as they have begun."""

import datetime
from collections.abc import Iterable, Iterator

from django.db.models import QuerySet
from django.utils import timezone

from games.locks import Level, lock_once, locked, locking
from tournaments.honours.facts import Placing, PlayedGame
from tournaments.honours.jackpots.periods import Period
from tournaments.jackpots.models import Jackpot, JackpotPeriod
from tournaments.rewards.queue import enqueue

KIND = "jackpot"


def lock_jackpot(jackpot_id: int) -> Jackpot:
    """The lock of everything that a jackpot consists of. After that of an event, where both are needed."""
    jackpots = locked(Jackpot.objects).select_related("club")
    return lock_once(Level.JACKPOT, jackpot_id, lambda: jackpots.get(pk=jackpot_id))


@locking()
def begin_periods(jackpot_id: int, now: datetime.datetime | None = None) -> JackpotPeriod:
    """The period that is running, with a row of its own and for each that has begun before it."""
    now = now or timezone.now()
    running = JackpotPeriod.objects.filter(jackpot=jackpot_id, start__lte=now, end__gt=now).first()
    if running is None:
        jackpot = lock_jackpot(jackpot_id)
        for number, period in missing_periods(jackpot, now):
            running = begin_period(jackpot, number, period)
    return running or JackpotPeriod.objects.filter(jackpot=jackpot_id).latest("number")


def missing_periods(jackpot: Jackpot, now: datetime.datetime) -> Iterator[tuple[int, Period]]:
    """The number and span of each period that has started and has no row yet."""
    last = jackpot.periods.order_by("-number").first()
    if last:
        last.jackpot = jackpot
        number, period = last.number + 1, jackpot.calendar.after(last.span)
    else:
        number, period = 1, jackpot.calendar.period_of(jackpot.begins_at)
    while period.start <= now:
        yield number, period
        number, period = number + 1, jackpot.calendar.after(period)


def begin_period(jackpot: Jackpot, number: int, period: Period) -> JackpotPeriod:
    """Start the period, under the jackpot's lock. The newest terms count from its start."""
    jackpot_period = JackpotPeriod.objects.create(
        jackpot=jackpot,
        number=number,
        terms=jackpot.terms.latest("number"),
        first=period.first,
        until=period.until,
        start=period.start,
        end=period.end,
    )
    enqueue(KIND, [str(jackpot_period.pk)])
    return jackpot_period


def period_to_close(jackpot: Jackpot) -> JackpotPeriod | None:
    """The first one that is not closed; a jackpot that has begun always has one."""
    jackpot_period = jackpot.periods.filter(closed=None).order_by("number").first()
    if jackpot_period:
        jackpot_period.jackpot = jackpot
    return jackpot_period


def periods_of(fact: PlayedGame | Placing) -> Iterable[str]:
    """Keys of the periods in which a game or a place was."""
    jackpot_periods = JackpotPeriod.objects.filter(
        jackpot__club=fact.club, start__lte=fact.ended_at, end__gt=fact.ended_at
    )
    return [str(pk) for pk in jackpot_periods.values_list("pk", flat=True)]


def open_periods(club_id: int) -> QuerySet[JackpotPeriod]:
    return JackpotPeriod.objects.filter(jackpot__club=club_id, closed=None)
