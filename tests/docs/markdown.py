"""The project's pages as a test reads them: where their links lead, and what they say to type."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from tests.processes import ROOT

MAP = ROOT / "docs" / "index.md"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests" / "planted" / "README.md"])

FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# As it is typed, settings before it included; a synopsis stands in backticks without the words before it.
COMMAND = re.compile(
    r"(?:docker compose exec \w+ )?((?:[A-Z_]+=\S+ +)*)(?:\S*python |)(?:(manage\.py|-m) +([\w.]+)|(make)(?= |$))(.*)"
)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    """Without what stands in fences."""
    return FENCED.sub("", page.read_text())


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The files of the project that a page leads to, and the heading in them, if one is named."""
    for target in LINK.findall(prose(page)):
        if not re.match(r"[a-z]+:", target):
            path, _, heading = target.partition("#")
            yield (page.parent / path).resolve() if path else page, heading


def headings(page: Path) -> set[str]:
    """As links name them."""
    lines = re.findall(r"^#+ (.+)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def typed(page: Path) -> Iterator[tuple[str, list[str]]]:
    """What a page says to type: `manage.py`, `-m` or `make`, and the words after it, without comments."""
    for text in _code(page.read_text()):
        if found := COMMAND.fullmatch(text):
            _, program, name, make, rest = found.groups()
            words = re.split(r"\s{2,}|\s#\s", rest)[0]
            yield program or make, [*([name] if name else []), *shlex.split(words)]


def _code(text: str) -> Iterator[str]:
    """Lines that are code, and code within lines."""
    for line in text.splitlines():
        yield from re.findall(r"`([^`]+)`", line) if "`" in line else [line.strip()]
