"""The drawing of the deck: every card is in it, and the index of a card never meets its pips."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import parse
from PIL import Image

from games.engine.cards import CARDS
from games.tables.pieces import CardLook

STATIC = Path("euchre_site/static")
SVG = "{http://www.w3.org/2000/svg}"
INDEX_ENDS, FACE_BEGINS, WIDTH, HEIGHT = 38.5, 40.9, 100, 140
SYMBOLS = {one.get("id"): one for one in parse(STATIC / "svg/cards.svg").iter(f"{SVG}symbol")}
PICTURES = sorted({CardLook(card).picture for card in CARDS})


def parts(card: Element, variable: str) -> Iterator[Element]:
    for group in card.iter(f"{SVG}g"):
        if variable in group.get("style", ""):
            yield from group.iter(f"{SVG}use")


def box(use: Element) -> tuple[float, float, float]:
    """Its left and right edge, and its lower one."""
    left, top, width, height = (float(use.get(name, "0")) for name in ("x", "y", "width", "height"))
    return left, left + width, top + height


def test_every_card_of_every_pack_is_drawn() -> None:
    assert len(PICTURES) == 33
    assert set(PICTURES) <= set(SYMBOLS)


@pytest.mark.parametrize("name", [name for name in PICTURES if name != "JOKER"])
def test_an_index_never_meets_the_pips_and_stays_on_the_card_at_every_size(name: str) -> None:
    card = SYMBOLS[name]
    index = [box(use) for use in parts(card, "--card-ix")]
    pips = [box(use) for use in parts(card, "--card-pips") if use.get("width")]
    assert len(index) == 2
    assert max(right for _, right, _ in index) <= INDEX_ENDS
    if name[0] not in "KQJ":
        assert len(pips) == (1 if name[0] == "A" else int(name[:-1]))
        assert min(left for left, _, _ in pips) >= FACE_BEGINS
    for size in map(float, re.findall(r"--card-ix: ([\d.]+)", (STATIC / "css/cards.css").read_text())):
        assert max(right for _, right, _ in index) * size <= WIDTH
        assert max(lower for _, _, lower in index) * size <= HEIGHT


def colors_on(page: Any, card: str, style: str) -> set[tuple[int, int, int]]:
    """The colors of the sample's card under a card design, but for those of a few pixels."""
    page.evaluate(
        "style => { document.querySelector('[data-taste-sample]').className = `tabletop taste__sample ${style}`; }",
        style,
    )
    shot = page.locator(f"[data-taste-sample] [data-card='{card}']").screenshot()
    image = Image.open(BytesIO(shot)).convert("RGB")
    return {color for count, color in image.getcolors(1 << 20) or () if count > 12}


def is_near(color: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return all(abs(one - two) < 12 for one, two in zip(color, other, strict=True))


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.heavy
def test_the_designs_reach_into_the_drawing(site: str, page: Any) -> None:
    """Colors and the pips are the page's own, though the drawing is a file that it uses from outside."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{site}/tables/settings/")
    red, blue, green = (179, 38, 30), (27, 82, 144), (20, 96, 58)
    king, four = colors_on(page, "KD", "cards-standard"), colors_on(page, "KD", "cards-standard four-colours")
    assert any(is_near(each, red) for each in king)
    assert not any(is_near(each, blue) for each in king)
    assert any(is_near(each, blue) for each in four)
    assert any(is_near(each, green) for each in colors_on(page, "TC", "cards-plain four-colours"))
    gold = (227, 171, 69)
    assert any(is_near(each, gold) for each in king)
    assert not any(is_near(each, gold) for each in colors_on(page, "KD", "cards-large"))
