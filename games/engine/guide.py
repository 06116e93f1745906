"""The house rules as pages: the whole list with meanings for the club, and what one set of rules has on and off.

Written from the options' own metadata, so that the pages cannot say anything else than the code.
"""

from typing import Any

from games.engine.options import Option, Section
from games.engine.presets import PRESETS
from games.engine.rules import HouseRules, options

OPENING = """# House rules

Every option of a game, with its meaning, its values (the default first), the kind of document it comes from, and an
example. This page is written by `make golden` from `games/engine/rules.py`; change it there. Combinations that cannot
be played are refused with a sentence that names both options (`games/engine/combinations.py`).
"""


def house_rules_page() -> str:
    """The page docs/house-rules.md."""
    chapters = dict.fromkeys(each.section for each in options())
    return "\n".join([OPENING, *(section_text(section) for section in chapters), presets_text()])


def section_text(section: Section) -> str:
    """One chapter."""
    return "\n".join([f"## {section}\n", *(option_text(each) for each in options() if each.section is section)])


def option_text(shown: Option) -> str:
    """One option."""
    only = "" if shown.only is None else f" {shown.only.capitalize()} Euchre only."
    bounds = "" if shown.low is None else f" (any number from {shown.low} to {shown.high})"
    values = ", ".join(f"`{shown.words(value)}`" for value in shown.choices)
    return (
        f"### {shown.label} (`{shown.name}`)\n\n{shown.help}{only}\n\n"
        f"- Values: {values}{bounds}\n- Source: {shown.source}\n- Example: {shown.example}\n"
    )


def presets_text() -> str:
    """What each preset changes."""
    lines = [f"- `{name}`: {changes(rules) or 'everything as in the defaults'}" for name, rules in PRESETS.items()]
    return "\n".join(["## Presets\n", *lines, ""])


def changes(rules: HouseRules) -> str:
    """The options that differ from the default."""
    return ", ".join(f"{shown.name}={shown.words(value)}" for shown, value in values(rules) if value != shown.default)


def values(rules: HouseRules) -> list[tuple[Option, Any]]:
    """Every option with its value, leaving out those that have no meaning in this variant."""
    shown = [each for each in options() if each.only in (None, rules.variant)]
    return [(each, getattr(rules, each.name)) for each in shown]


def on_and_off(rules: HouseRules) -> str:
    """The full list for the rules panel, one line per option, marked where it differs from the default."""
    lines = []
    for shown, value in values(rules):
        mark = " " if value == shown.default else "*"
        lines.append(f"{mark} {shown.label}: {shown.words(value)}")
    return "\n".join(lines) + "\n"
