"""Uploaded pictures are measured before they are decoded, and what is kept is drawn anew."""

import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from games import uploaded_pictures
from games.engine.errors import RuleError
from games.tables.card_art import CARD, COLUMNS, ROWS, SHEET, Layout, back_from, sheet_from
from tests.games import pictures
from tests.games.pictures import HTML, SVG, WHITE, bomb, plain, saved, shade


def opened(body: bytes) -> Image.Image:
    return Image.open(BytesIO(body))


def near(one: object, other: tuple[int, ...]) -> bool:
    assert isinstance(one, tuple)
    return all(abs(a - b) <= 8 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("body", [plain(), plain(kind="WEBP"), plain(kind="WEBP", lossless=True), plain(640, 896)])
def test_a_back_is_kept_as_one_card(body: bytes) -> None:
    kept = opened(back_from(body))
    assert (kept.format, kept.mode, kept.size) == ("WEBP", "RGB", CARD)
    assert near(kept.getpixel((100, 140)), pictures.RED)


def test_what_is_transparent_is_white() -> None:
    assert near(opened(back_from(plain(colour=(200, 20, 20, 0)))).getpixel((100, 140)), WHITE)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_is_a_picture(mode: str) -> None:
    assert opened(back_from(saved(Image.new(mode, (200, 280))))).size == CARD


@pytest.mark.parametrize(
    ("layout", "columns", "rows"),
    [(Layout.EUCHRE, 6, 4), (Layout.WITH_JOKER, 6, 5), (Layout.LONG, 8, 4), (Layout.FULL, 13, 4)],
)
def test_every_card_of_a_sheet_lies_where_the_page_looks_for_it(layout: Layout, columns: int, rows: int) -> None:
    kept = opened(sheet_from(pictures.sheet(columns, rows), layout))
    assert kept.size == (CARD[0] * SHEET[0], CARD[1] * SHEET[1])

    def middle(column: int, row: int) -> object:
        return kept.getpixel((column * CARD[0] + CARD[0] // 2, row * CARD[1] + CARD[1] // 2))

    for column, rank in enumerate(COLUMNS):
        for row, suit in enumerate(ROWS):
            there = shade(layout.columns.index(rank), row) if rank + suit in layout.cards else WHITE
            assert near(middle(column, row), there), rank + suit
    assert near(middle(0, 4), shade(0, 4) if layout is Layout.WITH_JOKER else WHITE)
    assert len(layout.cards) == {"euchre": 24, "with_joker": 25, "long": 32, "full": 32}[layout]


def test_a_sheet_of_another_layout_is_refused_by_its_shape() -> None:
    with pytest.raises(RuleError, match="Crop or resize your picture to the shape of a card, 5 by 7"):
        sheet_from(pictures.sheet(13, 4), Layout.EUCHRE)


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        pytest.param(lambda: SVG, "isn’t a PNG or WebP", id="svg"),
        pytest.param(lambda: HTML, "isn’t a PNG or WebP", id="html as png"),
        pytest.param(lambda: b"", "isn’t a PNG or WebP", id="zero bytes"),
        pytest.param(lambda: plain(kind="GIF"), "isn’t a PNG or WebP", id="gif"),
        pytest.param(lambda: plain(kind="JPEG"), "isn’t a PNG or WebP", id="jpeg"),
        pytest.param(lambda: plain(kind="BMP"), "isn’t a PNG or WebP", id="bmp"),
        pytest.param(lambda: b"\x89PNG\r\n\x1a\n" + HTML * 10, "isn’t a PNG or WebP", id="html behind png magic"),
        pytest.param(lambda: b"RIFF1234WEBPVP8 " + plain(kind="GIF"), "picture", id="gif as webp"),
        pytest.param(bomb, "too large", id="30000x30000 bomb"),
        pytest.param(lambda: bomb(2_000, 2_000), "can’t read the picture", id="bomb that ends early"),
        pytest.param(lambda: bomb(4_000, 4_000), "more than 12 million pixels", id="sixteen million pixels"),
        pytest.param(lambda: bomb(0, 280), "too large", id="no width"),
        pytest.param(pictures.webp_bomb, "too large", id="webp bomb"),
        pytest.param(lambda: pictures.webp_bomb(2_000), "can’t read the picture", id="webp that lies about its size"),
        pytest.param(lambda: plain()[:-40], "can’t read the picture", id="truncated png"),
        pytest.param(lambda: plain(kind="WEBP")[:-20], "can’t read the picture", id="truncated webp"),
        pytest.param(lambda: plain()[:30], "can’t read the picture", id="a png header alone"),
        pytest.param(lambda: pictures.animated("WEBP"), "animated", id="animated webp"),
        pytest.param(lambda: pictures.animated("PNG"), "animated", id="animated png"),
        pytest.param(lambda: plain() + bytes(5 * 2**20), "larger than 5 MB", id="more than 5 MB"),
        pytest.param(lambda: plain(30, 42), "too small", id="too small"),
        pytest.param(lambda: plain(280, 200), "Crop or resize your picture to the shape of a card, 5 by 7", id="lying"),
    ],
)
def test_what_is_no_picture_for_a_card_is_refused_in_words(hostile: Callable[[], bytes], told: str) -> None:
    with pytest.raises(RuleError, match=told):
        back_from(hostile())


@pytest.mark.parametrize("hostile", [bomb, pictures.webp_bomb])
def test_a_bomb_never_reaches_a_decoder(hostile: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_pictures.Image, "open", lambda *a, **k: pytest.fail("was opened"))
    with pytest.raises(RuleError):
        back_from(hostile())


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_nothing_of_a_pictures_metadata_is_kept(kind: str) -> None:
    came = pictures.with_place(kind)
    assert opened(came).getexif().get_ifd(0x8825)
    kept = back_from(came)
    assert not opened(kept).getexif()
    assert all(word not in kept for word in (b"EXIF", b"A camera", b"ICCP", b"XMP "))


def test_a_second_format_in_the_same_file_is_gone() -> None:
    text = saved(Image.new("RGB", (200, 280), pictures.RED)) + HTML + b"PK\x03\x04"
    kept = back_from(text)
    assert b"script" not in kept
    assert b"PK\x03\x04" not in kept
    assert kept[:4] == b"RIFF"


def test_a_text_that_swells_when_unpacked_is_refused() -> None:
    came = plain()
    swells = pictures.chunk(b"zTXt", b"c\0\0" + zlib.compress(bytes(8 * 2**20)))
    with pytest.raises(RuleError, match="can’t read the picture"):
        back_from(came[:33] + swells + came[33:])
