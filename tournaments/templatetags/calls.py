"""How many tables call an organizer, for the frame of the organizers' pages."""

from django import template

from tournaments.calls.selectors import number_of_calls
from tournaments.events.models import Event

register = template.Library()


@register.filter
def calls_open(event: Event) -> int:
    """Asks the database where the event was not fetched with it (`with_number_of_calls`)."""
    known: int | None = getattr(event, "calls_open", None)
    return number_of_calls(event) if known is None else known
