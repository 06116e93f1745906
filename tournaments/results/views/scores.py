"""Scores as officials enter them: the grid for the keyboard, and one match with its history and decisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import and_list
from tournaments.console.views import Trouble, console_page
from tournaments.entry_names import names_of
from tournaments.errors import CommandError, Conflict, NeedsWinner
from tournaments.events import boards
from tournaments.events.models import Event, Stage
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
from tournaments.results.scoring import ends_at_points, tie_question, wrong_sides
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
    messages.success(request, say("Score saved for {table}.", table=match))
    return redirect("grid", slug=event.slug)


@require_safe
@scorer_page
def match(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    return _match_page(request, event, match_or_404(request, event, pk))


@require_safe
@scorer_page
def preview(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """What a correction, or declaring void, would change: asked before anything is saved."""
    match = match_or_404(request, event, pk)
    try:
        slip = read_slip(request.GET, match) if action == "correct" else None
        changes = consequences_of(match, slip)
    except RuleError as error:
        return _match_page(request, event, match, error)
    carried = [(name, value) for name, values in request.GET.lists() for value in values]
    context = {
        "event": event,
        "club": event.club,
        "match": match,
        "sides": boards.sides_of(match),
        "slip": slip,
        "changes": [
            (kind, consequences)
            for kind in Change
            if (consequences := [change for change in changes if change.kind is kind])
        ],
        "names": names_of(event),
        "carried": carried,
        "action": action,
        "scores_only": scores_only(request, event),
        "is_shown": shown_of(event) is not None,
    }
    return render(request, "results/correction.html", context)


@require_POST
@scorer_page
def decide(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """Record, confirm, correct, void or reopen one match, from its own page or in place on the console."""
    match = match_or_404(request, event, pk)
    is_in_place = request.POST.get("from") == "console" and not scores_only(request, event)
    try:
        if action.startswith("propose-"):
            return _propose(request, event, match, action)
        text = _decide(request, event, match, action)
    except (CommandError, RuleError) as error:
        if is_in_place:
            return console_page(request, event, trouble=Trouble(error, pk, request.POST))
        return _match_page(request, event, match_or_404(request, event, pk), error)
    where = reverse("console", args=[event.slug]) if is_in_place else reverse("match", args=[event.slug, pk])
    return done(request, text, where)


def _decide(request: HttpRequest, event: Event, match: Match, action: str) -> str:
    """Does it, and says what was done."""
    reason = text_in(request, "reason")
    asked: dict[str, Any] = {
        "context": context_for(request, event, Channel.PAGE),
        "expected_version": number_in(request, "seen"),
    }
    if action == "record":
        results.record_result(match.pk, read_slip(request.POST, match), **asked)
        return say("Score saved for {table}.", table=match)
    if action == "choose":
        claim: ResultEntry = get_object_or_404(match.results, version=number_in(request, "claim"), kind=Kind.CLAIM)
        made: ResultEntry = results.record_result(match.pk, claim.reported, **asked)
        return say("Result for {table} set to {score}.", table=match, score=made.score)
    if action == "confirm":
        made = results.confirm_result(match.pk, **asked)
        return say("Result for {table} set to {score}.", table=match, score=made.score)
    if action == "correct":
        made = results.correct_result(match.pk, read_slip(request.POST, match), reason=reason, **asked)
        return say("Score for {table} corrected to {score}.", table=match, score=made.score)
    if action == "void":
        results.void_result(match.pk, reason=reason, **asked)
        return say("Result for {table} voided.", table=match)
    if action == "reopen":
        results.reopen_result(match.pk, reason=reason, **asked)
        return _reopened(match)
    raise Http404


def _reopened(match: Match) -> str:
    match.refresh_from_db()
    if match.standing:
        return say("{table} reopened. The result is {score} again.", table=match, score=match.standing.score)
    if match.state == Match.State.OPEN:
        return say("Score for {table} removed.", table=match)
    return say("{table} reopened. Decide on the reported scores again.", table=match)


def _propose(request: HttpRequest, event: Event, match: Match, action: str) -> HttpResponse:
    """After payouts were published another organizer or scorer has to agree."""
    if action not in ("propose-correct", "propose-void"):
        raise Http404
    slip = read_slip(request.POST, match) if action == "propose-correct" else None
    asked: dict[str, Any] = {
        "context": context_for(request, event, Channel.PAGE),
        "expected_version": number_in(request, "seen"),
    }
    second_official.propose_change(match.pk, slip, reason=text_in(request, "reason"), **asked)
    text = say("Correction proposed. The result changes when another organizer or scorer approves it.")
    return done(request, text, reverse("prize_changes", args=[event.slug]))


def scores_only(request: HttpRequest, event: Event) -> bool:
    """A scorer has no business on the console's other pages."""
    return not may(actor_for(request, event), Permission.RUN_EVENT, event)


def _grid_page(request: HttpRequest, event: Event, pk: int = 0, error: Exception | None = None) -> HttpResponse:
    stage = current_stage(event)
    latest = boards.latest_round(stage)
    if latest and latest.opens_singly:
        matches = boards.matches_shown(boards.rounds_out(stage))
    else:
        matches = list(latest.matches.all()) if latest else []
    disputes = _disputes(matches) if latest else {}
    rows = [_grid_row(request, match, error if match.pk == pk else None, disputes) for match in matches]
    context = {
        "event": event,
        "club": event.club,
        "round": latest,
        "rows": rows,
        "saved": sum(row["match"].is_terminal for row in rows),
        "has_sum": latest is not None and not ends_at_points(stage),
        "totals": _totals(stage, matches) if latest else None,
        "stage": stage,
        "scores_only": scores_only(request, event),
    }
    return render(request, "results/grid.html", context, status=refusal_status(error) if error else 200)


def _disputes(matches: Sequence[Match]) -> dict[int, str]:
    """What the sides say at the tables that are disputed, in one sentence each."""
    said: dict[int, list[ResultEntry]] = {}
    claimed = ResultEntry.objects.filter(match__in=[match.pk for match in matches], match__state=Match.State.DISPUTED)
    for entry in claimed.select_related("player", "user__player").order_by("match", "version"):
        said.setdefault(entry.match_id, []).append(entry)
    claims = {pk: match_state.replay(entries).claims for pk, entries in said.items()}
    return {
        pk: and_list(say("{name} reported {score}", name=claim.who, score=claim.score) for claim in match_claims)
        for pk, match_claims in claims.items()
    }


@dataclass(frozen=True)
class Totals:
    """The standings beside the grid. counted: what their number is. fresh: entry id → the points of this round."""

    counted: str
    rankings: list[boards.Ranking]
    fresh: dict[int, int]


def _totals(stage: Stage, matches: Sequence[Match]) -> Totals | None:
    """None where nothing that ranks is a number, or no one has a number yet."""
    columns = boards.columns_of(stage)
    if not columns:
        return None
    rankings, criterion = boards.rankings_of(stage), columns[0][1]
    if all(shown[0] == "0" for ranking in rankings for _, shown in ranking.rows):
        return None
    fresh: dict[int, int] = {}
    if criterion.key == "points":
        for match in matches:
            if match.standing and match.unsettled_since is None:
                points = match.standing.slip["points"]
                fresh |= {seat.entry_id: points[seat.side] for seat in match.seats.all() if seat.entry_id}
    return Totals(criterion.name, rankings, fresh)


def _grid_row(
    request: HttpRequest, match: Match, error: Exception | None, disputes: Mapping[int, str]
) -> dict[str, Any]:
    sides = boards.sides_of(match)
    points = match.standing.slip["points"] if match.standing else []
    winner = match.standing.reported.winner if match.standing else None
    typed = [request.POST.get(f"points_{side['index']}", "") for side in sides] if error else []
    refusal = _refusal(match, error) if error else ""
    wrong = wrong_sides(match, list(map(points_from, typed))) if refusal == "check" else set()
    for side in sides:
        known = points[side["index"]] if points else ""
        side["typed"] = typed[side["index"]] if typed else ""
        side["points"] = side["typed"] if typed and not match.is_terminal else known
        side["is_wrong"] = side["index"] in wrong
        side["is_winner"] = side["index"] == winner
    return {
        "match": match,
        "sides": sides,
        "sum": sum(points) if points else "",
        "dispute": disputes.get(match.pk, ""),
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


def _match_page(request: HttpRequest, event: Event, match: Match, error: Exception | None = None) -> HttpResponse:
    sides, typed, history = boards.sides_of(match), request.POST or request.GET, list(boards.results_of(match))
    # A correction begins with what counts now; whatever was typed stays.
    present = match.standing.reported if match.standing and "points_0" not in typed else None
    for side in sides:
        at = side["index"]
        side["points"] = present.points[at] if present else typed.get(f"points_{at}", "")
        side["has_forfeited"] = at in present.forfeited if present else str(at) in typed.getlist("forfeited")
        side["won_tie"] = present.tie_winner == at if present else typed.get("tie_winner") == str(at)
    context = {
        "event": event,
        "club": event.club,
        "match": match,
        "sides": sides,
        "error": error,
        "history": history,
        "tie_question": tie_question(match),
        "is_tied": isinstance(error, NeedsWinner) or any(side["won_tie"] for side in sides),
        "has_forfeits": any(side["has_forfeited"] for side in sides),
        "reason": typed.get("reason", ""),
        "claims": [(claim, boards.score_lines(sides, claim)) for claim in match_state.replay(reversed(history)).claims],
        "may_reopen": match.round.status == Round.Status.PUBLISHED and history and history[0].kind in results.DECISIONS,
        "scores_only": scores_only(request, event),
    }
    return render(request, "results/match.html", context, status=refusal_status(error) if error else 200)
