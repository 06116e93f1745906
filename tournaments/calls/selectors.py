"""Open calls: of one table for its phones, of an event for its organizers. Reads only."""

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.engine.language import say
from tournaments.calls.models import Call
from tournaments.clubs.public_names import shown_names
from tournaments.events.models import Event
from tournaments.permissions import Actor
from tournaments.rounds.models import Match, Seat


def with_open_calls(way: str = "") -> Prefetch:
    """For matches, or with a way to them: fetches their open calls as `open_calls`."""
    return Prefetch(f"{way}calls", Call.objects.filter(status__in=Call.OPEN), to_attr="open_calls")


def open_call_at(match: Match) -> Call | None:
    """The table's call, with the organizer on the way."""
    return match.calls.filter(status__in=Call.OPEN).select_related("coming").first()


def open_calls(event: Event) -> QuerySet[Call]:
    """The longest wait first, each with its table and who sits there."""
    seats = Prefetch("match__seats", Seat.objects.select_related("player"))
    calls = _open(event).select_related("match__round", "player", "coming").prefetch_related(seats)
    return calls.order_by("at", "pk")


def with_number_of_calls(events: QuerySet[Event]) -> QuerySet[Event]:
    """Each with how many of its tables call, as `calls_open`: for the frame of the organizers' pages, which then asks
    no question of its own."""
    calls = Call.objects.filter(match__round__stage__event=OuterRef("pk"), status__in=Call.OPEN).order_by()
    number = calls.values("match__round__stage__event").annotate(number=Count("pk")).values("number")
    return events.annotate(calls_open=Coalesce(Subquery(number), 0))


def number_of_calls(event: Event) -> int:
    return _open(event).count()


def answer_in_words(call: Call, viewer: Actor) -> str:
    """What a phone at the table says of the call, with the organizer's name where the viewer may read it."""
    if call.status != Call.Status.COMING:
        return say("Your table called an organizer.")
    if call.coming is None:
        return say("An organizer is on the way.")
    return say("{name} is on the way.", name=shown_names(viewer, [call.coming])[call.coming.pk].name)


def _open(event: Event) -> QuerySet[Call]:
    return Call.objects.filter(match__round__stage__event=event, status__in=Call.OPEN)
