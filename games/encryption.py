"""By the secret key: what the site must read again is sealed, and what must not lead to a row gets another number."""

import base64
from typing import Any

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

FIRST = 500_000_000
"""The lowest number in place of another. All of them have nine digits, as addresses take no longer ones."""


def fernet_for(purpose: str) -> MultiFernet:
    """Encrypts by the site's secret key and decrypts by the former ones too, for this purpose and no other."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_key(purpose, secret)) for secret in secrets])


def number_for(purpose: str, number: int) -> int:
    """Another number in place of a row's own, always the same one. It leads back to nothing without the secret key, and
    is higher than any row's."""
    mac: Any = salted_hmac(purpose, str(number), algorithm="sha256")
    return FIRST + int.from_bytes(mac.digest()[:8]) % FIRST


def _key(purpose: str, secret: str) -> bytes:
    mac: Any = salted_hmac(purpose, "seal", secret=secret, algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest())
