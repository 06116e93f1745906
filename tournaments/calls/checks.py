"""What `manage.py verify` asks of the calls of tables."""

from collections.abc import Iterator

from tournaments.calls.models import Call
from tournaments.rounds.models import Round


def open_calls_are_of_rounds_being_played() -> Iterator[str]:
    """A round that ends takes its calls with it: no one goes to a table that is not there."""
    calls = Call.objects.filter(status__in=Call.OPEN).exclude(match__round__status=Round.Status.PUBLISHED)
    for call in calls.select_related("match__round"):
        yield f"{call} in {call.match.round}, which is not being played."
