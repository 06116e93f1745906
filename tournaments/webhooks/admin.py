"""What was sent to webhooks, and what of it is parked: to be read here. Secrets and whole addresses are not shown."""

from django.contrib import admin
from unfold.admin import TabularInline

from games.admin_times import NamedTimes
from tournaments.admin_base import ReadOnly
from tournaments.rewards.admin import IsParked
from tournaments.webhooks.models import WebhookAttempt, WebhookDelivery


class AttemptInline(ReadOnly, TabularInline):
    model = WebhookAttempt
    fields = ("at", "status", "milliseconds", "error")


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, NamedTimes):
    """Sent again by the club's owners, on its own pages."""

    zone_path = "webhook.club.zone"
    list_display = (
        "created_at",
        "club",
        "webhook",
        "kind",
        "attempts",
        "next_at",
        "delivered_at",
        "parked_at",
        "error",
    )
    list_filter = (IsParked, "kind", "webhook__club")
    list_select_related = ("webhook__club",)
    search_fields = ("number",)
    inlines = (AttemptInline,)

    @admin.display(ordering="webhook__club")
    def club(self, delivery: WebhookDelivery) -> str:
        return delivery.webhook.club.name
