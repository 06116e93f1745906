"""Rows about webhooks that a constraint has to refuse."""

from typing import Any

from django.utils import timezone

from tests.cast import Table
from tests.tournaments.constraints.league import again
from tests.tournaments.constraints.people import written
from tournaments.happenings.models import ClubStream, StreamedHappening
from tournaments.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery, WebhookKind


def webhook(table: Table, **more: Any) -> Webhook:
    about = {"club": table.event.club, "address": "https://example.org/", "secret": "0" * 64, "journal": written(table)}
    return Webhook.objects.create(**{**about, **more})


def kind(table: Table, **more: Any) -> WebhookKind:
    return WebhookKind.objects.create(webhook=webhook(table), **{"kind": "round.published", **more})


def delivery(table: Table, **more: Any) -> WebhookDelivery:
    about = {"kind": "webhook.test", "key": "test:1", "body": {}, **more}
    return WebhookDelivery.objects.create(webhook=webhook(table), **about)


def attempt(table: Table, **more: Any) -> WebhookAttempt:
    return WebhookAttempt.objects.create(delivery=delivery(table), milliseconds=1, **more)


def happening(table: Table, **more: Any) -> StreamedHappening:
    stream = ClubStream.objects.create(club=table.event.club, listened_on="2026-01-01")
    about = {"kind": "event.finished", "key": "event:1", "body": {}, "number": 1, **more}
    return StreamedHappening.objects.create(stream=stream, **about)


PLANTED = {
    "happened_once_per_club": lambda t: again(happening(t), number=2),
    "one_happening_per_number": lambda t: again(happening(t), key="event:2"),
    "happening_kind_known": lambda t: happening(t, kind="webhook.test"),
    "one_webhook_per_address_and_club": lambda t: again(webhook(t), journal=written(t)),
    "webhook_address_is_on_the_web": lambda t: webhook(t, address="file:///etc/passwd"),
    "webhook_has_a_secret_until_removed": lambda t: webhook(t, secret=""),
    "webhook_former_secret_has_an_end": lambda t: webhook(t, former_secret="1" * 64),
    "webhook_shape_known": lambda t: webhook(t, shape="pigeon"),
    "webhook_on_has_no_excuse": lambda t: webhook(t, off_because="gone"),
    "webhook_off_for_a_known_reason": lambda t: webhook(t, is_active=False, off_because="It failed."),
    "webhook_told_once_of_a_kind": lambda t: again(kind(t)),
    "webhook_kind_known": lambda t: kind(t, kind="webhook.test"),
    "queued_once_per_webhook": lambda t: again(delivery(t), number="00000000-0000-4000-8000-000000000000"),
    "webhook_delivery_kind_known": lambda t: delivery(t, kind="result.guessed"),
    "delivered_is_not_parked": lambda t: delivery(t, delivered_at=timezone.now(), parked_at=timezone.now()),
    "webhook_attempt_says_what_failed": lambda t: attempt(t, status=500),
}
