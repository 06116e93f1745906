"""Scores as officials enter them: the grid for the keyboard, and one match with its history and decisions."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from tournaments.errors import Refused
from tournaments.formats.consequences import Kind
from tournaments.models import Event, Match, Source
from tournaments.permissions import Verb, may
from tournaments.services import boards, results
from tournaments.services.corrections import consequences_of
from tournaments.services.history import current_stage
from tournaments.services.names import names_of
from tournaments.services.scoring import tie_question
from tournaments.views.asking import (
    actor_for,
    by_for,
    done,
    match_or_404,
    number_in,
    refusal_status,
    scorer_page,
    text_in,
)
from tournaments.views.phone import read_slip


@scorer_page
def grid(request: HttpRequest, event: Event) -> HttpResponse:
    """One row per table of the open round. A row that is refused comes back with what was typed and the reason."""
    if request.method != "POST":
        return _grid_page(request, event)
    match = match_or_404(request, event, number_in(request, "match"))
    try:
        slip = read_slip(request.POST, match)
        seen = number_in(request, "seen")
        results.record_result(match.pk, slip, by=by_for(request, event, Source.GRID), seen=seen)
    except (Refused, RuleError) as error:
        return _grid_page(request, event, match.pk, error)
    messages.success(request, f"{match} is saved.")
    return redirect("grid", slug=event.slug)


@require_safe
@scorer_page
def match(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    return _match_page(request, event, match_or_404(request, event, pk))


@require_safe
@scorer_page
def preview(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """What a correction, or declaring void, would change: asked before anything is saved."""
    found = match_or_404(request, event, pk)
    try:
        slip = read_slip(request.GET, found) if verb == "correct" else None
        changes = consequences_of(found, slip)
    except RuleError as error:
        return _match_page(request, event, found, error)
    carried = [(name, value) for name, values in request.GET.lists() for value in values]
    context = {
        "event": event, "club": event.club, "match": found, "sides": boards.sides_of(found), "slip": slip,
        "changes": [(kind, rows) for kind in Kind if (rows := [row for row in changes if row.kind is kind])],
        "names": names_of(event), "carried": carried, "verb": verb,
        "scores_only": scores_only(request, event),
    }  # fmt: skip
    return render(request, "console/correction.html", context)


@require_POST
@scorer_page
def decide(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Record, confirm, correct or void one match."""
    found = match_or_404(request, event, pk)
    try:
        reason = text_in(request, "reason")
        by, seen = by_for(request, event, Source.PAGE), number_in(request, "seen")
        if verb == "record":
            results.record_result(pk, read_slip(request.POST, found), by=by, seen=seen)
        elif verb == "confirm":
            results.confirm_result(pk, by=by, seen=seen)
        elif verb == "correct":
            results.correct_result(pk, read_slip(request.POST, found), reason=reason, by=by, seen=seen)
        elif verb == "void":
            results.void_result(pk, reason=reason, by=by, seen=seen)
        else:
            raise Http404
    except (Refused, RuleError) as error:
        return _match_page(request, event, match_or_404(request, event, pk), error)
    return done(request, f"{found} is saved.", reverse("match", args=[event.slug, pk]))


def scores_only(request: HttpRequest, event: Event) -> bool:
    """A scorer has no business on the console's other pages."""
    return not may(actor_for(request, event), Verb.RUN_EVENT, event)


def _grid_page(request: HttpRequest, event: Event, pk: int = 0, error: Exception | None = None) -> HttpResponse:
    stage = current_stage(event)
    rounds = boards.rounds_of(stage, with_draft=False)
    latest = rounds[0] if rounds else None
    rows = [
        _grid_row(request, row, error if row.pk == pk else None) for row in (latest.matches.all() if latest else [])
    ]
    context = {
        "event": event, "club": event.club, "round": latest, "rows": rows, "stage": stage,
        "scores_only": scores_only(request, event),
    }  # fmt: skip
    return render(request, "console/grid.html", context, status=refusal_status(error) if error else 200)


def _grid_row(request: HttpRequest, match: Match, error: Exception | None) -> dict[str, object]:
    sides = boards.sides_of(match)
    points = match.standing.slip["points"] if match.standing else []
    for side in sides:
        known = points[side["index"]] if points else ""
        side["points"] = request.POST.get(f"points_{side['index']}", "") if error else known
    return {"match": match, "sides": sides, "error": error, "tie_question": tie_question(match) if error else ""}


def _match_page(request: HttpRequest, event: Event, found: Match, error: Exception | None = None) -> HttpResponse:
    sides, typed = boards.sides_of(found), request.POST or request.GET
    for side in sides:
        side["points"] = typed.get(f"points_{side['index']}", "")
    context = {
        "event": event, "club": event.club, "match": found, "sides": sides, "error": error,
        "history": boards.results_of(found), "tie_question": tie_question(found),
        "position": results.fold(found.results.all()), "reason": typed.get("reason", ""),
        "scores_only": scores_only(request, event),
    }  # fmt: skip
    return render(request, "console/match.html", context, status=refusal_status(error) if error else 200)
