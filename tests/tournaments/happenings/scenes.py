"""A club to which programs listen, and what happened in it."""

from typing import Any

from tournaments.clubs.models import Club
from tournaments.happenings.models import ClubStream
from tournaments.happenings.stream import listen, number_new, read_after
from tournaments.webhooks import queue
from tournaments.webhooks.models import Happening


def happen(stream: ClubStream, count: int = 1) -> None:
    """So many events come to their end that no one played."""
    written = stream.happenings.count()
    for number in range(written, written + count):
        queue.put([], Happening.EVENT, f"event:0:{number}", {"number": number}, [stream.pk])
    number_new()


def everything_of(club: Club, after: int | None = None) -> list[dict[str, Any]]:
    number_new()
    return read_after(listen(club), after, 1000).results
