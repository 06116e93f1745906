"""At the door and around the seat: the code on the wall, finding one's table, coming late and leaving."""

from typing import Any

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games import counters
from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.access import wall_code as wall_codes
from tournaments.access.devices import device_of, keeps_device
from tournaments.access.models import WallArrival
from tournaments.access.selectors import wall_lines
from tournaments.access.wall_code import Reading
from tournaments.checkin import notices
from tournaments.checkin.models import Notice
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.models import Event
from tournaments.http import (
    actor_for,
    asked_number,
    context_for,
    done,
    event_or_404,
    hold_pass,
    number_in,
    organizer_page,
    refused,
)
from tournaments.permissions import Actor
from tournaments.results import seats
from tournaments.results.models import Channel


@login_not_required
@require_safe
def find_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Three letters of a name, and where that person sits: what the seating page shows everyone, found faster."""
    event = event_or_404(slug)
    letters = request.GET.get("name", "").replace("\0", "")[:40]
    rounds = seats.rounds_out(event)
    context = {
        "event": event,
        "club": event.club,
        "round": rounds[0] if rounds else None,
        "letters": letters,
        "found": seats.find_names(rounds, letters) if rounds and letters.strip() else [],
    }
    return render(request, "access/find_table.html", context)


@organizer_page
def wall_code(request: HttpRequest, event: Event) -> HttpResponse:
    """The code on the wall, to show and to print; a new one, or none, with one tap."""
    if request.method == "POST":
        context, here = context_for(request, event, Channel.PAGE), reverse("wall_code", args=[event.slug])
        if "down" in request.POST:
            wall_codes.take_down_code(event.pk, context=context)
            return done(request, say("Code turned off."), here)
        wall_codes.hang_code(event.pk, context=context)
        text = say("A new code is ready. The old one no longer works.")
        return done(request, text, here)
    code = wall_codes.code_on(event)
    shown: dict[str, Any] = {"event": event, "club": event.club, "lines": wall_lines(event)}
    if code:
        address = request.build_absolute_uri(reverse("come_in", args=[event.slug, code]))
        picture = segno.make(address, micro=False).svg_data_uri(scale=8, border=2, light="white")
        shown |= {"address": address, "picture": picture, "ends": event.wall_code.expires_at}
    return render(request, "access/wall_code.html", shown)


@require_POST
@organizer_page
def move_arrival(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """Revoke a link made with the wall code, or confirm that it's on the player's own phone."""
    actions = {"revoke": wall_codes.revoke_arrival, "trust": wall_codes.trust_arrival}
    if action not in actions:
        raise Http404
    wall_arrival = get_object_or_404(WallArrival.objects.filter(event=event), pk=pk)
    name = actions[action](wall_arrival.pk, context=context_for(request, event, Channel.PAGE)).player.called
    text = (
        say("{name}’s link revoked.", name=name)
        if action == "revoke"
        else say("{name}’s phone is now trusted.", name=name)
    )
    return done(request, text, reverse("wall_code", args=[event.slug]))


@login_not_required
@keeps_device
def come_in(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Opened from the code on the wall: choose your name, say that it is you, and you are checked in."""
    event = event_or_404(slug)
    context: dict[str, Any] = {"event": event, "club": event.club, "code": code}
    reading = wall_codes.read_code(event, code)
    if wall_codes.guessed_too_often(counters.address_of(request), reading):
        return render(request, "access/come_in_closed.html", context | {"too_often": True}, status=429)
    if reading is not Reading.GOOD:
        return render(request, "access/come_in_closed.html", context, status=410)
    context |= {"arrivals": wall_codes.expected(event), "me": actor_for(request, event).player}
    context["held"] = wall_codes.held_by(event, device_of(request))
    if request.method == "POST":
        return _let_in(request, event, code, context)
    asked = asked_number(request, "player")
    context["chosen"] = next((arrival for arrival in context["arrivals"] if arrival.player.pk == asked), None)
    return render(request, "access/come_in.html", context)


def _let_in(request: HttpRequest, event: Event, code: str, context: dict[str, Any]) -> HttpResponse:
    try:
        player = get_object_or_404(
            Player.objects.filter(lineups__event=event).distinct(), pk=number_in(request, "player")
        )
        if counters.counted("arrival", str(event.pk)) >= wall_codes.MAX_ARRIVALS:
            return render(request, "access/come_in_closed.html", context | {"too_often": True}, status=429)
        # Nothing but the name identifies the person asking; an account that is logged in here may be someone else's.
        key = context_for(request, event, Channel.PAGE).key
        own = Context(Actor(player=player), Channel.PAGE, key, device_of(request))
        link = wall_codes.arrive(event.pk, player, code, context=own, phone_of=context["me"]).link
    except (CommandError, RuleError) as error:
        return refused(request, error, event, request.build_absolute_uri(request.path))
    counters.count("arrival", str(event.pk))
    if link:
        hold_pass(request, link)
    text = say("You’re checked in.")
    if event.fee:
        text = say("You’re checked in. The entry fee isn’t paid yet: please see an organizer.")
    return done(request, text, reverse("my_seat", args=[event.slug]))


@login_not_required
@require_POST
def give_notice(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """From a player's phone: late, leaving, or neither after all."""
    event = event_or_404(slug)
    player, here = actor_for(request, event).player, reverse("my_seat", args=[event.slug])
    if player is None:
        raise Http404
    try:
        context = context_for(request, event, Channel.PAGE)
        if kind == "neither":
            notice = get_object_or_404(
                Notice.objects.filter(event=event, player=player), pk=number_in(request, "notice")
            )
            notices.take_back(notice.pk, context=context)
            return done(request, say("Message canceled. The organizers will see the change."), here)
        if kind not in Notice.Kind.values:
            raise Http404
        minutes = number_in(request, "minutes") if request.POST.get("minutes") else None
        notices.give_notice(event.pk, player, Notice.Kind(kind), context=context, minutes=minutes)
    except (CommandError, RuleError) as error:
        return refused(request, error, event, request.build_absolute_uri(here))
    return done(request, say("Message sent to the organizers."), here)


@require_POST
@organizer_page
def answer_notice(request: HttpRequest, event: Event, pk: int, answer: str) -> HttpResponse:
    """One tap of an organizer: it is so, or let us talk."""
    actions = {"agree": notices.agree, "decline": notices.decline}
    if answer not in actions:
        raise Http404
    sent = get_object_or_404(Notice.objects.filter(event=event), pk=pk)
    notice = actions[answer](sent.pk, context=context_for(request, event, Channel.PAGE))
    text = say("Reply sent to the player’s phone.")
    if answer == "agree" and notice.kind == Notice.Kind.LEAVING:
        text = say("{name} is marked as gone, starting next round.", name=notice.entry.name)
    return done(request, text, reverse("check_in", args=[event.slug]))
