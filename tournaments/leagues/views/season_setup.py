"""Setting a season up in a few steps: league, rules, squads, match days with a preview; and its end."""

import datetime
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.house_rules import bundles_for, first_choice
from tournaments.events.models import Event
from tournaments.formats.seasons.match_days import dates_in
from tournaments.formats.seasons.settings import Kind
from tournaments.http import actor_for, context_for, done, number_in, refused, text_in
from tournaments.leagues import closing, penalties, play_offs, schedule, series, setup, squads
from tournaments.leagues.forms import DaysForm, LeagueForm, SeasonForm, SquadForm, moment_of
from tournaments.leagues.models import League, Season, Section, SeriesNight, Squad
from tournaments.leagues.views.leagues import season_or_404
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel

Move = Callable[[HttpRequest, Season, Context], str]


def new_league(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    form = LeagueForm(request.POST or None)
    try:
        require(actor_for(request), Permission.RUN_SEASON, club)
        if request.method == "POST" and form.is_valid():
            league = setup.create_league(club, **form.asked(), context=context_for(request, None, Channel.PAGE))
            text = say("{league} is founded. Now its first season.", league=league)
            return done(request, text, reverse("new_season", args=[league.slug]))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    return render(request, "leagues/new_league.html", {"club": club, "form": form})


def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    league = get_object_or_404(League.objects.select_related("club"), slug=slug)
    offered = bundles_for(league.club, actor_for(request).player)
    form = SeasonForm(request.POST or None, offered=offered, first=first_choice(offered, league.club))
    try:
        require(actor_for(request), Permission.RUN_SEASON, league.club)
        if request.method == "POST" and form.is_valid():
            asked = context_for(request, None, Channel.PAGE)
            name, rules = form.cleaned_data["name"], form.picker.rules
            season = setup.create_season(league, name, form.rules(), context=asked, house_rules=rules)
            text = say("{season} is begun. Now its squads.", season=season.name)
            return done(request, text, reverse("season_setup", args=[season.slug]))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    context = {"league": league, "club": league.club, "form": form}
    context["picker_url"] = f"{reverse('event_rule_picker', args=[league.club.slug])}?format=season"
    return render(request, "leagues/new_season.html", context)


@require_safe
def season_setup(request: HttpRequest, slug: str) -> HttpResponse:
    """What is next for the season, with its forms. The address can name match days to preview."""
    season = season_or_404(slug)
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
    except CommandError as error:
        return refused(request, error, None)
    days = DaysForm(request.GET if "days-first" in request.GET else None, season=season)
    return render(request, "leagues/setup.html", _context(season, days))


@require_POST
def move_season(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    season = season_or_404(slug)
    where = reverse("season_setup", args=[season.slug])
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
        if verb not in MOVES:
            raise Http404("No such step.")
        return done(request, MOVES[verb](request, season, context_for(request, None, Channel.PAGE)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def _context(season: Season, days: DaysForm) -> dict[str, Any]:
    rows = season.squads.select_related("team", "section__division").prefetch_related("players__player")
    context: dict[str, Any] = {
        "season": season,
        "league": season.league,
        "club": season.league.club,
        "may_run": True,
        "days": days,
        "squads": rows.order_by("section__division__level", "number"),
        "rules": season.settings,
        "fixtures": season.fixtures.count(),
        "is_nights": season.settings.kind is Kind.NIGHTS,
    }
    if season.state == Season.State.SETUP:
        context |= {"squad_form": SquadForm(season=season)} | _preview(season, days)
    else:
        context |= {"open_ends": closing.open_ends(season), "today": timezone.now().astimezone(season.zone).date()}
        context["sections"] = season.sections.filter(play_off=None, squads__isnull=False).distinct()
        context["nights"] = season.nights.select_related("event")
        context["events"] = _free_events(season) if context["is_nights"] else ()
    return context


def _free_events(season: Season) -> Any:
    free = season.league.club.events.filter(series_night=None, fixture=None, play_off=None)
    return free.order_by("-starts_at")[:40]


def _preview(season: Season, days: DaysForm) -> dict[str, Any]:
    """The fixtures as they would be with these match days, or what is in their way."""
    if season.settings.kind is Kind.NIGHTS or not season.squads.exists():
        return {}
    try:
        plan = days.plan() if days.is_bound else _usual(days)
        shown = schedule.weeks_of(schedule.preview(season, plan))
        return {"preview": shown, "kept": [(days.add_prefix(name), days[name].value() or "") for name in days.fields]}
    except RuleError as error:
        return {"preview_error": str(error)}


def _usual(days: DaysForm) -> schedule.Plan:
    fields = {name: days.get_initial_for_field(field, name) for name, field in days.fields.items()}
    at = datetime.time.fromisoformat(str(fields["at"])[:5])
    blackouts = days.fields["blackouts"].to_python(fields["blackouts"])
    return schedule.Plan(fields["first"], at, fields["every"], dates_in(blackouts or ""))


def _add_squad(request: HttpRequest, season: Season, context: Context) -> str:
    form = SquadForm(request.POST, season=season)
    if not form.is_valid():
        name, wrong = next(iter(form.errors.items()))
        raise RuleError("{field}: {wrong}", field=form[name].label, wrong=wrong[0])
    cleaned = form.cleaned_data
    about = cleaned["section"].pk, cleaned["team"], form.names(), cleaned["since"]
    squad = squads.enter_squad(*about, context=context, venue=cleaned["venue"])
    return say_number(
        "{squad} is in with {number} player.", "{squad} is in with {number} players.", len(form.names()), squad=squad
    )


def _draft(request: HttpRequest, season: Season, context: Context) -> str:
    plan = DaysForm(request.POST, season=season).plan()
    schedule.draft_fixtures(season.pk, plan, context=context, expected_version=number_in(request, "seen"))
    return say("The fixtures are drafted. Look at them, then open the season.")


def _drop_draft(request: HttpRequest, season: Season, context: Context) -> str:
    schedule.drop_draft(season.pk, context=context, expected_version=number_in(request, "seen"))
    return say("The draft is thrown away.")


def _open(request: HttpRequest, season: Season, context: Context) -> str:
    schedule.open_season(season.pk, context=context, expected_version=number_in(request, "seen"))
    return say("{season} is open.", season=season.name)


def _weeks(request: HttpRequest, season: Season, context: Context) -> str:
    plan = DaysForm(request.POST, season=season).plan()
    schedule.move_weeks(
        season.pk, plan, text_in(request, "reason"), context=context, expected_version=number_in(request, "seen")
    )
    return say("The weeks to come have their new days.")


def _join(request: HttpRequest, season: Season, context: Context) -> str:
    name = text_in(request, "name", 80)
    coming = squads.named_player(season.league.club, name)
    squads.join_squad(_squad_in(request, season).pk, coming, _day_in(request), context=context)
    return say("{player} is in the squad.", player=name)


def _transfer(request: HttpRequest, season: Season, context: Context) -> str:
    row = squads.transfer(_squad_in(request, season).pk, _player_in(request, season), _day_in(request), context=context)
    return say("{player} belongs to {squad} from {since} on.", player=row.player, squad=row.squad, since=row.since)


def _leave(request: HttpRequest, season: Season, context: Context) -> str:
    row = squads.leave_squad(season.pk, _player_in(request, season), _day_in(request), context=context)
    return say("{player} leaves on {until}.", player=row.player, until=row.until)


def _adjust(request: HttpRequest, season: Season, context: Context) -> str:
    text = request.POST.get("points", "").strip().replace("−", "-")
    if not text.lstrip("+-").isdigit() or len(text) > 5:
        raise RuleError("Write the points as a number, like -1 or 2.")
    penalties.adjust(_squad_in(request, season).pk, int(text), text_in(request, "reason"), context=context)
    return say("The table follows the ruling.")


def _play_offs(request: HttpRequest, season: Season, context: Context) -> str:
    section = _of_season(Section.objects.filter(season=season), number_in(request, "section"))
    starts_at = moment_of(season.league.club, season, request.POST.get("at", ""))
    if starts_at is None:
        raise RuleError("Say when the play-offs begin.")
    made = play_offs.make_play_offs(section.pk, starts_at, context=context)
    return say("{event} is drawn; go on in its console.", event=made.event)


def _night(request: HttpRequest, season: Season, context: Context) -> str:
    event = _of_season(Event.objects.filter(club=season.league.club), number_in(request, "event"))
    return say("{night} is {event}.", night=series.add_night(season.pk, event, context=context), event=event)


def _count(request: HttpRequest, season: Season, context: Context) -> str:
    night = _of_season(SeriesNight.objects.filter(season=season), number_in(request, "night"))
    series.count_night(night.pk, context=context)
    return say("{night} counts.", night=night)


def _close(request: HttpRequest, season: Season, context: Context) -> str:
    closing.close_season(season.pk, context=context, expected_version=number_in(request, "seen"))
    return say("{season} is closed.", season=season.name)


def _follow(request: HttpRequest, season: Season, context: Context) -> str:
    new = closing.follow_season(season.pk, text_in(request, "name", 60), _day_in(request), context=context)
    return say("{season} is being set up with everybody where the moves lead.", season=new.name)


MOVES: dict[str, Move] = {
    "squad": _add_squad,
    "draft": _draft,
    "drop": _drop_draft,
    "open": _open,
    "weeks": _weeks,
    "join": _join,
    "transfer": _transfer,
    "leave": _leave,
    "adjust": _adjust,
    "play-offs": _play_offs,
    "night": _night,
    "count": _count,
    "close": _close,
    "follow": _follow,
}


def _of_season(rows: Any, pk: int) -> Any:
    return get_object_or_404(rows, pk=pk)


def _squad_in(request: HttpRequest, season: Season) -> Squad:
    squad: Squad = _of_season(Squad.objects.filter(season=season), number_in(request, "to"))
    return squad


def _player_in(request: HttpRequest, season: Season) -> Player:
    there = Player.objects.filter(squads__season=season).distinct()
    player: Player = _of_season(there, number_in(request, "player"))
    return player


def _day_in(request: HttpRequest) -> Any:
    try:
        day = parse_date(request.POST.get("on", ""))
    except ValueError:
        day = None
    if day is None:
        raise RuleError("Name the day, like 2026-10-06.")
    return day
