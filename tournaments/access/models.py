"""The code on the wall, the phones that came in by it, and personal links."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from tournaments.events.models import Event


class Pass(models.Model):
    """A personal link: 128 random bits, kept only as a hash, good for one player at one event, or for a captain in one
    season, until it ends."""

    stays_here: ClassVar = True

    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="passes")
    season = models.ForeignKey("Season", models.CASCADE, null=True, blank=True, related_name="passes")
    player = models.ForeignKey(Player, models.CASCADE, related_name="passes")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = _("personal links")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="one_pass_per_player_and_event"),
            models.UniqueConstraint(fields=["season", "player"], name="one_pass_per_player_and_season"),
            models.CheckConstraint(
                condition=Q(event__isnull=False, season__isnull=True) | Q(event__isnull=True, season__isnull=False),
                name="pass_is_for_an_event_or_a_season",
            ),
        ]

    def __str__(self) -> str:
        return say("{player}’s personal link", player=self.player)


class WallCode(models.Model):
    """Which code hangs on the wall. The code is derived from the number (access.wall_code) and stored nowhere."""

    stays_here: ClassVar = True

    event = models.OneToOneField(Event, models.CASCADE, related_name="wall_code")
    number = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["event"]

    def __str__(self) -> str:
        return say("Code {number}", number=self.number)


class Phone(models.Model):
    """A browser as one event knows it. Marks are made with the site's secret and for this event alone, so they tell
    nothing elsewhere. mark: of its cookie. trace: of its address and of the kind of browser, as last seen; many phones
    in one hall have the same."""

    stays_here: ClassVar = True

    event = models.ForeignKey(Event, models.CASCADE, related_name="phones")
    mark = models.CharField(max_length=32, editable=False)
    trace = models.CharField(max_length=32, editable=False)
    is_known = models.BooleanField(default=False, help_text=_("This phone was already used on an earlier night."))
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "mark"], name="one_phone_per_mark_and_event"),
        ]

    def __str__(self) -> str:
        return say("Phone {number}", number=self.pk)


class WallArrival(models.Model):
    """A player's name, taken on a phone by the code on the wall, until it is handed back or revoked."""

    stays_here: ClassVar = True

    event = models.ForeignKey(Event, models.CASCADE, related_name="wall_arrivals")
    player = models.ForeignKey(Player, models.CASCADE, related_name="wall_arrivals")
    phone = models.ForeignKey(Phone, models.CASCADE, related_name="arrivals")
    at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    trusted_at = models.DateTimeField(
        null=True, blank=True, help_text=_("An organizer confirmed at this time that the phone belongs to the player.")
    )

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["phone"], condition=Q(ended_at__isnull=True), name="one_name_per_phone_by_the_wall"
            ),
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(ended_at__isnull=True), name="one_phone_per_name_by_the_wall"
            ),
        ]

    def __str__(self) -> str:
        return say("{player} (check-in code)", player=self.player)

    @property
    def is_doubtful(self) -> bool:
        """Its phone was never seen before tonight, and no organizer has said whose it is."""
        return self.trusted_at is None and not self.phone.is_known
