"""Archives of older releases: sentences in English text where messages are now, and rows without what is new since."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from django.db.models import CharField, Model, TextField

from games.tables.models import TableEntry
from tournaments.activity_log.models import AuditLogEntry
from tournaments.formats.seasons.section_table import LOT
from tournaments.jackpots.models import JackpotPeriod
from tournaments.leagues.models import Season
from tournaments.migrations import _old_sentences as old
from tournaments.prizes.models import ShownPrizes
from tournaments.transfer.kinds import Kind

MISSING = object()
PLAIN_VALUES = (bool, int, str, dict, list)
"""What JSON has for a column's default."""

RENAMED_COLUMNS: Mapping[type[Model], Mapping[str, str]] = {TableEntry: {"verb": "action"}}

RENAMED_ACTIONS: Mapping[str, str] = {"follow_door": "follow_check_in"}


def renew(kind: Kind, said: dict[str, Any]) -> None:
    """A row of an archive as this release writes it; what is so already stays.

    A column that the row lacks gets what a new row has there (`default_of`), so a row of this release may lack it too.
    Where a row of an older release means something else, say it here.
    """
    model = kind.model
    for former, column in RENAMED_COLUMNS.get(model, {}).items():
        if former in said:
            said.setdefault(column, said.pop(former))
    for field in kind.fields:
        if kind.called(field) not in said and (default := default_of(field)) is not MISSING:
            said[kind.called(field)] = default
    if model is AuditLogEntry:
        said["verb"] = RENAMED_ACTIONS.get(said["verb"], said["verb"])
        said["detail"] = old.journal_detail(said["verb"], said["detail"])
    elif model is Season and said["state"] != Season.State.CLOSED:
        said["criteria"] = [key for key in said["criteria"] if key != LOT]
    elif model is JackpotPeriod and said["frozen"]:
        said["frozen"] = old.frozen(said["frozen"])
    elif model is ShownPrizes:
        fresh = old.settled(said["settled"])
        if said["digest"] == old.digest_of(said["settled"]):
            said["digest"] = old.digest_of(fresh)
        said["settled"] = fresh


def default_of(field: Any) -> Any:
    """What a column holds in a row that says nothing of it, as an archive has it; MISSING where a row has to say it, as
    for moments that are now by default."""
    if field.has_default():
        default = field.default() if field.default in (dict, list) else field.default
        default = default.value if isinstance(default, Enum) else default
        return default if isinstance(default, PLAIN_VALUES) else MISSING
    if field.null:
        return None
    return "" if field.blank and isinstance(field, CharField | TextField) else MISSING


def message(text: str, *, may_be_missing: bool) -> Any:
    """The text of a column as data of a message."""
    return None if may_be_missing and not text else old.message(text)
