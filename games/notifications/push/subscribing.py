"""Turning push on and off in a browser, and asking for a test."""

import datetime
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts.models import Player
from games.encryption import fernet_for
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.jobs.enqueuing import enqueue_on_commit
from games.locks import locked
from games.notifications.push import site_keys
from games.notifications.push.browsers import label_of
from games.notifications.push.encryption import SECRET_BYTES, from_text, point_from, to_text
from games.notifications.push.models import MAX_ENDPOINT, PushSubscription
from games.notifications.push.owners import PushOwner, is_still_authorized
from games.notifications.push.payloads import payload_of
from games.notifications.push.sender import FERNET_PURPOSE, Outcome, Urgency, send
from games.outgoing.addresses import target_of

MAX_BROWSERS = 10
"""Browsers of one player. One more takes the place of the one that was turned on the longest ago."""
TEST_TASK = "games.tasks.send_push_tests"
TEST_SECONDS = 10.0
TEST_LASTS = 300
"""Seconds. Whoever asked for a test looks at the phone now."""
UNREADABLE = mark("Your browser sent something we can’t use. Reload the page and try again.")
OFF = mark("Notifications are off in this browser. Turn them on, then send a test.")


@dataclass(frozen=True)
class Browser:
    """What a browser says of itself: the address at its push service, its key and its secret in base64, the key of the
    site that it was given, and its User-Agent."""

    endpoint: str
    key: str
    secret: str
    site_key: str
    agent: str


def subscribe(owner: PushOwner, session_key: str, browser: Browser) -> PushSubscription:
    """Write to this browser from now on. Done twice it is done once; a browser has one person, the last who asked.

    RuleError for what no browser says. Where the address leads is asked each time something is sent.
    """
    key, secret = _checked(browser)
    with transaction.atomic():
        locked(Player.objects).get(pk=owner.player.pk)
        fresh = {
            "player": owner.player,
            "browser_key": to_text(key),
            "sealed_secret": fernet_for(FERNET_PURPOSE).encrypt(secret).decode(),
            "site_key": browser.site_key,
            "session_key": session_key,
            "link": owner.link,
            "label": label_of(browser.agent),
            "language": translation.get_language() or "",
            "made_at": timezone.now(),
            "failures": 0,
            "free_at": timezone.now(),
            "test_asked_at": None,
        }
        subscription, _ = PushSubscription.objects.update_or_create(endpoint=browser.endpoint, defaults=fresh)
        own = PushSubscription.objects.filter(player=owner.player).order_by("-made_at", "-pk")
        PushSubscription.objects.filter(pk__in=list(own.values_list("pk", flat=True)[MAX_BROWSERS:])).delete()
    return subscription


def unsubscribe(owner: PushOwner, endpoint: str) -> None:
    """Done twice it is done once; others' browsers count as missing."""
    PushSubscription.objects.filter(player=owner.player, endpoint=endpoint).delete()


def is_on(owner: PushOwner, endpoint: str) -> bool:
    """Whether messages for this player reach this browser, under the key that the site has now."""
    subscription = _own(owner, endpoint)
    if subscription is None or subscription.site_key != site_keys.public_key():
        return False
    return is_still_authorized(subscription)


def ask_test(owner: PushOwner, endpoint: str) -> None:
    """Have a worker send a test there. RuleError when it is off."""
    subscription = _own(owner, endpoint)
    if subscription is None or not is_still_authorized(subscription):
        raise RuleError(OFF)
    with transaction.atomic():
        PushSubscription.objects.filter(pk=subscription.pk).update(test_asked_at=timezone.now())
        enqueue_on_commit(TEST_TASK)


def send_tests() -> int:
    """The tests that wait: how many were sent. Each is taken by one worker; one that dies with it is asked for again by
    the person who looks at the phone."""
    done = 0
    for subscription in PushSubscription.objects.exclude(test_asked_at=None).select_related("player__user"):
        waiting = PushSubscription.objects.filter(pk=subscription.pk, test_asked_at=subscription.test_asked_at)
        if waiting.update(test_asked_at=None):
            done += 1
            asked = subscription.test_asked_at or timezone.now()
            if asked > timezone.now() - datetime.timedelta(seconds=TEST_LASTS):
                _send_test(subscription)
    return done


def _send_test(subscription: PushSubscription) -> Outcome:
    with translation.override(subscription.language):
        payload = payload_of(
            say("Notifications are working"),
            say("This is a test. Your notifications will appear here."),
            f"{reverse('push')}?{urlencode({'link': subscription.link})}" if subscription.link else reverse("push"),
            "test",
        )
    return send(subscription, payload, ttl=TEST_LASTS, urgency=Urgency.HIGH, topic="test", seconds=TEST_SECONDS)


def _own(owner: PushOwner, endpoint: str) -> PushSubscription | None:
    own = PushSubscription.objects.filter(player=owner.player, endpoint=endpoint)
    return own.select_related("player__user").first()


def _checked(browser: Browser) -> tuple[bytes, bytes]:
    target_of(browser.endpoint, MAX_ENDPOINT)
    if browser.site_key != site_keys.public_key():
        raise RuleError(UNREADABLE)
    try:
        key, secret = from_text(browser.key), from_text(browser.secret)
        point_from(key)
    except ValueError as error:
        raise RuleError(UNREADABLE) from error
    if len(secret) != SECRET_BYTES:
        raise RuleError(UNREADABLE)
    return key, secret
