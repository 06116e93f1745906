"""Many things at once, and the way back: forms of the console that ask for the number of things."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.errors import Stale
from tournaments.models import Event, JournalEntry, Source
from tournaments.services.attendance import bulk
from tournaments.services.names import names_of, with_names
from tournaments.views.asking import by_for, done, number_in, of_event, organizer_page, text_in
from tournaments.views.console import Trouble, console_page


@require_POST
@organizer_page
def do_all(request: HttpRequest, event: Event, verb: str) -> HttpResponse:
    if verb not in bulk.BULKS:
        raise Http404
    try:
        written = bulk.do_all(
            event.pk, verb, count=number_in(request, "count"), shown=text_in(request, "shown", bulk.MOST_SHOWN),
            reason=text_in(request, "reason"), by=by_for(request, event, Source.PAGE),
        )  # fmt: skip
    except (RuleError, Stale) as error:
        return console_page(request, event, trouble=Trouble(error))
    text = say(
        "Done for {number}. It can be undone below for the rest of the night.", number=len(written.detail["parts"])
    )
    return done(request, text, reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def undo(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    row = of_event(event, JournalEntry.objects.filter(event=event), pk)
    try:
        written = bulk.undo(row.pk, by=by_for(request, event, Source.PAGE))
    except (RuleError, Stale) as error:
        return console_page(request, event, trouble=Trouble(error))
    undone = len(written.detail["parts"])
    text = say("Undone for {undone} of {parts}.", undone=undone, parts=written.detail["count"])
    text = with_names(" ".join([text, *bulk.left_alone(written)]), names_of(event))
    return done(request, text, reverse("console", args=[event.slug]))
