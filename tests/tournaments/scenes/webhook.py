"""Webhooks that lead to a receiver, and what is queued for them."""

import datetime
from typing import Any
from uuid import uuid4

from django.utils import timezone

from tests.cast import context_of
from tournaments.clubs.models import Club
from tournaments.webhooks import commands, queue
from tournaments.webhooks.models import Happening, Shape, Webhook, WebhookDelivery

ALL = list(Happening.values)
PUBLIC = "https://93.184.216.34/hook"
"""An address that needs no name server, and to which no test sends anything."""


def webhook(club: Club, owner: Any, address: str = PUBLIC, kinds: list[str] | None = None) -> Webhook:
    return commands.add_webhook(club.pk, address, kinds or ALL, context=context_of(owner, key=uuid4()))


def channel(club: Club, owner: Any, address: str = PUBLIC, language: str = "en") -> Webhook:
    """A channel of a chat that hears of everything."""
    speech = commands.Speech(Shape.CHAT, language)
    return commands.add_webhook(club.pk, address, ALL, speech, context=context_of(owner, key=uuid4()))


def queued(row: Webhook, count: int = 1) -> list[WebhookDelivery]:
    """This many results that no one played."""
    for number in range(count):
        queue.put([row.pk], Happening.RESULT, f"result:0:{row.deliveries.count()}", {"number": number})
    return list(row.deliveries.order_by("-pk")[:count])[::-1]


def now_again(row: Webhook) -> None:
    """Let all waiting times be over."""
    past = timezone.now() - datetime.timedelta(seconds=1)
    Webhook.objects.filter(pk=row.pk).update(free_at=past)
    row.deliveries.filter(delivered_at=None, parked_at=None).update(next_at=past)
