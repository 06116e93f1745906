"""The player's phone: the next seat, the slip, and the answer to the other side's slip."""

import json
import uuid
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.models import Player
from tournaments.errors import NotAllowed, Refused
from tournaments.formats.base import Slip
from tournaments.models import Event, Match, ResultEntry, Round, Source
from tournaments.permissions import Verb, require, side_of
from tournaments.services.attendance import notices
from tournaments.services.entrance import passes
from tournaments.services.journal import By
from tournaments.services.looks import boards, hall, online_board
from tournaments.services.scores import positions, results, seats
from tournaments.services.scores.scoring import hands_planned, tie_question
from tournaments.slips import slip_from
from tournaments.views.asking import (
    PASSES,
    NotHere,
    actor_for,
    by_for,
    done,
    event_or_404,
    held_pass,
    hold_pass,
    match_or_404,
    number_in,
    refusal_status,
    refused,
    wants_json,
)

ANSWERED = {"confirm": mark("Confirmed. The score counts."), "dispute": mark("Noted. An organizer will decide.")}


@login_not_required
@require_safe
def my_seat(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_or_404(slug)
    player = actor_for(request, event).player
    context: dict[str, Any] = {
        "event": event, "club": event.club, "player": player, "announcements": hall.announcements_of(event),
        "link_ended": player is None and bool(held_pass(request, event)[0]),
    }  # fmt: skip
    if player:
        context |= _night_of(event, player)
    return _kept(render(request, "events/my_seat.html", context), event, player)


def _night_of(event: Event, player: Player) -> dict[str, Any]:
    cards = boards.seat_cards(event, player)
    bye = boards.sitting_out(event, player)
    now = cards[0] if cards and cards[0].round.status == Round.Status.PUBLISHED else None
    return {
        "cards": cards, "now": now, "bye": bye,
        "clock": hall.clock_of(cards[0].round) if cards else None,
        "names": {bye.entry.number: bye.entry.name} if bye else {},
        "entry": notices.entry_of(event, player), "notice": notices.notice_of(event, player),
        "online": online_board.at_match(now.match, event) if now else None,
        **(_claims(now.match, now.match.results.all(), now.seat.side) if now else {}),
    }  # fmt: skip


@login_not_required
def open_pass(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """A personal link: opening it asks "is this you?", the button exchanges it for a cookie."""
    event = event_or_404(slug)
    found = passes.find_pass(token)
    if found is None or found.event_id != event.pk:
        return render(request, "events/open_pass.html", {"event": event, "club": event.club, "pass": None}, status=410)
    if request.method == "POST":
        hold_pass(request, found)
        return redirect("my_seat", slug=slug)
    return render(request, "events/open_pass.html", {"event": event, "club": event.club, "pass": found})


@login_not_required
@require_POST
def forget_phone(request: HttpRequest, slug: str) -> HttpResponse:
    """End the personal link's cookie on this phone; the link itself stays good."""
    event = event_or_404(slug)
    held = request.session.get(PASSES, {})
    if str(event.pk) not in held:
        raise Http404
    request.session[PASSES] = {ident: link for ident, link in held.items() if ident != str(event.pk)}
    return redirect("my_seat", slug=slug)


def seat_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page about one match, for those who sit at it or may score it; for others it does not exist."""

    @wraps(view)
    def seated(request: HttpRequest, slug: str, pk: int, **kwargs: Any) -> HttpResponse:
        event = event_or_404(slug)
        try:
            match = match_or_404(request, event, pk)
            require(actor_for(request, event), Verb.REPORT_SCORE, match)
        except (Http404, NotAllowed):
            return _not_seated(request, event)
        return view(request, event, match, **kwargs)

    return seated


def _not_seated(request: HttpRequest, event: Event) -> HttpResponse:
    player, seat = actor_for(request, event).player, reverse("my_seat", args=[event.slug])
    if seats.seat_now(event, player):
        gone = NotHere(results.new_seating(event, player))
    elif player is None and held_pass(request, event)[0]:
        gone = NotHere("Your personal link has ended. Give the score to an organizer.")
    else:
        gone = NotHere("This table is not yours, or there is a new seating. Look at your seat.")
    if wants_json(request):
        return JsonResponse({"state": "decision", "message": str(gone), "seat": seat}, status=404)
    return refused(request, gone, event, request.build_absolute_uri(seat))


@login_not_required
@seat_page
def slip(request: HttpRequest, event: Event, match: Match) -> HttpResponse:
    """Show a match's slip, or take one. Whatever is refused comes back with what was typed.

    A script that asks for JSON gets the same answers as data: saved, or what there is to decide.
    """
    if request.method != "POST":
        return JsonResponse(_present(request, event, match)) if wants_json(request) else _slip_page(
            request, event, match)  # fmt: skip
    try:
        reported = read_slip(request.POST, match)
        entry = results.record_result(
            match.pk, reported, by=_as_typed(request, event),
            seen=number_in(request, "seen"), seating=number_in(request, "seating"),
        )  # fmt: skip
    except (Refused, RuleError) as error:
        match.refresh_from_db()
        if wants_json(request):
            decision = {"state": "decision", "message": str(error), "may_repeat": isinstance(error, Refused)}
            return JsonResponse(_present(request, event, match) | decision, status=refusal_status(error))
        return _slip_page(request, event, match, error=error)
    stands = entry.kind != ResultEntry.Kind.CLAIM
    if stands:
        text = say("Saved: {score}. It counts.", score=entry.score)
    else:
        text = say("Saved: {score}. The other side is asked now.", score=entry.score)
    where = reverse("my_seat", args=[event.slug])
    if wants_json(request):
        return JsonResponse({"state": "saved", "message": text, "seat": where})
    return done(request, text, where)


def _as_typed(request: HttpRequest, event: Event) -> By:
    """Who asks. NotAllowed when the score was typed while this phone was somebody else's."""
    by = by_for(request, event, Source.SLIP)
    typed_by = request.POST.get("player", "")
    if by.actor.player and typed_by not in ("", str(by.actor.player.pk)):
        raise NotAllowed("This score was typed by somebody else; this phone is {player}'s now.", player=by.actor.player)
    return by


def _present(request: HttpRequest, event: Event, match: Match) -> dict[str, Any]:
    """The match as it is now, for a phone that holds a score back: what to show beside it and what to send with it."""
    position = positions.fold(boards.results_of(match).order_by("version"))
    return {
        "present": positions.describe(match, position), "seen": match.last_version, "seating": match.round.version,
        "is_open": not match.is_terminal and match.round.status == Round.Status.PUBLISHED,
        "csrf": get_token(request), "seat": reverse("my_seat", args=[event.slug]),
    }  # fmt: skip


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
    messages.success(request, say(ANSWERED[answer]))
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
    actor = actor_for(request, event)
    side = side_of(actor, match)
    claims = _claims(match, boards.results_of(match).order_by("version"), side)
    said = claims["own_claim"].slip if claims["own_claim"] else {}
    context = {
        "event": event, "club": event.club, "match": match, "error": error, "key": uuid.uuid4(), "player": actor.player,
        "hands_planned": hands_planned(match), "tie_question": tie_question(match), **claims,
        "sides": _typed(request, claims["sides"], claims["own_claim"]),
        "hands_json": _shown(request, "hands", json.dumps(said["hands"]) if said.get("hands") else ""),
        "slip_label": f"{match}, {str(match.round).lower()}",
        "typed_tie": str(_shown(request, "tie_winner", said.get("tie_winner"))),
    }  # fmt: skip
    page = render(request, "events/slip.html", context, status=refusal_status(error) if error else 200)
    return _kept(page, event, actor.player)


def _claims(match: Match, entries: Iterable[ResultEntry], side: int | None) -> dict[str, Any]:
    """What both sides reported, and what the other side's score means in words."""
    position, sides = positions.fold(entries), boards.sides_of(match)
    theirs = next((claim for claim in position.claims if claim.side != side), None)
    return {
        "match": match, "sides": sides, "their_claim": theirs,
        "own_claim": next((claim for claim in position.claims if claim.side == side), None),
        "claim_lines": boards.score_lines(sides, theirs),
        "winner_words": boards.winner_words(sides, theirs) if theirs else "",
    }  # fmt: skip


def _typed(request: HttpRequest, sides: list[dict[str, Any]], own: ResultEntry | None) -> list[dict[str, Any]]:
    """The sides with the points that stand in the form: as typed, else as reported before."""
    for row in sides:
        row["points"] = _shown(request, f"points_{row['index']}", own.slip["points"][row["index"]] if own else "")
    return sides


def _shown(request: HttpRequest, name: str, before: Any) -> Any:
    return request.POST.get(name, "") if request.method == "POST" else before


def _kept(page: HttpResponse, event: Event, player: Player | None) -> HttpResponse:
    """Let the player's phone show the page without network, as last seen, until the night's links end."""
    ends = event.starts_at + passes.LASTS
    if player and page.status_code == 200 and ends > timezone.now():
        page["X-Keep-Until"], page["X-Keep-For"] = str(int(ends.timestamp())), str(player.pk)
    return page
