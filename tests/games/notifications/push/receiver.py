"""A push service on this machine, and the browser behind it, which reads what arrives with its own keys.

Decrypts by the words of RFC 8291 and RFC 8188 alone, and shares no code with the site.
"""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.games.outgoing.receivers import Behaviour, Receiver, receiving, says

TAKEN = says(201, "Location: /message/1")


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(said: str) -> bytes:
    return base64.urlsafe_b64decode(said + "=" * (-len(said) % 4))


class Browser:
    """number: another one has another address at the same push service."""

    def __init__(self, service: Receiver, number: int = 1) -> None:
        self.service = service
        self.endpoint = f"http://127.0.0.1:{service.port}/push/{number}"
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = secrets.token_bytes(16)

    @property
    def key(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def form(self, site_key: str, **more: str) -> dict[str, str]:
        """What static/js/push.js sends to turn it on."""
        return {
            "endpoint": self.endpoint,
            "browser_key": text(self.key),
            "secret": text(self.secret),
            "site_key": site_key,
            **more,
        }

    def read(self) -> list[dict[str, Any]]:
        """All that arrived, in the clear."""
        return [json.loads(decrypt(body, self.private, self.secret)) for _, body in self.requests]

    @property
    def requests(self) -> list[tuple[dict[str, str], bytes]]:
        path = self.endpoint.partition("127.0.0.1")[2].partition("/")[2]
        return [request for request in self.service.requests if request[0][""] == f"POST /{path} HTTP/1.1"]


@contextmanager
def browsing(behaviour: Behaviour = TAKEN) -> Iterator[Browser]:
    """A browser whose push service behaves so."""
    with receiving(behaviour) as service:
        yield Browser(service)


def decrypt(body: bytes, private: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size == 4096, "one record"
    own = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    key_material = _expand(_hmac(secret, shared), b"WebPush: info\0" + own + sender, 32)
    extracted = _hmac(salt, key_material)
    key = _expand(extracted, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _expand(extracted, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert plain[-1:] == b"\x02", "the last record"
    return plain[:-1]


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return _hmac(key, info + b"\x01")[:length]


def who_says(authorization: str) -> tuple[dict[str, Any], bytes]:
    """The claims of a VAPID token, checked as a push service checks it, and the key that signed it."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    key = bytes_of(parts["k"])
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    claims = jwt.decode(parts["t"], public, algorithms=["ES256"], options={"verify_aud": False, "verify_exp": False})
    return claims, key
