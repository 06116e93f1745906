"""One fixture: line-ups, result, history; and what organizers and captains do with it."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.clubs.models import Membership
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.http import actor_for, context_for, done, number_in, refused, text_in
from tournaments.leagues import fixtures, line_ups, penalties, selectors, tables
from tournaments.leagues.forms import moment_of
from tournaments.leagues.models import Fixture, Squad
from tournaments.leagues.views.leagues import about_season, season_or_404
from tournaments.permissions import Permission, may
from tournaments.results.history import table_draw
from tournaments.results.models import Channel
from tournaments.results.slips import points_from
from tournaments.rounds.models import Match

Move = Callable[[HttpRequest, Fixture, Context], str]
State = Fixture.State


@login_not_required
@require_safe
def fixture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, context = about_season(request, slug)
    one = fixture_or_404(season.slug, number, with_draft=context["may_run"])
    actor, rules = actor_for(request), season.settings
    lines = list(one.line_up.select_related("player").order_by("squad", "pair", "chair"))
    is_open = one.state == State.PLANNED and not one.is_begun and not season.is_closed
    sides = [
        {
            "squad": squad,
            "pairs": _pairs(lines, squad),
            "side": side,
            "form": _line_up_form(one, squad, lines) if is_open and may(actor, Permission.SET_LINE_UP, squad) else None,
        }
        for side, squad in enumerate(one.squads)
    ]
    context |= {
        "fixture": one,
        "sides": sides,
        "score": getattr(one, "score", None),
        "rules": rules,
        "games": _games(one),
        "history": one.postponements.all(),
        "adjustments": one.adjustments.select_related("squad__team", "season"),
        "is_open": is_open,
        "has_line_ups": all(side["pairs"] for side in sides),
        "rounds": range(1, rules.games + 1),
        "tables": range(1, rules.pairs + 1),
        "is_running": one.is_begun and not one.is_over,
    }
    return render(request, "leagues/fixture.html", context)


@require_POST
def move_fixture(request: HttpRequest, slug: str, number: int, verb: str) -> HttpResponse:
    season = season_or_404(slug)
    actor = actor_for(request)
    one = fixture_or_404(slug, number, with_draft=may(actor, Permission.RUN_SEASON, season.league.club))
    where = one.get_absolute_url()
    if verb not in MOVES:
        raise Http404("No such step.")
    try:
        return done(request, MOVES[verb](request, one, context_for(request, None, Channel.PAGE)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def fixture_or_404(slug: str, number: int, *, with_draft: bool) -> Fixture:
    rows = Fixture.objects.select_related(*selectors.SHOWN, "event").exclude(state="" if with_draft else State.DRAFT)
    one = get_object_or_404(rows, season__slug=slug, number=number)
    one.home.season = one.away.season = one.season
    return one


def _pairs(lines: list[Any], squad: Squad) -> list[list[Any]]:
    own = [row for row in lines if row.squad_id == squad.pk]
    return [list(pair) for _, pair in groupby(own, key=lambda row: row.pair)]


def _line_up_form(one: Fixture, squad: Squad, lines: list[Any]) -> dict[str, Any]:
    """The choices for every chair, with who is named now, else the squad's own players in turn."""
    own, others = selectors.candidates(one, squad)
    named = {(row.pair, row.chair): row.player_id for row in lines if row.squad_id == squad.pk}
    usual = [player.pk for player in own]
    chairs = []
    for pair in range(1, one.season.settings.pairs + 1):
        for chair in (0, 1):
            index = 2 * (pair - 1) + chair
            chosen = named.get((pair, chair), usual[index] if not named and index < len(usual) else None)
            chairs.append({"pair": pair, "number": chair + 1, "name": f"p{pair}_{chair}", "chosen": chosen})
    return {"own": own, "others": others, "chairs": chairs}


def _games(one: Fixture) -> list[dict[str, Any]]:
    """Every table of its event, with the points, home first, once they count."""
    if not one.event:
        return []
    rows = Match.objects.filter(round__stage__event=one.event).exclude(round__status="draft")
    rows = rows.select_related("round", "standing").prefetch_related("seats__entry", "seats__player")
    found = []
    for match in rows.order_by("round__number", "table"):
        points = tables.home_first(match, match.standing.reported) if match.standing else None
        sides = {"home": _names(match, home=True), "away": _names(match, home=False)}
        found.append({"round": match.round.number, "match": match, "points": points} | sides)
    return found


def _names(match: Match, *, home: bool) -> str:
    own = next(index for index, side in enumerate(table_draw(match).sides) if tables.is_home(side[0]) == home)
    return " & ".join(seat.name for seat in match.seats.all() if seat.side == own)


def _set_line_up(request: HttpRequest, one: Fixture, context: Context) -> str:
    squad = one.squads[_side_in(request)]
    pairs = one.season.settings.pairs
    ids = [[number_in(request, f"p{pair}_{chair}") for chair in (0, 1)] for pair in range(1, pairs + 1)]
    known = {
        row.player_id: row.player
        for row in Membership.objects.filter(
            club=one.season.league.club, player__in=[number for pair in ids for number in pair]
        ).select_related("player")
    }
    try:
        chosen: list[list[Player]] = [[known[number] for number in pair] for pair in ids]
    except KeyError as error:
        raise RuleError("Name players of the club.") from error
    line_ups.set_line_up(one.pk, squad.pk, chosen, context=context, expected_version=number_in(request, "seen"))
    return say("The line-up of {squad} is set.", squad=squad)


def _postpone(request: HttpRequest, one: Fixture, context: Context) -> str:
    to = moment_of(one.season.league.club, one.season, request.POST.get("to", ""))
    fixtures.postpone(
        one.pk, to, text_in(request, "reason"), context=context, expected_version=number_in(request, "seen")
    )
    return say("The fixture has its new day.") if to else say("The fixture waits for a new day.")


def _rule(request: HttpRequest, one: Fixture, context: Context) -> str:
    state = text_in(request, "state", 20)
    at_fault = None if state == State.VOID else _side_in(request)
    fixtures.rule(
        one.pk,
        state,
        text_in(request, "reason"),
        at_fault=at_fault,
        context=context,
        expected_version=number_in(request, "seen"),
    )
    return say("The table follows the ruling.")


def _lift(request: HttpRequest, one: Fixture, context: Context) -> str:
    fixtures.lift_ruling(
        one.pk, text_in(request, "reason"), context=context, expected_version=number_in(request, "seen")
    )
    return say("The ruling is taken back.")


def _begin(request: HttpRequest, one: Fixture, context: Context) -> str:
    fixtures.begin(one.pk, context=context, expected_version=number_in(request, "seen"))
    return say("It has begun: scores come from the phones, or from its console.")


def _finish(request: HttpRequest, one: Fixture, context: Context) -> str:
    fixtures.finish(one.pk, context=context, expected_version=number_in(request, "seen"))
    return say("The fixture counts.")


def _card(request: HttpRequest, one: Fixture, context: Context) -> str:
    rules = one.season.settings
    wanted = mark("Enter the points of both teams in every game.")

    def points(name: str) -> int:
        if (found := points_from(request.POST.get(name, "").strip())) is None:
            raise RuleError(wanted)
        return found

    card = [
        [(points(f"h{r}_{t}"), points(f"a{r}_{t}")) for t in range(1, rules.pairs + 1)]
        for r in range(1, rules.games + 1)
    ]
    fixtures.enter_card(one.pk, card, context=context, expected_version=number_in(request, "seen"))
    return say("The card counts.")


def _late(request: HttpRequest, one: Fixture, context: Context) -> str:
    squad = one.squads[_side_in(request)]
    penalties.late_card(one.pk, squad.pk, context=context)
    return say("{squad} has lost the points for a late card.", squad=squad)


MOVES: dict[str, Move] = {
    "line-up": _set_line_up,
    "postpone": _postpone,
    "rule": _rule,
    "lift": _lift,
    "begin": _begin,
    "finish": _finish,
    "card": _card,
    "late": _late,
}


def _side_in(request: HttpRequest) -> int:
    """0 for the home squad, 1 for the visitors."""
    side = number_in(request, "side")
    if side not in (0, 1):
        raise RuleError("Say which squad is meant.")
    return side
