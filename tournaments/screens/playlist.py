"""The panels of an event's and of a club's board, in the order in which they turn, and which of them one board shows.

A board's playlist is in its own address: two projectors can show different things, a bookmark keeps it, nothing has to
be stored, and only people who may change the event or club can change what hangs on its wall.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.engine.language import mark, say
from tournaments.screens.club_wall import Wall
from tournaments.screens.selectors import Hall

Wants = TypeVar("Wants")
MIN_SECONDS, MAX_SECONDS = 3, 600


@dataclass(frozen=True)
class Panel(Generic[Wants]):
    """key: its word in the address. seconds: for each of its pages, unless the address says otherwise. has_content: an
    empty panel is skipped. template: where it is not named after the key."""

    key: str
    title: str
    seconds: int
    has_content: Callable[[Wants], bool]
    template: str = ""

    @property
    def name(self) -> str:
        return say(self.title)


@dataclass(frozen=True)
class Shown:
    """A panel on one board."""

    panel: Panel[Any]
    seconds: int

    @property
    def template(self) -> str:
        return f"screens/{self.panel.template or self.panel.key}.html"


PANELS: tuple[Panel[Hall], ...] = (
    Panel("announcements", mark("Announcements"), 10, lambda hall: bool(hall.announcements)),
    Panel("seating", mark("Seating"), 10, lambda hall: hall.is_played),
    Panel("calls", mark("Matches called to tables"), 10, lambda hall: bool(hall.next_matches)),
    Panel("clock", mark("Clock"), 10, lambda hall: hall.clock is not None),
    Panel("playing", mark("Tables still playing"), 8, lambda hall: hall.is_played),
    Panel("standings", mark("Standings"), 10, lambda hall: any(ranking.rows for ranking in hall.rankings)),
    Panel("leaders", mark("Most points this month"), 10, lambda hall: bool(hall.leaders)),
    Panel("bracket", mark("Bracket"), 12, lambda hall: bool(hall.bracket)),
    Panel("jackpot", mark("Jackpots"), 10, lambda hall: bool(hall.jackpots)),
    Panel("feats", mark("Achievements at this event"), 8, lambda hall: bool(hall.unlocks)),
    Panel("address", mark("QR code for the event’s page"), 8, lambda hall: True),
)


CLUB_PANELS: tuple[Panel[Wall], ...] = (
    Panel("winners", mark("Top winners"), 10, lambda wall: bool(wall.tops["winners"]), "top"),
    Panel("scores", mark("Top scores"), 10, lambda wall: bool(wall.tops["scores"]), "top"),
    Panel("ranked", mark("Top rated"), 10, lambda wall: bool(wall.tops["ranked"]), "top"),
    Panel("jackpot", mark("Jackpots"), 10, lambda wall: bool(wall.jackpots)),
    Panel("coming", mark("Next events"), 10, lambda wall: bool(wall.coming)),
    Panel("news", mark("News"), 8, lambda wall: bool(wall.news)),
    Panel("address", mark("QR code for the club’s page"), 8, lambda wall: True, "club_address"),
)


def playlist(hall: Wants, asked: Mapping[str, str], panels: Sequence[Panel[Wants]]) -> list[Shown]:
    """The panels that have something to show. asked: key → seconds, as in the address; what is not named is left out,
    and where nothing is named all are shown."""
    chosen = {panel.key: _seconds(asked[panel.key], panel) for panel in panels if panel.key in asked}
    named = chosen if any(chosen.values()) else {panel.key: panel.seconds for panel in panels}
    shown = [Shown(panel, named[panel.key]) for panel in panels if named.get(panel.key) and panel.has_content(hall)]
    return shown or [Shown(panels[-1], panels[-1].seconds)]


def _seconds(text: str, panel: Panel) -> int:
    """0: not shown. What is no number is the usual time."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return panel.seconds if text else 0
    number = int(text)
    return min(MAX_SECONDS, max(MIN_SECONDS, number)) if number else 0
