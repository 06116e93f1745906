"""A draft changed by hand: what the console's seats, lists and the way out of a refused draw send."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.errors import Refused
from tournaments.formats.numbers import HOUSE
from tournaments.models import Event, Round, Source
from tournaments.services.names import names_of, with_names
from tournaments.services.nights import drafts
from tournaments.services.nights.places import both
from tournaments.services.scores.history import current_stage
from tournaments.views.asking import by_for, done, number_in, of_event, organizer_page
from tournaments.views.console import Trouble, console_page


@require_POST
@organizer_page
def change_draft(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Swap two places, or renumber a table. A refusal is shown above the draft as it is now."""
    row = of_event(event, Round.objects.filter(stage__event=event), pk)
    try:
        text = _change(request, event, row, verb)
    except (Refused, RuleError) as error:
        return console_page(request, event, trouble=Trouble(error))
    return done(request, text, reverse("console", args=[event.slug]))


def _change(request: HttpRequest, event: Event, row: Round, verb: str) -> str:
    by, seen = by_for(request, event, Source.PAGE), number_in(request, "seen")
    if verb == "swap":
        places = place_in(request, "one"), place_in(request, "other")
        drafts.swap(row.pk, *places, by=by, seen=seen)
        text = with_names(say("{places} swapped places.", places=both(places)), names_of(event))
        return f"{text[0].upper()}{text[1:]}" if min(places) <= HOUSE else text
    if verb == "table":
        table, to = number_in(request, "table"), number_in(request, "to")
        drafts.move_table(row.pk, table, to, by=by, seen=seen)
        return say("Table {table} is now table {to}.", table=table, to=to)
    raise Http404


@require_POST
@organizer_page
def blank_round(request: HttpRequest, event: Event) -> HttpResponse:
    seen = number_in(request, "seen") if request.POST.get("seen") else None
    by, number = by_for(request, event, Source.PAGE), number_in(request, "number")
    row = drafts.blank_round(current_stage(event).pk, number, by=by, seen=seen)
    text = say(
        "{round} seats everybody by number. Swap places until it is right, then publish it with your reason.", round=row
    )
    return done(request, text, reverse("console", args=[event.slug]))


def place_in(request: HttpRequest, name: str) -> int:
    """A place that the form names: an entry's number, or a house player's, which is 0 or below."""
    text = request.POST.get(name, "")
    if not re.fullmatch(r"-?[0-9]{1,5}", text):
        raise RuleError("Choose two places to swap.")
    return int(text)
