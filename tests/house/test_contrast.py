"""Contrast: every pair of colors that pages use can be read, by day, by night and on every felt."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from tests.house.test_styles import CSS, PAPER, SHEETS, rules

DOCS = Path(settings.BASE_DIR) / "docs/design.md"
READ = 4.5
"""WCAG 2.2, 1.4.3: text of any size."""
SEEN = 3.0
"""WCAG 2.2, 1.4.11: edges of controls, the focus ring, a sign that says something."""

PLAIN = ("paper", "surface", "sunken", "hover")
"""The page, what stands on it, what is cut into it, and a row that is pointed at."""
SOFT = ("good-soft", "warn-soft", "info-soft", "danger-soft")
"""Grounds of notices. Rows have them too: done, refused."""
TEXTS = {
    "ink": ("what is read", (*PLAIN, *SOFT, "accent-soft", "primary-soft")),
    "ink-quiet": ("heads of columns, hints, what can't be pressed", (*PLAIN, *SOFT, "accent-soft", "primary-soft")),
    "link": ("links in prose and in notices", (*PLAIN, *SOFT, "accent-soft", "primary-soft")),
    "good-ink": ("final, paid, checked in; a pressed button", (*PLAIN, "good-soft", "primary-soft", "accent-soft")),
    "warn-ink": ("someone is waiting", (*PLAIN, "warn-soft", "accent-soft")),
    "danger-ink": ("disputed, refused, lost", (*PLAIN, "danger-soft", "good-soft", "accent-soft")),
    "info-ink": ("on its way", (*PLAIN, "info-soft", "accent-soft")),
    "accent-ink": ("here and now, as a word", (*PLAIN, "accent-soft")),
    "primary-ink": ("the one button of a page", ("primary", "primary-hover")),
    "danger-on": ("a button that loses something", ("danger", "danger-hover")),
    "felt-ink": ("words on felt, in the header too", ("felt", "felt-deep", "felt-line")),
    "felt-quiet": ("the second line on felt", ("felt", "felt-deep")),
    "felt-deep": ("a name tag at a card table", ("felt-ink",)),
    "accent-bright": ("the label over the next step, points on a board", ("felt", "felt-deep")),
    "accent-on": ("the one button on felt, and while it's pointed at", ("accent-bright", "felt-ink")),
    "paper": ("the line that says the page is live", ("ink",)),
    "surface": ("what is said under a bracket; the sign of an error", ("ink", "danger-ink")),
    "suit-red": ("hearts and diamonds", ("card-face", "paper", "surface")),
    "suit-black": ("spades and clubs", ("card-face", "paper", "surface")),
    "suit-green": ("clubs in four colors", ("card-face", "paper", "surface")),
    "suit-blue": ("diamonds in four colors", ("card-face", "paper", "surface")),
    "brass-ink": ("the foot of a trump", ("brass",)),
    "turn-ink": ("who makes trump, at a card table", ("turn",)),
    "turn": ("the clock of a turn, at a card table", ("felt-deep",)),
    "brass": ("who sits with you, at a card table", ("felt-deep",)),
}
EDGES = {
    "line-strong": ("edges of fields and buttons", ("paper", "surface")),
    "focus": ("the focus ring", (*PLAIN, *SOFT, "accent-soft")),
    "accent": ("the current tab, a live match", ("paper", "surface")),
    "primary": ("a choice that is made, a bar that fills", ("paper", "surface")),
    "felt-ink": ("the focus ring on felt", ("felt", "felt-deep")),
    "metal": ("the rim of a trophy, with its name beside it", ("surface",)),
}
NO_TEXT = {"line", "felt-line", "accent", "back-red", "back-blue", "card-dim", "card-edge"}
"""Grounds of bars, dots and backs of cards."""

Palette = dict[str, str]


def flat(name: str) -> list[tuple[str, str, str]]:
    """Every rule of a sheet: the conditions around it, its selector, what it declares."""
    found, around = [], list[str]()
    for text, sign in re.findall(r"([^{}]*)([{}])", rules(CSS / f"{name}.css")):
        if sign == "{":
            around.append(" ".join(text.split()))
        else:
            selector = around.pop()
            found.append((" ".join(around), selector, text))
    return found


def colors(declared: str, theme: str) -> Palette:
    """A color alone is the same by day and by night."""
    alone = re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6});", declared)
    both = re.findall(r"--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", declared)
    return dict(alone) | {token: by_day if theme == "light" else by_night for token, by_day, by_night in both}


def block(sheet: str, selector: str, theme: str = "light") -> Palette:
    [declared] = [colors(text, theme) for where, named, text in flat(sheet) if (where, named) == ("", selector)]
    return declared


FELTS = sorted({named for _, named, _ in flat("tokens") if named.startswith(".felt-")})
TURNS = sorted({named for _, named, _ in flat("cards") if named.startswith(".turn-")})
METALS = sorted({named for _, named, text in flat("trophy") if named.startswith(".trophy--") and "--metal" in text})
TABLE = ".page--table, .replay__seats, .example"


def felt_of(palette: Palette) -> Palette:
    """At a card table suits stand on cards alone, and words on felt."""
    return {token: color for token, color in palette.items() if token.startswith("felt")}


@cache
def palettes() -> dict[str, Palette]:
    """The colors by day and by night, on each felt, at a card table, and of each trophy."""
    found = {}
    for theme in ("light", "dark"):
        base = block("tokens", ":root", theme)
        table = block("cards", TABLE, theme)
        found[theme] = base
        for felt in FELTS:
            found[f"{theme} {felt}"] = base | block("tokens", felt)
        for turn in ("", *TURNS):
            found[f"{theme} table {turn}"] = felt_of(base) | table | (block("cards", turn) if turn else {})
        for metal in METALS:
            found[f"{theme} {metal}"] = base | block("trophy", metal, theme)
    return found


def contrast(one: str, other: str) -> float:
    """As WCAG 2.2 defines it."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratios(role: str, ground: str, theme: str = "") -> dict[str, float]:
    """The contrast in each palette that has both."""
    return {
        name: contrast(palette[role], palette[ground])
        for name, palette in palettes().items()
        if name.startswith(theme) and role in palette and ground in palette
    }


def lowest(role: str, grounds: tuple[str, ...], theme: str) -> float:
    """Of all grounds that a role stands on."""
    return min(min(ratios(role, ground, theme).values()) for ground in grounds)


def too_low(roles: dict[str, tuple[str, tuple[str, ...]]], needed: float) -> list[str]:
    return [
        f"{role} on {ground} ({word}), {name}: {ratio:.2f}"
        for role, (word, grounds) in roles.items()
        for ground in grounds
        for name, ratio in ratios(role, ground).items()
        if ratio < needed
    ]


def test_contrast_is_what_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_text_can_be_read_on_each_ground() -> None:
    assert too_low(TEXTS, READ) == []


def test_edges_can_be_seen() -> None:
    assert too_low(EDGES, SEEN) == []


def test_each_pair_is_in_a_palette() -> None:
    pairs = [(role, ground) for table in (TEXTS, EDGES) for role, (_, grounds) in table.items() for ground in grounds]
    assert [pair for pair in pairs if not ratios(*pair)] == []


def test_dark_is_written_once() -> None:
    """light-dark() says both: nothing asks for the theme but what sets it."""
    themed = {sheet.name for sheet in SHEETS if "prefers-color-scheme" in rules(sheet) or "data-theme" in rules(sheet)}
    assert themed == {"tokens.css", "print.css"}


def test_a_felt_sets_all_that_it_changes() -> None:
    assert {tuple(sorted(block("tokens", felt))) for felt in FELTS} == {
        ("felt", "felt-deep", "felt-line", "felt-quiet")
    }


def named_in(declared: str, *names: str) -> set[str]:
    """The tokens that a rule has as its color, or as its ground."""
    values = [value for name in names for value in re.findall(rf"(?:^|[;\s]){name}:([^;]*)", declared)]
    return {token for value in values for token in re.findall(r"var\(--([\w-]+)", value)} & tokens()


@cache
def tokens() -> set[str]:
    return set().union(*palettes().values())


PAGES = [sheet.stem for sheet in SHEETS if sheet.name not in PAPER]


@pytest.mark.parametrize("sheet", PAGES)
def test_what_a_rule_sets_together_is_checked(sheet: str) -> None:
    """A rule that sets both a color and its ground names a pair of the tables above."""
    checked = {(role, ground) for table in (TEXTS, EDGES) for role, (_, all_) in table.items() for ground in all_}
    pairs = {
        (role, ground): selector
        for _, selector, declared in flat(sheet)
        for role in named_in(declared, "color")
        for ground in named_in(declared, "background", "background-color")
    }
    assert {pair: selector for pair, selector in pairs.items() if pair not in checked} == {}


@pytest.mark.parametrize("sheet", PAGES)
def test_each_color_has_a_role(sheet: str) -> None:
    """Color and ground are often set by two rules: each is at least known here."""
    grounds = NO_TEXT.union(*(all_ for table in (TEXTS, EDGES) for _, all_ in table.values()))
    unknown = {
        (selector, *sorted(named))
        for _, selector, declared in flat(sheet)
        if (
            named := named_in(declared, "color") - (TEXTS.keys() | EDGES.keys())
            | named_in(declared, "background", "background-color") - grounds
        )
    }
    assert unknown == set()


def rounded_down(ratio: float) -> str:
    """4.49 is not 4.5."""
    return f"{int(ratio * 10) / 10:.1f}"


def test_the_figures_are_those_of_the_docs() -> None:
    """The lowest of each role, by day and by night, rounded down."""
    row = r"^\| `([\w-]+)` \| (.+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$"
    rows = re.findall(row, DOCS.read_text(), re.MULTILINE)
    assert rows == [
        (
            role,
            word,
            *(rounded_down(lowest(role, grounds, theme)) for theme in ("light", "dark")),
            f"{needed:g}",
        )
        for table, needed in ((TEXTS, READ), (EDGES, SEEN))
        for role, (word, grounds) in table.items()
    ]
