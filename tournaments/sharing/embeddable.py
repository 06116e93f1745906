"""Which pages can stand in a frame on another site, and what has to be written there for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html

from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.draws.brackets import has_bracket
from tournaments.events.models import Event
from tournaments.formats.seasons.settings import Kind
from tournaments.jackpots.models import Jackpot
from tournaments.leagues.models import Season, Section
from tournaments.results.history import begun_stages

WIDTH = 600
FRAME = '<iframe src="{}" title="{}" width="{}" height="{}" style="border:0;max-width:100%" loading="lazy"></iframe>'


@dataclass(frozen=True)
class Embeddable:
    """title: of the frame, for people who don't see it. path: the page in it."""

    title: str
    path: str
    height: int

    def frame(self, site: str, width: int = WIDTH, height: int = 0) -> str:
        """The HTML to put into a page."""
        return format_html(FRAME, site + self.path, self.title, width, height or self.height)


def standings_of(event: Event) -> Embeddable:
    return Embeddable(say("{event} standings", event=event), reverse("embed_standings", args=[event.slug]), 440)


def bracket_of(event: Event) -> Embeddable | None:
    if not any(map(has_bracket, begun_stages(event))):
        return None
    return Embeddable(say("{event} bracket", event=event), reverse("embed_bracket", args=[event.slug]), 560)


def jackpot_of(jackpot: Jackpot) -> Embeddable:
    path = reverse("embed_jackpot", args=[jackpot.club.slug, jackpot.pk])
    return Embeddable(f"{jackpot}: {jackpot.club}", path, 480)


def leaders_of(club: Club) -> Embeddable:
    return Embeddable(say("{club} leaderboards", club=club), reverse("embed_leaders", args=[club.slug]), 440)


def table_of(season: Season, section: Section | None = None) -> Embeddable | None:
    """The tables of a season, or of one of its sections. None where there are none to see."""
    if season.state == Season.State.SETUP or season.settings.kind is not Kind.FIXTURES:
        return None
    path = reverse("embed_league", args=[season.slug])
    if section is None:
        return Embeddable(say("Standings: {season}", season=season), path, 440)
    title = say("Standings: {section}, {season}", section=section, season=season)
    return Embeddable(title, f"{path}?section={section.division.level}", 440)


def of_season(season: Season) -> list[Embeddable]:
    """All sections in one frame, and each by itself where there are several."""
    sections = list(season.sections.filter(squads__isnull=False).select_related("division").distinct())
    embeddables = [table_of(season, section) for section in (None, *(sections if len(sections) > 1 else ()))]
    return [embeddable for embeddable in embeddables if embeddable]


def of_event(event: Event) -> list[Embeddable]:
    bracket = bracket_of(event)
    return [standings_of(event), *([bracket] if bracket else [])]


def of_club(club: Club) -> list[Embeddable]:
    return [leaders_of(club), *map(jackpot_of, club.jackpots.select_related("club"))]


def at(address: str, host: str) -> Embeddable | None:
    """What a page of this site is in a frame; None for other addresses, and where there is nothing to see."""
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.netloc != host:
            return None
        match = resolve(parts.path)
        embeddable = FOUND[match.url_name or ""](**match.kwargs)
    except (Resolver404, Http404, KeyError, ValueError):
        return None
    part = PARTS.get(match.url_name or "", "stage")
    number = parse_qs(parts.query).get(part, [""])[0]
    if embeddable is None or not (number.isascii() and number.isdigit() and len(number) < 4):
        return embeddable
    return Embeddable(embeddable.title, f"{embeddable.path}?{part}={number}", embeddable.height)


def _event(slug: str) -> Event:
    return get_object_or_404(Event, slug=slug)


def _jackpot(slug: str, pk: int) -> Embeddable:
    return jackpot_of(get_object_or_404(Jackpot.objects.select_related("club"), club__slug=slug, pk=pk))


def _season(slug: str) -> Embeddable | None:
    return table_of(get_object_or_404(Season.objects.select_related("league__club"), slug=slug))


PARTS = {"embed_league": "section"}
"""By the name of a route: which part of it can be asked for by number."""
FOUND: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("event", "standings", "embed_standings"), lambda slug: standings_of(_event(slug))),
    **dict.fromkeys(("bracket", "embed_bracket"), lambda slug: bracket_of(_event(slug))),
    **dict.fromkeys(("jackpot", "embed_jackpot"), _jackpot),
    **dict.fromkeys(("season", "embed_league"), _season),
    **dict.fromkeys(
        ("club_leaderboards", "embed_leaders"), lambda slug: leaders_of(get_object_or_404(Club, slug=slug))
    ),
}
"""By the names of routes."""
