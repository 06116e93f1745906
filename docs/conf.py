"""How Sphinx makes a site of these pages: `make docs`. The pages are plain Markdown and know nothing of it.

Sphinx reads from the project's own folder, so that links out of docs/ lead somewhere. Its navigation is what readers of
the repository have: the lists of links in `MAPS`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
MAPS = ("docs/index", "docs/decisions/README")

project = html_title = "Right Bower"
extensions = ["myst_parser"]
root_doc = MAPS[0]
BESIDE = ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "tests/planted/README.md")
include_patterns = ["docs/**", *BESIDE]
# Folders that need not even be looked through.
exclude_patterns = [path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in ("docs", "tests")]
myst_heading_anchors = 3
highlight_language = "none"
html_theme = "furo"
html_show_sourcelink = html_copy_source = html_show_copyright = False


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_navigation)
    app.connect("build-finished", lead_to_the_map)


def add_navigation(app: Sphinx, page: str, source: list[str]) -> None:
    if page in MAPS:
        source[0] += "".join(navigation(source[0]))


def navigation(text: str) -> Iterator[str]:
    """A hidden table of contents for each section of a map; what is named twice is where it comes first."""
    seen: set[str] = set()
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        named = dict.fromkeys(re.findall(r"^- \[[^]]*\]\(([^)#]+\.md)\)", section, flags=re.MULTILINE))
        if links := [link for link in named if link not in seen]:
            caption = f":caption: {section[3:].splitlines()[0]}\n" if section.startswith("## ") else ""
            yield "\n\n```{toctree}\n:hidden:\n" + caption + "\n" + "\n".join(links) + "\n```\n"
        seen.update(links)


def lead_to_the_map(app: Sphinx, trouble: Exception | None) -> None:
    if not trouble:
        (app.outdir / "index.html").write_text('<meta http-equiv="refresh" content="0; url=docs/index.html">\n')
