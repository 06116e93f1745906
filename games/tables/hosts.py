"""For whom a table is opened: those who sit there, or a host that a room above knows, such as a club.

Tables know no hosts of their own. A room that does registers them when the site starts.
"""

from dataclasses import dataclass

from django.http import HttpRequest

from games.accounts.models import Player
from games.tables.models import Table


@dataclass(frozen=True)
class Host:
    """As a table's page and the lobby show it. words: what it means for the games."""

    name: str
    link: str
    words: str


class Hosts:
    """There are none. related: what to fetch with a table, so that `of` asks nothing."""

    related: tuple[str, ...] = ()

    def choices(self, request: HttpRequest) -> list[tuple[str, str]]:
        """Key and label of each for whom the visitor can open a table."""
        return []

    def open_for(self, request: HttpRequest, table: Table, chosen: str) -> None:
        """The table was just opened for one of the choices. RuleError or CommandError where that is not possible."""

    def of(self, table: Table) -> Host | None:
        return None

    def has_as_co_owner(self, table: Table, player: Player) -> bool:
        """Whether the player does for the host what co-owners do at this table."""
        return False


_hosts = Hosts()


def register(known: Hosts) -> None:
    """Call from AppConfig.ready()."""
    global _hosts
    _hosts = known


def hosts() -> Hosts:
    return _hosts
