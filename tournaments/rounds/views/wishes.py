"""Wishes and tables: who keeps a seat, stays together or never meets, and which tables cannot be used."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.messages import and_list
from tournaments.checkin.models import Entry, Wish
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.formats.constraints import Wish as Kind
from tournaments.http import context_for, done, number_in, organizer_page, text_in
from tournaments.results.models import Channel
from tournaments.rounds import wishes as wish_commands


@require_safe
@organizer_page
def wishes(request: HttpRequest, event: Event) -> HttpResponse:
    granted = wish_commands.granted(event)
    context = {
        "event": event,
        "club": event.club,
        "entries": boards.entries_of(event),
        "wishes": boards.wishes_of(event),
        "missing": and_list([say(wish_commands.NAMES[kind]).lower() for kind in Kind if kind not in granted]),
        "granted": {kind.name: kind in granted for kind in Kind},
        "grants_pairs": Kind.TOGETHER in granted or Kind.APART in granted,
        "draft": boards.draft_of(event),
    }
    return render(request, "rounds/wishes.html", context)


@require_POST
@organizer_page
def change_wish(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Note a wish, strike it out, close a table or open it."""
    context = context_for(request, event, Channel.PAGE)
    if action in (*Wish.Kind.values, "forget"):
        kind = None if action == "forget" else Wish.Kind(action)
        first, other = (entry_in(request, event, name) for name in ("one", "other"))
        wish_commands.set_wish(event.pk, first.pk, other.pk, kind, context=context)
        text = say("Request for {one} and {other} removed.", one=first.name, other=other.name)
        if kind:
            text = say("{one} and {other} {wish}.", one=first.name, other=other.name, wish=kind.label)
    elif action in ("keep", "free"):
        entry = get_object_or_404(Entry.objects.filter(event=event), pk=number_in(request, "entry"))
        wish_commands.set_stationary(entry.pk, action == "keep", context=context)
        text = say("{name} can change seats again.", name=entry.name)
        if action == "keep":
            text = say("{name} keeps their seat.", name=entry.name)
    elif action in ("close", "open"):
        number = number_in(request, "number", mark("Enter a table number, e.g. 7."))
        (wish_commands.close_table if action == "close" else wish_commands.open_table)(
            event.pk, number, context=context
        )
        text = say("Table {number} reopened.", number=number)
        if action == "close":
            text = say("Table {number} closed.", number=number)
    else:
        raise Http404
    return done(request, text, reverse("wishes", args=[event.slug]))


def entry_in(request: HttpRequest, event: Event, name: str) -> Entry:
    """The entry that a form names: as the list of suggestions writes it, "Ann Weber (12)", or by name alone.

    The text behind the name may also be the mark of a namesake, so the name has to fit.
    """
    text = text_in(request, name)
    entries = [(entry.name.casefold(), entry) for entry in boards.entries_of(event)]
    wanted = text.casefold()
    numbered = re.fullmatch(r"(.*)\((\d{1,5})\)", wanted)
    so_called = [
        entry
        for shown, entry in entries
        if numbered and entry.number == int(numbered[2]) and shown.startswith(numbered[1].strip())
    ]
    so_called = so_called or [
        entry for shown, entry in entries if text and (shown == wanted or shown.startswith(f"{wanted} ("))
    ]
    if not so_called:
        if not text:
            raise RuleError("Choose 2 people.")
        raise RuleError("No one named “{text}” is in this event. Choose from the list.", text=text)
    if len(so_called) > 1:
        raise RuleError(
            "{number} people are named “{text}”. Choose the right person from the list.",
            number=len(so_called),
            text=text,
        )
    return so_called[0]
