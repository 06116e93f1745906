"""Sends one message to one browser, and keeps what came of it. No transaction may be open while a push service answers.

Decides nothing about what is sent, or when it is tried again.
"""

import datetime
import logging
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import F, QuerySet
from django.utils import timezone

from games.encryption import fernet_for
from games.engine.messages import Message
from games.notifications.push import site_keys, vapid
from games.notifications.push.encryption import CODING, SALT_BYTES, encrypt, from_text
from games.notifications.push.models import MAX_ENDPOINT, PushSubscription
from games.notifications.push.owners import is_still_authorized
from games.outgoing import wire
from games.outgoing.retrying import RETRY_AFTER, seconds_to_wait

log = logging.getLogger(__name__)

FERNET_PURPOSE = "push subscription"
MAX_FAILURES = 5
"""Refusals in a row, after which a browser isn't written to any more."""
USUAL_WAIT = 60
MAX_WAIT = 24 * 3600
"""Seconds. A push service that asks for more time is asked again after a day."""
_GONE = (404, 410)


class Urgency(StrEnum):
    """How soon a phone that saves its battery is woken (RFC 8030, section 5.3)."""

    VERY_LOW = "very-low"
    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class Result(StrEnum):
    """GONE: the browser, its log-in or its link is no more, and so is the row. LATER: to be tried again. REFUSED: this
    message will never arrive."""

    DELIVERED = "delivered"
    GONE = "gone"
    LATER = "later"
    REFUSED = "refused"


@dataclass(frozen=True)
class Outcome:
    """status: of the push service; None when it wasn't asked, or didn't answer. wait: seconds, of LATER only. error:
    why it isn't delivered, where the service was asked."""

    result: Result
    status: int | None = None
    wait: int | None = None
    error: Message | None = None


@dataclass(frozen=True)
class EncryptedPush:
    """A message that is encrypted for its browser and addressed."""

    subscription: PushSubscription
    body: bytes
    headers: Mapping[str, str]


def send(
    subscription: PushSubscription, payload: bytes, *, ttl: int, urgency: str, topic: str | None, seconds: float
) -> Outcome:
    """Send it once. seconds: for everything; it is over by then."""
    encrypted = build_push(subscription, payload, ttl=ttl, urgency=urgency, topic=topic)
    return encrypted if isinstance(encrypted, Outcome) else record_answer(subscription, post(encrypted, seconds))


def build_push(
    subscription: PushSubscription, payload: bytes, *, ttl: int, urgency: str, topic: str | None
) -> EncryptedPush | Outcome:
    """What is sent, or why nothing is. ttl: seconds that the push service may keep it for a phone that is off. topic: a
    message that still waits under the same one is replaced (payloads.topic_of)."""
    now = timezone.now()
    key = site_keys.key_for(subscription.site_key)
    browser_secret = _decrypt(subscription.sealed_secret)
    if key is None or browser_secret is None or not is_still_authorized(subscription):
        _current_row(subscription).delete()
        return Outcome(Result.GONE)
    free_at = PushSubscription.objects.filter(pk=subscription.pk).values_list("free_at", flat=True).first()
    if free_at and free_at > now:
        return Outcome(Result.LATER, wait=max(1, round((free_at - now).total_seconds())))
    own_key, salt = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(SALT_BYTES)
    body = encrypt(payload, from_text(subscription.browser_key), browser_secret, own_key, salt)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": CODING,
        "User-Agent": "right-bower-push",
        "TTL": str(ttl),
        "Urgency": urgency,
        "Authorization": vapid.authorization(subscription.endpoint, key, site_keys.contact(), int(time.time())),
    }
    if topic:
        headers["Topic"] = topic
    return EncryptedPush(subscription, body, headers)


def post(encrypted: EncryptedPush, seconds: float) -> wire.Answer:
    """Asks the database nothing, so that many threads can wait for push services and hold no connection meanwhile."""
    endpoint = encrypted.subscription.endpoint
    return wire.post(endpoint, encrypted.body, encrypted.headers, seconds, wanted=(RETRY_AFTER,), most=MAX_ENDPOINT)


def record_answer(subscription: PushSubscription, answer: wire.Answer) -> Outcome:
    """What came of it, which is also written down."""
    status, now = answer.status, timezone.now()
    if answer.error is None:
        _current_row(subscription).update(delivered_at=now, failures=0)
        return Outcome(Result.DELIVERED, status)
    if status in _GONE:
        _current_row(subscription).delete()
        return Outcome(Result.GONE, status, error=answer.error)
    if not answer.is_barred and (status is None or status == 429 or status >= 500):
        wait = seconds_to_wait(answer.headers.get(RETRY_AFTER, ""), now, MAX_WAIT)
        if wait is not None:
            _current_row(subscription).update(free_at=now + datetime.timedelta(seconds=wait))
        return Outcome(Result.LATER, status, USUAL_WAIT if wait is None else wait, answer.error)
    log.warning("push message to subscription %s refused: %s", subscription.pk, status or "not a public address")
    _current_row(subscription).update(failures=F("failures") + 1)
    _current_row(subscription).filter(failures__gte=MAX_FAILURES).delete()
    return Outcome(Result.REFUSED, status, error=answer.error)


def _current_row(subscription: PushSubscription) -> QuerySet[PushSubscription]:
    """The row, unless the browser was turned on once more since: what came of the earlier one says nothing of it."""
    return PushSubscription.objects.filter(pk=subscription.pk, made_at=subscription.made_at)


def _decrypt(sealed: str) -> bytes | None:
    """None when it was sealed by a secret key that the settings no longer know."""
    try:
        return fernet_for(FERNET_PURPOSE).decrypt(sealed)
    except InvalidToken:
        return None
