"""From plain data to a PDF: the only door to typst. Data reaches a template as JSON and is never part of its text."""

import dataclasses
import io
import json
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

import segno
import typst
from django.conf import settings

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

TEMPLATES = settings.BASE_DIR / "templates" / "paper"
LETTER_ZONES = ("America/", "US/", "Canada/", "Pacific/Honolulu")


class Size(StrEnum):
    LETTER = "letter"
    A4 = "a4"

    @property
    def label(self) -> str:
        return "Letter" if self is Size.LETTER else "A4"


def size_for(zone: str) -> Size:
    """What printers hold where that time zone is."""
    return Size.LETTER if zone.startswith(LETTER_ZONES) else Size.A4


def pdf(template: str, sheet: "DataclassInstance", *, size: Size, heading: "DataclassInstance") -> bytes:
    """The sheet set by `templates/paper/<template>.typ`."""
    data: dict[str, Any] = {"size": size, "heading": dataclasses.asdict(heading), "sheet": dataclasses.asdict(sheet)}
    source, told = TEMPLATES / f"{template}.typ", {"data": json.dumps(data)}
    pages = typst.Compiler(source, root=TEMPLATES, font_paths=_fonts(), sys_inputs=told).compile(format="pdf")
    assert isinstance(pages, bytes)
    return pages


def qr(address: str) -> str:
    """The address as a picture (SVG)."""
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", border=2, xmldecl=False, nl=False)
    return drawn.getvalue().decode()


@cache
def _fonts() -> typst.Fonts:
    """Those that typst brings along, and after them what the machine has: they are looked for once only."""
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)
