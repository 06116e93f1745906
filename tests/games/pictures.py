"""Pictures for cards as people upload them, and what people upload instead."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image

RED, GREEN, BLUE, WHITE = (200, 20, 20), (20, 160, 60), (20, 60, 200), (255, 255, 255)


def saved(picture: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def plain(
    width: int = 200, height: int = 280, colour: tuple[int, ...] = RED, kind: str = "PNG", **options: Any
) -> bytes:
    return saved(Image.new("RGBA" if len(colour) == 4 else "RGB", (width, height), colour), kind, **options)


def sheet(columns: int = 6, rows: int = 4) -> bytes:
    """Every card in a colour of its own: red tells the column, green the row."""
    picture = Image.new("RGB", (columns * 50, rows * 70))
    for column in range(columns):
        for row in range(rows):
            picture.paste(shade(column, row), (column * 50, row * 70, (column + 1) * 50, (row + 1) * 70))
    return saved(picture)


def shade(column: int, row: int) -> tuple[int, int, int]:
    return 10 + column * 18, 20 + row * 50, 90


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def bomb(width: int = 30_000, height: int = 30_000) -> bytes:
    """A small PNG that says it is huge."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    lines = zlib.compress(b"\0" * 1_000_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def webp_bomb(size: int = 16_384) -> bytes:
    """The same for WebP, as an extended file that says how large its canvas is."""
    edge = (size - 1).to_bytes(3, "little")
    extended = b"VP8X" + struct.pack("<I", 10) + bytes(4) + edge + edge
    body = b"WEBP" + extended + plain(kind="WEBP")[12:]
    return b"RIFF" + struct.pack("<I", len(body)) + body


def animated(kind: str) -> bytes:
    frames = [Image.new("RGB", (200, 280), colour) for colour in (RED, GREEN)]
    return saved(frames[0], kind, save_all=True, append_images=frames[1:], duration=100, loop=0)


def with_place(kind: str = "PNG") -> bytes:
    """With EXIF that tells who took it where."""
    exif = Image.Exif()
    exif[0x010F] = "A camera"
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (48.0, 12.0, 30.0)
    return plain(kind=kind, exif=exif.tobytes())


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="280"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"
