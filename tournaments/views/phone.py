"""The player's phone: the next seat, the slip, and the answer to the other side's slip."""

import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from tournaments.errors import NotAllowed, Refused
from tournaments.formats.base import Slip
from tournaments.models import Event, Match, ResultEntry, Source
from tournaments.permissions import Verb, require, side_of
from tournaments.services import boards, hall, passes, results
from tournaments.services.scoring import hands_planned, tie_question
from tournaments.slips import slip_from
from tournaments.views.asking import (
    PASSES,
    NotHere,
    actor_for,
    by_for,
    event_or_404,
    match_or_404,
    number_in,
    refusal_status,
    refused,
)


@login_not_required
@require_safe
def my_seat(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_or_404(slug)
    player = actor_for(request, event).player
    cards = boards.seat_cards(event, player) if player else []
    bye = boards.sitting_out(event, player) if player else None
    context = {
        "event": event,
        "club": event.club,
        "player": player,
        "cards": cards,
        "bye": bye,
        "clock": hall.clock_of(cards[0].round) if cards else None,
        "announcements": hall.announcements_of(event),
        "names": {bye.entry.number: bye.entry.name} if bye else {},
    }
    return render(request, "events/my_seat.html", context)


@login_not_required
def open_pass(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """A personal link: opening it asks "is this you?", the button exchanges it for a cookie."""
    event = event_or_404(slug)
    found = passes.find_pass(token)
    if found is None or found.event_id != event.pk:
        return render(request, "events/open_pass.html", {"event": event, "club": event.club, "pass": None}, status=410)
    if request.method == "POST":
        request.session.cycle_key()
        own = {str(event.pk): (found.pk, found.token_hash)}
        request.session[PASSES] = request.session.get(PASSES, {}) | own
        return redirect("my_seat", slug=slug)
    return render(request, "events/open_pass.html", {"event": event, "club": event.club, "pass": found})


def seat_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page about one match, for those who sit at it or may score it; for others it does not exist."""

    @wraps(view)
    def seated(request: HttpRequest, slug: str, pk: int, **kwargs: Any) -> HttpResponse:
        event = event_or_404(slug)
        try:
            match = match_or_404(request, event, pk)
            require(actor_for(request, event), Verb.REPORT_SCORE, match)
        except (Http404, NotAllowed):
            gone = NotHere("This table is not yours, or there is a new seating. Look at your seat.")
            return refused(request, gone, event, request.build_absolute_uri(reverse("my_seat", args=[slug])))
        return view(request, event, match, **kwargs)

    return seated


@login_not_required
@seat_page
def slip(request: HttpRequest, event: Event, match: Match) -> HttpResponse:
    """Show a match's slip, or take one. Whatever is refused comes back with what was typed."""
    if request.method != "POST":
        return _slip_page(request, event, match)
    try:
        reported = read_slip(request.POST, match)
        entry = results.record_result(
            match.pk, reported, by=by_for(request, event, Source.SLIP),
            seen=number_in(request, "seen"), seating=number_in(request, "seating"),
        )  # fmt: skip
    except (Refused, RuleError) as error:
        match.refresh_from_db()
        return _slip_page(request, event, match, error=error)
    stands = entry.kind != ResultEntry.Kind.CLAIM
    messages.success(request, f"Saved: {entry.score}. " + ("It counts." if stands else "The other side is asked now."))
    return redirect("my_seat", slug=event.slug)


@login_not_required
@require_POST
@seat_page
def answer(request: HttpRequest, event: Event, match: Match, answer: str) -> HttpResponse:
    """Confirm or dispute what the other side reported."""
    verbs = {"confirm": results.confirm_result, "dispute": results.dispute_result}
    if answer not in verbs:
        raise Http404
    try:
        verbs[answer](match.pk, by=by_for(request, event, Source.SLIP), seen=number_in(request, "seen"))
    except (Refused, RuleError) as error:
        return refused(request, error, event, request.headers.get("referer", ""))
    words = {"confirm": "Confirmed. The score counts.", "dispute": "Noted. An organizer will decide."}
    messages.success(request, words[answer])
    return redirect("my_seat", slug=event.slug)


def read_slip(form: QueryDict, match: Match) -> Slip:
    """The form's fields as a slip. RuleError, shown to people, when a score is missing or not a number."""
    sides = len(boards.sides_of(match))
    try:
        hands = json.loads(form.get("hands") or "[]")
        points = [int(str(form[f"points_{side}"])) for side in range(sides)]
        tie = form.get("tie_winner", "")
        forfeited = [int(side) for side in form.getlist("forfeited")]
        data = {
            "points": points, "hands": hands, "tie_winner": int(str(tie)) if tie else None, "forfeited": forfeited,
        }  # fmt: skip
    except (KeyError, ValueError, RecursionError) as error:
        raise RuleError("Write a whole number of points for each side.") from error
    return slip_from(data)


def _slip_page(request: HttpRequest, event: Event, match: Match, error: Exception | None = None) -> HttpResponse:
    side = side_of(actor_for(request, event), match)
    position = results.fold(boards.results_of(match).order_by("version"))
    sides: list[dict[str, Any]] = boards.sides_of(match)
    for row in sides:
        row["points"] = request.POST.get(f"points_{row['index']}", "")
        row["is_own"] = row["index"] == side
    their_claim = next((claim for claim in position.claims if claim.side != side), None)
    context = {
        "event": event, "club": event.club, "match": match, "sides": sides, "error": error, "key": uuid.uuid4(),
        "hands_planned": hands_planned(match), "tie_question": tie_question(match),
        "own_claim": next((claim for claim in position.claims if claim.side == side), None),
        "their_claim": their_claim, "claim_lines": boards.score_lines(sides, their_claim),
        "hands_json": request.POST.get("hands", ""),
    }  # fmt: skip
    return render(request, "events/slip.html", context, status=refusal_status(error) if error else 200)
