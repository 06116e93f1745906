"""What everybody may see of a league: its seasons, tables, fixtures as a list and by month, squads, one's own games."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.formats.seasons.settings import Kind
from tournaments.http import actor_for
from tournaments.leagues import selectors
from tournaments.leagues.models import Fixture, League, PlayOff, PointsAdjustment, Season
from tournaments.permissions import Permission, may


@login_not_required
@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(League.objects.select_related("club"), slug=slug)
    may_run = may(actor_for(request), Permission.RUN_SEASON, found.club)
    seasons = found.seasons.all() if may_run else found.seasons.exclude(state=Season.State.SETUP)
    context = {
        "league": found,
        "club": found.club,
        "seasons": seasons,
        "divisions": found.divisions.all(),
        "may_run": may_run,
    }
    return render(request, "leagues/league.html", context)


@login_not_required
@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about_season(request, slug)
    tables = selectors.tables_of(found)
    context |= {
        "tables": tables,
        "names": selectors.names_in(tables),
        "criteria": selectors.criteria_of(found),
        "play_offs": PlayOff.objects.filter(section__season=found).select_related("event", "section__division"),
        "adjustments": PointsAdjustment.objects.filter(season=found).select_related("squad__team", "season"),
        "final": list(found.final_places.select_related("squad__team", "squad__section__division")),
        "rules": found.settings,
        "house": selectors.house_words(found.settings),
    }
    if found.settings.kind is Kind.NIGHTS:
        context |= {"series": selectors.series_of(found), "nights": list(found.nights.select_related("event"))}
    return render(request, "leagues/season.html", context)


@login_not_required
@require_safe
def fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about_season(request, slug)
    rows = list(selectors.fixtures_of(found, with_draft=context["may_run"]))
    waiting = [row for row in rows if row.state == Fixture.State.POSTPONED]
    context |= {"days": selectors.by_day(found, rows), "waiting": waiting, "today": timezone.now()}
    return render(request, "leagues/fixtures.html", context)


@login_not_required
@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about_season(request, slug)
    rows = list(selectors.fixtures_of(found, with_draft=context["may_run"]))
    context["month"] = selectors.month_of(found, rows, request.GET.get("month", ""))
    return render(request, "leagues/calendar.html", context)


@login_not_required
@require_safe
def squad(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found, context = about_season(request, slug)
    one = get_object_or_404(found.squads.select_related("team__venue", "section__division"), number=number)
    one.season = found
    members, former = selectors.members_of(one)
    rows = [row for row in selectors.fixtures_of(found, with_draft=False) if one.pk in (row.home_id, row.away_id)]
    context |= {
        "squad": one,
        "members": members,
        "former": former,
        "rows": rows,
        "line": getattr(one, "line", None),
        "next": next((row for row in rows if not row.is_over and row.state != Fixture.State.POSTPONED), None),
        "adjustments": one.adjustments.select_related("season"),
    }
    return render(request, "leagues/squad.html", context)


@require_safe
def my_fixtures(request: HttpRequest) -> HttpResponse:
    player = actor_for(request).player
    rows = selectors.fixtures_of_player(player) if player else []
    return render(request, "leagues/my_fixtures.html", {"rows": rows, "player": player})


def about_season(request: HttpRequest, slug: str) -> tuple[Season, dict[str, Any]]:
    """The season, and what the frame of its pages needs. One that is being set up exists for organizers only."""
    found = season_or_404(slug)
    may_run = may(actor_for(request), Permission.RUN_SEASON, found.league.club)
    if found.state == Season.State.SETUP and not may_run:
        raise Http404("Not open yet.")
    return found, {"season": found, "league": found.league, "club": found.league.club, "may_run": may_run}


def season_or_404(slug: str) -> Season:
    return get_object_or_404(Season.objects.select_related("league__club"), slug=slug)
