"""Apps that people connect, and what they were allowed. Codes and tokens are kept as hashes only."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class App(models.Model):
    """A program that many people may use, registered by the person who made it. It has no secret: each log-in brings
    its own proof (PKCE). redirect_uris: where people may be sent back to, letter by letter."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="apps")
    name = models.CharField(max_length=60)
    client_id = models.CharField(max_length=40, unique=True, editable=False)
    redirect_uris: Any = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    key = models.UUIDField(unique=True, editable=False, help_text="Of the form that made it.")

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(name=""), name="app_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Connection(models.Model):
    """What a person allowed an app. All that the app gets by it ends with it. second_step: whether the person had typed
    a code of the second factor."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="connections")
    app = models.ForeignKey(App, models.CASCADE, related_name="connections")
    scopes: Any = models.JSONField(default=list)
    second_step = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.app} {self.pk}"


class AuthorizationCode(models.Model):
    """What the app gets by way of the browser, for a token. Good once, for a minute, and with its verifier only."""

    connection = models.ForeignKey(Connection, models.CASCADE, related_name="codes")
    code_hash = models.CharField(max_length=64, unique=True, editable=False)
    redirect_uri = models.CharField(max_length=500)
    challenge = models.CharField(max_length=128)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="code_ends_after_it_began")
        ]

    def __str__(self) -> str:
        return f"code {self.pk}"


class RefreshToken(models.Model):
    """Gets the next token, once. A second use ends the connection: one of the two who have it stole it."""

    connection = models.ForeignKey(Connection, models.CASCADE, related_name="refresh_tokens")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["connection"], condition=Q(used_at=None), name="one_refresh_token_per_connection"
            ),
        ]

    def __str__(self) -> str:
        return f"refresh token {self.pk}"


class DeviceRequest(models.Model):
    """A device without a browser waits until someone types its code on another one.

    interval: seconds it has to leave between two questions. connection: what was allowed.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        ALLOWED = "allowed"
        DENIED = "denied"
        USED = "used"

    app = models.ForeignKey(App, models.CASCADE, related_name="device_requests")
    device_hash = models.CharField(max_length=64, unique=True, editable=False)
    user_code_hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes: Any = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    connection = models.ForeignKey(Connection, models.CASCADE, null=True, blank=True, related_name="device_requests")
    interval = models.PositiveSmallIntegerField(default=5)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    polled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "denied"], connection=None)
                | Q(state__in=["allowed", "used"], connection__isnull=False),
                name="device_is_connected_once_allowed",
            ),
        ]

    def __str__(self) -> str:
        return f"device request {self.pk}"
