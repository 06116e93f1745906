"""What everyone may see of a league: its seasons, tables, fixtures (list and months), squads and the viewer's games."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.house_rules.panel import in_short
from tournaments.cached_content import made_once, same_for_visitors
from tournaments.clubs.house_rules import default_rules
from tournaments.formats.seasons.settings import Kind
from tournaments.honours.wording import write_money_in
from tournaments.http import actor_for, held_pass
from tournaments.leagues import card_desk, selectors, weeks
from tournaments.leagues.averages import averages_of
from tournaments.leagues.forms import TeamForm
from tournaments.leagues.models import Fixture, League, PlayOff, PointsAdjustment, Season, Withdrawal
from tournaments.permissions import CAPTAIN, Permission, may, roles
from tournaments.season_money.postings import account_of

KEPT_SECONDS = 60
"""So long a corrected name may be the old one among the averages; results are never late."""


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
        "divisions": selectors.divisions_of(found) if may_run else found.divisions.all(),
        "may_run": may_run,
        "owns": may_run and may(actor_for(request), Permission.RUN_CLUB, found.club),
    }
    return render(request, "leagues/league.html", context)


@login_not_required
@require_safe
@same_for_visitors()
def season(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about_season(request, slug)
    tables = selectors.tables_of(found)
    context |= {
        "tables": tables,
        "names": selectors.names_in(tables),
        "criteria": selectors.criteria_of(found),
        "play_offs": PlayOff.objects.filter(section__season=found).select_related("event", "section__division"),
        "adjustments": PointsAdjustment.objects.filter(season=found).select_related("squad__team", "season"),
        "departures": selectors.departures_of(found),
        "decisions": selectors.decisions_of(found),
        "final": list(found.final_places.select_related("squad__team", "squad__section__division")),
        "rules": found.settings,
        "house": selectors.house_words(found.settings),
        "table_rules": in_short(found.table_rules or default_rules(found.league.club)),
    }
    if found.settings.kind is Kind.NIGHTS:
        context |= {"series": selectors.series_of(found), "nights": list(found.nights.select_related("event"))}
    else:
        week = weeks.weeks_of(found, timezone.now())
        context |= {
            "sections": [(table, week.of_section(table.lines[0].squad.section_id)) for table in tables if table.lines],
            "averages": _averages_shown(request, found, "leagues/top_averages.html"),
        }
    return render(request, "leagues/season.html", context)


@login_not_required
@require_safe
@same_for_visitors()
def fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about_season(request, slug)
    rows = list(selectors.fixtures_of(found, with_draft=context["may_run"]))
    waiting = [fixture for fixture in rows if fixture.state == Fixture.State.POSTPONED]
    context |= {"days": selectors.by_day(found, rows), "waiting": waiting, "today": timezone.now()}
    return render(request, "leagues/fixtures.html", context)


@login_not_required
@require_safe
@same_for_visitors("month")
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about_season(request, slug)
    rows = list(selectors.fixtures_of(found, with_draft=context["may_run"]))
    context["month"] = selectors.month_of(found, rows, request.GET.get("month", ""))
    return render(request, "leagues/calendar.html", context)


@login_not_required
@require_safe
@same_for_visitors()
def averages(request: HttpRequest, slug: str) -> HttpResponse:
    """What every player of a season of fixtures won."""
    found, context = about_season(request, slug)
    context["content"] = _averages_shown(request, found, "leagues/averages_content.html")
    return render(request, "leagues/averages.html", context)


def _averages_shown(request: HttpRequest, season: Season, template: str) -> str:
    """Of every game of the season, so made once for each version of it. Everyone reads the same."""

    def shown() -> dict[str, Any]:
        return {"averages": averages_of(season), "season": season}

    if request.GET:
        return render_to_string(template, shown(), request)
    return made_once(request, template, season.version, shown, seconds=KEPT_SECONDS)


@login_not_required
@require_safe
def squad(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found, context = about_season(request, slug)
    one = get_object_or_404(found.squads.select_related("team__venue", "section__division"), number=number)
    one.season, actor = found, actor_for(request, found)
    members, former = selectors.members_of(one)
    is_captain = CAPTAIN in roles(actor, one)
    rows = [
        fixture
        for fixture in selectors.fixtures_of(found, with_draft=False)
        if one.pk in (fixture.home_id, fixture.away_id)
    ]
    context |= {
        "squad": one,
        "members": members,
        "former": former,
        "rows": rows,
        "line": getattr(one, "line", None),
        "tasks": card_desk.tasks_of(one, rows) if is_captain else [],
        "account": account_of(one) if is_captain or context["may_run"] else None,
        "held": bool(held_pass(request, found)[0]),
        "next": next(
            (fixture for fixture in rows if not fixture.is_over and fixture.state != Fixture.State.POSTPONED), None
        ),
        "adjustments": one.adjustments.select_related("season"),
        "departures": list(one.withdrawals.order_by("number")),
    }
    if context["may_run"] and not found.is_closed:
        context["team_form"] = TeamForm(squad=one)
    if found.settings.both_captains and not found.is_closed and may(actor, Permission.AGREE_TRANSFER, one):
        context["transfers"] = selectors.transfers_of(one)
    context |= {"today": timezone.now().astimezone(found.zone).date(), "results": Withdrawal.Results.choices}
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
    """From now on the page writes amounts as the season's club does."""
    season = get_object_or_404(Season.objects.select_related("league__club"), slug=slug)
    write_money_in(season.league.club.currency)
    return season
