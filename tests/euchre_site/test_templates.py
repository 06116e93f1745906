"""What holds for all templates, read as they are written."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"
WITH_FIELDS = {"results/grid.html"}
"""Moving through its fields scrolls along."""


def on_one_line(path: Path) -> str:
    """Attributes stand on lines of their own where they are many."""
    return " ".join(path.read_text().split())


def test_what_may_scroll_sideways_is_reached_by_keyboard_and_has_a_name() -> None:
    """However long the names are on the day: it scrolls only then, and axe complains only then."""
    scrolling = {
        str(path.relative_to(TEMPLATES)): re.findall(r'<[a-z]+ class="table-scroll[^>]*>', on_one_line(path))
        for path in TEMPLATES.rglob("*.html")
    }
    assert sum(map(len, scrolling.values())) > 30
    bare = {
        name
        for name, tags in scrolling.items()
        if any('tabindex="0" role="region" aria-label="' not in tag for tag in tags)
    }
    assert bare == WITH_FIELDS


def test_no_region_is_called_as_the_section_it_stands_in() -> None:
    """A list of landmarks would read the same name twice."""
    twice = {}
    for path in TEMPLATES.rglob("*.html"):
        text = on_one_line(path)
        headings = re.findall(r'<h[23] id="[^"]*">\s*([^<{]+?)\s*<', text)
        regions = re.findall(r'role="region" aria-label="([^"]+)"', text)
        if both := set(headings) & set(regions):
            twice[str(path.relative_to(TEMPLATES))] = both
    assert twice == {}
