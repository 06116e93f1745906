"""What the site must read again, and who has the database alone must not: sealed by the secret key."""

import base64
from typing import Any

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def box(purpose: str) -> MultiFernet:
    """Seals by the site's secret key, opens by the former ones too; for this purpose, and no other's."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_key(purpose, secret)) for secret in secrets])


def _key(purpose: str, secret: str) -> bytes:
    mac: Any = salted_hmac(purpose, "seal", secret=secret, algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest())
