"""Pages to share from: results as text, picture and paper; addresses to subscribe to, and frames for other sites.

Each comes as text and as a QR code.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.language import say
from games.qr import qr_picture
from tournaments.calendars.views import subscribing
from tournaments.clubs.models import Club, Venue
from tournaments.conditional import site_of
from tournaments.events.models import Event
from tournaments.formats.seasons.settings import Kind
from tournaments.http import event_or_404
from tournaments.leagues.models import Season
from tournaments.leagues.views.leagues import season_or_404
from tournaments.printing.typeset import Shape, Size, size_for
from tournaments.sharing import embeddable
from tournaments.sharing.embeddable import Embeddable
from tournaments.sharing.league_text import league_texts
from tournaments.sharing.summary import summary_of, text_of


@dataclass(frozen=True)
class Shared:
    """An address. subscribe: the same for calendar apps. snippet: the HTML that puts it into a page."""

    title: str
    words: str
    address: str
    picture: str
    subscribe: str = ""
    snippet: str = ""


@dataclass(frozen=True)
class Group:
    key: str
    title: str
    words: str
    rows: tuple[Shared, ...]


@dataclass(frozen=True)
class Picture:
    """title: what its shape is good for. address: with the event's version, so that no chat shows one it kept."""

    shape: Shape
    title: str
    address: str


@dataclass(frozen=True)
class SharedResults:
    """text: to be sent. whole: the same with everyone's place; empty where the short one has them all."""

    has_results: bool
    text: str
    whole: str
    pictures: tuple[Picture, ...]
    sizes: tuple[Size, ...]


def results_to_share(event: Event, address: str) -> SharedResults:
    """address: of the event's page on this site."""
    summary = summary_of(event)
    short, whole = text_of(summary.in_short, address), text_of(summary, address)
    titles = {Shape.TALL: say("For a phone"), Shape.WIDE: say("For a web page or link preview")}
    pictures = tuple(
        Picture(shape, title, f"{reverse('results_picture', args=[event.slug, shape])}?v={event.version}")
        for shape, title in titles.items()
    )
    whole = whole if whole != short else ""
    return SharedResults(summary.has_results, short, whole, pictures, _sizes(event.club))


def _sizes(club: Club) -> tuple[Size, ...]:
    """Of paper, what the club's printers hold first."""
    usual = size_for(club.zone)
    return tuple(sorted(Size, key=lambda size: size is not usual))


@login_not_required
@require_safe
def event_share(request: HttpRequest, slug: str) -> HttpResponse:
    event, site = event_or_404(slug), site_of(request)
    page = site + event.get_absolute_url()
    club, poster = event.club, Shared(say("Event page"), "", page, qr_picture(page))
    groups = (
        Group("page", say("For a poster or a message"), "", (poster,)),
        _calendars(_club_calendar(site, club)),
        _news(_feed(site, say("Announcements"), say("Announcements from the organizers."), "event_feed", event.slug)),
        _frames(site, embeddable.of_event(event)),
    )  # fmt: skip
    results = results_to_share(event, page)
    return _page(request, groups, event=event, club=club, back=event, about=event.name, results=results)


@login_not_required
@require_safe
def club_share(request: HttpRequest, slug: str) -> HttpResponse:
    club, site = get_object_or_404(Club, slug=slug), site_of(request)
    calendars = [_club_calendar(site, club)]
    calendars += [_calendar(site, str(league), "league_calendar", league.slug) for league in club.leagues.all()]
    calendars += [_venue_calendar(site, venue) for venue in club.venues.all()]
    groups = (
        _calendars(*calendars),
        _news(_feed(site, say("News"), say("Achievements and other news."), "club_feed", slug)),
        _frames(site, embeddable.of_club(club)),
    )
    return _page(request, groups, club=club, back=club, about=club.name)


@login_not_required
@require_safe
def season_share(request: HttpRequest, slug: str) -> HttpResponse:
    """With the table as text, on paper and in a frame, and the calendar of every squad."""
    season, site = _open_season(slug), site_of(request)
    league = season.league
    squads = season.squads.select_related("team").order_by("team__name")
    texts = league_texts(season, site + season.get_absolute_url()) if _has_tables(season) else []
    groups = (
        _calendars(
            _calendar(site, str(season), "season_calendar", slug),
            _calendar(site, say("{league}, every season", league=league), "league_calendar", league.slug),
        ),
        Group(
            "squads",
            say("One team’s matches"),
            "",
            tuple(_calendar(site, str(squad), "squad_calendar", slug, squad.number) for squad in squads),
        ),
        _frames(site, embeddable.of_season(season)),
    )
    about = {"season": season, "league": league, "club": league.club, "back": season, "about": str(season)}
    sizes = _sizes(league.club) if texts else ()
    return _page(request, groups, texts=texts, sizes=sizes, **about)


@login_not_required
@require_safe
def squad_share(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, site = _open_season(slug), site_of(request)
    squad = get_object_or_404(season.squads.select_related("team"), number=number)
    squad.season = season
    name = say("{squad}: {season}", squad=squad, season=season.name)
    groups = (_calendars(_calendar(site, name, "squad_calendar", slug, number)),)
    return _page(request, groups, season=season, club=season.league.club, back=squad, about=f"{squad}, {season.name}")


def _page(request: HttpRequest, groups: tuple[Group, ...], **context: Any) -> HttpResponse:
    shown = [group for group in groups if group.rows]
    return render(request, "sharing/share.html", context | {"groups": shown, "back_address": _address(context["back"])})


def _address(thing: Any) -> str:
    return str(thing.get_absolute_url())


def _open_season(slug: str) -> Season:
    """One that is being set up has no calendar yet, not even for organizers."""
    season = season_or_404(slug)
    if season.state == Season.State.SETUP:
        raise Http404("Not open yet.")
    return season


def _has_tables(season: Season) -> bool:
    return season.settings.kind is Kind.FIXTURES


def _calendars(*links: Shared) -> Group:
    words = say("Your calendar refreshes automatically, so changes and cancellations appear there too.")
    return Group("calendars", say("For your calendar"), words, links)


def _news(*links: Shared) -> Group:
    return Group("news", say("For a feed reader"), "", links)


def _frames(site: str, embeddables: list[Embeddable]) -> Group:
    words = say(
        "Paste the code where you want the frame on your page. The frame updates automatically and sets no cookies."
    )
    frames = tuple(
        Shared(page.title, "", site + page.path, qr_picture(site + page.path), snippet=page.frame(site))
        for page in embeddables
    )
    return Group("frames", say("On your own site"), words, frames)


def _club_calendar(site: str, club: Club) -> Shared:
    return _calendar(site, say("Everything at {club}", club=club), "club_calendar", club.slug)


def _venue_calendar(site: str, venue: Venue) -> Shared:
    return _calendar(site, say("At {venue}", venue=venue), "venue_calendar", venue.pk)


def _calendar(site: str, title: str, route: str, *args: Any) -> Shared:
    address = site + reverse(route, args=args)
    return Shared(title, "", address, qr_picture(subscribing(address)), subscribe=subscribing(address))


def _feed(site: str, title: str, words: str, route: str, *args: Any) -> Shared:
    address = site + reverse(route, args=args)
    return Shared(title, words, address, qr_picture(address))
