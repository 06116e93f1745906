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
    found = live_table_or_404(request, code)
    try:
        words = {"text": request.POST.get("text", ""), "phrase": request.POST.get("phrase", "")}
        player = player_at(request, found)
        if player is None:
            raise NotAllowed("Take a seat or watch first. Then you can chat here.")
        talk.say(found.pk, player, key_of(request), **words)
    except (CommandError, RuleError) as error:
        status = status_of(error)
        if request.headers.get("HX-Request"):
            return _talk(request, found, error, status)
        return table_page(request, found, error, status)
    return _talk(request, found) if request.headers.get("HX-Request") else redirect(found)


@login_not_required
@require_safe
def advice(request: HttpRequest, code: str) -> HttpResponse:
    """What a bot would do in the player's place, above the table as it is."""
    found = live_table_or_404(request, code)
    player = player_at(request, found)
    if player is None:
        raise Http404
    try:
        found_out = hints.suggestion_for(found, player)
        view = TableView(found, player).view
        assert view, "whoever is asked what to do sees a hand"
        advice_words = f"{button(found_out.action, view)}."
        return table_page(request, found, advice=found_out, advice_words=advice_words)
    except (CommandError, RuleError) as error:
        return table_page(request, found, error, status_of(error))


@login_not_required
def prepare(request: HttpRequest, code: str) -> HttpResponse:
    """The owner writes down deals for practice."""
    found = live_table_or_404(request, code)
    player = player_at(request, found)
    if player is None:
        raise Http404
    form, status = DealsForm(request.POST or None), 200
    try:
        require_owner(found, player)
        if request.method == "POST" and form.is_valid():
            load_deals(found.pk, form.cleaned_data["deals"], TableCommand(player, found.version, key_of(request)))
            return redirect(found)
    except NotAllowed as error:
        return render(request, "refused.html", {"error": error, "back": found.get_absolute_url()}, status=403)
    except (CommandError, RuleError) as error:
        form.add_error(None, str(error))
        status = status_of(error)
    context = {
        "table": found,
        "form": form,
        "waiting": waiting(found),
        "key": uuid.uuid4(),
        "example": example(found.house_rules),
    }
    return render(request, "tables/prepare.html", context, status=status)


@table_command
def move_person(request: HttpRequest, found: Table, command: TableCommand, player: int, step: str) -> None:
    if step in ("mute", "unmute"):
        managing.mute(found.pk, player, command, is_muted=step == "mute")
    elif step in ("share", "unshare"):
        managing.share_table(found.pk, player, command, is_shared=step == "share")
    else:
        raise Http404


def _talk(request: HttpRequest, found: Table, error: Exception | None = None, status: int = 200) -> HttpResponse:
    look = TableView(found, player_at(request, found))
    is_answer = request.method == "POST"
    context = {"table": found, "look": look, "talk_error": error, "key": uuid.uuid4(), "is_answer": is_answer}
    return render(request, "tables/parts/talk_lines.html", context, status=status)
