"""Style sheets: what they name is used, and weights and colours are those of the tokens."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "euchre_site/static/css"
SHEETS = sorted(CSS.glob("*.css"))
TEMPLATES = Path(settings.BASE_DIR) / "templates"
MADE_BY_OTHERS = {"htmx-request"}
"""htmx sets it."""
PAPER = {"print.css", "embed.css"}
"""Sheets for ink, and for other people's pages."""
CARD_TABLE = {"cards", "tables", "chairs", "hand", "beside", "table_settings", "shared_table"}
MAX_BYTES = 45_000
MAX_TABLE_BYTES = 30_500
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


CARDS_AT_PLAY = {"chairs.css", "hand.css"}
"""Sheets whose distances are measured by a card too."""
OF_THEIR_OWN = (
    PAPER | CARDS_AT_PLAY | {f"{name}.css" for name in ["tokens", "boards", "cards", "tables", "shared_table", "learn"]}
)
"""Sheets whose letters are measured by a screen on the wall, a card or a sheet of paper."""


@pytest.mark.parametrize("sheet", [one for one in SHEETS if one.name not in OF_THEIR_OWN], ids=lambda path: path.name)
def test_sizes_of_type_are_tokens(sheet: Path) -> None:
    """In em it follows the text around it, in clamp() the window."""
    sizes = re.findall(r"(?:font-size:|font:\s*\d{3})\s*([^;/]+)", rules(sheet))
    own = [size for size in sizes if not re.match(r"var\(--(text|drawn)|clamp\(|inherit|[\d.]+em\b", size.strip())]
    assert own == []


@pytest.mark.parametrize(
    "sheet", [one for one in SHEETS if one.name not in PAPER | CARDS_AT_PLAY], ids=lambda path: path.name
)
def test_distances_are_tokens(sheet: Path) -> None:
    """A hair of a pixel or two needs no name."""
    found = re.findall(r"[\s{;]((?:gap|row-gap|column-gap|(?:padding|margin)[\w-]*):[^;]+)", rules(sheet))
    assert [one for one in found if re.search(r"\drem\b|[3-9]px|\d\dpx", one) and "clamp(" not in one] == []


def pieces(name: str) -> set[str]:
    """A template, what it is made from, and what it includes by name."""
    seen: set[str] = set()
    wanted = [name]
    while wanted:
        name = wanted.pop()
        if name not in seen and (TEMPLATES / name).exists():
            seen.add(name)
            wanted += re.findall(r'{%\s*(?:extends|include)\s+"([^"]+)"', (TEMPLATES / name).read_text())
    return seen


@cache
def classes_of(sheet: str) -> set[str]:
    """Of parts, not of their states: `is-open` stands in many."""
    selectors = re.findall(r"([^{}]+)\{", rules(CSS / f"{sheet}.css"))
    return {name for one in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", one) if not name.startswith("is-")}


@cache
def classes_in(template: str) -> set[str]:
    text = re.sub(r"{%.*?%}|{#.*?#}", " ", (TEMPLATES / template).read_text(), flags=re.DOTALL)
    return {name for found in re.findall(r'class="([^"]*)"', text) for name in re.sub(r"{{.*?}}", " ", found).split()}


def sheets_in(template: str) -> set[str]:
    return set(re.findall(r"css/(\w+)\.css", (TEMPLATES / template).read_text()))


FRAME = sheets_in("base.html")
FRAMES = {"sharing/embeds/frame.html", "standalone.html"}
"""They do not stand on base.html, and link what they need themselves."""


def linked_by(parts: set[str]) -> set[str]:
    own = set[str]().union(*(sheets_in(part) for part in parts))
    return own if parts & FRAMES else FRAME | own


PAGES = sorted(
    str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html") if "{% extends" in path.read_text()
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_the_sheets_of_its_classes(page: str) -> None:
    """Sheets beside those of the frame are linked by the pages that need them."""
    parts = pieces(page)
    known = set[str]().union(*(classes_of(sheet) for sheet in linked_by(parts)))
    used = set[str]().union(*(classes_in(part) for part in parts)) - known
    assert {
        sheet.stem: sorted(used & classes_of(sheet.stem)) for sheet in SHEETS if used & classes_of(sheet.stem)
    } == {}


def styles_of(template: str) -> str:
    """What its block of styles holds; nothing where it has none."""
    found = re.search(r"{% block styles %}(.*?){% endblock", (TEMPLATES / template).read_text(), re.DOTALL)
    return found[1].strip() if found else ""


@pytest.mark.parametrize("page", [page for page in PAGES if styles_of(page)])
def test_a_page_keeps_the_sheets_of_its_frame(page: str) -> None:
    frame = re.search(r'{% extends "([^"]+)"', (TEMPLATES / page).read_text())
    assert "{{ block.super }}" in styles_of(page) or not frame or not styles_of(frame[1])


@pytest.mark.parametrize("page", [page for page in PAGES if page != "style.html"])
def test_a_page_weighs_no_more_than_it_may(page: str) -> None:
    """Bytes of style for the screen, a rule a line. A card table has its own sheets besides, and the style page has
    all."""
    linked = linked_by(pieces(page)) - {"print"}
    assert weight(linked - CARD_TABLE) <= MAX_BYTES
    assert weight(linked & CARD_TABLE) <= MAX_TABLE_BYTES


def weight(sheets: set[str]) -> int:
    return sum(len(" ".join(rules(CSS / f"{sheet}.css").split())) for sheet in sheets)
