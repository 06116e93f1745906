"""Setting a season up in a few steps: league, rules, squads, match days with a preview; and its end."""

import datetime
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.clubs.house_rules import default_rules
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.house_rules import NOW, bundles_for, first_choice
from tournaments.events.models import Event
from tournaments.formats.seasons.match_days import dates_in
from tournaments.formats.seasons.section_table import DECIDING_MATCH, OFFERED, SECTION_CRITERIA, USUAL
from tournaments.formats.seasons.settings import Kind
from tournaments.formats.seasons.templates import TEMPLATES
from tournaments.http import actor_for, context_for, done, number_in, refused, text_in
from tournaments.leagues import (
    closing,
    exemptions,
    late_entries,
    penalties,
    play_offs,
    position_weeks,
    ranking,
    schedule,
    selectors,
    series,
    setup,
    squads,
    withdrawals,
)
from tournaments.leagues.forms import (
    DaysForm,
    LateForm,
    LeagueForm,
    NewSeasonForm,
    OrderForm,
    SeasonForm,
    SquadForm,
    TeamForm,
    checked,
    day_in,
    moment_of,
    names_in,
)
from tournaments.leagues.models import (
    OVER,
    Exemption,
    League,
    PlaceDecision,
    PointsAdjustment,
    Season,
    Section,
    SeriesNight,
    Squad,
)
from tournaments.leagues.views.leagues import season_or_404
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel
from tournaments.typed_dates import date_pattern

Move = Callable[[HttpRequest, Season, Context], str]


def new_league(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    form = LeagueForm(request.POST or None)
    try:
        require(actor_for(request), Permission.RUN_SEASON, club)
        if request.method == "POST" and form.is_valid():
            league = setup.create_league(club, **form.asked(), context=context_for(request, None, Channel.PAGE))
            text = say("{league} created. Now set up its first season.", league=league)
            return done(request, text, reverse("new_season", args=[league.slug]))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    return render(request, "leagues/new_league.html", {"club": club, "form": form})


def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """The address can name a template that fills the form."""
    league = get_object_or_404(League.objects.select_related("club"), slug=slug)
    key = (request.POST or request.GET).get("template", "")
    template = TEMPLATES.get(key)
    offered = bundles_for(league.club, actor_for(request).player)
    first = (template and template.house_rules) or first_choice(offered, league.club)
    settings = template.settings if template else None
    form = NewSeasonForm(request.POST or None, offered=offered, first=first, settings=settings)
    criteria = template.criteria if template else USUAL
    try:
        require(actor_for(request), Permission.RUN_SEASON, league.club)
        if request.method == "POST" and form.is_valid():
            asked = context_for(request, None, Channel.PAGE)
            about = league, form.cleaned_data["name"], form.rules()
            season = setup.create_season(*about, context=asked, criteria=criteria, house_rules=form.picker.rules)
            text = say("{season} created. Now add its teams.", season=season.name)
            return done(request, text, reverse("season_setup", args=[season.slug]))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    context = {"league": league, "club": league.club, "form": form, "templates": TEMPLATES, "chosen": key}
    context["criteria"] = [say(SECTION_CRITERIA[criterion].name) for criterion in criteria]
    context["picker_url"] = f"{reverse('event_rule_picker', args=[league.club.slug])}?format=season"
    return render(request, "leagues/new_season.html", context)


def season_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a season that is being set up, in the form that they were chosen in."""
    season = season_or_404(slug)
    club, where = season.league.club, reverse("season_setup", args=[slug])
    present = season.table_rules or default_rules(club)
    offered = bundles_for(club, actor_for(request).player, present)
    form = SeasonForm(request.POST or None, offered=offered, first=NOW, settings=season.settings)
    try:
        require(actor_for(request), Permission.RUN_SEASON, club)
        setup.check_set_up(season)
        if request.method == "POST" and form.is_valid():
            asked, seen = context_for(request, None, Channel.PAGE), number_in(request, "seen")
            about = season.pk, form.rules()
            setup.set_rules(*about, context=asked, house_rules=form.picker.rules, expected_version=seen)
            return done(request, say("Season rules saved."), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))
    context = {"season": season, "league": season.league, "club": club, "form": form}
    picker = reverse("event_rule_picker", args=[club.slug])
    context["picker_url"] = f"{picker}?format=season&season={season.pk}"
    return render(request, "leagues/season_rules.html", context)


@require_safe
def season_setup(request: HttpRequest, slug: str) -> HttpResponse:
    """What is next for the season, with its forms. The address can name match days to preview."""
    season = season_or_404(slug)
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
    except CommandError as error:
        return refused(request, error, None)
    days = DaysForm(request.GET if "days-first" in request.GET else None, season=season)
    context = _context(season, days)
    if season.state == Season.State.OPEN and not context["is_nights"]:
        context |= _late_context(season, LateForm(request.GET if "late-team" in request.GET else None, season=season))
    return render(request, "leagues/setup.html", context)


def _late_context(season: Season, form: LateForm) -> dict[str, Any]:
    """The form for a team that joins late, with its matches as they would be, or what is in their way."""
    context: dict[str, Any] = {"late_form": form}
    if not form.is_bound:
        return context
    try:
        asked = form.asked()
        section: Section = asked["section"]
        section.season = season
        home = asked["venue"] or late_entries.home_of(season, asked["team"])
        plan = late_entries.plan_late_entry(section, home, asked["since"], asked["missed"])
    except RuleError as error:
        return context | {"late_error": str(error)}
    kept = [(form.add_prefix(name), form[name].value() or "") for name in form.fields]
    return context | {"late_plan": plan, "late_team": asked["team"], "late_kept": kept, "late_missed": asked["missed"]}


@require_POST
def move_season(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    season = season_or_404(slug)
    where = _page_after(request, season)
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
        if action not in MOVES:
            raise Http404("No such step.")
        text = MOVES[action](request, season, context_for(request, None, Channel.PAGE))
        after = Season.objects.get(follows=season) if action == "follow" else None
        return done(request, text, reverse("season_setup", args=[after.slug]) if after else where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def _page_after(request: HttpRequest, season: Season) -> str:
    """The page that the form was on."""
    back, to = request.POST.get("back"), request.POST.get("to", "")
    if back == "squad" and to.isdecimal() and (squad := season.squads.filter(pk=int(to[:9])).first()):
        return reverse("squad", args=[season.slug, squad.number])
    if back == "fixture" and to.isdecimal() and (fixture := season.fixtures.filter(pk=int(to[:9])).first()):
        return reverse("fixture", args=[season.slug, fixture.number])
    return reverse("season_cards" if back == "cards" else "season_setup", args=[season.slug])


def _context(season: Season, days: DaysForm) -> dict[str, Any]:
    teams = season.squads.select_related("team", "section__division").prefetch_related("players__player")
    context: dict[str, Any] = {
        "season": season,
        "league": season.league,
        "club": season.league.club,
        "may_run": True,
        "days": days,
        "squads": teams.order_by("section__division__level", "number"),
        "rules": season.settings,
        "fixtures": season.fixtures.count(),
        "is_nights": season.settings.kind is Kind.NIGHTS,
    }
    if season.state == Season.State.SETUP:
        context |= {"squad_form": SquadForm(season=season), "order_form": OrderForm(season=season)}
        context |= {"sections": season.sections.select_related("division"), "nights": range(schedule.LATEST_NIGHT + 1)}
        context |= {
            "explained": [
                (say(criterion.name), say(criterion.explanation))
                for criterion in map(SECTION_CRITERIA.__getitem__, OFFERED)
            ]
        }
        context |= _preview(season, days)
    else:
        decisions, shared = selectors.decisions_of(season), closing.shared_places(season)
        seen = {decision.decision.about: decision.seen for decision in decisions}
        context |= {
            "decisions": decisions,
            "shared": [(shared_place, seen.get(shared_place.about, 0)) for shared_place in shared],
            "has_deciding_match": DECIDING_MATCH in season.criteria,
        }
        context |= {
            "open_ends": closing.open_ends(season, shared),
            "today": timezone.now().astimezone(season.zone).date(),
        }
        sections = season.sections.filter(play_off=None, squads__isnull=False).select_related("division").distinct()
        context["sections"] = sections
        context["positions"] = [
            (section, position_weeks.pairs_of(section))
            for section in sections.exclude(fixtures__in=season.fixtures.exclude(state__in=OVER))
        ]
        context["next_season"] = Season.objects.filter(follows=season).first() if season.is_closed else None
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
    return schedule.Plan(fields["first"], at, fields["every"], dates_in(blackouts or "", (date_pattern(),)))


def _add_squad(request: HttpRequest, season: Season, context: Context) -> str:
    form = SquadForm(request.POST, season=season)
    cleaned = checked(form)
    about = cleaned["section"].pk, cleaned["team"], form.names(), cleaned["since"]
    squad = squads.enter_squad(*about, context=context, venue=cleaned["venue"])
    return say_number(
        "{squad} added with {number} player.", "{squad} added with {number} players.", len(form.names()), squad=squad
    )


def _enter_late(request: HttpRequest, season: Season, context: Context) -> str:
    asked = LateForm(request.POST, season=season).asked()
    names = names_in(request.POST.get("players", "")[:4000])
    if not names:
        raise RuleError("Enter the team’s players, one per line, captain first.")
    squad = late_entries.enter_late(
        asked["section"].pk,
        asked["team"],
        names,
        asked["since"],
        asked["missed"],
        text_in(request, "reason"),
        context=context,
        venue=asked["venue"],
        exception=text_in(request, "exception"),
        expected_version=number_in(request, "seen"),
    )
    return say("{squad} joins the season in week {week}.", squad=squad, week=squad.joined_week)


def _change_team(request: HttpRequest, season: Season, context: Context) -> str:
    form = TeamForm(request.POST, squad=_squad_in(request, season))
    checked(form)
    about = form.squad.pk, form.cleaned_data["name"], form.cleaned_data["venue"]
    squad = setup.change_team(*about, context=context, expected_version=number_in(request, "seen"))
    return say("{team} saved.", team=squad)


def _remove(request: HttpRequest, season: Season, context: Context) -> str:
    squad, seen = number_in(request, "to"), number_in(request, "seen")
    setup.remove_squad(season.pk, squad, context=context, expected_version=seen)
    return say("Team removed from the season.")


def _nights(request: HttpRequest, season: Season, context: Context) -> str:
    nights = {pk: number_in(request, f"night_{pk}") for pk in season.sections.values_list("pk", flat=True)}
    schedule.set_nights(season.pk, nights, context=context, expected_version=number_in(request, "seen"))
    return say("Division nights saved.")


def _draft(request: HttpRequest, season: Season, context: Context) -> str:
    plan = DaysForm(request.POST, season=season).plan()
    schedule.draft_fixtures(season.pk, plan, context=context, expected_version=number_in(request, "seen"))
    return say("Schedule drafted. Check it, then open the season.")


def _drop_draft(request: HttpRequest, season: Season, context: Context) -> str:
    schedule.drop_draft(season.pk, context=context, expected_version=number_in(request, "seen"))
    return say("Draft discarded.")


def _open(request: HttpRequest, season: Season, context: Context) -> str:
    schedule.open_season(season.pk, context=context, expected_version=number_in(request, "seen"))
    return say("{season} is open.", season=season.name)


def _weeks(request: HttpRequest, season: Season, context: Context) -> str:
    plan = DaysForm(request.POST, season=season).plan()
    schedule.move_weeks(
        season.pk, plan, text_in(request, "reason"), context=context, expected_version=number_in(request, "seen")
    )
    return say("Weeks moved.")


def _join(request: HttpRequest, season: Season, context: Context) -> str:
    name = text_in(request, "name", 80)
    coming = squads.named_player(season.league.club, name)
    why = text_in(request, "exception")
    squads.join_squad(_squad_in(request, season).pk, coming, day_in(request), context=context, exception=why)
    return say("{player} added to the team.", player=name)


def _transfer(request: HttpRequest, season: Season, context: Context) -> str:
    about = _squad_in(request, season).pk, _player_in(request, season), day_in(request)
    squad_player = squads.transfer(*about, context=context, exception=text_in(request, "exception"))
    return say(
        "{player} joins {squad} on {since}.",
        player=squad_player.player,
        squad=squad_player.squad,
        since=squad_player.since,
    )


def _leave(request: HttpRequest, season: Season, context: Context) -> str:
    squad_player = squads.leave_squad(season.pk, _player_in(request, season), day_in(request), context=context)
    return say("{player} leaves on {until}.", player=squad_player.player, until=squad_player.until)


def _revoke(request: HttpRequest, season: Season, context: Context) -> str:
    allowed = Exemption.objects.filter(season=season)
    exemption: Exemption = _of_season(allowed, number_in(request, "exemption"))
    exemptions.revoke_exemption(exemption.pk, text_in(request, "reason"), context=context)
    return say("Exception revoked. The season’s rules apply to {player} again.", player=exemption.player)


def _dates(request: HttpRequest, season: Season, context: Context) -> str:
    days = [day_in(request, name) if request.POST.get(name) else None for name in ("players_until", "transfers_until")]
    squads.set_squad_dates(season.pk, *days, context=context, expected_version=number_in(request, "seen"))
    return say("Deadlines saved.")


def _adjust(request: HttpRequest, season: Season, context: Context) -> str:
    text = request.POST.get("points", "").strip().replace("−", "-")
    if not text.lstrip("+-").isdigit() or len(text) > 5:
        raise RuleError("Enter the points as a number, e.g. -1 or 2.")
    penalties.adjust(_squad_in(request, season).pk, int(text), text_in(request, "reason"), context=context)
    return say("Ruling recorded.")


def _take_back(request: HttpRequest, season: Season, context: Context) -> str:
    points_adjustments = PointsAdjustment.objects.filter(season=season)
    points_adjustment: PointsAdjustment = _of_season(points_adjustments, number_in(request, "adjustment"))
    squad = penalties.take_back(points_adjustment.pk, text_in(request, "reason"), context=context).squad
    return say("Ruling undone. {squad} gets its points back.", squad=squad)


def _set_order(request: HttpRequest, season: Season, context: Context) -> str:
    criteria = OrderForm(request.POST, season=season).criteria()
    ranking.set_order(season.pk, criteria, context=context, expected_version=number_in(request, "seen"))
    return say("Standings order saved.")


def _decide(request: HttpRequest, season: Season, context: Context) -> str:
    section = _of_season(Section.objects.filter(season=season), number_in(request, "section"))
    order = [number_in(request, f"squad_{place}") for place in range(1, min(number_in(request, "count"), 24) + 1)]
    about = order, text_in(request, "method", 12), text_in(request, "reason")
    ranking.decide_place(section.pk, *about, context=context, expected_version=number_in(request, "seen"))
    return say("Tie broken. Standings updated.")


def _undecide(request: HttpRequest, season: Season, context: Context) -> str:
    place_decisions = PlaceDecision.objects.filter(section__season=season)
    place_decision: PlaceDecision = _of_season(place_decisions, number_in(request, "decision"))
    seen, reason = number_in(request, "seen"), text_in(request, "reason")
    ranking.undo_decision(
        place_decision.section_id, place_decision.order, reason, context=context, expected_version=seen
    )
    return say("Decision undone. The teams are tied again.")


def _withdraw(request: HttpRequest, season: Season, context: Context) -> str:
    squad, seen = _squad_in(request, season), number_in(request, "seen")
    kind, results, reason = text_in(request, "kind", 8), text_in(request, "results", 8), text_in(request, "reason")
    withdrawals.withdraw(squad.pk, kind, results, day_in(request), reason, context=context, expected_version=seen)
    return say("{squad} left the season. Its matches have been updated.", squad=squad)


def _return(request: HttpRequest, season: Season, context: Context) -> str:
    squad, seen = _squad_in(request, season), number_in(request, "seen")
    withdrawals.undo_withdrawal(squad.pk, text_in(request, "reason"), context=context, expected_version=seen)
    return say("{squad} is back in the season. Its matches are restored.", squad=squad)


def _play_offs(request: HttpRequest, season: Season, context: Context) -> str:
    section = _of_season(Section.objects.filter(season=season), number_in(request, "section"))
    starts_at = moment_of(season.league.club, season, request.POST.get("at", ""))
    if starts_at is None:
        raise RuleError("Enter the date and time the playoffs start.")
    made = play_offs.make_play_offs(section.pk, starts_at, context=context)
    return say("Bracket drawn for {event}. Continue in its console.", event=made.event)


def _positions(request: HttpRequest, season: Season, context: Context) -> str:
    section = _of_season(Section.objects.filter(season=season), number_in(request, "section"))
    starts_at = moment_of(season.league.club, season, request.POST.get("at", ""))
    if starts_at is None:
        raise RuleError("Enter the date and time the matches start.")
    drawn = position_weeks.draw_positions(section.pk, starts_at, context=context)
    return say("Position week drawn for {section}.", section=drawn)


def _night(request: HttpRequest, season: Season, context: Context) -> str:
    event = _of_season(Event.objects.filter(club=season.league.club), number_in(request, "event"))
    return say("{event} added as {night}.", night=series.add_night(season.pk, event, context=context), event=event)


def _count(request: HttpRequest, season: Season, context: Context) -> str:
    night = _of_season(SeriesNight.objects.filter(season=season), number_in(request, "night"))
    series.count_night(night.pk, context=context)
    return say("{night} now counts toward the season.", night=night)


def _close(request: HttpRequest, season: Season, context: Context) -> str:
    closing.close_season(season.pk, context=context, expected_version=number_in(request, "seen"))
    return say("{season} is closed.", season=season.name)


def _follow(request: HttpRequest, season: Season, context: Context) -> str:
    new = closing.follow_season(season.pk, text_in(request, "name", 60), day_in(request), context=context)
    return say("{season} created. Teams have moved up and down.", season=new.name)


MOVES: dict[str, Move] = {
    "squad": _add_squad,
    "late": _enter_late,
    "team": _change_team,
    "remove": _remove,
    "nights": _nights,
    "draft": _draft,
    "drop": _drop_draft,
    "open": _open,
    "weeks": _weeks,
    "join": _join,
    "transfer": _transfer,
    "leave": _leave,
    "revoke": _revoke,
    "dates": _dates,
    "adjust": _adjust,
    "take-back": _take_back,
    "order": _set_order,
    "decide": _decide,
    "undecide": _undecide,
    "withdraw": _withdraw,
    "return": _return,
    "play-offs": _play_offs,
    "positions": _positions,
    "night": _night,
    "count": _count,
    "close": _close,
    "follow": _follow,
}


def _of_season(queryset: Any, pk: int) -> Any:
    return get_object_or_404(queryset, pk=pk)


def _squad_in(request: HttpRequest, season: Season) -> Squad:
    squad: Squad = _of_season(Squad.objects.filter(season=season), number_in(request, "to"))
    return squad


def _player_in(request: HttpRequest, season: Season) -> Player:
    there = Player.objects.filter(squads__season=season).distinct()
    player: Player = _of_season(there, number_in(request, "player"))
    return player
