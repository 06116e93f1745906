"""At the door: the check-in list, walk-ins, fees, personal links."""

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.access import arrivals, passes
from tournaments.access import selectors as wall
from tournaments.activity_log.models import AuditLogEntry
from tournaments.attendance.selectors import turnout_if_open
from tournaments.checkin import bulk, entries, notices
from tournaments.checkin.models import Entry
from tournaments.console.offers import places_for
from tournaments.events.models import Event
from tournaments.events.what_if import outlook_of
from tournaments.http import context_for, done, number_in, organizer_page, text_in
from tournaments.results.models import Channel
from tournaments.subs.selectors import open_requests


@require_safe
@organizer_page
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    check_in = arrivals.check_in_list(event)
    stage = event.stages.order_by("number")[0]
    is_before = check_in.round is None and not stage.rounds.exists()
    context = {
        "event": event,
        "club": event.club,
        "check_in": check_in,
        "size": range(stage.play.entry_size),
        "pairs": stage.play.entry_size > 1,
        "notices": notices.open_notices(event),
        "sub_requests": open_requests(event),
        "is_before": is_before,
        "flagged": wall.flagged(event),
        "outlook": outlook_of(stage, check_in.here) if is_before and check_in.here else None,
        "turnout": turnout_if_open(event) if is_before else None,
    }
    return render(request, "checkin/check_in.html", context)


@require_POST
@organizer_page
def walk_in(request: HttpRequest, event: Event) -> HttpResponse:
    names = [name for name in request.POST.getlist("name") if name.strip()]
    if any("\0" in name for name in names):
        raise RuleError("The name has a character that we can’t use. Remove that character and try again.")
    with_fee = request.POST.get("fee") == "1"
    entry = entries.walk_in(event.pk, names, context=context_for(request, event, Channel.PAGE), with_fee=with_fee)
    out, places = places_for(event, Entry.objects.prefetch_related("lineup__player").get(pk=entry.pk))
    where = reverse("late", args=[event.slug, entry.pk]) if out and places else reverse("check_in", args=[event.slug])
    return done(request, say("{name} added and checked in.", name=entry.name), where)


@require_POST
@organizer_page
def everybody(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Tick all who are still expected, or take that back."""
    context = context_for(request, event, Channel.PAGE)
    if action == "here":
        count, shown = number_in(request, "count"), text_in(request, "shown", bulk.MAX_SHOWN)
        written = bulk.do_all(event.pk, "check_in_all", count=count, shown=shown, context=context)
        text = say("{number} more checked in.", number=len(written.detail["parts"]))
    elif action == "undo":
        entry = get_object_or_404(AuditLogEntry.objects.filter(event=event), pk=number_in(request, "done"))
        written = bulk.undo(entry.pk, context=context)
        text = say_number("{number} check-in undone.", "{number} check-ins undone.", len(written.detail["parts"]))
    else:
        raise Http404
    return done(request, text, reverse("check_in", args=[event.slug]))


@require_POST
@organizer_page
def move_entry(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """Check in, drop out, take the fee."""
    entry = get_object_or_404(Entry.objects.filter(event=event), pk=pk)
    context = context_for(request, event, Channel.PAGE)
    if action == "here":
        with_fee = request.POST.get("fee") == "1"
        entries.check_in(entry.pk, context=context, expected_version=number_in(request, "seen"), with_fee=with_fee)
        text = say("{name} checked in.", name=entry.name)
        if with_fee:
            text = say("{name} checked in and fee collected.", name=entry.name)
    elif action == "not-here":
        entries.not_here(entry.pk, context=context, expected_version=number_in(request, "seen"))
        text = say("{name}’s check-in undone.", name=entry.name)
    elif action == "gone":
        entries.drop_out(entry.pk, context=context, expected_version=number_in(request, "seen"))
        text = say("{name} is marked as gone, starting next round.", name=entry.name)
    elif action == "fee":
        entries.take_fee(entry.pk, context=context)
        text = say("Fee collected from {name}.", name=entry.name)
    else:
        raise Http404
    return done(request, text, reverse("check_in", args=[event.slug]))


@require_POST
@organizer_page
def issue_pass(request: HttpRequest, event: Event, player: int) -> HttpResponse:
    """A player's personal link as text and QR, to be shown to that player's phone."""
    person = get_object_or_404(Player.objects.filter(lineups__event=event).distinct(), pk=player)
    token = passes.issue_pass(event.pk, person, context=context_for(request, event, Channel.PAGE))
    link = request.build_absolute_uri(reverse("open_pass", args=[event.slug, token]))
    picture = segno.make(link, micro=False).svg_data_uri(scale=6, border=2)
    context = {"event": event, "club": event.club, "player": person, "link": link, "picture": picture}
    return render(request, "checkin/pass.html", context)
