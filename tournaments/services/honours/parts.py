"""Parts of a day for the filters of the boards: where, at which event, by which rules, and at which table."""

from typing import Any

from tournaments.honours.facts import PlayedGame
from tournaments.services.honours.scopes import ALL

WHOLE = ""
"""All games of the day."""


def parts_of(game: PlayedGame, scope: str) -> tuple[str, ...]:
    """Those that the game belongs to. Parts are kept in the game's own scope; all of them together add up to ALL."""
    if scope == ALL:
        return (WHOLE,)
    setting = f"{game.venue or ''}/{game.event or ''}/{game.rules}/{int(game.is_online)}"
    return (WHOLE, setting) if game.table is None else (WHOLE, setting, f"{setting}/{game.table}")


def columns_of(part: str) -> dict[str, Any]:
    """What a part is, as the columns that are filtered by."""
    if part == WHOLE:
        return {"is_whole": True}
    venue, event, rules, is_online, *table = part.split("/")
    return {
        "is_whole": False,
        "venue_id": int(venue) if venue else None,
        "event_id": int(event) if event else None,
        "rules": rules,
        "is_online": is_online == "1",
        "table": int(table[0]) if table else None,
    }
