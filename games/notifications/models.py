"""What people are told, how it leaves the site, and what each of them chose."""

import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from games.message_field import MessageField
from games.notifications.kinds import DeliveryMethod, MailFrequency, NotificationKind

QUIET_FROM, QUIET_UNTIL = datetime.time(22), datetime.time(8)
"""Also for those who never chose."""


class Notification(models.Model):
    """One thing that one person is told. key: of what happened; a person is told of it once.

    words: may be empty, where the title says it all. link: a path of this site. until: when it isn't worth sending any
    longer. zone: of where it takes place, for those who never said where they are.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=20, choices=NotificationKind.choices)
    key = models.CharField(max_length=80)
    title = MessageField()
    words = MessageField()
    link = models.CharField(max_length=300)
    zone = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "key"], name="told_once"),
            models.CheckConstraint(condition=Q(link__startswith="/"), name="notification_leads_into_the_site"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class NotificationDelivery(models.Model):
    """A notification on its way: the row is the queue. why_not: what kept it back for good."""

    class WhyNot(models.TextChoices):
        LATE = "late"
        OUTDATED = "outdated"
        TURNED_OFF = "turned_off"
        NO_ADDRESS = "no_address"
        GONE = "gone"
        REFUSED = "refused"

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    way = models.CharField(max_length=6, choices=DeliveryMethod.choices)
    subscription = models.ForeignKey("PushSubscription", models.CASCADE, null=True, blank=True, related_name="+")
    next_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    why_not = models.CharField(max_length=10, choices=WhyNot.choices, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["next_at"], condition=Q(sent_at=None, why_not=""), name="notifications_to_send")
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notification", "way"], condition=Q(subscription=None), name="delivered_once_each_way"
            ),
            models.UniqueConstraint(
                fields=["notification", "subscription"],
                condition=Q(subscription__isnull=False),
                name="delivered_once_to_a_browser",
            ),
            models.CheckConstraint(condition=Q(way__in=DeliveryMethod.values), name="way_known"),
            models.CheckConstraint(
                condition=Q(way=DeliveryMethod.PUSH, subscription__isnull=False)
                | ~Q(way=DeliveryMethod.PUSH) & Q(subscription=None),
                name="push_goes_to_a_browser",
            ),
            models.CheckConstraint(condition=Q(sent_at=None) | Q(why_not=""), name="sent_or_not"),
        ]

    def __str__(self) -> str:
        return f"{self.way} of {self.notification_id}"


class NotificationChoice(models.Model):
    """What a person chose for a kind. Without a row the kind's own defaults hold."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="notification_choices")
    kind = models.CharField(max_length=20, choices=NotificationKind.choices)
    push = models.BooleanField()
    mail = models.CharField(max_length=5, choices=MailFrequency.choices)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind"], name="one_choice_per_kind"),
            models.CheckConstraint(condition=Q(mail__in=MailFrequency.values), name="chosen_mail_known"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"


class NotificationSettings(models.Model):
    """When a person doesn't want to be disturbed, and whether emails reach them.

    zone: empty while they never said; then the place of what happens counts. Quiet hours that end when they begin are
    none. bounced_at: since when emails to that address come back; none go out until the address is another one, or the
    person says that it works.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="notification_settings")
    zone = models.CharField(max_length=60, blank=True)
    quiet_from = models.TimeField(default=QUIET_FROM)
    quiet_until = models.TimeField(default=QUIET_UNTIL)
    bounced_at = models.DateTimeField(null=True, blank=True)
    bounced_address = models.EmailField(blank=True)

    def __str__(self) -> str:
        return f"{self.player_id}"
