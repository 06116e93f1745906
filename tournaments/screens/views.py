"""The hall: the boards on its wall, and the round's clock."""

from typing import Any

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.http import asked_number, club_or_404, context_for, done, event_or_404, organizer_page
from tournaments.results.models import Channel
from tournaments.rounds import clock
from tournaments.rounds.models import Round
from tournaments.screens import selectors
from tournaments.screens.club_wall import wall_of
from tournaments.screens.playlist import CLUB_PANELS, PANELS, playlist

LOOKS_AGAIN = 300
"""Seconds. Scores reach a club's board at once; jackpots, events and news, which have no topic there, by then."""


@login_not_required
@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """For the projector: one panel after the other, automatically; everything below each other without scripts.

    What is shown, and for how long, is in the address: `screens.playlist`.
    """
    event = event_or_404(slug)
    shown = selectors.hall_of(event)
    address = request.build_absolute_uri(event.get_absolute_url())
    context = _frame(address) | {
        "event": event,
        "club": event.club,
        "hall": shown,
        "panels": playlist(shown, request.GET, PANELS),
        "topic": event.topic,
        "version": event.version,
        "criterion": next((criterion for _, criterion in boards.columns_of(shown.stage)), None),
        "most": asked_number(request, "places"),
    }
    return render(request, "screens/board.html", context)


@login_not_required
@require_safe
def club_board(request: HttpRequest, slug: str) -> HttpResponse:
    """The same between events: the club's best, its jackpots, what comes next and what happened."""
    club = club_or_404(slug)
    wall = wall_of(club, timezone.now())
    context = _frame(request.build_absolute_uri(club.get_absolute_url())) | {
        "club": club,
        "hall": wall,
        "panels": playlist(wall, request.GET, CLUB_PANELS),
        "topic": wall.leaders_board.topic,
        "version": wall.leaders_board.version,
        "seconds": LOOKS_AGAIN,
    }
    return render(request, "screens/club_board.html", context)


def _frame(address: str) -> dict[str, Any]:
    """Where the board's page is to be found, in letters and as a code."""
    return {"address": address, "picture": segno.make(address, micro=False).svg_data_uri(scale=6, border=2)}


@require_POST
@organizer_page
def move_clock(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """Start, pause or resume a round's clock, give it more time, or call the last hand."""
    round_ = get_object_or_404(Round.objects.filter(stage__event=event), pk=pk)
    asked: dict[str, Any] = {"context": context_for(request, event, Channel.PAGE)}
    if action == "start":
        clock.start_clock(round_.pk, _minutes(request), **asked)
    elif action == "pause":
        clock.pause_clock(round_.pk, **asked)
    elif action == "resume":
        clock.resume_clock(round_.pk, **asked)
    elif action == "add":
        clock.add_time(round_.pk, _minutes(request), **asked)
    elif action == "last":
        clock.call_last_hand(round_.pk, **asked)
        return done(request, say("Last hand called."), reverse("console", args=[event.slug]))
    elif action == "recall":
        clock.recall_last_hand(round_.pk, **asked)
        return done(request, say("Last-hand call undone."), reverse("console", args=[event.slug]))
    else:
        raise Http404
    return done(request, say("Clock set."), reverse("console", args=[event.slug]))


def _minutes(request: HttpRequest) -> int:
    """Whole minutes as typed, perhaps with a minus sign."""
    text = request.POST.get("minutes", "")
    if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 4:
        raise RuleError("Enter the minutes as a whole number.")
    return int(text)
