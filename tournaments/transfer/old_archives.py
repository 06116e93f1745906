"""Archives of older releases hold sentences as English text where there are messages now."""

from typing import Any

from django.db.models import Model

from tournaments.activity_log.models import JournalEntry
from tournaments.jackpots.models import JackpotPeriod
from tournaments.migrations import _old_sentences as old
from tournaments.prizes.models import ShownPrizes


def renew(model: type[Model], said: dict[str, Any]) -> None:
    """A row of an archive as this release writes it; what is so already stays."""
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
