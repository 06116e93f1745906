"""A valid request for every address about webhooks, on the scene of the permissions."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tests.tournaments.pages.browsing import form
from tests.tournaments.scenes.webhook import PUBLIC, queued, webhook
from tournaments.webhooks.models import Webhook

Request = Callable[[Any], tuple[str, dict[str, Any]]]


def hook(scene: Any) -> Webhook:
    """The same one each time."""
    return scene.club.webhooks.first() or webhook(scene.club, scene.olga)


def of_webhook(action: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        row = hook(scene)
        if action == "on":
            Webhook.objects.update(is_active=False)
        return reverse("move_webhook", args=[scene.club.slug, row.pk, action]), form(seen=row.revision, **fields)

    return request


def of_delivery(name: str) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        row = hook(scene)
        sent = row.deliveries.first() or queued(row)[0]
        return reverse(name, args=[scene.club.slug, row.pk, sent.number]), form()

    return request


NEW = {"address": f"{PUBLIC}/new", "kinds": ["event.finished"]}
OF_WEBHOOKS: dict[str, Request] = {
    "webhooks": lambda s: (reverse("webhooks", args=[s.club.slug]), form(**NEW)),
    "webhook": lambda s: (reverse("webhook", args=[s.club.slug, hook(s).pk]), form()),
    **{f"move_webhook/{action}": of_webhook(action) for action in ("test", "renew", "off", "on", "remove", "praise")},
    "move_webhook/change": of_webhook("change", **NEW),
    "webhook_delivery": of_delivery("webhook_delivery"),
    "send_again": of_delivery("send_again"),
}
