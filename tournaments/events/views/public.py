"""What everyone may see: home, an event, its seating and its standings."""

from collections.abc import Callable
from functools import partial
from typing import Any

from allauth.account.utils import perform_login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine.errors import RuleError
from games.house_rules.panel import in_short
from games.tables.lobby import count_turns, live_rows, open_rows
from tournaments.access.one_time_login import user_of
from tournaments.attendance import selectors as attendance
from tournaments.cached_content import made_once, same_for_visitors
from tournaments.clubs.models import Club
from tournaments.console import online_board
from tournaments.draws import deals
from tournaments.draws.brackets import has_bracket
from tournaments.draws.cross_tables import has_cross_table
from tournaments.entry_names import names_of
from tournaments.events import boards, event_list
from tournaments.events.announcements import announcements_of
from tournaments.events.first_steps import first_steps
from tournaments.events.forms import CriteriaForm
from tournaments.events.models import Event, Stage
from tournaments.events.ranking import criteria_version
from tournaments.formats.standings.unplayed import rule_named
from tournaments.http import actor_for, asked_number, event_or_404
from tournaments.permissions import Permission, clubs_where, may
from tournaments.registration import selectors
from tournaments.results.history import begun_stages
from tournaments.results.scoring import Pad, table_rules
from tournaments.rewards.selectors import news_of_event

KEPT_SECONDS = 10
"""So long a corrected name may be the old one on the standings; scores are never late."""


@login_not_required
@require_safe
@same_for_visitors()
def home(request: HttpRequest) -> HttpResponse:
    events, now = Event.objects.all(), timezone.now()
    coming = event_list.rows(event_list.coming(events, now)[: event_list.NEXT], now)
    clubs = clubs_where(request.user, Permission.RUN_EVENT)
    tonight = event_list.tonight(coming, clubs, now)
    player = actor_for(request).player
    others = [event_row for event_row in coming if event_row is not tonight]
    context = {
        "tonight": tonight,
        "steps": () if tonight else first_steps(request.user, clubs),
        "coming": event_list.next_first(others, event_list.league_nights(now))[: event_list.NEXT],
        "recent": event_list.rows(event_list.played(events, now)[:6], now),
        "clubs": Club.objects.all()[:12],
        "live_games": live_rows(),
        "open_tables": open_rows(),
        "turns": count_turns(player) if player else 0,
    }
    return render(request, "home.html", context)


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every component of the design on one page, for developers of the next page: only for the site's staff."""
    if not request.user.is_staff:
        raise PermissionDenied
    return render(request, "style.html", {"pad": Pad((1, 2, 4), (4,), 8, 0, win_by_two=False)})


@login_not_required
@require_safe
@same_for_visitors("stage")
def event(request: HttpRequest, slug: str) -> HttpResponse:
    event, context = about(request, slug)
    context["content"] = _made_once(request, context, "events/event_content.html", partial(_field, event, context))
    context["announcements"] = announcements_of(event)
    context["unlocks"] = news_of_event(event, actor_for(request))
    context["stages"] = [(stage, in_short(table_rules(stage))) for stage in event.stages.order_by("number")]
    context["online"] = online_board.open_to_see(event, context["player"])
    context["registration"] = selectors.panel_of(event, actor_for(request))
    context["own_answer"] = attendance.own_answer_if_open(event, context["player"]) if context["player"] else None
    return render(request, "events/event.html", context)


def _field(event: Event, context: dict[str, Any]) -> dict[str, Any]:
    rankings = boards.rankings_of(context["stage"])
    return context | {
        "leaders": [(ranking.name, ranking.rows[: 15 if len(rankings) == 1 else 5]) for ranking in rankings],
        "entries": list(boards.entries_of(event)),
        "criteria": boards.criteria_of(context["stage"]),
    }


@login_not_required
@require_safe
@same_for_visitors("stage")
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    event, context = about(request, slug)
    rounds = boards.rounds_of(context["stage"], with_draft=False)
    context |= {
        "rounds": rounds,
        "names": names_of(event),
        "by_name": boards.seats_by_name(boards.matches_shown(rounds)),
        "may_look": event.is_watchable or context["may_run"],
    }
    return render(request, "events/seating.html", context)


@login_not_required
@require_safe
@same_for_visitors("stage")
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """With ?why=3 also how entry 3 came to its place, beside the one above it or beside entry ?than=5."""
    _, context = about(request, slug)
    content = _made_once(request, context, "events/standings_content.html", partial(_standings_shown, request, context))
    return render(request, "events/standings.html", context | {"content": content})


def _made_once(
    request: HttpRequest, context: dict[str, Any], template: str, shown: Callable[[], dict[str, Any]]
) -> str:
    """What hundreds look at when a score comes in. Adds is_settled to the context."""
    event, stage = context["event"], context["stage"]
    context["is_settled"] = boards.is_settled(stage)
    if not _is_same_for_all(request, context):
        return render_to_string(template, shown(), request)
    state = (event.club.currency, stage.seed, event.version, stage.settled_version, context["is_settled"])
    return made_once(request, template, state, shown, seconds=KEPT_SECONDS)


def _is_same_for_all(request: HttpRequest, context: dict[str, Any]) -> bool:
    """Whether all readers get the same page: organizers have a form on it, and made-up addresses are not kept."""
    asked = [(name, value) for name, values in request.GET.lists() for value in values]
    return not context["may_run"] and asked in ([], [("stage", str(context["stage"].number))])


def _standings_shown(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    event, stage = context["event"], context["stage"]
    rankings = boards.rankings_of(stage)
    shown = [standing for ranking in rankings for standing, _ in ranking.rows]
    width = max((len(standing.rounds) for standing in shown), default=0)
    criteria = boards.criteria_of(stage)
    context = context | {
        "rankings": rankings,
        "round_numbers": range(1, width + 1),
        "criteria": criteria,
        "columns": [criterion for _, criterion in boards.columns_of(stage)],
        "names": {standing.entry.number: standing.entry.name for standing in shown},
        "has_moves": any(standing.place_before for standing in shown),
    }
    if any(criterion.follows_unplayed for criterion in criteria):
        context["unplayed"] = rule_named(stage.unplayed)
    if context["may_run"]:
        context |= {"criteria_form": CriteriaForm(stage=stage), "criteria_version": criteria_version(event)}
    return context | _why(request, stage, rankings)


@login_not_required
@require_safe
def opened_deals(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every deal of a duplicate's round with every table's result; there is no such page before the round is closed."""
    event, context = about(request, slug)
    round_ = deals.closed_round(event, number)
    if round_ is None:
        raise Http404("No such round is closed.")
    round_.stage.event = event
    context |= {"round": round_, "opened": deals.opened(round_), "is_newest": deals.newest_closed(event) == round_}
    return render(request, "draws/deals.html", context)


def _why(request: HttpRequest, stage: Stage, rankings: list[boards.Ranking]) -> dict[str, Any]:
    """The comparison that the address asks for, with the others of the same table to compare with."""
    entry, other = (asked_number(request, name) for name in ("why", "than"))
    group = next(
        (ranking.rows for ranking in rankings if any(standing.entry.number == entry for standing, _ in ranking.rows)),
        (),
    )
    if entry is None or not group:
        return {}
    try:
        why = boards.why(stage, entry, other)
    except RuleError as error:
        return {"why_error": error}
    return {
        "why": why,
        "asked": entry,
        "others": [standing.entry for standing, _ in group if standing.entry.number != entry],
    }


def about(request: HttpRequest, slug: str) -> tuple[Event, dict[str, Any]]:
    """The event, and what the frame of its public pages wants to know."""
    event = event_or_404(slug)
    actor, begun = actor_for(request, event), begun_stages(event)
    stage = boards.stage_shown(begun, request.GET.get("stage", ""))
    return event, {
        "event": event,
        "club": event.club,
        "stage": stage,
        "begun": begun,
        "has_bracket": has_bracket(stage),
        "has_cross_table": has_cross_table(stage),
        "may_run": may(actor, Permission.RUN_EVENT, event),
        "may_score": may(actor, Permission.ENTER_SCORES, event),
        "player": actor.player,
        "is_entered": actor.player is not None and boards.is_entered(event, actor.player),
    }


@login_not_required
def one_time_login(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Opening the link asks; only the button logs in, so that a link preview cannot use it up."""
    user = user_of(uidb64, token)
    if user is None:
        return render(request, "one_time_login.html", {"user_found": None}, status=410)
    if request.method == "POST":
        return perform_login(request, user, email_verification="none", redirect_url=reverse("home"))
    return render(request, "one_time_login.html", {"user_found": user})
