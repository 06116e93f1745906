"""How the site tells a push service who it is: RFC 8292 (VAPID), a token signed with the site's key.

Pure: knows no framework and no clock; the time comes in.
"""

from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from games.notifications.push.encryption import point_of, to_text

LASTS = 12 * 3600
"""Seconds. A push service refuses a token that lasts longer than a day; half of that forgives wrong clocks."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points P-256 has: FIPS 186-4, D.1.2.3."""
_MORE_THAN_ENOUGH = 48
"""Bytes. 16 more than a key has, so that no key is likelier than another (FIPS 186-5, A.2.1)."""


def key_from(secret: str) -> ec.EllipticCurvePrivateKey:
    """The site's key, always the same one for a secret. Nothing of the secret can be found from it."""
    derived = HKDF(hashes.SHA256(), _MORE_THAN_ENOUGH, None, b"right-bower push key 1").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(derived) % (_ORDER - 1) + 1, ec.SECP256R1())


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """As browsers are given it, and push services (87 letters)."""
    return to_text(point_of(key))


def authorization(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str, now: int) -> str:
    """The Authorization header for one push service (RFC 8292, sections 2 and 3).

    endpoint: where the message goes; the token is good for its origin only. contact: a mailto: or https: address of the
    people who run the site. now: seconds since 1970.
    """
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + LASTS, "sub": contact}
    return f"vapid t={jwt.encode(claims, key, algorithm='ES256')}, k={public_text(key)}"
