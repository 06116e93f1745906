"""Pictures that players upload for their cards, redrawn: the upload itself is never kept. Its pixels go on to a white
ground."""

from enum import StrEnum
from io import BytesIO

from PIL import Image

from games.engine.errors import RuleError
from games.engine.language import say
from games.uploaded_pictures import WEBP, picture_in

CARD = (200, 284)
"""Width and height of one card as it is kept."""
COLUMNS, ROWS = "789TJQKA", "CDHS"
SHEET = (len(COLUMNS), len(ROWS) + 1)
"""Cards of a sheet as it is kept: ranks across, suits down, below them the joker. Places of cards that the upload did
not have stay white, and are never shown."""
FULL_COLUMNS = "A23456789TJQK"
TOO_SLIM, TOO_BROAD = 1.15, 1.75


class Layout(StrEnum):
    """How the cards lie on an uploaded sheet."""

    EUCHRE = "euchre"
    WITH_JOKER = "with_joker"
    LONG = "long"
    FULL = "full"

    @property
    def columns(self) -> str:
        return {Layout.LONG: COLUMNS, Layout.FULL: FULL_COLUMNS}.get(self, COLUMNS[2:])

    @property
    def rows(self) -> int:
        return len(ROWS) + (self is Layout.WITH_JOKER)

    @property
    def cards(self) -> frozenset[str]:
        """The cards of a euchre pack that are on such a sheet, in the engine's notation."""
        cards = {rank + suit for rank in self.columns if rank in COLUMNS for suit in ROWS}
        return frozenset(cards | ({"JO"} if self is Layout.WITH_JOKER else set()))


def back_from(body: bytes) -> bytes:
    """A card back as it is kept, in WebP. RuleError for what is no picture that we take."""
    picture = picture_in(body)
    _check_shape(picture.width, picture.height, say("The picture"))
    return _written(_drawn(picture, (0, 0, picture.width, picture.height)))


def sheet_from(body: bytes, layout: Layout) -> bytes:
    """The faces of a pack from one sheet, put where `SHEET` has them."""
    picture, columns, rows = picture_in(body), layout.columns, layout.rows
    _check_shape(picture.width / len(columns), picture.height / rows, say("Each card on the sheet"))
    sheet = Image.new("RGB", (CARD[0] * SHEET[0], CARD[1] * SHEET[1]), "white")
    for column, rank in enumerate(columns):
        for row in range(rows):
            place = _place(rank, row, column)
            if place:
                edges = (column / len(columns), row / rows, (column + 1) / len(columns), (row + 1) / rows)
                across, down = picture.size
                cell = (edges[0] * across, edges[1] * down, edges[2] * across, edges[3] * down)
                sheet.paste(_drawn(picture, cell), (place[0] * CARD[0], place[1] * CARD[1]))
    return _written(sheet)


def _place(rank: str, row: int, column: int) -> tuple[int, int] | None:
    """Where a card of the upload lies on the sheet that is kept; None for what no euchre pack has."""
    if row == len(ROWS):
        return (0, row) if column == 0 else None
    return (COLUMNS.index(rank), row) if rank in COLUMNS else None


def _check_shape(width: float, height: float, what: str) -> None:
    if width < 40:
        raise RuleError("{what} is too small to see. Make it at least 200 pixels wide.", what=what)
    if not TOO_SLIM <= height / width <= TOO_BROAD:
        raise RuleError(
            "{what} is {width} by {height} pixels. Crop or resize your picture to the shape of a card, 5 by 7.",
            what=what,
            width=round(width),
            height=round(height),
        )


def _drawn(picture: Image.Image, box: tuple[float, float, float, float]) -> Image.Image:
    """That part of the picture as one card on white."""
    card = Image.new("RGB", CARD, "white")
    part = picture.resize(CARD, Image.Resampling.LANCZOS, box=box)
    card.paste(part, mask=part)
    return card


def _written(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, WEBP, quality=86, method=4)
    return out.getvalue()
