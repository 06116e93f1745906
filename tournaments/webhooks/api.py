"""A club's webhooks by programs, for those who may run the club: the same commands as on its pages. A secret is in the
answer that made it, and kept nowhere but in its row."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.http import Http404
from rest_framework import exceptions

from games.api.authentication import account_of
from games.api.frame import DetailEndpoint, ListEndpoint
from tournaments.api_requests import ClubWrite, actor_of, club_or_404
from tournaments.clubs.models import Club
from tournaments.commands import lock_club
from tournaments.permissions import Permission, may, require
from tournaments.webhooks import commands, selectors
from tournaments.webhooks.commands import Speech
from tournaments.webhooks.models import KINDS, Webhook, WebhookDelivery
from tournaments.webhooks.serializers import (
    ChangedWebhookSerializer,
    DeliveryRowSerializer,
    DeliverySerializer,
    NewWebhookSerializer,
    RemovedWebhookSerializer,
    WebhookSerializer,
    WebhookWithSecretSerializer,
)


class DeliveryFilters(django_filters.FilterSet):
    state = django_filters.ChoiceFilter(choices=selectors.STATES, method="in_state")
    type = django_filters.ChoiceFilter("kind", choices=KINDS)

    def in_state(self, deliveries: QuerySet[WebhookDelivery], name: str, value: str) -> QuerySet[WebhookDelivery]:
        return deliveries.filter(selectors.in_state(selectors.DeliveryState(value)))


class ShowsSecret(ClubWrite):
    """A write that makes a secret. The answer is kept without it, and a repeat reads it from its row."""

    @property
    def shown(self) -> Any:
        return WebhookWithSecretSerializer

    def show(self, thing: Webhook) -> Any:
        return WebhookSerializer(thing, context={"request": self.request, "view": self}).data

    def as_sent(self, body: dict[str, Any]) -> dict[str, Any]:
        return body | {"secret": self._secret_of(body)}

    def _secret_of(self, body: Mapping[str, Any]) -> str | None:
        webhook = Webhook.objects.select_related("club").filter(pk=body["id"], removed_at=None).first()
        if webhook is None or webhook.is_chat or not may(actor_of(self.request), Permission.RUN_CLUB, webhook.club):
            return None
        # A later one may have another.
        return webhook.shown_secret if webhook.revision == body["revision"] else None


class Webhooks(ListEndpoint, ShowsSecret):
    """A club's webhooks, the oldest first, for its owners; POST adds one and shows its secret."""

    summary = "List a club's webhooks"
    summary_of_adding = "Add a webhook"
    answer, made, body = WebhookSerializer, WebhookWithSecretSerializer, NewWebhookSerializer
    ordering: ClassVar = ("pk",)
    success, is_versioned, is_open = 201, False, False

    def rows(self, slug: str) -> QuerySet[Webhook]:
        return (
            commands.webhooks_of(owned_or_refused(self.request, slug))
            .select_related("journal")
            .prefetch_related("kinds")
        )

    def show_rows(self, webhooks: list[Any]) -> list[Any]:
        return list(WebhookSerializer(webhooks, many=True, context={"request": self.request, "view": self}).data)

    def prepare(self, data: Mapping[str, Any], key: Any, address: Mapping[str, Any]) -> None:
        commands.check_address(club_or_404(address["slug"]), data["address"], self.context_of(key))

    def locked(self, slug: str) -> Club:
        return lock_club(owned_or_refused(self.request, slug))

    def do(self, thing: Club, data: Mapping[str, Any], key: Any) -> Webhook:
        speech = Speech(data["format"], data["language"])
        return commands.add_checked(thing.pk, data["address"], data["types"], speech, context=self.context_of(key))


class WebhookDetail(DetailEndpoint):
    """A webhook, without its secret."""

    summary = "Show a webhook"
    answer = WebhookSerializer
    is_open = False

    def find(self, slug: str, pk: int) -> Webhook:
        return webhook_or_404(self.request, slug, pk)


class WebhookWrite(ClubWrite):
    """What is done to one webhook."""

    answer: Any = WebhookSerializer

    def locked(self, slug: str, pk: int) -> Webhook:
        return commands.lock_webhook(webhook_or_404(self.request, slug, pk).pk)

    def seen(self, thing: Webhook) -> Any:
        return WebhookSerializer(thing, context={"request": self.request, "view": self}).data


class ChangeWebhook(WebhookWrite):
    """Change where it leads, its format, or what it gets."""

    summary = "Change a webhook"
    body = ChangedWebhookSerializer

    def prepare(self, data: Mapping[str, Any], key: Any, address: Mapping[str, Any]) -> None:
        if "address" in data:
            webhook = webhook_or_404(self.request, address["slug"], address["pk"])
            commands.check_address(webhook.club, data["address"], self.context_of(key))

    def do(self, thing: Webhook, data: Mapping[str, Any], key: Any) -> Webhook:
        kinds: Iterable[str] = data.get("types") or [happening.value for happening in thing.happenings]
        speech = Speech(data.get("format", thing.shape), data.get("language", thing.language))
        return commands.change_checked(
            thing.pk,
            data.get("address", thing.address),
            kinds,
            speech,
            context=self.context_of(key),
            expected_version=thing.revision,
        )


class SwitchWebhook(WebhookWrite):
    """Turn it on or off."""

    is_on: ClassVar[bool]

    def do(self, thing: Webhook, data: Mapping[str, Any], key: Any) -> Webhook:
        return commands.switch_webhook(
            thing.pk, self.is_on, context=self.context_of(key), expected_version=thing.revision
        )


class TurnOn(SwitchWebhook):
    """What happens from now on is sent."""

    summary, is_on = "Turn a webhook on", True


class TurnOff(SwitchWebhook):
    """Nothing is queued, and what waits is put on hold."""

    summary, is_on = "Turn a webhook off", False


class ReplaceSecret(ShowsSecret, WebhookWrite):
    """Make a new secret and show it. For 24 hours deliveries are signed with both."""

    summary = "Replace a webhook's secret"

    def do(self, thing: Webhook, data: Mapping[str, Any], key: Any) -> Webhook:
        return commands.renew_secret(thing.pk, context=self.context_of(key), expected_version=thing.revision)


class RemoveWebhook(WebhookWrite):
    """Remove it with its secret and its deliveries."""

    summary = "Remove a webhook"
    answer = RemovedWebhookSerializer
    is_found_again = False

    def do(self, thing: Webhook, data: Mapping[str, Any], key: Any) -> Webhook:
        commands.remove_webhook(thing.club_id, thing.pk, context=self.context_of(key), expected_version=thing.revision)
        return thing


class SendTest(WebhookWrite):
    """Queue a delivery that says nothing but that it is a test."""

    summary = "Send a test"
    answer = DeliverySerializer
    success, is_versioned = 201, False

    def do(self, thing: Webhook, data: Mapping[str, Any], key: Any) -> WebhookDelivery:
        sent = commands.send_test(thing.pk, context=self.context_of(key))
        sent.webhook = thing
        return sent


class Deliveries(ListEndpoint):
    """What was sent to a webhook or waits for it, the newest first."""

    summary = "List a webhook's deliveries"
    answer = DeliveryRowSerializer
    filters = DeliveryFilters
    is_open = False

    def rows(self, slug: str, pk: int) -> QuerySet[WebhookDelivery]:
        return selectors.deliveries_of(webhook_or_404(self.request, slug, pk))


class DeliveryDetail(DetailEndpoint):
    """A delivery with what was sent, and what came of each attempt."""

    summary = "Show a delivery"
    answer = DeliverySerializer
    is_open = False

    def find(self, slug: str, pk: int, number: UUID) -> WebhookDelivery:
        return delivery_or_404(webhook_or_404(self.request, slug, pk), number)


class SendAgain(ClubWrite):
    """Send it once more, under the same number."""

    summary = "Send a delivery again"
    answer = DeliverySerializer

    def locked(self, slug: str, pk: int, number: UUID) -> WebhookDelivery:
        webhook = webhook_or_404(self.request, slug, pk)
        delivery_or_404(webhook, number)
        return delivery_or_404(commands.lock_webhook(webhook.pk), number)

    def do(self, thing: WebhookDelivery, data: Mapping[str, Any], key: Any) -> WebhookDelivery:
        return commands.send_again(thing.pk, context=self.context_of(key))


def owned_or_refused(request: Any, slug: str) -> Club:
    """The club, for those who may run it."""
    club = club_or_404(slug)
    if account_of(request) is None:
        raise exceptions.NotAuthenticated
    require(actor_of(request), Permission.RUN_CLUB, club)
    return club


def webhook_or_404(request: Any, slug: str, pk: int) -> Webhook:
    """A webhook of that club, once the asker may see any of them."""
    club = owned_or_refused(request, slug)
    webhook = commands.webhooks_of(club).select_related("journal").filter(pk=pk).first()
    if webhook is None:
        raise Http404
    webhook.club = club
    return webhook


def delivery_or_404(webhook: Webhook, number: UUID) -> WebhookDelivery:
    delivery = webhook.deliveries.filter(number=number).first()
    if delivery is None:
        raise Http404
    delivery.webhook = webhook
    return delivery
