"""Webhooks: what is sent to which address of a club, what is waiting to be sent, and what came of each attempt.

A delivery is the queue; Celery only wakes the sender. Nothing here is a fact of play, and nothing here travels.
"""

import datetime
import json
import uuid
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.language import say
from games.message_field import MessageField
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.webhooks.signing import as_shown


class Happening(models.TextChoices):
    """What a receiver can be notified of. The value is what it reads as `type`.

    A new one needs its content in `payloads`, its shape in `schema`, its words in `chat`, a caller, and a row in
    docs/webhooks.md.
    """

    RESULT = "result.standing", _("A result becomes final or changes")
    ROUND = "round.published", _("A round is published")
    STANDINGS = "round.closed", _("A round closes, with its standings")
    EVENT = "event.finished", _("An event is finished")
    CHANGED = "event.changed", _("An event’s time or venue changes")
    CANCELED = "event.canceled", _("An event is canceled or restored")
    REGISTRATION = "registration.opened", _("Registration for an event opens")
    CHECK_IN = "check_in.opened", _("Check-in for an event opens")
    ACHIEVEMENT = "achievement.earned", _("Someone earns an achievement")
    JACKPOT = "jackpot.closed", _("A jackpot period closes")


TEST = "webhook.test"
"""Only sent when an owner asks for it."""


KINDS = [*Happening.choices, (TEST, _("A test notification"))]


class Shape(models.TextChoices):
    """What the request is like."""

    PLAIN = "plain", _("Signed data for a program")
    CHAT = "chat", _("Message for a Discord channel")


class OffBecause(models.TextChoices):
    """Why the site switches a webhook off."""

    GONE = "gone", _("The receiver answered 410, so we no longer send anything there.")
    FAILING = "failing", _("Every delivery failed for 3 days.")


class Webhook(models.Model):
    """An address of some other site that is notified of what happens in a club.

    secret: 32 random bytes in hex, kept because every delivery is signed with it; shown once, and nowhere else. A chat
    knows no signatures: its address is the secret. former_secret: the one before it, which signs too until
    `former_until`, so that the receiver can be given the new one in peace. language: of messages to a chat; empty for
    the site's.
    free_at: nothing is sent there before; a sender first moves it forward. on_since: failures from before do not count.
    off_because: why the site switched it off; empty when an owner did. journal: who set it up, and when.

    removed_at: the row stays for a day without its address, secret and deliveries, so that a transaction that records a
    result and is just queueing for it is not refused at its end.
    """

    stays_here: ClassVar = True

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=500)
    shape = models.CharField(max_length=10, choices=Shape, default=Shape.PLAIN)
    language = models.CharField(max_length=10, blank=True)
    secret = models.CharField(max_length=64, editable=False)
    former_secret = models.CharField(max_length=64, blank=True, editable=False)
    former_until = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(_("turned on"), default=True)
    on_since = models.DateTimeField(default=timezone.now)
    off_because = models.CharField(max_length=20, choices=OffBecause, blank=True)
    free_at = models.DateTimeField(default=timezone.now)
    revision = models.PositiveIntegerField(default=1)
    removed_at = models.DateTimeField(null=True, blank=True)
    journal = models.OneToOneField(AuditLogEntry, models.PROTECT, related_name="webhook")

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "address"], name="one_webhook_per_address_and_club"),
            models.CheckConstraint(
                condition=Q(address__startswith="https://") | Q(address__startswith="http://"),
                name="webhook_address_is_on_the_web",
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True) & ~Q(secret="")
                | Q(removed_at__isnull=False, secret="", is_active=False),
                name="webhook_has_a_secret_until_removed",
            ),
            models.CheckConstraint(
                condition=Q(former_secret="", former_until__isnull=True)
                | ~Q(former_secret="") & Q(former_until__isnull=False, removed_at__isnull=True),
                name="webhook_former_secret_has_an_end",
            ),
            models.CheckConstraint(condition=Q(shape__in=Shape.values), name="webhook_shape_known"),
            models.CheckConstraint(condition=Q(is_active=False) | Q(off_because=""), name="webhook_on_has_no_excuse"),
            models.CheckConstraint(
                condition=Q(off_because__in=["", *OffBecause.values]), name="webhook_off_for_a_known_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """The address without its path, which at some services is a password."""
        return urlsplit(self.address).netloc

    @property
    def shown_secret(self) -> str:
        """For the one time that it is shown."""
        return as_shown(self.secret)

    @property
    def both_until(self) -> datetime.datetime | None:
        """Until when deliveries are signed with the former secret too; None when they aren't."""
        return self.former_until if self.former_until and self.former_until > timezone.now() else None

    @property
    def is_chat(self) -> bool:
        return self.shape == Shape.CHAT

    @property
    def happenings(self) -> list[Happening]:
        """What it is notified of, in the order of the list. Prefetch `kinds` on lists."""
        chosen = {kind.kind for kind in self.kinds.all()}
        return [happening for happening in Happening if happening.value in chosen]


class WebhookKind(models.Model):
    """A happening that a webhook is notified of."""

    stays_here: ClassVar = True

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="kinds")
    kind = models.CharField(max_length=20, choices=Happening)

    class Meta:
        ordering: ClassVar = ["webhook", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "kind"], name="webhook_told_once_of_a_kind"),
            models.CheckConstraint(condition=Q(kind__in=Happening.values), name="webhook_kind_known"),
        ]

    def __str__(self) -> str:
        return self.kind


class WebhookDelivery(models.Model):
    """One happening for one webhook, queued in the transaction that made it happen.

    number: how the receiver knows it, the same in every repeat. key: of what happened, so that it is queued once
    however often a task runs. attempts: since it was queued or sent again; it decides the next wait. status, error: of
    the last attempt. Parked after too many of them, or when the webhook was switched off, until someone sends it again.
    """

    stays_here: ClassVar = True

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    number = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=20, choices=KINDS)
    key = models.CharField(max_length=80)
    body = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    delivered_at = models.DateTimeField(null=True, blank=True)
    parked_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = MessageField(null=True, blank=True)

    class Meta:
        verbose_name_plural = _("webhook deliveries")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["next_at"], condition=Q(delivered_at=None, parked_at=None), name="webhook_deliveries_due"
            ),
            models.Index(fields=["webhook", "-id"], name="webhook_deliveries_newest"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "key"], name="queued_once_per_webhook"),
            models.CheckConstraint(
                condition=Q(kind__in=[kind for kind, _ in KINDS]), name="webhook_delivery_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(delivered_at__isnull=True) | Q(parked_at__isnull=True), name="delivered_is_not_parked"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def is_waiting(self) -> bool:
        return self.delivered_at is None and self.parked_at is None

    @property
    def text(self) -> str:
        """The body as it goes over the wire to a program: the same data are always the same bytes."""
        return json.dumps(as_sent(self.body), sort_keys=True, separators=(",", ":"))


def as_sent(value: Any) -> Any:
    """Without the record's own number of people who keep their name from strangers."""
    if isinstance(value, dict):
        number = value.get("sent_as", value.get("player"))
        sent = {key: as_sent(part) for key, part in value.items() if key != "sent_as"}
        return sent | {"player": number} if "sent_as" in value else sent
    return [as_sent(part) for part in value] if isinstance(value, list) else value


class WebhookAttempt(models.Model):
    """One request that was made, or could not be. Only ever appended; it goes with its delivery."""

    stays_here: ClassVar = True

    delivery = models.ForeignKey(WebhookDelivery, models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    milliseconds = models.PositiveIntegerField()
    error = MessageField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(error__isnull=False) | Q(status__isnull=False, status__gte=200, status__lt=300),
                name="webhook_attempt_says_what_failed",
            ),
        ]

    def __str__(self) -> str:
        return str(self.error or say("The receiver answered {status}.", status=self.status))
