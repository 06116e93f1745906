"""What owners look at: their webhooks, and what came of what was sent. Reads only."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Max, Q, QuerySet

from games.engine.language import mark, say
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


class DeliveryState(StrEnum):
    """Of a delivery, for programs."""

    WAITING = "waiting"
    RETRYING = "retrying"
    DELIVERED = "delivered"
    ON_HOLD = "on_hold"


STATES = [(state.value, state.name) for state in DeliveryState]
_IN_STATE = {
    DeliveryState.WAITING: Q(delivered_at=None, parked_at=None, attempts=0),
    DeliveryState.RETRYING: Q(delivered_at=None, parked_at=None, attempts__gt=0),
    DeliveryState.DELIVERED: Q(delivered_at__isnull=False),
    DeliveryState.ON_HOLD: Q(parked_at__isnull=False),
}


def in_state(state: DeliveryState) -> Q:
    return _IN_STATE[state]


def word_of(delivery: WebhookDelivery) -> DeliveryState:
    if delivery.delivered_at:
        return DeliveryState.DELIVERED
    if delivery.parked_at:
        return DeliveryState.ON_HOLD
    return DeliveryState.RETRYING if delivery.attempts else DeliveryState.WAITING


@dataclass(frozen=True)
class State:
    """The state of a delivery, in a word, and the kind of badge for it."""

    word: str
    badge: str


def state_of(delivery: WebhookDelivery) -> State:
    word, badge = _BADGES[word_of(delivery)]
    return State(say(word), badge)


_BADGES = {
    DeliveryState.WAITING: (mark("Waiting"), "waiting"),
    DeliveryState.RETRYING: (mark("Retrying"), "warn"),
    DeliveryState.DELIVERED: (mark("Delivered"), "good"),
    DeliveryState.ON_HOLD: (mark("On hold"), "danger"),
}
