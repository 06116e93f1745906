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
from tournaments.leagues import card_desk, date_desk, selectors, weeks
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
    league = get_object_or_404(League.objects.select_related("club"), slug=slug)
    may_run = may(actor_for(request), Permission.RUN_SEASON, league.club)
    seasons = league.seasons.all() if may_run else league.seasons.exclude(state=Season.State.SETUP)
    context = {
        "league": league,
        "club": league.club,
        "seasons": seasons,
        "divisions": selectors.divisions_of(league) if may_run else league.divisions.all(),
        "may_run": may_run,
        "owns": may_run and may(actor_for(request), Permission.RUN_CLUB, league.club),
    }
    return render(request, "leagues/league.html", context)


@login_not_required
@require_safe
@same_for_visitors()
def season(request: HttpRequest, slug: str) -> HttpResponse:
    season, context = about_season(request, slug)
    tables = selectors.tables_of(season)
    context |= {
        "tables": tables,
        "names": selectors.names_in(tables),
        "criteria": selectors.criteria_of(season),
        "play_offs": PlayOff.objects.filter(section__season=season).select_related("event", "section__division"),
        "adjustments": PointsAdjustment.objects.filter(season=season).select_related("squad__team", "season"),
        "departures": selectors.departures_of(season),
        "decisions": selectors.decisions_of(season),
        "final": list(season.final_places.select_related("squad__team", "squad__section__division")),
        "rules": season.settings,
        "house": selectors.house_words(season.settings),
        "table_rules": in_short(season.table_rules or default_rules(season.league.club)),
    }
    if season.settings.kind is Kind.NIGHTS:
        context |= {"series": selectors.series_of(season), "nights": list(season.nights.select_related("event"))}
    else:
        week = weeks.weeks_of(season, timezone.now())
        context |= {
            "sections": [(table, week.of_section(table.lines[0].squad.section_id)) for table in tables if table.lines],
            "averages": _averages_shown(request, season, "leagues/top_averages.html"),
        }
    return render(request, "leagues/season.html", context)


@login_not_required
@require_safe
@same_for_visitors()
def fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    season, context = about_season(request, slug)
    fixtures = list(selectors.fixtures_of(season, with_draft=context["may_run"]))
    waiting = [fixture for fixture in fixtures if fixture.state == Fixture.State.POSTPONED]
    context |= {"days": selectors.by_day(season, fixtures), "waiting": waiting, "today": timezone.now()}
    return render(request, "leagues/fixtures.html", context)


@login_not_required
@require_safe
@same_for_visitors("month")
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    season, context = about_season(request, slug)
    fixtures = list(selectors.fixtures_of(season, with_draft=context["may_run"]))
    context["month"] = selectors.month_of(season, fixtures, request.GET.get("month", ""))
    return render(request, "leagues/calendar.html", context)


@login_not_required
@require_safe
@same_for_visitors()
def averages(request: HttpRequest, slug: str) -> HttpResponse:
    """What every player of a season of fixtures won."""
    season, context = about_season(request, slug)
    context["content"] = _averages_shown(request, season, "leagues/averages_content.html")
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
    season, context = about_season(request, slug)
    squad = get_object_or_404(season.squads.select_related("team__venue", "section__division"), number=number)
    squad.season, actor = season, actor_for(request, season)
    members, former = selectors.members_of(squad)
    is_captain = CAPTAIN in roles(actor, squad)
    fixtures = [
        fixture
        for fixture in selectors.fixtures_of(season, with_draft=False)
        if squad.pk in (fixture.home_id, fixture.away_id)
    ]
    context |= {
        "squad": squad,
        "members": members,
        "former": former,
        "rows": fixtures,
        "line": getattr(squad, "line", None),
        "tasks": card_desk.tasks_of(squad, fixtures) if is_captain else [],
        "dates": date_desk.to_answer(squad) if is_captain else [],
        "account": account_of(squad) if is_captain or context["may_run"] else None,
        "held": bool(held_pass(request, season)[0]),
        "next": next(
            (fixture for fixture in fixtures if not fixture.is_over and fixture.state != Fixture.State.POSTPONED), None
        ),
        "adjustments": squad.adjustments.select_related("season"),
        "departures": list(squad.withdrawals.order_by("number")),
    }
    if context["may_run"] and not season.is_closed:
        context["team_form"] = TeamForm(squad=squad)
    if season.settings.both_captains and not season.is_closed and may(actor, Permission.AGREE_TRANSFER, squad):
        context["transfers"] = selectors.transfers_of(squad)
    context |= {"today": timezone.now().astimezone(season.zone).date(), "results": Withdrawal.Results.choices}
    return render(request, "leagues/squad.html", context)


@require_safe
def my_fixtures(request: HttpRequest) -> HttpResponse:
    player = actor_for(request).player
    fixtures = selectors.fixtures_of_player(player) if player else []
    return render(request, "leagues/my_fixtures.html", {"rows": fixtures, "player": player})


def about_season(request: HttpRequest, slug: str) -> tuple[Season, dict[str, Any]]:
    """The season, and what the frame of its pages needs. One that is being set up exists for organizers only."""
    season = season_or_404(slug)
    may_run = may(actor_for(request), Permission.RUN_SEASON, season.league.club)
    if season.state == Season.State.SETUP and not may_run:
        raise Http404("Not open yet.")
    return season, {"season": season, "league": season.league, "club": season.league.club, "may_run": may_run}


def season_or_404(slug: str) -> Season:
    """From now on the page writes amounts as the season's club does."""
    season = get_object_or_404(Season.objects.select_related("league__club"), slug=slug)
    write_money_in(season.league.club.currency)
    return season
