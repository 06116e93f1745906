"""The player's phone: the next seat, the slip, and the answer to the other side's slip."""

import json
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments import seat_news
from tournaments.access import passes, wall_code
from tournaments.access.devices import device_of, keeps_device
from tournaments.access.passes import PASSES
from tournaments.calls.models import Call
from tournaments.calls.selectors import answer_in_words, open_call_at
from tournaments.checkin import notices
from tournaments.console import online_board
from tournaments.context import Context
from tournaments.draws.next_matches import wait_of
from tournaments.errors import CommandError, NotAllowed
from tournaments.events import boards
from tournaments.events.announcements import announcements_of
from tournaments.events.models import Event
from tournaments.formats.base import Slip
from tournaments.formats.duplicate.boards import board_number, playing_order
from tournaments.http import (
    NotHere,
    actor_for,
    context_for,
    done,
    drop_pass,
    event_or_404,
    held_pass,
    hold_pass,
    keep_on_phone,
    match_or_404,
    number_in,
    refusal_status,
    refused,
    wants_json,
)
from tournaments.permissions import Permission, require, side_of
from tournaments.results import commands as results
from tournaments.results import history, match_state, seats
from tournaments.results.models import Channel, ResultEntry
from tournaments.results.scoring import pad_of, tie_question
from tournaments.results.slips import slip_from
from tournaments.rounds.models import Match, Round
from tournaments.rounds.seen_deals import has_boards
from tournaments.screens import selectors

ANSWERED = {"confirm": mark("Score confirmed."), "dispute": mark("Dispute saved. An organizer will decide the score.")}


@login_not_required
@require_safe
def my_seat(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_or_404(slug)
    player = actor_for(request, event).player
    context: dict[str, Any] = {
        "event": event,
        "club": event.club,
        "player": player,
        "topics": " ".join(_listened(event, player)),
        "announcements": announcements_of(event),
        "link_ended": player is None and bool(held_pass(request, event)[0]),
    }
    if player:
        context |= _night_of(request, event, player) | {"push_link": _push_link(request, event, player)}
    return _kept(render(request, "results/my_seat.html", context), event, player)


def _push_link(request: HttpRequest, event: Event, player: Player) -> str | None:
    """Under which name the browser speaks for the player here: "" for the account; None once the event is over."""
    if event.finished_at or event.cancelled_at:
        return None
    if getattr(request.user, "player", None) == player:
        return ""
    return str(event.pk) if held_pass(request, event)[0] else None


def _listened(event: Event, player: Player | None) -> list[str]:
    own = [seat_news.topic_of(event.pk, player.pk)] if player else []
    return [seat_news.topic_of_all(event), *own]


def _night_of(request: HttpRequest, event: Event, player: Player) -> dict[str, Any]:
    cards = boards.seat_cards(event, player)
    bye = boards.sitting_out(event, player)
    now = cards[0] if cards and _is_on(cards[0].match) else None
    entry = notices.entry_of(event, player)
    return {
        "wait": wait_of(history.current_stage(event), entry.number) if entry and now is None else None,
        "cards": cards,
        "now": now,
        "bye": bye,
        "clock": selectors.clock_of(cards[0].round) if cards else None,
        "names": {bye.entry.number: bye.entry.name} if bye else {},
        "entry": entry,
        "notice": notices.notice_of(event, player),
        "online": online_board.at_match(now.match, event) if now else None,
        **(_claims(now.match, now.match.results.all(), now.seat.side) if now else {}),
        **(_call(request, event, now.match) if now else {}),
    }


def _call(request: HttpRequest, event: Event, match: Match) -> dict[str, Any]:
    """The table's open call, for a phone there."""
    call = open_call_at(match)
    words = answer_in_words(call, actor_for(request, event)) if call else ""
    return {"call": call, "call_words": words, "call_reasons": Call.Reason.choices}


def _is_on(match: Match) -> bool:
    """Whether the player's place is there: while its round is out; where matches open singly, until it is decided."""
    return match.round.is_out and not (match.round.opens_singly and match.is_terminal)


@login_not_required
def open_pass(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """A personal link: opening it asks "is this you?", the button exchanges it for a cookie."""
    event = event_or_404(slug)
    pass_ = passes.find_pass(token)
    if pass_ is None or pass_.event_id != event.pk:
        return render(request, "access/open_pass.html", {"event": event, "club": event.club, "pass": None}, status=410)
    if request.method == "POST":
        hold_pass(request, pass_)
        return redirect("my_seat", slug=slug)
    return render(request, "access/open_pass.html", {"event": event, "club": event.club, "pass": pass_})


@login_not_required
@require_POST
def forget_phone(request: HttpRequest, slug: str) -> HttpResponse:
    """End the personal link's cookie on this phone; a link from an organizer stays good. A name that was taken by the
    code on the wall is handed back: it can be taken on another phone."""
    event = event_or_404(slug)
    held = request.session.get(PASSES, {})
    asking = Context(actor_for(request, event), Channel.PAGE, device=device_of(request))
    player = wall_code.hand_back(event.pk, context=asking)
    if player is None and str(event.pk) not in held:
        raise Http404
    drop_pass(request, event)
    if player:
        messages.success(request, say("Name removed from this phone. Scan the check-in code to choose one again."))
    return redirect("my_seat", slug=slug)


def seat_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page about one match, for those who sit at it or may score it; for others it does not exist."""

    @wraps(view)
    def seated(request: HttpRequest, slug: str, pk: int, **kwargs: Any) -> HttpResponse:
        event = event_or_404(slug)
        try:
            match = match_or_404(request, event, pk)
            require(actor_for(request, event), Permission.REPORT_SCORE, match)
        except (Http404, NotAllowed):
            return _not_seated(request, event)
        return view(request, event, match, **kwargs)

    return seated


def _not_seated(request: HttpRequest, event: Event) -> HttpResponse:
    player, seat = actor_for(request, event).player, reverse("my_seat", args=[event.slug])
    if seats.seat_now(event, player):
        gone = NotHere(results.new_seating(event, player))
    elif player is None and held_pass(request, event)[0]:
        gone = NotHere("Your personal link no longer works. Give the score to an organizer.")
    else:
        gone = NotHere("This table isn’t yours, or the seating has changed. Check your seat.")
    if wants_json(request):
        return JsonResponse({"state": "decision", "message": str(gone), "seat": seat}, status=404)
    return refused(request, gone, event, request.build_absolute_uri(seat))


@login_not_required
@keeps_device
@seat_page
def slip(request: HttpRequest, event: Event, match: Match) -> HttpResponse:
    """Show a match's slip, or take one. Whatever is refused comes back with what was typed.

    A script that asks for JSON gets the same answers as data: saved, or what there is to decide.
    """
    if request.method != "POST":
        return (
            JsonResponse(_present(request, event, match)) if wants_json(request) else _slip_page(request, event, match)
        )
    try:
        reported = read_slip(request.POST, match)
        entry = results.record_result(
            match.pk,
            reported,
            context=_as_typed(request, event),
            expected_version=number_in(request, "seen"),
            seating=number_in(request, "seating"),
        )
    except (CommandError, RuleError) as error:
        match.refresh_from_db()
        if wants_json(request):
            decision = {"state": "decision", "message": str(error), "may_repeat": isinstance(error, CommandError)}
            return JsonResponse(_present(request, event, match) | decision, status=refusal_status(error))
        return _slip_page(request, event, match, error=error)
    text = _saved(entry, side_of(actor_for(request, event), match))
    where = reverse("my_seat", args=[event.slug])
    if wants_json(request):
        return JsonResponse({"state": "saved", "message": text, "seat": where})
    return done(request, text, where)


def _saved(entry: ResultEntry, side: int | None) -> str:
    """What becomes of a sent score, for a player of that side."""
    score = entry.score_for(side)
    if entry.kind != ResultEntry.Kind.CLAIM:
        return say("Saved: {score}. It’s final.", score=score)
    if entry.match.state == Match.State.DISPUTED:
        return say("Saved: {score}. The 2 sides don’t agree, so an organizer will decide.", score=score)
    return say("Saved: {score}. Waiting for the other side to confirm.", score=score)


def _as_typed(request: HttpRequest, event: Event) -> Context:
    """Who asks. NotAllowed when the score was typed while this phone belonged to someone else."""
    context = context_for(request, event, Channel.SLIP)
    typed_by = request.POST.get("player", "")
    if context.actor.player and typed_by not in ("", str(context.actor.player.pk)):
        raise NotAllowed(
            "Another player entered this score. {player} is using this phone now. To send the score, the other player "
            "has to open their link or log in again.",
            player=context.actor.player,
        )
    return context


def _present(request: HttpRequest, event: Event, match: Match) -> dict[str, Any]:
    """The match as it is now, for a phone that holds a score back: what to show beside it and what to send with it."""
    position = match_state.replay(boards.results_of(match).order_by("version"))
    side = side_of(actor_for(request, event), match)
    return {
        "present": match_state.describe(match, position, side),
        "seen": match.last_version,
        "seating": match.round.version,
        "is_open": not match.is_terminal and match.round.status == Round.Status.PUBLISHED,
        "csrf": get_token(request),
        "seat": reverse("my_seat", args=[event.slug]),
    }


@login_not_required
@require_POST
@keeps_device
@seat_page
def answer(request: HttpRequest, event: Event, match: Match, answer: str) -> HttpResponse:
    """Confirm or dispute what the other side reported."""
    actions = {"confirm": results.confirm_result, "dispute": results.dispute_result}
    if answer not in actions:
        raise Http404
    try:
        actions[answer](
            match.pk, context=context_for(request, event, Channel.SLIP), expected_version=number_in(request, "seen")
        )
    except (CommandError, RuleError) as error:
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
            "points": points,
            "hands": hands,
            "tie_winner": int(str(tie)) if tie else None,
            "forfeited": forfeited,
        }
    except (KeyError, ValueError, RecursionError) as error:
        raise RuleError("Enter a whole number of points for each side.") from error
    return slip_from(data)


def _slip_page(request: HttpRequest, event: Event, match: Match, error: Exception | None = None) -> HttpResponse:
    actor = actor_for(request, event)
    side = side_of(actor, match)
    claims = _claims(match, boards.results_of(match).order_by("version"), side)
    may_call = side is not None and match.round.status == Round.Status.PUBLISHED
    said = claims["own_claim"].slip if claims["own_claim"] else {}
    context = {
        "event": event,
        "club": event.club,
        "match": match,
        "error": error,
        "key": uuid.uuid4(),
        "player": actor.player,
        "topics": " ".join(_listened(event, actor.player)),
        "pad": pad_of(match),
        "boards": _boards(match) if match.round.stage.play.has_same_deals else None,
        "tie_question": tie_question(match),
        **claims,
        "sides": _typed(request, claims["sides"], claims["own_claim"]),
        "hands_json": _shown(request, "hands", json.dumps(said["hands"]) if said.get("hands") else ""),
        "slip_label": f"{match}, {str(match.round).lower()}",
        "typed_tie": str(_shown(request, "tie_winner", said.get("tie_winner"))),
        "may_call": may_call,
        **(_call(request, event, match) if may_call else {}),
    }
    page = render(request, "results/slip.html", context, status=refusal_status(error) if error else 200)
    return _kept(page, event, actor.player)


@dataclass(frozen=True)
class Boards:
    """What a table plays, in its order. deals: of the round. numbers: what the boards are called."""

    deals: tuple[int, ...]
    numbers: tuple[int, ...]


def _boards(match: Match) -> Boards:
    """Tables that share printed boards each begin with another one."""
    round_, number = match.round, match.round.stage.settings.deals
    deals = playing_order(match.table if has_boards(round_) else 1, number)
    return Boards(deals, tuple(board_number(round_.number, deal, number) for deal in deals))


def _claims(match: Match, entries: Iterable[ResultEntry], side: int | None) -> dict[str, Any]:
    """What both sides reported, and what the other side's score means in words."""
    position, sides = match_state.replay(entries), boards.sides_of(match)
    theirs = next((claim for claim in position.claims if claim.side != side), None)
    return {
        "match": match,
        "sides": sides,
        "their_claim": theirs,
        "own_side": side,
        "claims": len(position.claims),
        "own_claim": next((claim for claim in position.claims if claim.side == side), None),
        "claim_lines": boards.score_lines(sides, theirs),
        "winner_words": boards.winner_words(sides, theirs) if theirs else "",
    }


def _typed(request: HttpRequest, sides: list[dict[str, Any]], own: ResultEntry | None) -> list[dict[str, Any]]:
    """The sides with the points that stand in the form: as typed, else as reported before."""
    for side in sides:
        side["points"] = _shown(request, f"points_{side['index']}", own.slip["points"][side["index"]] if own else "")
    return sides


def _shown(request: HttpRequest, name: str, before: Any) -> Any:
    return request.POST.get(name, "") if request.method == "POST" else before


def _kept(page: HttpResponse, event: Event, player: Player | None) -> HttpResponse:
    """As long as a link lasts that is given when the event starts: pages of a night that is over aren't kept."""
    return keep_on_phone(page, player, event.starts_at + passes.LASTS)
