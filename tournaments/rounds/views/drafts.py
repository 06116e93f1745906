"""A draft changed by hand: what the console's seats, lists and the way out of a refused draw send."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.console.views import Trouble, console_page
from tournaments.entry_names import entries_named, names_of
from tournaments.errors import CommandError
from tournaments.events.models import Event
from tournaments.formats.numbers import GHOST
from tournaments.http import context_for, done, number_in, organizer_page
from tournaments.results.history import current_stage
from tournaments.results.models import Channel
from tournaments.rounds import drafts
from tournaments.rounds.models import Round


@require_POST
@organizer_page
def change_draft(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """Swap two places, or renumber a table. A refusal is shown above the draft as it is now."""
    round_ = get_object_or_404(Round.objects.filter(stage__event=event), pk=pk)
    try:
        text = _change(request, event, round_, action)
    except (CommandError, RuleError) as error:
        return console_page(request, event, trouble=Trouble(error))
    return done(request, text, reverse("console", args=[event.slug]))


def _change(request: HttpRequest, event: Event, round_: Round, action: str) -> str:
    context, seen = context_for(request, event, Channel.PAGE), number_in(request, "seen")
    if action == "swap":
        places = place_in(request, "one"), place_in(request, "other")
        drafts.swap(round_.pk, *places, context=context, expected_version=seen)
        text = say("{places} swapped seats.", places=entries_named(places, names_of(event)))
        return f"{text[0].upper()}{text[1:]}" if min(places) <= GHOST else text
    if action == "table":
        table, to = number_in(request, "table"), number_in(request, "to")
        drafts.move_table(round_.pk, table, to, context=context, expected_version=seen)
        return say("Table {table} is now table {to}.", table=table, to=to)
    raise Http404


@require_POST
@organizer_page
def blank_round(request: HttpRequest, event: Event) -> HttpResponse:
    seen = number_in(request, "seen") if request.POST.get("seen") else None
    context, number = context_for(request, event, Channel.PAGE), number_in(request, "number")
    round_ = drafts.blank_round(current_stage(event).pk, number, context=context, expected_version=seen)
    text = say(
        "Everyone in {round} is seated by entry number. Swap players until the seating is right, then "
        "publish it and enter your reason.",
        round=round_,
    )
    return done(request, text, reverse("console", args=[event.slug]))


def place_in(request: HttpRequest, name: str) -> int:
    """A place that the form names: an entry's number, or a house player's, which is 0 or below."""
    text = request.POST.get(name, "")
    if not re.fullmatch(r"-?[0-9]{1,5}", text):
        raise RuleError("Choose 2 players to swap.")
    return int(text)
