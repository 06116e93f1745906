"""The table itself, and everything that is done at it."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import limits
from games.accounts.guests import player_at, visitor
from games.engine.errors import RuleError
from games.errors import TooOften
from games.tables import active_device, breaking_off, managing, opening, play, presence, seating, watching, ways
from games.tables.choices import answer_from
from games.tables.commands import Asked
from games.tables.http import HAND, SHARED, device_of, live_table_or_404, table_or_404, table_page, too_often, verb
from games.tables.models import Table
from games.tables.rules_panel import chapters_of


@login_not_required
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    found = table_or_404(request, code)
    return redirect(found) if found.is_imported else table_page(request, found)


@login_not_required
@require_safe
def hand(request: HttpRequest, code: str) -> HttpResponse:
    """One's own cards and choices for a phone; the table itself is on a screen that all look at."""
    return table_page(request, live_table_or_404(request, code), page=HAND)


@login_not_required
@require_safe
def shared(request: HttpRequest, code: str) -> HttpResponse:
    """The table for a screen that all look at: every hand face down, whoever is logged in."""
    return table_page(request, live_table_or_404(request, code), page=SHARED)


@login_not_required
@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """Every option of the table, those that differ from the usual first."""
    found = table_or_404(request, code)
    return render(request, "tables/rules.html", {"table": found, "chapters": chapters_of(found)})


@verb
def act(request: HttpRequest, found: Table, asked: Asked) -> None:
    play.act(found.pk, answer_from(request.POST), asked)


@verb
def start_as(request: HttpRequest, found: Table, asked: Asked) -> None:
    """The owner's answer to how those who sit here play."""
    sides = request.POST.get("sides", "")
    way = next((way for way in ways.ways_at(found, found.seats.count()) if way.sides == sides), None)
    if way is None:
        raise RuleError("The players here can't play like that. Choose one of the ways on the page.")
    ways.start_as(found.pk, way.rules, asked)


STEPS: dict[str, Callable[[int, Asked], object]] = {
    "start": play.start_game,
    "deal": play.deal_next,
    "restore": ways.restore_rules,
    "stand-up": seating.stand_up,
    "bots": seating.seat_bots,
    "away": partial(seating.mind_seat, is_away=True),
    "back": partial(seating.mind_seat, is_away=False),
    "skip": managing.skip,
    "play-here": active_device.play_here,
    "call-off": breaking_off.call_off,
    "close": opening.close_table,
    "stop-watching": lambda table_id, asked: watching.stop_watching(table_id, asked.player),
}
"""Everything at a table that is no bid and no card."""


@verb
def move(request: HttpRequest, found: Table, asked: Asked, step: str) -> None:
    if step not in STEPS:
        raise Http404
    STEPS[step](found.pk, asked)


@partial(verb, admits_newcomers=True)
def watch(request: HttpRequest, found: Table, asked: Asked) -> None:
    watching.watch(found.pk, asked.player)


@partial(verb, admits_newcomers=True)
def move_seat(request: HttpRequest, found: Table, asked: Asked, number: int, step: str) -> None:
    if step == "sit":
        seating.sit(found.pk, number, asked)
    elif step == "evict":
        seating.evict(found.pk, number, asked)
    else:
        raise Http404


@login_not_required
@require_POST
def here(request: HttpRequest, code: str) -> HttpResponse:
    """An open page of a player or a watcher says so every few seconds. Asked again it does the same, without a key.

    409: a newer page of the same player plays the seat.
    """
    try:
        limits.check(limits.SIGNS_OF_LIFE, visitor(request))
    except TooOften as error:
        return too_often(request, error)
    found = live_table_or_404(request, code)
    player = player_at(request, found)
    if player is None:
        return HttpResponse(status=204)
    presence.be_here(found.pk, player)
    watching.still_watches(found.pk, player)
    return HttpResponse(status=204 if active_device.hold_seat(found.pk, player, device_of(request)) else 409)
