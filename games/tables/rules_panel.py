"""The rules panel: every option of a table in words."""

from typing import NamedTuple

from games.engine.options import Option
from games.engine.rules import options
from games.tables.models import Table
from games.tables.options import table_options


class RuleLine(NamedTuple):
    """One option of a table in words."""

    option: Option
    value: str
    is_usual: bool


def chapters_of(table: Table) -> dict[str, list[RuleLine]]:
    """Every option of the table by chapter, house rules first."""
    rules, conduct = table.house_rules, table.conduct
    only = {None, rules.variant.value}
    lines = [(shown, getattr(rules, shown.name)) for shown in options() if shown.only in only]
    lines += [(shown, getattr(conduct, shown.name)) for shown in table_options()]
    chapters: dict[str, list[RuleLine]] = {}
    for shown, value in lines:
        line = RuleLine(shown, shown.shown(value), value == shown.default)
        chapters.setdefault(shown.section.label, []).append(line)
    return chapters
