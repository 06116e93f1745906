"""Personal links for everybody, as slips to cut apart. A link is shown once: what is printed here is stored nowhere."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Player
from tournaments.services.paper.typeset import qr


@dataclass(frozen=True)
class PersonalLink:
    name: str
    address: str
    qr: str


@dataclass(frozen=True)
class LinkSheet:
    """until: when the links end, as people read it."""

    until: str
    links: tuple[PersonalLink, ...]


def link_sheet(addresses: Iterable[tuple[Player, str]], until: str) -> LinkSheet:
    """addresses: of every player's own link, by name."""
    return LinkSheet(until, tuple(PersonalLink(player.name, address, qr(address)) for player, address in addresses))
