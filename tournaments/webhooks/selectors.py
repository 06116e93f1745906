"""What owners look at: their webhooks, and what came of what was sent. Reads only."""

from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.webhooks.commands import webhooks_of
from tournaments.webhooks.models import Webhook, WebhookDelivery


def listed(club: Club) -> QuerySet[Webhook]:
    """With how many deliveries wait and are parked, and when the last one arrived."""
    waits = Q(deliveries__delivered_at=None, deliveries__parked_at=None, deliveries__isnull=False)
    return (
        webhooks_of(club)
        .prefetch_related("kinds")
        .annotate(
            waiting=Count("deliveries", filter=waits),
            parked=Count("deliveries", filter=Q(deliveries__parked_at__isnull=False)),
            arrived_at=Max("deliveries__delivered_at"),
        )
        .order_by("pk")
    )


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """The newest first, without their bodies."""
    return webhook.deliveries.defer("body").order_by("-pk")


@dataclass(frozen=True)
class State:
    """The state of a delivery, in a word, and the kind of badge for it."""

    word: str
    badge: str


def state_of(delivery: WebhookDelivery) -> State:
    if delivery.delivered_at:
        return State(say("Delivered"), "good")
    if delivery.parked_at:
        return State(say("On hold"), "danger")
    return State(say("Waiting"), "waiting") if delivery.attempts == 0 else State(say("Retrying"), "warn")
