"""The list of tables, and the ways to a new one."""

import uuid

from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.accounts.guests import check_tables, player_at, player_for
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import CommandError, TooOften
from games.house_rules.picker import Picker, picker_from
from games.house_rules.presets import PLAIN
from games.house_rules.views import bundles_at, save_as
from games.tables import opening
from games.tables.commands import LOBBY
from games.tables.forms import TableForm
from games.tables.hosts import hosts
from games.tables.http import too_often
from games.tables.lobby import VARIANTS, lobby_version, own_rows, public_page, rows_by_the_day
from games.tables.models import Table


@login_not_required
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Public tables, the player's own, and the way to a game within seconds."""
    player = player_at(request)
    free, variant = request.GET.get("free") == "on", request.GET.get("variant", "")
    version = lobby_version()
    turns, waiting = rows_by_the_day(player) if player else ([], [])
    by_the_day = {turn.table.pk for turn in (*turns, *waiting)}
    context = {
        "turns": turns,
        "waiting": waiting,
        "page_obj": public_page(free_seat=free, variant=variant, page=request.GET.get("page", "1")),
        "own": [own for own in own_rows(player) if own.table.pk not in by_the_day] if player else [],
        "free": free,
        "variant": variant,
        "variants": [(key, say(words)) for key, words in VARIANTS.items()],
        "key": uuid.uuid4(),
        "topic": LOBBY,
        "version": version,
    }
    return render(request, "tables/lobby.html", context)


@login_not_required
@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A friendly game against bots; a visitor without an account plays as a guest."""
    try:
        check_tables(request)
        return redirect(opening.play_bots(player_for(request)))
    except TooOften as error:
        return too_often(request, error)
    except RuleError as error:
        return render(request, "refused.html", {"error": error, "back": ""}, status=422)


@login_not_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Choose the house rules and how people play. An address may name rules to begin with."""
    asked = request.POST if request.method == "POST" else request.GET
    wanted = asked.get("house_rules", PLAIN)
    offered = bundles_at(request, wanted)
    form = TableForm(request.POST if request.method == "POST" else None, hosts=hosts().choices(request))
    picker, refusal = picker_from(asked, offered)
    if request.method == "POST" and form.is_valid() and not refusal:
        try:
            check_tables(request)
            return redirect(_open(request, form, picker))
        except TooOften as error:
            return too_often(request, error)
        except (CommandError, RuleError) as error:
            form.add_error(None, str(error))
    context = {"form": form, "picker": picker, "save_as": asked.get("rules_save_as", "")}
    return render(request, "tables/new_table.html", context)


@transaction.atomic
def _open(request: HttpRequest, form: TableForm, picker: Picker) -> Table:
    """The table for whom it was asked for, and its rules among the player's own if they were given a name: all of it,
    or nothing."""
    player = player_for(request)
    save_as(request, player, picker)
    table = opening.open_table(player, picker.rules, **form.asked())
    if chosen := form.cleaned_data.get("host"):
        hosts().open_for(request, table, chosen)
    return table
