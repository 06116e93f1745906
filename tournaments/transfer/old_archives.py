"""Archives of older releases: sentences in English text where there are messages now, and columns that are new."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from games.tables.models import Table
from tournaments.activity_log.models import JournalEntry
from tournaments.clubs.models import Club
from tournaments.jackpots.models import JackpotPeriod
from tournaments.migrations import _old_sentences as old
from tournaments.prizes.models import ShownPrizes

NEW_COLUMNS: Mapping[type[Model], Mapping[str, Any]] = {Club: {"counts_friendly_games": False}, Table: {"owner": None}}


def renew(model: type[Model], said: dict[str, Any]) -> None:
    """A row of an archive as this release writes it; what is so already stays."""
    for column, value in NEW_COLUMNS.get(model, {}).items():
        said.setdefault(column, value)
    if model is JournalEntry:
        said["detail"] = old.journal_detail(said["verb"], said["detail"])
    elif model is JackpotPeriod and said["frozen"]:
        said["frozen"] = old.frozen(said["frozen"])
    elif model is ShownPrizes:
        fresh = old.settled(said["settled"])
        if said["digest"] == old.digest_of(said["settled"]):
            said["digest"] = old.digest_of(fresh)
        said["settled"] = fresh


def message(text: str, *, may_be_missing: bool) -> Any:
    """The text of a column as data of a message."""
    return None if may_be_missing and not text else old.message(text)
