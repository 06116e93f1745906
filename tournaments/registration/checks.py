"""Does the line agree with the entries? One sentence for each thing that does not."""

from collections.abc import Iterator

from django.db.models import Count, F, Q

from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.events.models import Event
from tournaments.registration.models import Registration

State = Registration.State


def registrations_are_in_line() -> Iterator[str]:
    """Numbers are dense from 1; who waits is complete, who is single is alone, who is neither is empty."""
    for event in Event.objects.filter(registrations__isnull=False).distinct():
        registrations = event.registrations.annotate(live=Count("people", filter=Q(people__is_live=True)))
        in_line = list(registrations.order_by("number"))
        if [registration.number for registration in in_line] != list(range(1, len(in_line) + 1)):
            yield f"{event}: registrations are numbered {[registration.number for registration in in_line]}."
        size = entries.entry_size(event)
        wanted = {State.SINGLE: 1, State.WAITING: size, State.CONFIRMED: size}
        for line in in_line:
            if line.live != wanted.get(State(line.state), 0):
                yield f"{event}, registration {line.number}: {line.state} with {line.live} players."


def no_more_are_confirmed_than_there_are_places() -> Iterator[str]:
    confirmed = Count("registrations", filter=Q(registrations__state=State.CONFIRMED))
    too_many = Event.objects.annotate(confirmed=confirmed).filter(confirmed__gt=F("registration__capacity"))
    for event in too_many:
        yield f"{event}: {event.confirmed} are confirmed, and there are not so many places."


def confirmed_play_for_their_entries() -> Iterator[str]:
    """An entry whose players are replaced later is the business of the check-in list; one that is given up is not."""
    empty = Entry.objects.exclude(lineup__is_active=True)
    for registration in Registration.objects.filter(state=State.CONFIRMED, entry__in=empty):
        yield f"{registration} of event {registration.event_id}: confirmed, but its entry was given up."


CHECKS = (
    registrations_are_in_line,
    no_more_are_confirmed_than_there_are_places,
    confirmed_play_for_their_entries,
)
