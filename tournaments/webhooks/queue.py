"""Queueing what happened for the webhooks and programs that want to know, in the transaction in which it happens."""

import datetime
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Value
from django.utils import timezone

from games.jobs.enqueuing import enqueue_on_commit
from tournaments.happenings.models import ClubStream, StreamedHappening
from tournaments.webhooks.models import Happening, WebhookDelivery, WebhookKind

Data = dict[str, Any]
DELIVER_TASK = "tournaments.tasks.deliver_task"
NUMBER_TASK = "tournaments.tasks.number_happenings_task"
LISTENED = datetime.timedelta(days=30)


def enqueue(club_id: int, kind: Happening, key: str, data: Callable[[], Data]) -> None:
    """Queues a happening for each webhook that wants it, and for the club's stream. Asks one query, and computes
    nothing if there is neither.

    key: of what happened; the same key is queued once for each webhook, however often this is called.
    """
    if wanting := wanted_by(club_id, kind):
        put(wanting.webhooks, kind, key, data(), wanting.streams)


class Wanting(NamedTuple):
    """Who is told of something: webhooks, and the club's stream if programs ask for it."""

    webhooks: list[int]
    streams: list[int]


def wanted_by(club_id: int, kind: Happening) -> Wanting | None:
    """Those of the club that are told of it; None if there is none."""
    webhooks = WebhookKind.objects.filter(kind=kind, webhook__club=club_id, webhook__is_active=True).order_by()
    streams = ClubStream.objects.filter(club=club_id, listened_on__gte=listened_since()).order_by()
    wanting = sorted(
        webhooks.annotate(is_stream=Value(0))
        .values_list("is_stream", "webhook_id")
        .union(streams.annotate(is_stream=Value(1)).values_list("is_stream", "pk"), all=True)
    )
    by_kind = [[pk for is_stream, pk in wanting if is_stream == number] for number in (0, 1)]
    return Wanting(*by_kind) if wanting else None


def listened_since() -> datetime.date:
    """A stream for which no one asked since then keeps nothing."""
    return timezone.now().date() - LISTENED


def is_queued(club_id: int, key: str) -> bool:
    """Whether what happened is kept for anyone."""
    return (
        WebhookDelivery.objects.filter(webhook__club=club_id, key=key).exists()
        or StreamedHappening.objects.filter(stream__club=club_id, key=key).exists()
    )


@transaction.atomic
def put(webhooks: Sequence[int], kind: str, key: str, data: Data, streams: Sequence[int] = ()) -> None:
    body = {"type": str(kind), "timestamp": timezone.now().isoformat(timespec="seconds"), "data": data}
    if streams:
        StreamedHappening.objects.bulk_create(
            [StreamedHappening(stream_id=stream, kind=kind, key=key, body=body) for stream in streams],
            ignore_conflicts=True,
        )
        enqueue_on_commit(NUMBER_TASK)
    if not webhooks:
        return
    WebhookDelivery.objects.bulk_create(
        [WebhookDelivery(webhook_id=webhook, kind=kind, key=key, body=body) for webhook in webhooks],
        ignore_conflicts=True,
    )
    enqueue_on_commit(DELIVER_TASK)
