"""Addresses as pictures that a phone reads."""

from functools import lru_cache
from io import BytesIO

import segno


@lru_cache(maxsize=256)
def qr_picture(address: str) -> str:
    """A QR code as an address of its own picture (`data:`), black on white on any page."""
    return str(segno.make(address, micro=False).svg_data_uri(scale=6, border=2, light="white"))


def qr_svg(secret: str) -> str:
    """The same as SVG. Nothing is cached."""
    drawn = BytesIO()
    segno.make(secret, micro=False).save(drawn, kind="svg", scale=6, border=2, light="white", xmldecl=False)
    return drawn.getvalue().decode()
