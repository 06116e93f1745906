"""Queueing what happened for the webhooks that want to know, in the transaction in which it happens."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.jobs.enqueuing import enqueue_on_commit
from tournaments.webhooks.models import Happening, WebhookDelivery, WebhookKind

Data = dict[str, Any]
DELIVER_TASK = "tournaments.tasks.deliver_task"


def enqueue(club_id: int, kind: Happening, key: str, data: Callable[[], Data]) -> None:
    """Queues a happening for each webhook that wants it. Asks one query, and computes nothing if there is none.

    key: of what happened; the same key is queued once for each webhook, however often this is called.
    """
    if wanting := wanted_by(club_id, kind):
        put(wanting, kind, key, data())


def wanted_by(club_id: int, kind: Happening) -> list[int]:
    """The club's webhooks that are notified of it."""
    webhook_kinds = WebhookKind.objects.filter(kind=kind, webhook__club=club_id, webhook__is_active=True)
    return list(webhook_kinds.order_by("webhook").values_list("webhook", flat=True))


@transaction.atomic
def put(webhooks: Sequence[int], kind: str, key: str, data: Data) -> None:
    body = {"type": str(kind), "timestamp": timezone.now().isoformat(timespec="seconds"), "data": data}
    WebhookDelivery.objects.bulk_create(
        [WebhookDelivery(webhook_id=webhook, kind=kind, key=key, body=body) for webhook in webhooks],
        ignore_conflicts=True,
    )
    enqueue_on_commit(DELIVER_TASK)
