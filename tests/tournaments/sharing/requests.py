"""A request for every address of calendars, feeds, frames and of the pages to share them from."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from games.accounts.models import Player
from tests.cast import context_of
from tests.tournaments.pages.browsing import form
from tournaments.calendars import keys
from tournaments.clubs.models import Venue

Request = Callable[[Any], tuple[str, dict[str, Any]]]


def at(route: str, /, *args: Any, asked: Any = None, **fields: Any) -> Request:
    """args: values, or how to read them off the scene. asked: the page that oEmbed is asked about."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        path = reverse(route, args=[one(scene) if callable(one) else one for one in args])
        return f"{path}?url={asked}" if asked else path, form(**fields)

    return request


def club(scene: Any) -> str:
    return str(scene.club.slug)


def running(scene: Any) -> str:
    return str(scene.running.slug)


def planned(scene: Any) -> str:
    return str(scene.planned.slug)


def pam(scene: Any) -> int:
    return int(scene.pam.pk)


def mia(scene: Any) -> int:
    return int(scene.mia.player.pk)


def who_hides(scene: Any) -> int:
    Player.objects.filter(pk=scene.pam.pk).update(hides_name=True)
    return pam(scene)


def code(scene: Any) -> str:
    return keys.code_of(scene.mia.player) or keys.renew(mia(scene), context=context_of(scene.mia), expected_version=0)


def hall(scene: Any) -> int:
    return Venue.objects.get_or_create(club=scene.club, name="Elks Hall")[0].pk


OF_SHARING: dict[str, Request] = {
    "club_calendar": at("club_calendar", club),
    "league_calendar": at("league_calendar", "elm-league"),
    "season_calendar/open": at("season_calendar", running),
    "season_calendar/planned": at("season_calendar", planned),
    "squad_calendar": at("squad_calendar", running, 1),
    "venue_calendar": at("venue_calendar", hall),
    "player_calendar/named": at("player_calendar", pam),
    "player_calendar/hidden": at("player_calendar", who_hides),
    "own_calendar/right": at("own_calendar", mia, code),
    "own_calendar/wrong": at("own_calendar", pam, code),
    "my_calendar": at("my_calendar", seen=0),
    "club_feed": at("club_feed", club),
    "event_feed": at("event_feed", "night"),
    "club_share": at("club_share", club),
    "event_share": at("event_share", "night"),
    "results_picture/wide": at("results_picture", "night", "wide"),
    "results_picture/round": at("results_picture", "night", "round"),
    "season_share/open": at("season_share", running),
    "season_share/planned": at("season_share", planned),
    "squad_share": at("squad_share", running, 1),
    "oembed": at("oembed", asked="http://testserver/events/night/"),
    "oembed/elsewhere": at("oembed", asked="http://elsewhere/events/night/"),
    "embed_standings": at("embed_standings", "night"),
    "embed_bracket/knock-out": at("embed_bracket", "cup"),
    "embed_bracket/other": at("embed_bracket", "night"),
    "embed_jackpot": at("embed_jackpot", club, lambda s: s.jackpot.pk),
    "embed_league/open": at("embed_league", running),
    "embed_league/planned": at("embed_league", planned),
    "league_paper/open": at("league_paper", running, "table"),
    "league_paper/planned": at("league_paper", planned, "table"),
    "embed_leaders": at("embed_leaders", club),
}
"""Row of the table → the address and what its form would send."""
