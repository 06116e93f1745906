"""What a webhook sends, checked: who sent it, and when (Standard Webhooks)."""

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping

OLDEST = 300
"""Seconds that a delivery may be old."""
MAX_DIGITS = 15


class Forged(Exception):
    """It doesn't come from the site, or is too old. Answer 400 and do nothing."""


def verify(secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None) -> None:
    """Raises Forged unless one of the signatures fits. secret: as the site showed it. headers, body: of the request,
    the body as it came."""
    given = {name.lower(): value for name, value in headers.items()}
    number, sent = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    is_number = sent.isascii() and sent.isdecimal() and len(sent) < MAX_DIGITS
    if not is_number or abs((time.time() if now is None else now) - int(sent)) > OLDEST:
        raise Forged("The delivery has no time, or an old one.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    wanted = hmac.digest(key, f"{number}.{sent}.".encode() + body, hashlib.sha256)
    for signature in given.get("webhook-signature", "").split():
        version, _, text = signature.partition(",")
        if version == "v1" and hmac.compare_digest(text.encode(errors="replace"), base64.b64encode(wanted)):
            return
    raise Forged("No signature fits.")
