"""How a delivery is signed, in the manner of Standard Webhooks: docs/webhooks.md has the check for receivers."""

import base64
import hashlib
import hmac
import secrets

SECRET_BYTES = 32
VERSION = "v1"
PREFIX = "whsec_"


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def as_shown(secret: str) -> str:
    """As Standard Webhooks writes a secret and its libraries take it: `whsec_` and the bytes in base64."""
    return PREFIX + base64.b64encode(bytes.fromhex(secret)).decode()


def signature(secret: str, number: str, timestamp: int, body: bytes) -> str:
    """Of these very bytes, under this number, at this second."""
    signed = b".".join([number.encode(), str(timestamp).encode(), body])
    digest = hmac.new(bytes.fromhex(secret), signed, hashlib.sha256).digest()
    return f"{VERSION},{base64.b64encode(digest).decode()}"


def headers(secret: str, number: str, timestamp: int, body: bytes, former: str = "") -> dict[str, str]:
    """former: the secret before this one, while both are good. Receivers take either signature."""
    signatures = [signature(known, number, timestamp, body) for known in (secret, former) if known]
    return {
        "Webhook-Id": number,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": " ".join(signatures),
    }
