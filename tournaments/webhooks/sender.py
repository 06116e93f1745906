"""Sends what is queued: one delivery at a time to a webhook, and no transaction open while waiting for a receiver.

A delivery is sent at least once. The sender first moves the webhook's `free_at` forward, for longer than a request can
last, so no one else sends there during that time; a worker that dies holds it up for that long and no longer.
"""

import datetime
import logging
import time
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from games.engine.messages import message
from games.jobs.time_boxed import TIME_BOX, Seconds, TimeBoxedWorker
from games.locks import locked
from games.outgoing import wire
from games.outgoing.retrying import RETRY_AFTER, seconds_to_wait
from games.outgoing.wire import GONE, Answer
from tournaments import audit_log
from tournaments.activity_log.models import Action
from tournaments.context import SITE
from tournaments.webhooks.chat import message_for
from tournaments.webhooks.models import OffBecause, Webhook, WebhookAttempt, WebhookDelivery, as_sent
from tournaments.webhooks.people import named_as_now
from tournaments.webhooks.queue import DELIVER_TASK
from tournaments.webhooks.signing import headers

log = logging.getLogger(__name__)

RETRY_SECONDS = (5, 30, 120, 600, 3600, 6 * 3600, 24 * 3600)
"""Seconds until it is tried again, after the first attempt, the second …; then it is parked."""
LEASE = datetime.timedelta(seconds=3 * wire.SECONDS)
PATIENCE = datetime.timedelta(days=3)
"""A webhook at which everything has failed for so long is switched off."""
SLOW_SECONDS: Seconds = 1.0
REST = 5
"""A receiver that keeps us waiting for longer than SLOW_SECONDS is then left alone for a multiple of that time. So it
takes no more than its share of a worker, whatever is queued for it."""
TOO_MANY = 429
MAX_WAIT = 24 * 3600
SWITCHED_OFF = message("The webhook was turned off.")
HEADERS = {"Content-Type": "application/json", "User-Agent": "right-bower-webhooks"}

_worker = TimeBoxedWorker(DELIVER_TASK)


@dataclass(frozen=True)
class Taken:
    """A delivery in the hands of this worker until the lease ends."""

    delivery: int
    webhook: int
    lease: datetime.datetime
    address: str
    secret: str
    number: str
    body: bytes
    is_chat: bool = False
    former: str = ""


def deliver_due(seconds: Seconds = TIME_BOX) -> int:
    """Send whatever is due, the longest due first. How many requests were made. For a task and for the sweep."""

    def deliver_one() -> bool:
        taken = take()
        if taken:
            _send(taken)
        return taken is not None

    return _worker.run(lambda: due().exists(), deliver_one, seconds)


def due() -> QuerySet[WebhookDelivery]:
    """To be sent now, to webhooks that are free."""
    now = timezone.now()
    deliveries = WebhookDelivery.objects.filter(delivered_at=None, parked_at=None, next_at__lte=now)
    return deliveries.filter(webhook__is_active=True, webhook__free_at__lte=now).order_by("next_at", "pk")


def take() -> Taken | None:
    """The next delivery that is due, reserved so that no one else takes it; None when there is none."""
    while webhook_id := due().values_list("webhook", flat=True).first():
        with transaction.atomic():
            webhook = locked(Webhook.objects).filter(pk=webhook_id).first()
            # Another worker may have been faster; then it is no longer free, and the next one is looked for.
            delivery = due().filter(webhook=webhook).first() if webhook else None
            if webhook and delivery:
                return _taken(webhook, delivery)
    return None


def _taken(webhook: Webhook, delivery: WebhookDelivery) -> Taken:
    webhook.free_at = timezone.now() + LEASE
    webhook.save(update_fields=["free_at"])
    delivery.attempts += 1
    delivery.body = named_as_now(delivery.body)
    delivery.save(update_fields=["attempts", "body"])
    return Taken(
        delivery.pk,
        webhook.pk,
        webhook.free_at,
        webhook.address,
        webhook.secret,
        str(delivery.number),
        text_for(webhook, delivery).encode(),
        webhook.is_chat,
        webhook.former_secret if webhook.both_until else "",
    )


def text_for(webhook: Webhook, delivery: WebhookDelivery) -> str:
    """The body as it goes over the wire: data for a program, or a message for a chat."""
    return message_for(as_sent(delivery.body), webhook.language) if webhook.is_chat else delivery.text


def _send(taken: Taken) -> None:
    signed = headers(taken.secret, taken.number, int(time.time()), taken.body, taken.former)
    sent = HEADERS if taken.is_chat else HEADERS | signed
    answer = wire.post(taken.address, taken.body, sent, wire.SECONDS, wanted=(RETRY_AFTER,))
    try:
        _write(taken, answer)
    except Exception:
        # The lease ends by itself; then it is sent once more.
        log.exception("what came of a delivery could not be written down")


@transaction.atomic
def _write(taken: Taken, answer: Answer) -> None:
    webhook = locked(Webhook.objects).select_related("club").filter(pk=taken.webhook).first()
    delivery = WebhookDelivery.objects.filter(pk=taken.delivery).first()
    if webhook is None or delivery is None:
        return
    now = timezone.now()
    asked_to_wait = _asked_to_wait(answer, now)
    if webhook.free_at == taken.lease:
        waited = answer.seconds if answer.seconds > SLOW_SECONDS else 0
        webhook.free_at = now + datetime.timedelta(seconds=max(REST * waited, asked_to_wait))
        webhook.save(update_fields=["free_at"])
    WebhookAttempt.objects.create(
        delivery=delivery, at=now, status=answer.status, milliseconds=round(1000 * answer.seconds), error=answer.error
    )
    delivery.status, delivery.error = answer.status, answer.error
    if not answer.error:
        delivery.delivered_at, delivery.parked_at = now, None
    elif delivery.is_waiting and delivery.attempts > len(RETRY_SECONDS):
        delivery.parked_at = now
    elif delivery.is_waiting:
        wait = max(RETRY_SECONDS[max(delivery.attempts, 1) - 1], asked_to_wait)
        delivery.next_at = now + datetime.timedelta(seconds=wait)
    delivery.save(update_fields=["status", "error", "delivered_at", "parked_at", "next_at"])
    if answer.status == GONE:
        switch_off(webhook, OffBecause.GONE)
    elif answer.error and _fails_for_long(webhook, now):
        switch_off(webhook, OffBecause.FAILING)


def _asked_to_wait(answer: Answer, now: datetime.datetime) -> int:
    """Seconds in which a receiver that has too much to do wants nothing."""
    if answer.status != TOO_MANY and (answer.status or 0) < 500:
        return 0
    return seconds_to_wait(answer.headers.get(RETRY_AFTER, ""), now, MAX_WAIT) or 0


def _fails_for_long(webhook: Webhook, now: datetime.datetime) -> bool:
    tried = WebhookAttempt.objects.filter(delivery__webhook=webhook, at__gt=webhook.on_since)
    good = tried.filter(error__isnull=True).aggregate(last=Max("at"))["last"] or webhook.on_since
    first = tried.filter(at__gt=good).order_by("at").values_list("at", flat=True).first()
    return first is not None and first <= now - PATIENCE


def switch_off(webhook: Webhook, why: OffBecause) -> None:
    """By the site. Needs the webhook's lock."""
    if not webhook.is_active:
        return
    webhook.is_active, webhook.off_because, webhook.revision = False, why, webhook.revision + 1
    webhook.save(update_fields=["is_active", "off_because", "revision"])
    park_all(webhook)
    detail = {"webhook": webhook.pk, "why": why}
    audit_log.write(webhook.club, Action.WEBHOOK_OFF, SITE, detail=detail)


def park_all(webhook: Webhook) -> None:
    """Parks what still waits, until someone sends it again."""
    waiting = webhook.deliveries.filter(delivered_at=None, parked_at=None)
    waiting.update(parked_at=timezone.now(), error=SWITCHED_OFF)
