"""Paper for the hall, one page that lists it all, and the field that finds the table of a printed slip."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.access import passes
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.formats.seasons.settings import Kind
from tournaments.http import context_for, event_or_404, organizer_page, refused
from tournaments.leagues.models import Season
from tournaments.leagues.views.leagues import season_or_404
from tournaments.printing.documents import Need, Paper, heading_of, paper_of, papers_of, print_paper
from tournaments.printing.league_papers import LEAGUE_PAPERS, print_league_paper
from tournaments.printing.typeset import Size, pdf, qr, size_for
from tournaments.results.models import Channel
from tournaments.screens.playlist import PANELS
from tournaments.templatetags.format_tags import in_zone

# Personal links for everyone, as slips to cut apart. A link is shown once: what is printed here is stored nowhere.


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
    return LinkSheet(until, tuple(PersonalLink(player.called, address, qr(address)) for player, address in addresses))


# Chromium shows a PDF through an <embed> of its own, which the pages' policy (object-src 'none') would leave blank.
POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


@require_safe
@organizer_page
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything that can be printed now, and what the rest waits for; and what the board shows."""
    offered = papers_of(event)
    context = {
        "event": event,
        "club": event.club,
        "sizes": list(Size),
        "size": size_asked(request, event.club),
        "panels": PANELS,
        "papers": offered,
        "has_people": any(is_met for paper, is_met in offered if paper.need is Need.PEOPLE),
    }
    return render(request, "printing/printing.html", context)


@require_safe
@organizer_page
def console_paper(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    asked = paper_of(event, key)
    if asked is None:
        raise Http404("There is no such paper.")
    return _printed(request, event, asked)


@login_not_required
@require_safe
def paper(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Prints what everyone may see on the screen."""
    event = event_or_404(slug)
    asked = paper_of(event, key)
    if asked is None or not asked.is_public:
        raise Http404("There is no such paper for everybody.")
    try:
        return _printed(request, event, asked)
    except RuleError as error:
        return refused(request, error, event, request.headers.get("referer", ""))


@login_not_required
@require_safe
def league_paper(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The table or the fixtures of a season that is already set up, for everyone."""
    season = season_or_404(slug)
    asked = LEAGUE_PAPERS.get(key)
    if asked is None or season.state == Season.State.SETUP or season.settings.kind is not Kind.FIXTURES:
        raise Http404("There is no such paper.")
    address, size = request.build_absolute_uri(season.get_absolute_url()), size_asked(request, season.league.club)
    try:
        return as_file(print_league_paper(season, asked, size=size, address=address), f"{slug}-{key}")
    except RuleError as error:
        return refused(request, error, None, request.headers.get("referer", ""))


@require_POST
@organizer_page
def print_links(request: HttpRequest, event: Event) -> HttpResponse:
    """New personal links for everyone, as slips with QR codes: shown this once."""
    issued = passes.issue_passes(event.pk, context=context_for(request, event, Channel.PAGE))
    addresses = [
        (player, request.build_absolute_uri(reverse("open_pass", args=[event.slug, token]))) for player, token in issued
    ]
    sheet = link_sheet(addresses, in_zone(passes.night_ends(event), event.club))
    made = pdf(
        "links", sheet, size=size_asked(request, event.club), heading=heading_of(event, address_of(request, event))
    )
    return as_file(made, f"{event.slug}-links")


def _printed(request: HttpRequest, event: Event, asked: Paper) -> HttpResponse:
    made = print_paper(event, asked, size=size_asked(request, event.club), address=address_of(request, event))
    return as_file(made, f"{event.slug}-{asked.key}")


def size_asked(request: HttpRequest, club: Club) -> Size:
    """As asked for, else what the club's printers hold."""
    asked = request.POST.get("size") or request.GET.get("size", "")
    return Size(asked) if asked in Size.__members__.values() else size_for(club.zone)


def address_of(request: HttpRequest, event: Event) -> str:
    return request.build_absolute_uri(event.get_absolute_url())


def as_file(made: bytes, name: str) -> HttpResponse:
    """To be opened in the browser, under a name that says what it is when it is kept; kept nowhere in between."""
    headers = {
        "Content-Disposition": f'inline; filename="{name}-{timezone.localdate().isoformat()}.pdf"',
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": POLICY,
    }
    return HttpResponse(made, content_type="application/pdf", headers=headers)
