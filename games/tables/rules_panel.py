"""The rules panel: every option of a table in words."""

from games.house_rules.panel import RuleLine, by_chapter, line, rule_lines
from games.tables.models import Table
from games.tables.options import table_options


def chapters_of(table: Table) -> dict[str, list[RuleLine]]:
    """Every option of the table by chapter, house rules first."""
    conduct = [line(option, getattr(table.conduct, option.name)) for option in table_options()]
    return by_chapter([*rule_lines(table.house_rules), *conduct])
