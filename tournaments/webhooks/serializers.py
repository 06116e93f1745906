"""What webhooks and their deliveries look like to programs."""

import json
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import Line, StrictSerializer
from games.outgoing.addresses import MAX_LETTERS
from tournaments.webhooks.models import KINDS, Happening, OffBecause, Shape, WebhookDelivery
from tournaments.webhooks.selectors import STATES, word_of
from tournaments.webhooks.sender import text_for

LANGUAGE = "Of messages to a chat, as a code; empty for the site's."
ADDRESS = "An `https://` address that is reachable from the internet."


class WebhookSerializer(StrictSerializer):
    """Where a club's news goes, and which."""

    id = serializers.IntegerField()
    address = serializers.CharField()
    format = serializers.ChoiceField(Shape.choices, source="shape")
    language = serializers.CharField(help_text=LANGUAGE)
    types = serializers.ListField(child=serializers.ChoiceField(Happening.choices), source="happenings")
    is_active = serializers.BooleanField()
    off_because = serializers.ChoiceField(
        [("", ""), *OffBecause.choices], help_text="Why the site turned it off; empty if a person did, or no one."
    )
    both_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when deliveries are signed with the former secret, too."
    )
    revision = serializers.IntegerField()
    created_at = serializers.DateTimeField(source="journal.at")


class WebhookWithSecretSerializer(WebhookSerializer):
    """A webhook, with the secret that it was given."""

    secret = serializers.CharField(
        allow_null=True,
        help_text="Shown only here, as libraries for Standard Webhooks take it. `null` for a chat, which knows no "
        "signatures, and in a repeat once the webhook was changed.",
    )


class NewWebhookSerializer(StrictSerializer):
    address = Line(max_length=MAX_LETTERS, help_text=ADDRESS)
    types = serializers.ListField(child=serializers.ChoiceField(Happening.choices), min_length=1)
    format = serializers.ChoiceField(Shape.choices, default=Shape.PLAIN.value)
    language = serializers.ChoiceField([("", ""), *settings.LANGUAGES], default="", help_text=LANGUAGE)


class ChangedWebhookSerializer(StrictSerializer):
    """What is left out stays as it is."""

    address = Line(max_length=MAX_LETTERS, required=False, help_text=ADDRESS)
    types = serializers.ListField(child=serializers.ChoiceField(Happening.choices), min_length=1, required=False)
    format = serializers.ChoiceField(Shape.choices, required=False)
    language = serializers.ChoiceField([("", ""), *settings.LANGUAGES], required=False, help_text=LANGUAGE)


class RemovedWebhookSerializer(StrictSerializer):
    id = serializers.IntegerField()


class DeliveryRowSerializer(StrictSerializer):
    """What is sent to a webhook, and what came of it."""

    id = serializers.UUIDField(source="number", help_text="As the receiver knows it, in `Webhook-Id`.")
    type = serializers.ChoiceField(KINDS, source="kind")
    state = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    attempts = serializers.IntegerField(help_text="Since it was queued, or sent again.")
    next_at = serializers.SerializerMethodField()
    delivered_at = serializers.DateTimeField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="What the receiver answered last.")
    error = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, delivery: WebhookDelivery) -> str:
        """`on_hold`: not sent until someone sends it again."""
        return word_of(delivery).value

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_next_at(self, delivery: WebhookDelivery) -> Any:
        """When it is sent, or sent again; `null` when it isn't."""
        return serializers.DateTimeField().to_representation(delivery.next_at) if delivery.is_waiting else None

    def get_error(self, delivery: WebhookDelivery) -> str:
        """What failed last, for people; empty if nothing did."""
        return str(delivery.error or "")


class AttemptSerializer(StrictSerializer):
    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True)
    milliseconds = serializers.IntegerField()
    error = serializers.SerializerMethodField()

    def get_error(self, attempt: Any) -> str:
        """What failed, for people; empty if nothing did."""
        return str(attempt.error or "")


class DeliverySerializer(DeliveryRowSerializer):
    """A delivery with what was sent, and each attempt."""

    body = serializers.SerializerMethodField()
    log = AttemptSerializer(many=True)

    @extend_schema_field(serializers.DictField())
    def get_body(self, delivery: WebhookDelivery) -> Any:
        """The request, as it was sent last or will be."""
        return json.loads(text_for(delivery.webhook, delivery))
