"""Small pages for a frame on the club's own site: what strangers see, to read only, without a cookie."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.clubs.models import Club
from tournaments.conditional import ASK_FIRST, fresh
from tournaments.draws.brackets import bracket_of, has_bracket
from tournaments.events import boards
from tournaments.events.views.public import about
from tournaments.honours.wording import write_money_in
from tournaments.http import asked_number
from tournaments.jackpots import selectors
from tournaments.jackpots.models import Jackpot
from tournaments.leagues.selectors import tables_of
from tournaments.leagues.views.leagues import season_or_404
from tournaments.permissions import NOBODY
from tournaments.screens import selectors as screen_selectors
from tournaments.sharing.embeddable import table_of

Shown = tuple[str, dict[str, Any]]
"""A template, and what it wants."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-ancestors *; base-uri 'none'; form-action 'none'"
)
"""Anyone may frame these pages, and they can do nothing but read. The policy of all other pages forbids it."""
THEMES = ("light", "dark")


def embed(view: Callable[..., Shown]) -> Callable[..., HttpResponse]:
    """A page for a frame. Where there is nothing to see it says so in the frame, with status 404."""

    @login_not_required
    @require_safe
    @wraps(view)
    def framed(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        theme = request.GET.get("theme")
        look = {"theme": theme if theme in THEMES else ""}
        try:
            template, context = view(request, **kwargs)
        except Http404:
            response = HttpResponse(render_to_string("sharing/embeds/gone.html", look, request), status=404)
        else:
            page = render_to_string(template, context | look, request)
            response = fresh(request, page.encode(), "text/html; charset=utf-8", kept=ASK_FIRST)
        # Also on a 304: what a browser has kept takes the headers of the newest answer.
        response["Content-Security-Policy"] = POLICY
        response.xframe_options_exempt = True
        return response

    return framed


@embed
def standings(request: HttpRequest, slug: str) -> Shown:
    event, context = about(request, slug)
    stage = context["stage"]
    context |= {
        "rankings": boards.rankings_of(stage),
        "is_settled": boards.is_settled(stage),
        "columns": [criterion for _, criterion in boards.columns_of(stage)],
        "real_page": reverse("standings", args=[event.slug]),
    }
    return "sharing/embeds/standings.html", context


@embed
def bracket(request: HttpRequest, slug: str) -> Shown:
    """Of the stage asked for, otherwise of the latest one that is a knockout."""
    event, context = about(request, slug)
    stage = context["stage"]
    if "stage" not in request.GET:
        stage = next((begun for begun in reversed(context["begun"]) if has_bracket(begun)), stage)
    if not has_bracket(stage):
        raise Http404("This event is not a knock-out.")
    page = f"{reverse('bracket', args=[event.slug])}?stage={stage.number}"
    return "sharing/embeds/bracket.html", context | {"stage": stage, "board": bracket_of(stage), "real_page": page}


@embed
def league(request: HttpRequest, slug: str) -> Shown:
    """Of the section asked for by its division's level, else of all of them."""
    season = season_or_404(slug)
    if table_of(season) is None:
        raise Http404("There is no table of this season.")
    tables = [table for table in tables_of(season) if table.lines]
    if "section" in request.GET:
        asked = season.sections.filter(division__level=asked_number(request, "section") or 0).first()
        tables = [table for table in tables if asked and table.lines[0].squad.section_id == asked.pk]
        if not tables:
            raise Http404("There is no such section.")
    return "sharing/embeds/league.html", {
        "season": season,
        "club": season.league.club,
        "tables": tables,
        "real_page": season.get_absolute_url(),
    }


@embed
def jackpot(request: HttpRequest, slug: str, pk: int) -> Shown:
    jackpot = get_object_or_404(Jackpot.objects.select_related("club"), club__slug=slug, pk=pk)
    write_money_in(jackpot.club.currency)
    [shown] = selectors.running([jackpot], NOBODY)
    context = {
        "club": jackpot.club,
        "jackpot": jackpot,
        "period": shown.period,
        "board": shown,
        "real_page": jackpot.get_absolute_url(),
    }
    return "sharing/embeds/jackpot.html", context


@embed
def leaders(request: HttpRequest, slug: str) -> Shown:
    club = get_object_or_404(Club, slug=slug)
    page = reverse("club_leaderboards", args=[slug])
    return "sharing/embeds/leaders.html", {
        "club": club,
        "leaders": screen_selectors.leaders_of(club),
        "real_page": page,
    }
