"""The company at a table: talk, advice, prepared deals, and what is done about people there."""

import uuid

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.accounts.guests import player_at
from games.engine.errors import RuleError
from games.errors import CommandError, NotAllowed
from games.tables import hints, managing, talk
from games.tables.commands import TableCommand, require_owner
from games.tables.forms import DealsForm
from games.tables.http import key_of, live_table_or_404, status_of, table_command, table_page
from games.tables.models import Table
from games.tables.prepared import example, load_deals, waiting
from games.tables.presenter import TableView
from games.tables.words import button


@login_not_required
@require_safe
def talk_lines(request: HttpRequest, code: str) -> HttpResponse:
    """The lines alone, for a page that is open."""
    return _talk(request, live_table_or_404(request, code))


@login_not_required
@require_POST
def say(request: HttpRequest, code: str) -> HttpResponse:
    """One line. A refusal is shown above the lines; what was typed stays in its field."""
    table = live_table_or_404(request, code)
    try:
        words = {"text": request.POST.get("text", ""), "phrase": request.POST.get("phrase", "")}
        player = player_at(request, table)
        if player is None:
            raise NotAllowed("Take a seat or watch first. Then you can chat here.")
        talk.say(table.pk, player, key_of(request), **words)
    except (CommandError, RuleError) as error:
        status = status_of(error)
        if request.headers.get("HX-Request"):
            return _talk(request, table, error, status)
        return table_page(request, table, error, status)
    return _talk(request, table) if request.headers.get("HX-Request") else redirect(table)


@login_not_required
@require_safe
def advice(request: HttpRequest, code: str) -> HttpResponse:
    """What a bot would do in the player's place, above the table as it is."""
    table = live_table_or_404(request, code)
    player = player_at(request, table)
    if player is None:
        raise Http404
    try:
        found_out = hints.suggestion_for(table, player)
        view = TableView(table, player).view
        assert view, "whoever is asked what to do sees a hand"
        advice_words = f"{button(found_out.action, view)}."
        return table_page(request, table, advice=found_out, advice_words=advice_words)
    except (CommandError, RuleError) as error:
        return table_page(request, table, error, status_of(error))


@login_not_required
def prepare(request: HttpRequest, code: str) -> HttpResponse:
    """The owner writes down deals for practice."""
    table = live_table_or_404(request, code)
    player = player_at(request, table)
    if player is None:
        raise Http404
    form, status = DealsForm(request.POST or None), 200
    try:
        require_owner(table, player)
        if request.method == "POST" and form.is_valid():
            load_deals(table.pk, form.cleaned_data["deals"], TableCommand(player, table.version, key_of(request)))
            return redirect(table)
    except NotAllowed as error:
        return render(request, "refused.html", {"error": error, "back": table.get_absolute_url()}, status=403)
    except (CommandError, RuleError) as error:
        form.add_error(None, str(error))
        status = status_of(error)
    context = {
        "table": table,
        "form": form,
        "waiting": waiting(table),
        "key": uuid.uuid4(),
        "example": example(table.house_rules),
    }
    return render(request, "tables/prepare.html", context, status=status)


@table_command
def move_person(request: HttpRequest, table: Table, command: TableCommand, player: int, step: str) -> None:
    if step in ("mute", "unmute"):
        managing.mute(table.pk, player, command, is_muted=step == "mute")
    elif step in ("share", "unshare"):
        managing.share_table(table.pk, player, command, is_shared=step == "share")
    else:
        raise Http404


def _talk(request: HttpRequest, table: Table, error: Exception | None = None, status: int = 200) -> HttpResponse:
    look = TableView(table, player_at(request, table))
    is_answer = request.method == "POST"
    context = {"table": table, "look": look, "talk_error": error, "key": uuid.uuid4(), "is_answer": is_answer}
    return render(request, "tables/parts/talk_lines.html", context, status=status)
