"""Tables online of an event's matches: opened by a button, and looked after from the console."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import and_list
from tournaments.console import online_board
from tournaments.errors import CommandError, NotAllowed
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.http import NotHere, actor_for, context_for, done, event_or_404, match_or_404, organizer_page, refused
from tournaments.permissions import Permission, may, require, side_of
from tournaments.results import match_tables
from tournaments.results.history import current_stage
from tournaments.results.models import Channel
from tournaments.transfer.match_files import match_emn


@login_not_required
@require_POST
def open_table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Opens a match's online table, or goes to the one already open: 404 except for its players and organizers."""
    event = event_or_404(slug)
    try:
        match = match_or_404(request, event, pk)
        require(actor_for(request, event), Permission.PLAY_ONLINE, match)
    except (Http404, NotAllowed):
        return refused(request, NotHere("This match isn’t yours. Check your seat."), event)
    try:
        return redirect(match_tables.open_match_table(match.pk, context=context_for(request, event, Channel.PAGE)))
    except (CommandError, RuleError) as error:
        return refused(request, error, event, request.headers.get("referer", ""))


@login_not_required
@require_safe
def match_file(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The games of a match that were played online, as EMN: for everyone where its tables may be watched, otherwise for
    its players and for organizers."""
    event = event_or_404(slug)
    match, actor = match_or_404(request, event, pk), actor_for(request, event)
    if not (event.is_watchable or may(actor, Permission.RUN_EVENT, event) or side_of(actor, match) is not None):
        raise Http404
    try:
        text = match_emn(match)
    except RuleError as error:
        return refused(request, error, event)
    name = f"{event.slug}-round-{match.round.number}-table-{match.table}.emn"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@require_POST
@organizer_page
def begin_table(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Begins a match without a missing player; a bot plays until the player comes."""
    match = match_or_404(request, event, pk)
    missing = match_tables.begin_without_missing(match.pk, context=context_for(request, event, Channel.PAGE))
    text = say(
        "Table {table} started. A bot plays for {names} until they arrive.",
        table=match.table,
        names=and_list(missing),
    )
    return done(request, text, reverse("console", args=[event.slug]))


@require_safe
@organizer_page
def online_tables(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of the console that says who is at the tables; it asks again by itself."""
    rounds = boards.rounds_out(current_stage(event))
    online = [table for round_ in rounds for table in online_board.tables_of(round_, event)]
    return render(request, "results/online.html", {"event": event, "online": online})
