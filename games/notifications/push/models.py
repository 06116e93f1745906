"""Where push messages go: to a browser, for the person whom its log-in or its personal link stands for."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player

MAX_ENDPOINT = 1000
KEY_LETTERS = 87
"""Of a public key of P-256 in base64."""


class PushSubscription(models.Model):
    """A browser that shows notices. It lasts as long as the log-in, or the personal link, with which it was turned on.

    endpoint: the address that its push service gave this browser; whoever turns it on last has it. browser_key,
    sealed_secret: what a message is encrypted for; the secret is sealed, so a copy of the database alone can't write to
    anyone. site_key: the key of ours that the browser was given. session_key: of the session that turned it on. link:
    how that session calls the personal link; empty for the account. label: the browser, in words. language: the page's.

    free_at: nothing is sent before, as the push service asked. failures: refusals since the last message that arrived.
    test_asked_at: a test waits to be sent.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=MAX_ENDPOINT, unique=True, editable=False)
    browser_key = models.CharField(max_length=KEY_LETTERS, editable=False)
    sealed_secret = models.CharField(max_length=200, editable=False)
    site_key = models.CharField(max_length=KEY_LETTERS, editable=False)
    session_key = models.CharField(max_length=40, db_index=True, editable=False)
    link = models.CharField(max_length=40, blank=True, editable=False)
    label = models.CharField(max_length=60)
    language = models.CharField(max_length=10)
    made_at = models.DateTimeField(default=timezone.now)
    delivered_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    free_at = models.DateTimeField(default=timezone.now)
    test_asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["test_asked_at"], condition=~Q(test_asked_at=None), name="push_tests_due"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(endpoint__startswith="https://") | Q(endpoint__startswith="http://"),
                name="push_endpoint_is_on_the_web",
            ),
            models.CheckConstraint(
                condition=~Q(browser_key="") & ~Q(sealed_secret="") & ~Q(site_key=""), name="push_has_its_keys"
            ),
            models.CheckConstraint(condition=~Q(session_key=""), name="push_hangs_on_a_session"),
        ]

    def __str__(self) -> str:
        return self.label
