"""Pictures that people upload: measured before anything decodes them.

What a file says of itself at its beginning decides whether it's opened at all, so that a small file can't take much
memory. Keep the pixels alone: whatever else is in the file (places, scripts, a second format behind the first) ends
when they are written anew.
"""

import struct
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from games.engine.errors import RuleError

MAX_BYTES = 5 * 2**20
MAX_PIXELS = 12_000_000
MAX_EDGE = 8_000
PNG, WEBP = "PNG", "WEBP"


@dataclass(frozen=True)
class _Announced:
    kind: str
    width: int
    height: int


def picture_in(body: bytes) -> Image.Image:
    """The pixels of a PNG or WebP picture. RuleError for what is none, is too large or is animated, with what to do."""
    if len(body) > MAX_BYTES:
        raise RuleError("The file is larger than 5 MB. Save a smaller picture and try again.")
    said = _announced(body)
    if said is None:
        raise RuleError("This isn’t a PNG or WebP picture. Save it in one of those formats and try again.")
    if not (0 < said.width <= MAX_EDGE and 0 < said.height <= MAX_EDGE):
        raise RuleError(
            "The picture is too large. Its longest edge can be at most {pixels} pixels.",
            pixels=MAX_EDGE,
        )
    if said.width * said.height > MAX_PIXELS:
        raise RuleError("The picture has more than 12 million pixels. Make it smaller and try again.")
    try:
        return _pixels(body, said)
    except RuleError:
        raise
    except Exception as error:  # whatever a decoder stumbles over, the file is what is wrong
        raise RuleError(
            "We can’t read the picture. The file may be incomplete. Save the picture again, then upload it."
        ) from error


def _pixels(body: bytes, said: _Announced) -> Image.Image:
    with Image.open(BytesIO(body), formats=[said.kind]) as opened:
        if opened.size != (said.width, said.height):
            raise ValueError("the header says another size than the decoder")
        if getattr(opened, "is_animated", False):
            raise RuleError("The picture is animated. Save a single frame and try again.")
        return opened.convert("RGBA")


def _announced(body: bytes) -> _Announced | None:
    """Format and size by the first bytes of the file; None for any other kind of file."""
    if body[:8] == b"\x89PNG\r\n\x1a\n" and body[12:16] == b"IHDR" and len(body) >= 24:
        return _Announced(PNG, *struct.unpack(">II", body[16:24]))
    if body[:4] != b"RIFF" or body[8:12] != b"WEBP" or len(body) < 30:
        return None
    if body[12:16] == b"VP8X":
        return _Announced(WEBP, *(1 + int.from_bytes(body[at : at + 3], "little") for at in (24, 27)))
    if body[12:16] == b"VP8L":
        bits = int.from_bytes(body[21:25], "little")
        return _Announced(WEBP, 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if body[12:16] == b"VP8 ":
        width, height = struct.unpack("<HH", body[26:30])
        return _Announced(WEBP, width & 0x3FFF, height & 0x3FFF)
    return None
