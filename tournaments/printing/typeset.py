"""From plain data to a PDF or a picture: the only door to typst.

Data reaches a template as JSON and is never part of its text.
"""

import dataclasses
import io
import json
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

import segno
import typst
from django.conf import settings
from django.utils.translation import get_language

from games.engine.language import mark, say

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

TEMPLATES = settings.FILES_DIR / "templates" / "printing"
WORDS = (
    mark("Score cards"),
    mark("No. {number}"),
    mark("Round"),
    mark("Table"),
    mark("Points"),
    mark("Total"),
    mark("{round} if the site is down"),
    mark("not published yet"),
    mark("as published"),
    mark("Sitting out:"),
    mark("When you can’t reach the site"),
    mark("printed {moment}"),
    mark("QR code"),
    mark("Personal links"),
    mark(
        "Scan this with your phone to see your table, your partner and your score slip. "
        "It’s only for you, and works until {until}."
    ),
    mark("Payouts"),
    mark("Name"),
    mark("Prize"),
    mark("Amount"),
    mark("Received"),
    mark("Paid out by"),
    mark("Witness"),
    mark("Seating, {round}"),
    mark("{page} of {pages}"),
    mark("seating by name"),
    mark("Table signs"),
    mark("Table slips, {round}"),
    mark("Table {table}"),
    mark("If tied: {question}"),
    mark("Signature"),
    mark("Standings"),
    mark("= means tied. Latest standings and tiebreakers: {address}"),
    mark("Table tents"),
    mark("The whole night"),
    mark("Score"),
    mark("Prizes"),
    mark("Achievements"),
    mark("By the numbers"),
    mark("Hand records"),
    mark("hand records"),
    mark("North and South"),
    mark("East and West"),
    mark("Points"),
    mark("N/S"),
    mark("No table recorded this deal."),
    mark("Deal sheets"),
    mark("deal sheets"),
    mark("Seals"),
    mark("for the wall"),
    mark("Board"),
    mark("Dealer"),
    mark("Seal"),
    mark("Kitty: {cards}"),
    mark("check {digit}"),
    mark("Seal {seal} …"),
    mark(
        "Deal each board by its sheet. The check is the last digit of the ranks added up: jack 11, queen 12, king 13, "
        "ace 14."
    ),
    mark("Curtain cards"),
    mark("Board {number}"),
    mark("upcard {turned}"),
    mark("Turn up {turned}. No one looks at the other 3 cards."),
    mark("Movement"),
    mark("movement"),
    mark("Boards, in this order"),
    mark("If a pair comes or leaves, print this again."),
    mark("League standings"),
    mark("Team"),
    mark("Schedule"),
    mark("= means tied. Latest standings: {address}"),
)
"""What the papers say of their own (`say` in templates/printing/frame.typ)."""
POINTS_PER_INCH = 72
"""A picture is measured in points, and each becomes a pixel."""
LETTER_ZONES = ("America/", "US/", "Canada/", "Pacific/Honolulu")


class Size(StrEnum):
    LETTER = "letter"
    A4 = "a4"

    @property
    def label(self) -> str:
        return say("Letter") if self is Size.LETTER else "A4"


def size_for(zone: str) -> Size:
    """What printers hold where that time zone is."""
    return Size.LETTER if zone.startswith(LETTER_ZONES) else Size.A4


class Shape(StrEnum):
    """Of a picture: as links are previewed with, and as phones show it."""

    WIDE = "wide"
    TALL = "tall"

    @property
    def pixels(self) -> tuple[int, int]:
        return (1200, 630) if self is Shape.WIDE else (1080, 1350)


def pdf(template: str, sheet: "DataclassInstance", *, size: Size, heading: "DataclassInstance") -> bytes:
    """The sheet set by `templates/printing/<template>.typ`."""
    made = _compiler(template, sheet, size, dataclasses.asdict(heading)).compile(format="pdf")
    assert isinstance(made, bytes)
    return made


def png(template: str, sheet: "DataclassInstance", *, shape: Shape) -> bytes:
    """The sheet as a picture of one page. The same sheet is the same picture, byte for byte."""
    made = _compiler(template, sheet, shape, None).compile(format="png", ppi=POINTS_PER_INCH)
    assert isinstance(made, bytes)
    return made


def _compiler(template: str, sheet: "DataclassInstance", size: StrEnum, heading: dict[str, Any] | None) -> Any:
    data: dict[str, Any] = {
        "size": size,
        "heading": heading,
        "sheet": dataclasses.asdict(sheet),
        "language": get_language() or "en",
        "words": {words: say(words) for words in WORDS},
    }
    source, inputs = TEMPLATES / f"{template}.typ", {"data": json.dumps(data)}
    return typst.Compiler(source, root=TEMPLATES, font_paths=_fonts(), sys_inputs=inputs)


def qr(address: str) -> str:
    """The address as a picture (SVG)."""
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", border=2, xmldecl=False, nl=False)
    return drawn.getvalue().decode()


@cache
def _fonts() -> typst.Fonts:
    """Those that typst brings along, and after them what the machine has: they are looked for once only."""
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)
