"""The cups of a season for everyone, and the secretary's steps on the same pages."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.context import Context
from tournaments.cups import commands, draws, forms, matches, selectors
from tournaments.cups.models import Cup, CupDecision, CupMatch
from tournaments.cups.progress import progress_of, progress_of_all
from tournaments.errors import CommandError
from tournaments.formats.cups.draw import Method, Opening
from tournaments.formats.seasons.settings import Kind
from tournaments.http import actor_for, asked_number, context_for, done, number_in, refused, text_in
from tournaments.leagues.models import Season
from tournaments.leagues.views.leagues import about_season, season_or_404
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel

Move = Callable[[HttpRequest, Cup, Context], str]
MAX_TOP = 16


@login_not_required
@require_safe
def cups(request: HttpRequest, slug: str) -> HttpResponse:
    season, context = about_season(request, slug)
    progresses = progress_of_all(season, list(season.cups.order_by("number")))
    context |= {"cups": progresses, "has_teams": season.settings.kind is Kind.FIXTURES}
    if context["may_run"] and not season.is_closed:
        context |= _rules_offered() | {
            "overdue": selectors.overdue(progresses, selectors.today_in(season)),
            "finals": selectors.finals(progresses),
            "venues": season.league.club.venues.filter(is_retired=False),
            "kinds": Cup.Kind.choices if context["has_teams"] else Cup.Kind.choices[1:],
        }
    return render(request, "cups/cups.html", context)


@login_not_required
@require_safe
def cup(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A cup's rounds. For organizers also its forms: the address can choose the top teams of each table."""
    season, context = about_season(request, slug)
    cup = get_object_or_404(season.cups, number=number)
    cup.season = season
    now = progress_of(cup)
    runs = context["may_run"] and not season.is_closed and not cup.cancelled_because
    today = selectors.today_in(season)
    context |= {
        "cup": cup,
        "now": now,
        "rounds": [(round_, selectors.bye_words(cup, round_)) for round_ in reversed(now.rounds)],
        "runs": runs,
        "today": today,
    }
    if runs:
        top = asked_number(request, "top")
        is_open = not now.rounds
        context |= _rules_offered() | {
            "overdue": selectors.overdue([now], today),
            "venues": list(season.league.club.venues.filter(is_retired=False)),
            "choices": selectors.choices_for(now, top and min(top, MAX_TOP)) if is_open and cup.is_of_teams else [],
            "pairs": selectors.pairs_text(now) if is_open and not cup.is_of_teams else "",
            "ways": CupDecision.Method.choices[:2],
        }
    return render(request, "cups/cup.html", context)


@require_POST
def move_cups(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    season = season_or_404(slug)
    where = reverse("cups", args=[slug])
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
        context = context_for(request, None, Channel.PAGE)
        if action == "create":
            made = _create(request, season, context)
            return done(request, say("{cup} created. Now choose who plays in it.", cup=made), made.get_absolute_url())
        if action == "finals":
            return done(request, _finals(request, season, context), where)
        raise Http404("No such step.")
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


@require_POST
def move_cup(request: HttpRequest, slug: str, number: int, action: str) -> HttpResponse:
    season = season_or_404(slug)
    cup = get_object_or_404(season.cups, number=number)
    cup.season = season
    where = cup.get_absolute_url()
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
        if action not in MOVES:
            raise Http404("No such step.")
        return done(request, MOVES[action](request, cup, context_for(request, None, Channel.PAGE)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def _rules_offered() -> dict[str, Any]:
    return {"methods": list(Method), "openings": list(Opening), "best_ofs": commands.BEST_OF}


def _create(request: HttpRequest, season: Season, context: Context) -> Cup:
    name, kind = text_in(request, "name", 60), text_in(request, "kind", 8)
    rules: dict[str, Any] = forms.rules_in(request)
    return commands.create_cup(season.pk, name, kind, context=context, **rules)


def _finals(request: HttpRequest, season: Season, context: Context) -> str:
    starts_at, venue = forms.moment_in(request, season), forms.venue_in(request, season)
    moved = matches.set_finals(season.pk, starts_at, venue, text_in(request, "reason"), context=context)
    return say_number("{number} final scheduled.", "{number} finals scheduled.", len(moved))


def _change(request: HttpRequest, cup: Cup, context: Context) -> str:
    rules: dict[str, Any] = forms.rules_in(request)
    name = text_in(request, "name", 60)
    commands.change_cup(cup.pk, name, context=context, expected_version=number_in(request, "seen"), **rules)
    return say("Cup saved.")


def _teams(request: HttpRequest, cup: Cup, context: Context) -> str:
    teams = forms.teams_in(request)
    commands.set_teams(cup.pk, teams, context=context, expected_version=number_in(request, "seen"))
    return say_number("{number} team saved.", "{number} teams saved.", len(teams))


def _pairs(request: HttpRequest, cup: Cup, context: Context) -> str:
    pairs = forms.pairs_in(request)
    commands.set_pairs(cup.pk, pairs, context=context, expected_version=number_in(request, "seen"))
    return say_number("{number} pair saved.", "{number} pairs saved.", len(pairs))


def _draw(request: HttpRequest, cup: Cup, context: Context) -> str:
    starts_at, play_by, venue = (
        forms.moment_in(request, cup.season),
        forms.deadline_in(request),
        forms.venue_in(request, cup.season),
    )
    seen = number_in(request, "seen")
    draws.draw_round(cup.pk, starts_at, play_by, context=context, venue=venue, expected_version=seen)
    return say("Round drawn.")


def _undo(request: HttpRequest, cup: Cup, context: Context) -> str:
    seen = number_in(request, "seen")
    draws.undo_draw(cup.pk, text_in(request, "reason"), context=context, expected_version=seen)
    return say("Draw undone. You can draw the round again.")


def _move(request: HttpRequest, cup: Cup, context: Context) -> str:
    match = _match_in(request, cup)
    matches.move_match(
        match,
        forms.moment_in(request, cup.season),
        forms.deadline_in(request),
        text_in(request, "reason"),
        context=context,
        venue=forms.venue_in(request, cup.season),
        expected_version=number_in(request, "seen"),
    )
    return say("Match moved.")


def _decide(request: HttpRequest, cup: Cup, context: Context) -> str:
    matches.decide_match(
        _match_in(request, cup),
        number_in(request, "winner"),
        text_in(request, "method", 12),
        text_in(request, "reason"),
        context=context,
        expected_version=number_in(request, "seen"),
    )
    return say("Decision recorded.")


def _undecide(request: HttpRequest, cup: Cup, context: Context) -> str:
    match, reason = _match_in(request, cup), text_in(request, "reason")
    matches.undo_decision(match, reason, context=context, expected_version=number_in(request, "seen"))
    return say("Decision undone.")


def _play(request: HttpRequest, cup: Cup, context: Context) -> str:
    match, games = _match_in(request, cup), forms.games_in(request, cup)
    matches.play_match(match, games, context=context, expected_version=number_in(request, "seen"))
    return say("Result recorded.") if games else say("Match started. Players can now report scores.")


def _cancel(request: HttpRequest, cup: Cup, context: Context) -> str:
    seen = number_in(request, "seen")
    commands.cancel_cup(cup.pk, text_in(request, "reason"), context=context, expected_version=seen)
    return say("Cup canceled.")


MOVES: dict[str, Move] = {
    "change": _change,
    "teams": _teams,
    "pairs": _pairs,
    "draw": _draw,
    "undo": _undo,
    "move": _move,
    "decide": _decide,
    "undecide": _undecide,
    "play": _play,
    "cancel": _cancel,
}


def _match_in(request: HttpRequest, cup: Cup) -> int:
    cup_matches: Any = CupMatch.objects.filter(round__cup=cup)
    return int(get_object_or_404(cup_matches, pk=number_in(request, "match")).pk)
