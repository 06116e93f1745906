"""Making an event recur, and keeping its dates set up ahead."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max, Q
from django.utils import timezone

from games.engine.errors import RuleError
from games.locks import locked
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import SITE, Context
from tournaments.errors import Conflict
from tournaments.events.cancelling import delete_event, why_not_deleted
from tournaments.events.duplicates import duplicate_event, why_not_duplicated
from tournaments.events.models import Event
from tournaments.permissions import Permission
from tournaments.recurring.models import MAX_WEEKS, Occurrence, RecurringEvent

AHEAD = timedelta(weeks=8)
"""So far ahead the events of what goes on are set up; with a last date all of them are."""
MAX_DATES = 60
"""More than a year of weeks is a typing mistake."""


@command(
    Action.REPEAT_EVENT,
    lock=lock_club,
    permission=Permission.RUN_EVENT,
    replay=lambda done: RecurringEvent.objects.get(pk=done.detail["recurring"]),
)
def repeat_event(
    club: Club, original: Event, every: int, until: date | None, skipped: Collection[date], *, context: Context
) -> RecurringEvent:
    """Repeats an event every few weeks at the same time of the club's clock, and sets up the next ones.

    until: the last possible date, or None to go on until that is changed. RuleError for an event of a season, one that
    recurs already, or more than MAX_DATES dates.
    """
    if refusal := why_not_duplicated(original):
        raise RuleError(refusal)
    if Occurrence.objects.filter(event=original).exists():
        raise RuleError("{event} already repeats.", event=original)
    start = original.local_start
    recurring = RecurringEvent(
        club=club,
        name=original.name,
        starts_on=start.date(),
        starts_at=start.time(),
        every=every,
        until=until,
        skipped=_written(skipped),
    )
    _check(recurring)
    recurring.save()
    Occurrence.objects.create(recurring=recurring, date=recurring.starts_on, event=original)
    context.log(original, detail={"recurring": recurring.pk, "every": every})
    _set_up(recurring, context)
    return recurring


def lock_recurring(pk: int) -> RecurringEvent:
    """The club's lock is the lock of what recurs in it."""
    club = lock_club(RecurringEvent.objects.values_list("club_id", flat=True).get(pk=pk))
    recurring = locked(RecurringEvent.objects).get(pk=pk)
    recurring.club = club
    return recurring


@command(Action.CHANGE_RECURRING, lock=lock_recurring, permission=Permission.RUN_EVENT)
def change_recurring(
    recurring: RecurringEvent,
    until: date | None,
    skipped: Collection[date],
    *,
    context: Context,
    expected_version: int,
) -> RecurringEvent:
    """Give it another last date and other dates without an event. Events to come on dates that it no longer has are
    deleted, but for those of `left_over`. Conflict when someone changed it since.
    """
    if recurring.version != expected_version:
        raise Conflict("Someone changed the dates while you had this open. Check them again.")
    recurring.until, recurring.skipped = until, _written(skipped)
    recurring.version += 1
    _check(recurring)
    recurring.save(update_fields=["until", "skipped", "version"])
    for occurrence in _off(recurring):
        event = occurrence.event
        if event and not _is_in_use(event):
            occurrence.delete()
            delete_event(event.pk, context=context, expected_version=event.version)
    _set_up(recurring, context)
    context.log(detail={"recurring": recurring.pk, "name": recurring.name})
    return recurring


@command(Action.SET_UP_AHEAD, lock=lock_recurring, permission=Permission.RUN_EVENT)
def set_up_ahead(recurring: RecurringEvent, *, context: Context) -> None:
    """Make the events whose time to be set up has come."""
    _set_up(recurring, context)


def set_up_due() -> int:
    """For the sweep: how many events were set up for dates that came near.

    Dates that passed while the site was off stay without one.
    """
    yesterday = timezone.now().date() - timedelta(days=1)  # in some clubs that is today
    goes_on = RecurringEvent.objects.filter(Q(until=None) | Q(until__gte=yesterday)).select_related("club")
    dated = goes_on.annotate(last=Max("occurrences__date"), model=Max("occurrences__event")).exclude(model=None)
    made = 0
    for recurring in dated:
        is_due = recurring.last + timedelta(weeks=recurring.every) <= planned_until(recurring)
        if is_due and (missing := len(list(_missing(recurring)))):
            set_up_ahead(recurring.pk, context=SITE)
            made += missing
    return made


def dates_of(recurring: RecurringEvent, last: date) -> Iterator[date]:
    """Its dates up to the last one that is asked for, the skipped ones too."""
    step, day = timedelta(weeks=recurring.every), recurring.starts_on
    while day <= last:
        yield day
        day += step


def planned_until(recurring: RecurringEvent) -> date:
    """How far ahead its events are set up now."""
    return recurring.until or max(today_of(recurring), recurring.starts_on) + AHEAD


def _missing(recurring: RecurringEvent) -> Iterator[date]:
    """Dates to come that have no event yet and should."""
    done = set(recurring.occurrences.values_list("date", flat=True))
    today = today_of(recurring)
    for day in dates_of(recurring, planned_until(recurring)):
        if day >= today and day not in done and day.isoformat() not in recurring.skipped:
            yield day


def _set_up(recurring: RecurringEvent, context: Context) -> None:
    """Each like the event before it, so that what an organizer changed in one holds for the next that are made.

    What is copied is `events.event_setup.EventSetup`.
    """
    zone = ZoneInfo(recurring.club.zone)
    for day in list(_missing(recurring)):
        before = recurring.occurrences.exclude(event=None).filter(date__lt=day).order_by("-date").first()
        model = before or recurring.occurrences.exclude(event=None).order_by("date").first()
        if model is None or model.event is None:
            raise RuleError("Every {name} event was deleted. Set up a new event and repeat it.", name=recurring)
        moment = datetime.combine(day, recurring.starts_at, zone)
        event = duplicate_event(recurring.club, model.event, recurring.name, moment, context=context)
        Occurrence.objects.create(recurring=recurring, date=day, event=event)


def left_over(recurring: RecurringEvent) -> list[Event]:
    """Events to come on dates that it no longer has, which stay because people are entered or a round is out. An
    organizer cancels those, so that players read why."""
    return [
        occurrence.event for occurrence in _off(recurring) if occurrence.event and not occurrence.event.cancelled_at
    ]


def _off(recurring: RecurringEvent) -> list[Occurrence]:
    """Dates to come with an event that it no longer has."""
    occurrences = (
        recurring.occurrences.filter(date__gte=today_of(recurring)).exclude(event=None).select_related("event__club")
    )
    return [
        occurrence
        for occurrence in occurrences
        if occurrence.date.isoformat() in recurring.skipped or (recurring.until and occurrence.date > recurring.until)
    ]


def _is_in_use(event: Event) -> bool:
    return event.entries.exists() or event.registrations.exists() or bool(why_not_deleted(event))


def today_of(recurring: RecurringEvent) -> date:
    """On its club's clock."""
    return timezone.now().astimezone(ZoneInfo(recurring.club.zone)).date()


def _check(recurring: RecurringEvent) -> None:
    if not 1 <= recurring.every <= MAX_WEEKS:
        raise RuleError("Events can repeat every 1 to {most} weeks. Choose a number in that range.", most=MAX_WEEKS)
    if recurring.until and recurring.until < recurring.starts_on:
        raise RuleError("The last date is before the first. Choose a later one, or leave it empty.")
    if recurring.until and len(list(dates_of(recurring, recurring.until))) > MAX_DATES:
        raise RuleError("That’s more than {most} events. Choose an earlier last date.", most=MAX_DATES)


def _written(days: Collection[date]) -> Sequence[str]:
    return sorted({day.isoformat() for day in days})
