"""House rules in words, every option by chapter: for rules pages, and beside what a table has of its own."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.language import say
from games.engine.options import Option
from games.engine.rules import HouseRules, options


class RuleLine(NamedTuple):
    """One option in words."""

    option: Option
    value: str
    is_usual: bool


def rule_lines(rules: HouseRules) -> list[RuleLine]:
    """Every option that means something in this game."""
    shown = (option for option in options() if option.only in (None, rules.variant))
    return [line(option, getattr(rules, option.name)) for option in shown]


def line(option: Option, value: object) -> RuleLine:
    return RuleLine(option, option.shown(value), value == option.default)


def by_chapter(lines: Iterable[RuleLine]) -> dict[str, list[RuleLine]]:
    chapters: dict[str, list[RuleLine]] = {}
    for rule_line in lines:
        chapters.setdefault(rule_line.option.section.label, []).append(rule_line)
    return chapters


def in_short(rules: HouseRules) -> str:
    """The usual options left out: "Deck: 7-A · Joker: yes"; empty for plain euchre to 10."""
    return " · ".join(
        say("{option}: {value}", option=rule_line.option.label, value=rule_line.value)
        for rule_line in rule_lines(rules)
        if not rule_line.is_usual
    )
