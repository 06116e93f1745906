"""Who reads reports: administrators of tables all, others those about tables that a room above says are theirs."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from games.accounts.models import Player
from games.reports.models import Report
from games.tables.commands import is_administrator

Tables = Callable[[Player], "QuerySet[Any, Any]"]
_known: list[Tables] = []


def register_tables(known: Tables) -> None:
    """Call from AppConfig.ready(). known: the numbers of the tables at which the player looks after manners."""
    _known.append(known)


def reports_for(player: Player) -> QuerySet[Report]:
    """Those that the player may read; never one about the player."""
    reports = Report.objects.exclude(about=player)
    if is_administrator(player):
        return reports
    mine = Report.objects.none()
    for known in _known:
        mine = mine | reports.filter(table__in=known(player))
    return mine
