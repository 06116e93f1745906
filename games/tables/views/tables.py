"""The table itself, and everything that is done at it."""

import uuid
from collections.abc import Callable
from functools import partial

from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import limits
from games.accounts.guests import player_at, visitor
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import CommandError, TooOften
from games.house_rules.picker import Picker, picker_from
from games.house_rules.presets import Bundle
from games.house_rules.views import NOW, bundles_at, picker_answer, save_as
from games.tables import (
    active_device,
    breaking_off,
    managing,
    opening,
    play,
    presence,
    rule_changes,
    seating,
    watching,
    ways,
)
from games.tables.choices import answer_from
from games.tables.commands import TableCommand, is_owner
from games.tables.forms import ConductForm
from games.tables.http import (
    HAND,
    SHARED,
    command_of,
    device_of,
    live_table_or_404,
    status_of,
    table_command,
    table_or_404,
    table_page,
    too_often,
)
from games.tables.models import Table
from games.tables.play import running_game
from games.tables.rules_panel import chapters_of


@login_not_required
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    table = table_or_404(request, code)
    return redirect(table) if table.is_imported else table_page(request, table)


@login_not_required
@require_safe
def hand(request: HttpRequest, code: str) -> HttpResponse:
    """One's own cards and choices for a phone; the table itself is on a screen that all look at."""
    return table_page(request, live_table_or_404(request, code), page=HAND)


@login_not_required
@require_safe
def shared(request: HttpRequest, code: str) -> HttpResponse:
    """The table for a screen that everyone looks at: every hand face down, no matter who is logged in."""
    return table_page(request, live_table_or_404(request, code), page=SHARED)


@login_not_required
@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """Every option of the table, those that differ from the usual first."""
    table = table_or_404(request, code)
    may_change = is_owner(table, player_at(request)) and not table.closed_at
    context = {"table": table, "chapters": chapters_of(table), "may_change": may_change}
    return render(request, "tables/rules.html", context)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_table_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Other rules and settings between two games; to those who don't run the table it is as if there were none."""
    table = live_table_or_404(request, code)
    player = player_at(request)
    if player is None or not is_owner(table, player):
        raise Http404
    now = Bundle(NOW, say("Current rules"), table.house_rules)
    offered = {NOW: now} | bundles_at(request, request.POST.get("house_rules", ""))
    picker, refusal = picker_from(request.POST, offered, first=NOW)
    form = ConductForm(request.POST if request.method == "POST" else None, conduct=table.conduct)
    status = 200
    if request.method == "POST" and form.is_valid() and not refusal:
        try:
            _change(request, table, picker, form)
            return redirect(table)
        except (CommandError, RuleError) as error:
            form.add_error(None, str(error))
            status = status_of(error)
    picker.is_open = True
    context = {"table": table, "form": form, "picker": picker, "key": uuid.uuid4(), "is_running": running_game(table)}
    context["save_as"] = request.POST.get("rules_save_as", "")
    return render(request, "tables/change_rules.html", context, status=status)


@transaction.atomic
def _change(request: HttpRequest, table: Table, picker: Picker, form: ConductForm) -> None:
    """The rules of the table, and the player's own if they were given a name: both, or neither."""
    command = command_of(request, table)
    save_as(request, command.player, picker)
    rule_changes.change_rules(table.pk, picker.rules, form.cleaned_data["conduct"], command)


@login_not_required
@require_safe
def table_rule_picker(request: HttpRequest, code: str) -> HttpResponse:
    """The picker of a table's rules after a field was touched."""
    table = table_or_404(request, code)
    now = Bundle(NOW, say("Current rules"), table.house_rules)
    return picker_answer(request, {NOW: now} | bundles_at(request, request.GET.get("house_rules", "")))


@table_command
def act(request: HttpRequest, table: Table, command: TableCommand) -> None:
    play.act(table.pk, answer_from(request.POST), command)


@table_command
def start_as(request: HttpRequest, table: Table, command: TableCommand) -> None:
    """The owner's answer to how those who sit here play."""
    sides = request.POST.get("sides", "")
    way = next((way for way in ways.ways_at(table, table.seats.count()) if way.sides == sides), None)
    if way is None:
        raise RuleError(
            "That option doesn’t fit the number of players at the table. Choose one of the options on the page."
        )
    ways.start_as(table.pk, way.rules, command)


STEPS: dict[str, Callable[[int, TableCommand], object]] = {
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
    "stop-watching": lambda table_id, command: watching.stop_watching(table_id, command.player),
}
"""Everything at a table that is no bid and no card."""


@table_command
def move(request: HttpRequest, table: Table, command: TableCommand, step: str) -> None:
    if step not in STEPS:
        raise Http404
    STEPS[step](table.pk, command)


@partial(table_command, admits_newcomers=True)
def watch(request: HttpRequest, table: Table, command: TableCommand) -> None:
    watching.watch(table.pk, command.player)


@partial(table_command, admits_newcomers=True)
def move_seat(request: HttpRequest, table: Table, command: TableCommand, number: int, step: str) -> None:
    if step == "sit":
        seating.sit(table.pk, number, command)
    elif step == "evict":
        seating.evict(table.pk, number, command)
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
    table = live_table_or_404(request, code)
    player = player_at(request, table)
    if player is None:
        return HttpResponse(status=204)
    presence.be_here(table, player)
    watching.still_watches(table.pk, player)
    return HttpResponse(status=204 if active_device.hold_seat(table.pk, player, device_of(request)) else 409)
