"""A message that only one browser can read, as push services carry it: RFC 8291, in the coding of RFC 8188 (aes128gcm).

Pure: knows no framework, clock or dice; what has to be random comes in.
"""

import base64
import binascii
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CODING = "aes128gcm"
"""The Content-Encoding of such a body."""
POINT_BYTES = 65
SECRET_BYTES = 16
SALT_BYTES = 16
_RECORD_BYTES = 4096
_LENGTH_OF_KEY = 16
_LENGTH_OF_NONCE = 12
_HEAD_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
_LAST = b"\x02"
"""What ends the text of the last record; a push message has one record only (RFC 8291, section 4)."""
MAX_BYTES = _RECORD_BYTES - _HEAD_BYTES - len(_LAST) - 16
"""Of a message: 3,993, so that the whole body has no more than the 4,096 bytes that every push service takes."""


def encrypt(
    message: bytes, browser_key: bytes, browser_secret: bytes, own_key: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """The body of a request to a push service (RFC 8291, section 3; RFC 8188, section 2).

    browser_key: the browser's public key, a point of P-256 in 65 bytes. browser_secret: the 16 bytes that the browser
    shares with the site alone. own_key: of P-256, made for this message. salt: 16 random bytes, made for this message.
    ValueError for a message longer than MAX_BYTES, a salt of another length, or what is no key of a browser.
    """
    if len(message) > MAX_BYTES:
        raise ValueError(f"a push message has at most {MAX_BYTES} bytes, not {len(message)}")
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    theirs = point_from(browser_key)
    if len(browser_secret) != SECRET_BYTES:
        raise ValueError(f"a browser's secret has {SECRET_BYTES} bytes")
    own_point = point_of(own_key)
    shared = own_key.exchange(ec.ECDH(), theirs)
    key, nonce = _keys(shared, browser_secret, browser_key, own_point, salt)
    head = salt + struct.pack("!LB", _RECORD_BYTES, POINT_BYTES) + own_point
    return head + AESGCM(key).encrypt(nonce, message + _LAST, None)


def point_from(data: bytes) -> ec.EllipticCurvePublicKey:
    """A public key of P-256 from its 65 bytes. ValueError when it is none."""
    if len(data) != POINT_BYTES:
        raise ValueError(f"a public key has {POINT_BYTES} bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The 65 bytes of its public key: the inverse of `point_from`."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(data: bytes) -> str:
    """Base64 for addresses, without the signs at its end, as all of these standards write bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """The inverse of `to_text`. Takes other base64 too. ValueError for anything else."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("that is no base64 for addresses") from error


def _keys(
    shared: bytes, browser_secret: bytes, browser_point: bytes, own_point: bytes, salt: bytes
) -> tuple[bytes, bytes]:
    """Key and nonce of the record: RFC 8291, section 3.4, then RFC 8188, sections 2.2 and 2.3."""
    about = b"WebPush: info\0" + browser_point + own_point
    material = _derive(shared, browser_secret, about, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", _LENGTH_OF_KEY)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", _LENGTH_OF_NONCE)
    return key, nonce


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)
