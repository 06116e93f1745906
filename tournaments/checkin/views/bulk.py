"""Many things at once, and the way back: forms of the console that ask for the number of things."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import bulk
from tournaments.console.views import Trouble, console_page
from tournaments.entry_names import names_of
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.http import context_for, done, number_in, organizer_page, text_in
from tournaments.results.models import Channel


@require_POST
@organizer_page
def do_all(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    if action not in bulk.BULKS:
        raise Http404
    try:
        written = bulk.do_all(
            event.pk,
            action,
            count=number_in(request, "count"),
            shown=text_in(request, "shown", bulk.MAX_SHOWN),
            reason=text_in(request, "reason"),
            context=context_for(request, event, Channel.PAGE),
        )
    except (RuleError, Conflict) as error:
        return console_page(request, event, trouble=Trouble(error))
    text = say(
        "All {number} changes saved. You can undo them below for the rest of the night.",
        number=len(written.detail["parts"]),
    )
    return done(request, text, reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def undo(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    entry = get_object_or_404(AuditLogEntry.objects.filter(event=event), pk=pk)
    try:
        written = bulk.undo(entry.pk, context=context_for(request, event, Channel.PAGE))
    except (RuleError, Conflict) as error:
        return console_page(request, event, trouble=Trouble(error))
    undone = len(written.detail["parts"])
    text = say("{undone} of {parts} changes undone.", undone=undone, parts=written.detail["count"])
    names = names_of(event)
    text = " ".join([text, *(message.render(names) for message in bulk.left_alone(written))])
    back = "check_in" if entry.action == Action.IMPORT_ROSTER else "console"
    return done(request, text, reverse(back, args=[event.slug]))
