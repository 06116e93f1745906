"""What programs come in with, and what they were answered."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a program may do with an account. Reading what the account's player may read is always in it."""

    PLAY = "play", _("Play at tables online, and see the own cards")
    REPORT = "report", _("Report, confirm and dispute scores as a player, and sign up for events")
    ORGANIZE = "organize", _("Everything that the account may do in its clubs")


class ApiToken(models.Model):
    """256 random bits that stand for an account, kept only as a hash. prefix: its first letters, to tell it by."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=8, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes: Any = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_on = models.DateField(null=True, blank=True, editable=False, help_text="The last day on which it was used.")
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    key = models.UUIDField(unique=True, editable=False, help_text="Of the form that made it.")

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = "token"
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="token_has_a_name"),
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="token_ends_after_it_began"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_good(self) -> bool:
        return self.ended_at is None and self.expires_at > timezone.now()


class ApiAnswer(models.Model):
    """What a write by a program was answered, so that the same key gets the same answer. digest: of what was asked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True, help_text="JSON, in the order in which it was sent.")
    version = models.CharField(max_length=64, blank=True, help_text="Of what it shows, as the answer named it.")
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_user_and_key")]

    def __str__(self) -> str:
        return f"Answer {self.status} to {self.key}"
