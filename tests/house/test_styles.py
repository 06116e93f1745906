"""Style sheets: what they name is used, and weights and colours are those of the tokens."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "euchre_site/static/css"
SHEETS = sorted(CSS.glob("*.css"))
MADE_BY_OTHERS = {"htmx-request", "htmx-indicator"}
"""htmx sets them."""
PAPER = {"print.css", "embed.css"}
"""Sheets for ink, and for other people's pages."""
QR = "#fff"
"""The ground of a code that a phone reads: white by day and by night."""


@cache
def sources() -> str:
    """Templates, scripts and Python: where classes are set."""
    root = Path(settings.BASE_DIR)
    found = [*root.glob("templates/**/*"), *root.glob("euchre_site/static/js/*.js")]
    found += [path for room in ("games", "tournaments", "euchre_site") for path in root.glob(f"{room}/**/*.py")]
    return "\n".join(path.read_text() for path in found if path.is_file() and path.suffix in (".html", ".js", ".py"))


@cache
def words() -> set[str]:
    """What may be a class in them; of one that is put together, the beginning with its hyphen."""
    return set(re.findall(r"[a-zA-Z][\w-]*", sources()))


def rules(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)


def is_used(name: str) -> bool:
    """As it stands, or put together: `badge--{{ kind }}`, `suit-${suit}`, f"felt-{colour}"."""
    stems = {name[: found.end()] for found in re.finditer(r"-+", name)}
    return name in words() or bool(stems & words())


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_class_is_one_that_a_page_has(sheet: Path) -> None:
    selectors = re.findall(r"([^{}]+)\{", rules(sheet))
    names = {name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}
    assert sorted(name for name in names - MADE_BY_OTHERS if not is_used(name)) == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_weights_are_three(sheet: Path) -> None:
    weights = re.findall(r"font-weight:\s*(\w+)|font:\s*(?:italic )?(\d{3})\b", rules(sheet))
    assert {one or other for one, other in weights} <= {"400", "500", "600", "inherit", "normal"}


@pytest.mark.parametrize("sheet", [one for one in SHEETS if one.name not in PAPER], ids=lambda path: path.name)
def test_colours_are_tokens(sheet: Path) -> None:
    """A colour by number stands where a token is made, and nowhere else."""
    lines = [line.strip() for line in rules(sheet).splitlines() if re.search(r"#[0-9a-fA-F]{3,8}\b", line)]
    assert [line for line in lines if not line.startswith("--") and not line.endswith(f": {QR};")] == []
