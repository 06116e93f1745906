"""The page on which an organizer makes balanced pairs: a preview, two swapped by hand, all made at once, undone."""

import re
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.activity_log.models import AuditLogEntry
from tournaments.balanced_pairs import commands
from tournaments.balanced_pairs.selectors import Pair, proposal, undoable
from tournaments.clubs.models import Membership
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.models import Event
from tournaments.http import (
    asked_number,
    context_for,
    done,
    event_or_404,
    number_in,
    organizer_page,
    refusal_status,
    text_in,
)
from tournaments.registration.commands import has_begun
from tournaments.registration.selectors import free_members, is_for_pairs
from tournaments.results.models import Channel

MAX_PAIRS = 500


@require_safe
@organizer_page
def balanced_pairs(request: HttpRequest, event: Event) -> HttpResponse:
    """?pair=4-7&pair=5-6: the pairs as they were arranged; &swap=4&with=5: with these two swapped."""
    arranged = _pairs(request.GET.getlist("pair"))
    first, second = asked_number(request, "swap"), asked_number(request, "with")
    if arranged and first and second:
        arranged = proposal(event, arranged).swapped(first, second)
    return _page(request, event, arranged)


@require_POST
@organizer_page
def move_balanced_pairs(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    if action not in MOVES:
        raise Http404
    arranged = _pairs(request.POST.getlist("pair"))
    try:
        text = MOVES[action](request, event, context_for(request, event, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return _page(request, event_or_404(event.slug), arranged, error)
    return done(request, text, reverse("balanced_pairs", args=[event.slug]))


def _page(request: HttpRequest, event: Event, arranged: list[Pair], error: Exception | None = None) -> HttpResponse:
    if not is_for_pairs(event):
        raise Http404("No pairs are played.")
    is_over = bool(event.finished_at or event.cancelled_at or has_begun(event))
    context = {
        "event": event,
        "club": event.club,
        "error": error,
        "is_over": is_over,
        "proposal": proposal(event, arranged),
        "is_arranged": bool(arranged),
        "made": None if is_over else undoable(event),
        "free": () if is_over else free_members(event),
        "typed": request.POST.get("name", ""),
    }
    status = refusal_status(error) if error else 200
    return render(request, "balanced_pairs/balanced_pairs.html", context, status=status)


def _add(request: HttpRequest, event: Event, context: Context) -> str:
    coming: Player | str = text_in(request, "name", 80)
    if request.POST.get("player"):
        known = Membership.objects.filter(club=event.club).values("player")
        coming = get_object_or_404(Player.objects.filter(pk__in=known), pk=number_in(request, "player"))
    if not coming:
        raise RuleError("Choose a player, or enter a new name.")
    registration = commands.add_single(event.pk, coming, context=context)
    return say("{name} added", name=registration.name)


def _make(request: HttpRequest, event: Event, context: Context) -> str:
    pairs, check_in = _pairs(request.POST.getlist("pair")), "here" in request.POST
    written = commands.make_pairs(event.pk, pairs, check_in=check_in, context=context)
    return say_number("{number} pair made", "{number} pairs made", written.detail["count"])


def _undo(request: HttpRequest, event: Event, context: Context) -> str:
    entry = get_object_or_404(AuditLogEntry.objects.filter(event=event), pk=number_in(request, "made"))
    written = commands.undo_pairs(entry.pk, context=context)
    undone, count = len(written.detail["parts"]), written.detail["count"]
    if undone == count:
        return say_number("{number} pair undone", "{number} pairs undone", undone)
    return say("{undone} of {count} pairs undone. The others have paid or changed since.", undone=undone, count=count)


MOVES: dict[str, Callable[[HttpRequest, Event, Context], str]] = {"add": _add, "make": _make, "undo": _undo}


def _pairs(written: list[str]) -> list[Pair]:
    """As the form names them; what is no pair, or names someone twice, is left out."""
    pairs: list[Pair] = []
    taken: set[int] = set()
    for text in written[:MAX_PAIRS]:
        if not re.fullmatch(r"\d{1,9}-\d{1,9}", text, re.ASCII):
            continue
        first, second = map(int, text.split("-"))
        if first != second and not taken & {first, second}:
            pairs.append((first, second))
            taken |= {first, second}
    return pairs
