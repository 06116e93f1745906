"""Scores as officials enter them: the grid for the keyboard, and one match with its history and decisions."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.console.views import Trouble, console_page
from tournaments.entry_names import names_of
from tournaments.errors import CommandError, Conflict, NeedsWinner
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.formats.standings.consequences import Kind as Change
from tournaments.http import actor_for, context_for, done, match_or_404, number_in, refusal_status, scorer_page, text_in
from tournaments.permissions import Permission, may
from tournaments.prizes import second_official
from tournaments.prizes.correction_preview import consequences_of
from tournaments.prizes.settlement import shown_of
from tournaments.results import commands as results
from tournaments.results import match_state
from tournaments.results.history import current_stage
from tournaments.results.models import Channel, ResultEntry
from tournaments.results.scoring import tie_question, wrong_sides
from tournaments.results.slips import points_from
from tournaments.results.views.phone import read_slip
from tournaments.rounds.models import Match, Round

Kind = ResultEntry.Kind


@scorer_page
def grid(request: HttpRequest, event: Event) -> HttpResponse:
    """One row per table of the open round. A row that is refused comes back with what was typed and the reason."""
    if request.method != "POST":
        return _grid_page(request, event)
    match = match_or_404(request, event, number_in(request, "match"))
    try:
        slip = read_slip(request.POST, match)
        seen = number_in(request, "seen")
        results.record_result(match.pk, slip, context=context_for(request, event, Channel.GRID), expected_version=seen)
    except (CommandError, RuleError) as error:
        return _grid_page(request, event, match.pk, error)
    messages.success(request, say("{table} is saved.", table=match))
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
        "event": event,
        "club": event.club,
        "match": found,
        "sides": boards.sides_of(found),
        "slip": slip,
        "changes": [(kind, rows) for kind in Change if (rows := [row for row in changes if row.kind is kind])],
        "names": names_of(event),
        "carried": carried,
        "verb": verb,
        "scores_only": scores_only(request, event),
        "is_shown": shown_of(event) is not None,
    }
    return render(request, "results/correction.html", context)


@require_POST
@scorer_page
def decide(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Record, confirm, correct, void or reopen one match, from its own page or in place on the console."""
    found = match_or_404(request, event, pk)
    is_in_place = request.POST.get("from") == "console" and not scores_only(request, event)
    try:
        if verb.startswith("propose-"):
            return _propose(request, event, found, verb)
        _decide(request, event, found, verb)
    except (CommandError, RuleError) as error:
        if is_in_place:
            return console_page(request, event, trouble=Trouble(error, pk, request.POST))
        return _match_page(request, event, match_or_404(request, event, pk), error)
    where = reverse("console", args=[event.slug]) if is_in_place else reverse("match", args=[event.slug, pk])
    return done(request, say("{table} is saved.", table=found), where)


def _decide(request: HttpRequest, event: Event, found: Match, verb: str) -> None:
    reason = text_in(request, "reason")
    asked: dict[str, Any] = {
        "context": context_for(request, event, Channel.PAGE),
        "expected_version": number_in(request, "seen"),
    }
    if verb == "record":
        results.record_result(found.pk, read_slip(request.POST, found), **asked)
    elif verb == "choose":
        claim: ResultEntry = get_object_or_404(found.results, version=number_in(request, "claim"), kind=Kind.CLAIM)
        results.record_result(found.pk, claim.reported, **asked)
    elif verb == "confirm":
        results.confirm_result(found.pk, **asked)
    elif verb == "correct":
        results.correct_result(found.pk, read_slip(request.POST, found), reason=reason, **asked)
    elif verb == "void":
        results.void_result(found.pk, reason=reason, **asked)
    elif verb == "reopen":
        results.reopen_result(found.pk, reason=reason, **asked)
    else:
        raise Http404


def _propose(request: HttpRequest, event: Event, found: Match, verb: str) -> HttpResponse:
    """After the prizes were shown a second official has to agree."""
    if verb not in ("propose-correct", "propose-void"):
        raise Http404
    slip = read_slip(request.POST, found) if verb == "propose-correct" else None
    asked: dict[str, Any] = {
        "context": context_for(request, event, Channel.PAGE),
        "expected_version": number_in(request, "seen"),
    }
    second_official.propose_change(found.pk, slip, reason=text_in(request, "reason"), **asked)
    text = say("Proposed. The result changes when a second official agrees.")
    return done(request, text, reverse("prize_changes", args=[event.slug]))


def scores_only(request: HttpRequest, event: Event) -> bool:
    """A scorer has no business on the console's other pages."""
    return not may(actor_for(request, event), Permission.RUN_EVENT, event)


def _grid_page(request: HttpRequest, event: Event, pk: int = 0, error: Exception | None = None) -> HttpResponse:
    stage = current_stage(event)
    latest = boards.latest_round(stage)
    rows = [
        _grid_row(request, row, error if row.pk == pk else None) for row in (latest.matches.all() if latest else [])
    ]
    context = {
        "event": event,
        "club": event.club,
        "round": latest,
        "rows": rows,
        "stage": stage,
        "scores_only": scores_only(request, event),
    }
    return render(request, "results/grid.html", context, status=refusal_status(error) if error else 200)


def _grid_row(request: HttpRequest, match: Match, error: Exception | None) -> dict[str, object]:
    sides = boards.sides_of(match)
    points = match.standing.slip["points"] if match.standing else []
    typed = [request.POST.get(f"points_{side['index']}", "") for side in sides] if error else []
    refusal = _refusal(match, error) if error else ""
    wrong = wrong_sides(match, list(map(points_from, typed))) if refusal == "check" else set()
    for side in sides:
        known = points[side["index"]] if points else ""
        side["typed"] = typed[side["index"]] if typed else ""
        side["points"] = side["typed"] if typed and not match.is_terminal else known
        side["is_wrong"] = side["index"] in wrong
    return {
        "match": match,
        "sides": sides,
        "error": error,
        "refusal": refusal,
        "typed": "–".join(typed) if match.is_terminal else "",
    }


def _refusal(match: Match, error: Exception) -> str:
    """What there is to do about it: check the score, say who won the tie, look at what changed, or start again."""
    if match.is_terminal or isinstance(error, Conflict):
        return "changed"
    if isinstance(error, NeedsWinner):
        return "tied"
    return "check" if isinstance(error, RuleError) else "again"


def _match_page(request: HttpRequest, event: Event, found: Match, error: Exception | None = None) -> HttpResponse:
    sides, typed, history = boards.sides_of(found), request.POST or request.GET, list(boards.results_of(found))
    for side in sides:
        side["points"] = typed.get(f"points_{side['index']}", "")
    context = {
        "event": event,
        "club": event.club,
        "match": found,
        "sides": sides,
        "error": error,
        "history": history,
        "tie_question": tie_question(found),
        "reason": typed.get("reason", ""),
        "claims": [(claim, boards.score_lines(sides, claim)) for claim in match_state.replay(reversed(history)).claims],
        "may_reopen": found.round.status == Round.Status.PUBLISHED and history and history[0].kind in results.DECISIONS,
        "scores_only": scores_only(request, event),
    }
    return render(request, "results/match.html", context, status=refusal_status(error) if error else 200)
