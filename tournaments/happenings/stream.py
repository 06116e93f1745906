"""A club's happenings in one line: numbered once they are committed, and read from a number on."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.live import publish
from games.locks import locked
from tournaments.clubs.models import Club
from tournaments.happenings.models import ClubStream, StreamedHappening
from tournaments.webhooks.models import as_sent
from tournaments.webhooks.people import named_as_now
from tournaments.webhooks.queue import listened_since

Data = dict[str, Any]


def topic_of(club_id: int) -> str:
    """On the live bus. No resolver knows it, so no page can ask for it."""
    return f"happenings:{club_id}"


def listen(club: Club) -> ClubStream:
    """The club's line, which is kept from now on. Written once a day, so that reading stays reading.

    After a month in which no one asked, nothing was kept. One number is left out then, which says so.
    """
    today = timezone.now().date()
    stream = ClubStream.objects.filter(club=club).first()
    if stream and stream.listened_on == today:
        return stream
    with transaction.atomic():
        ClubStream.objects.get_or_create(club=club, defaults={"listened_on": today})
        stream = locked(ClubStream.objects).get(club=club)
        stream.last += stream.listened_on < listened_since()
        stream.listened_on = today
        stream.save(update_fields=["last", "listened_on"])
    return stream


def number_new() -> int:
    """Give what is committed its place in the line. How many. For a task and for the sweep.

    Not when it is written: of two transactions, the one with the lower number may be committed later, and who had read
    up to the other would never see it.
    """
    new = StreamedHappening.objects.filter(number=None).order_by("stream")
    return sum(_number(pk) for pk in new.values_list("stream", flat=True).distinct())


@transaction.atomic
def _number(stream_id: int) -> int:
    stream = locked(ClubStream.objects).get(pk=stream_id)
    happenings = list(stream.happenings.filter(number=None).only("pk").order_by("pk"))
    for happening in happenings:
        stream.last += 1
        happening.number = stream.last
    StreamedHappening.objects.bulk_update(happenings, ["number"])
    stream.save(update_fields=["last"])
    publish(topic_of(stream.club_id), stream.last)
    return len(happenings)


@dataclass(frozen=True)
class Stretch:
    """A part of the line. last: the number of the newest one there is. missed: whether some of those asked for are no
    longer kept."""

    results: list[Data]
    last: int
    missed: bool


def read_after(stream: ClubStream, after: int | None, most: int) -> Stretch:
    """The first ones after that number, with the names of today. None: from the oldest that is kept."""
    happenings = stream.happenings.filter(number__gt=after or 0, number__lte=stream.last)
    pairs = list(happenings.order_by("number").values_list("number", "body")[:most])
    bodies = as_sent(named_as_now([body for _, body in pairs]))
    results = [{"id": number} | body for (number, _), body in zip(pairs, bodies, strict=True)]
    missed = after is not None and happenings.count() != stream.last - after
    return Stretch(results, stream.last, missed)
