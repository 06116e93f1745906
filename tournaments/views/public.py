"""What everybody may see: home, an event, its seating and its standings."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Club, Event
from tournaments.permissions import Verb, may
from tournaments.services import boards
from tournaments.services.brackets import has_bracket
from tournaments.services.cross_tables import has_cross_table
from tournaments.services.hall import announcements_of
from tournaments.services.names import names_of
from tournaments.services.one_time_login import user_of
from tournaments.views.asking import actor_for, event_or_404


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    events = Event.objects.select_related("club", "venue")
    today = timezone.now() - timedelta(hours=12)
    context = {
        "coming": events.filter(starts_at__gte=today).order_by("starts_at")[:6],
        "recent": events.filter(starts_at__lt=today)[:6],
        "clubs": Club.objects.all()[:12],
    }
    return render(request, "home.html", context)


@login_not_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "privacy.html")


@login_not_required
@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every component of the design on one page, for whoever builds the next one."""
    return render(request, "style.html")


@login_not_required
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about(request, slug)
    context["standings"] = list(boards.standings_of(context["stage"]))[:5]
    context["entries"] = list(boards.entries_of(found))
    context["criteria"] = boards.criteria_of(context["stage"])
    context["announcements"] = announcements_of(found)
    return render(request, "events/event.html", context)


@login_not_required
@require_safe
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = about(request, slug)
    rounds = boards.rounds_of(context["stage"], with_draft=False)
    context |= {
        "rounds": rounds,
        "names": names_of(found),
        "by_name": boards.seats_by_name(rounds[0]) if rounds else [],
    }
    return render(request, "events/seating.html", context)


@login_not_required
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    _, context = about(request, slug)
    stage = context["stage"]
    rows = list(boards.standings_of(stage))
    columns = boards.columns_of(stage)
    width = max((len(row.rounds) for row in rows), default=0)
    shown = [(row, [row.values[place] for place, _ in columns]) for row in rows]
    context |= {"rows": shown, "round_numbers": range(1, width + 1), "is_settled": boards.is_settled(stage)}
    context |= {"criteria": boards.criteria_of(stage), "columns": [criterion for _, criterion in columns]}
    context["names"] = {row.entry.number: row.entry.name for row in rows}
    return render(request, "events/standings.html", context)


def about(request: HttpRequest, slug: str) -> tuple[Event, dict[str, Any]]:
    """The event, and what the frame of its public pages wants to know."""
    found = event_or_404(slug)
    actor, stage = actor_for(request, found), boards.first_stage(found)
    return found, {
        "event": found,
        "club": found.club,
        "stage": stage,
        "has_bracket": has_bracket(stage),
        "has_cross_table": has_cross_table(stage),
        "may_run": may(actor, Verb.RUN_EVENT, found),
        "may_score": may(actor, Verb.ENTER_SCORES, found),
        "player": actor.player,
        "is_entered": actor.player is not None and boards.is_entered(found, actor.player),
    }


@login_not_required
def one_time_login(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Opening the link asks; only the button logs in, so that a link preview cannot use it up."""
    user = user_of(uidb64, token)
    if user is None:
        return render(request, "one_time_login.html", {"user_found": None}, status=410)
    if request.method == "POST":
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
        return redirect("home")
    return render(request, "one_time_login.html", {"user_found": user})
