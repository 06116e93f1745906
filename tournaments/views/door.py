"""At the door and around the seat: the code on the wall, finding one's table, coming late and leaving."""

from typing import Any

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games import tries
from games.engine.errors import RuleError
from games.engine.language import say
from games.models import Player
from tournaments.errors import Refused
from tournaments.models import Event, Notice, Source
from tournaments.permissions import Actor
from tournaments.services.attendance import notices
from tournaments.services.entrance import door
from tournaments.services.entrance.door import Reading
from tournaments.services.journal import By
from tournaments.services.scores import seats
from tournaments.views.asking import (
    actor_for,
    asked_number,
    by_for,
    done,
    event_or_404,
    hold_pass,
    number_in,
    of_event,
    organizer_page,
    refused,
)

MOST_GUESSES = 5
"""Made-up codes from one address, until five minutes pass without one."""
MOST_ARRIVALS = 60
"""By one event's code within five minutes: a full hall, not a whole town."""


@login_not_required
@require_safe
def find_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Three letters of a name, and where that person sits: what the seating page shows to everybody, found faster."""
    event = event_or_404(slug)
    letters = request.GET.get("name", "").replace("\0", "")[:40]
    row = seats.round_played(event)
    context = {
        "event": event, "club": event.club, "round": row, "letters": letters,
        "found": seats.find_names(row, letters) if row and letters.strip() else [],
    }  # fmt: skip
    return render(request, "events/find_table.html", context)


@organizer_page
def wall_code(request: HttpRequest, event: Event) -> HttpResponse:
    """The code on the wall, to show and to print; a new one, or none, with one tap."""
    if request.method == "POST":
        by, here = by_for(request, event, Source.PAGE), reverse("wall_code", args=[event.slug])
        if "down" in request.POST:
            door.take_down_code(event.pk, by=by)
            return done(request, say("The code does not work any more."), here)
        door.hang_code(event.pk, by=by)
        text = say("A new code is ready. One that was printed before does not work any more.")
        return done(request, text, here)
    code = door.code_on(event)
    context: dict[str, Any] = {"event": event, "club": event.club}
    if code:
        address = request.build_absolute_uri(reverse("come_in", args=[event.slug, code]))
        picture = segno.make(address, micro=False).svg_data_uri(scale=8, border=2, light="white")
        context |= {"address": address, "picture": picture, "ends": event.wall_code.expires_at}
    return render(request, "console/wall_code.html", context)


@login_not_required
def come_in(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Opened from the code on the wall: choose your name, say that it is you, and you are checked in."""
    event = event_or_404(slug)
    context: dict[str, Any] = {"event": event, "club": event.club, "code": code}
    reading = door.read_code(event, code)
    if _guesses(tries.address_of(request), is_wrong=reading is Reading.WRONG) > MOST_GUESSES:
        return render(request, "events/come_in_closed.html", context | {"too_often": True}, status=429)
    if reading is not Reading.GOOD:
        return render(request, "events/come_in_closed.html", context, status=410)
    context |= {"arrivals": door.expected(event), "me": actor_for(request, event).player}
    if request.method == "POST":
        return _let_in(request, event, code, context)
    asked = asked_number(request, "player")
    context["chosen"] = next((one for one in context["arrivals"] if one.player.pk == asked), None)
    return render(request, "events/come_in.html", context)


def _guesses(address: str, *, is_wrong: bool) -> int:
    """How many with this one, counted in one step, so that guessing from many sides at once gains nothing. Who holds a
    good code waits like everybody once there were too many: else the sixth answer would tell."""
    if is_wrong and tries.counted("wall-code", address) <= MOST_GUESSES:
        return tries.count("wall-code", address, renew=True)
    return tries.counted("wall-code", address) + 1


def _let_in(request: HttpRequest, event: Event, code: str, context: dict[str, Any]) -> HttpResponse:
    try:
        player = get_object_or_404(
            Player.objects.filter(lineups__event=event).distinct(), pk=number_in(request, "player")
        )
        if tries.counted("arrival", str(event.pk)) >= MOST_ARRIVALS:
            return render(request, "events/come_in_closed.html", context | {"too_often": True}, status=429)
        # Who asks is known by nothing but the name; an account that is logged in here may be somebody else's.
        by = By(Actor(player=player), Source.PAGE, by_for(request, event, Source.PAGE).key)
        link = door.arrive(event.pk, player, code, by=by, phone_of=context["me"]).link
    except (Refused, RuleError) as error:
        return refused(request, error, event, request.build_absolute_uri(request.path))
    tries.count("arrival", str(event.pk))
    if link:
        hold_pass(request, link)
    text = say("You are checked in.")
    if event.fee:
        text = say("You are checked in. The entry fee is still to be paid: please see an organizer.")
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
        by = by_for(request, event, Source.PAGE)
        if kind == "neither":
            notice: Notice = of_event(
                event, Notice.objects.filter(event=event, player=player), number_in(request, "notice")
            )
            notices.take_back(notice.pk, by=by)
            return done(request, say("Taken back. The organizers know."), here)
        if kind not in Notice.Kind.values:
            raise Http404
        minutes = number_in(request, "minutes") if request.POST.get("minutes") else None
        notices.give_notice(event.pk, player, Notice.Kind(kind), by=by, minutes=minutes)
    except (Refused, RuleError) as error:
        return refused(request, error, event, request.build_absolute_uri(here))
    return done(request, say("The organizers are told."), here)


@require_POST
@organizer_page
def answer_notice(request: HttpRequest, event: Event, pk: int, answer: str) -> HttpResponse:
    """One tap of an organizer: it is so, or let us talk."""
    verbs = {"agree": notices.agree, "decline": notices.decline}
    if answer not in verbs:
        raise Http404
    found: Notice = of_event(event, Notice.objects.filter(event=event), pk)
    notice = verbs[answer](found.pk, by=by_for(request, event, Source.PAGE))
    text = say("The phone is told.")
    if answer == "agree" and notice.kind == Notice.Kind.LEAVING:
        text = say("{name} is marked as gone, from the next round on.", name=notice.entry.name)
    return done(request, text, reverse("check_in", args=[event.slug]))
