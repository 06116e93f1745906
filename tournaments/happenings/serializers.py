"""What happened, to programs."""

from rest_framework import serializers

from games.api.serializers import StrictSerializer
from tournaments.webhooks.models import Happening


class HappeningSerializer(StrictSerializer):
    """The request that webhooks send, with its number."""

    id = serializers.IntegerField(help_text="Its number in the club. Each is one more than the one before.")
    type = serializers.ChoiceField(Happening.choices)
    timestamp = serializers.DateTimeField()
    data = serializers.DictField(help_text="As in the webhook of that type.")  # type: ignore[assignment]  # a field


class HappeningsSerializer(StrictSerializer):
    results = HappeningSerializer(many=True, help_text="The oldest first.")
    last = serializers.IntegerField(help_text="The number of the newest there is.")
    missed = serializers.BooleanField(help_text="Some after the number that was asked for are no longer kept.")
