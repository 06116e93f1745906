"""From a browser's request to a command's arguments, and from its refusal to a page that says what to do."""

import re
import uuid
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.tables.http import INCOMPLETE
from tournaments.access.devices import device_of
from tournaments.access.models import Pass
from tournaments.access.passes import PASSES, valid_pass
from tournaments.calls.selectors import with_number_of_calls
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import CommandError, Conflict, KeyReused, NotAllowed
from tournaments.events.models import Event
from tournaments.honours.wording import write_money_in
from tournaments.leagues.models import Season
from tournaments.permissions import Actor, Permission, may, require
from tournaments.results.models import Channel
from tournaments.rounds.models import Match, Round, Seat


class NotHere(CommandError):
    """No such thing for this actor, whether it exists or not (404)."""


STATUS: dict[type[Exception], int] = {NotAllowed: 403, NotHere: 404, Conflict: 409, KeyReused: 422, RuleError: 422}


def actor_for(request: HttpRequest, place: Event | Season | None = None) -> Actor:
    """The logged-in account, with its player or the player of the personal link of this event or season."""
    user = request.user if request.user.is_authenticated else None
    if place is None or not (held := held_pass(request, place))[0]:
        return Actor(user, getattr(user, "player", None))
    known: dict[tuple[int, str], Pass | None] = request.__dict__.setdefault("_passes", {})
    pass_id, token_hash = held
    if held not in known:
        known[held] = valid_pass(pass_id, place)
    pass_ = known[held]
    # A newer link ends the phones of the older one too.
    if pass_ and pass_.token_hash == token_hash:
        return Actor(user, pass_.player)
    return Actor(user, getattr(user, "player", None))


def held_pass(request: HttpRequest, place: Event | Season) -> tuple[int, str]:
    """Pass id and hash that the browser's cookie holds for this place, good or not; (0, "") without."""
    pass_id, token_hash = request.session.get(PASSES, {}).get(_held_as(place), (0, ""))
    return pass_id, token_hash


def _held_as(place: Event | Season) -> str:
    return str(place.pk) if isinstance(place, Event) else f"season-{place.pk}"


def hold_pass(request: HttpRequest, link: Pass) -> None:
    """Let this browser in as the pass's player from now on."""
    request.session.cycle_key()
    place = link.event or link.season
    assert place, "a link is for one of them"
    request.session[PASSES] = request.session.get(PASSES, {}) | {_held_as(place): (link.pk, link.token_hash)}


def keep_on_phone(page: HttpResponse, player: Player | None, until: datetime) -> HttpResponse:
    """Let this player's phone show the page without a network, as last seen, until then: static/js/worker.js reads it.

    The page's own styles and scripts have to stand in templates/pwa/offline.html, or the phone shows it without them.
    """
    if player and page.status_code == 200 and until > timezone.now():
        page["X-Keep-Until"], page["X-Keep-For"] = str(int(until.timestamp())), str(player.pk)
    return page


def drop_pass(request: HttpRequest, place: Event | Season) -> None:
    """Forget on this browser whose personal link was opened; the link itself stays good."""
    held = request.session.get(PASSES, {})
    request.session[PASSES] = {ident: link for ident, link in held.items() if ident != _held_as(place)}


def wants_json(request: HttpRequest) -> bool:
    """What the phone's script asks for; a plain form gets pages."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def context_for(request: HttpRequest, place: Event | Season | None, channel: Channel) -> Context:
    """Who asks. RuleError when the form has no key: every write from a browser carries one."""
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError as error:
        raise RuleError("The form is incomplete. Reload the page and try again.") from error
    return Context(actor_for(request, place), channel, key, device_of(request) if channel == Channel.SLIP else None)


def number_in(request: HttpRequest, name: str, wanted: str = "") -> int:
    """A whole number that the form carries, such as the version it has seen.

    wanted: what to say where people type it.
    """
    text = request.POST.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise RuleError(wanted or INCOMPLETE)
    return int(text)


def asked_number(request: HttpRequest, name: str) -> int | None:
    """A whole number in the address; None when there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def words_asked(request: HttpRequest, name: str, most: int = 80) -> str:
    """What is looked for, as the address says."""
    return request.GET.get(name, "").strip()[:most]


def cents_in(request: HttpRequest, name: str) -> int:
    """An amount as people write it, 12.50 or 12,50, in cents."""
    text = request.POST.get(name, "").strip()
    if not re.fullmatch(r"\d{1,6}([.,]\d{1,2})?", text, re.ASCII):
        raise RuleError("Enter the amount as a number, e.g. 5 or 2.50.")
    return int(Decimal(text.replace(",", ".")) * 100)


def text_in(request: HttpRequest, name: str, most: int = 200) -> str:
    """A line that the form carries, short enough to be stored and without what no database stores."""
    text = request.POST.get(name, "").strip()
    if len(text) > most:
        raise RuleError("Use at most {most} characters. You entered {number}.", most=most, number=len(text))
    if "\0" in text:
        raise RuleError("The text contains a character that we can’t use. Remove it and try again.")
    return text


def refusal_status(error: Exception) -> int:
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def club_or_404(slug: str) -> Club:
    """From now on the page writes amounts as that club does."""
    club = get_object_or_404(Club, slug=slug)
    write_money_in(club.currency)
    return club


def event_or_404(slug: str, events: QuerySet[Event] | None = None) -> Event:
    """From now on the page writes amounts as the event's club does. events: to look in, all if none are given."""
    related = ("club", "venue", "offer", "in_charge", "registration")
    events = Event.objects.all() if events is None else events
    event = get_object_or_404(events.select_related(*related), slug=slug)
    write_money_in(event.club.currency)
    return event


def guarded_page(permission: Permission) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A page of the console: for those who may do that; shows refusals above the page it came from."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            event = event_or_404(slug, with_number_of_calls(Event.objects.all()))
            actor = actor_for(request, event)
            try:
                require(actor, permission, event)
                return view(request, event, **kwargs)
            except (CommandError, RuleError) as error:
                back = request.headers.get("referer", "") if may(actor, permission, event) else ""
                return refused(request, error, event, back)

        return guarded

    return decorate


organizer_page = guarded_page(Permission.RUN_EVENT)
scorer_page = guarded_page(Permission.ENTER_SCORES)


def match_or_404(request: HttpRequest, event: Event, pk: int) -> Match:
    """A match of the event with its seats. While its round is a draft it exists for organizers only."""
    matches = Match.objects.filter(round__stage__event=event).select_related("round__stage", "standing")
    if not may(actor_for(request, event), Permission.RUN_EVENT, event):
        matches = matches.exclude(round__status=Round.Status.DRAFT)
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    match = get_object_or_404(matches.prefetch_related(seats), pk=pk)
    match.round.stage.event = event
    return match


def refused(request: HttpRequest, error: Exception, event: Event | None, back: str = "") -> HttpResponse:
    """What happened and where to go on. Nothing was written."""
    context = {"error": error, "event": event, "problems": getattr(error, "problems", []), "back": _own(request, back)}
    return render(request, "refused.html", context, status=refusal_status(error))


def _own(request: HttpRequest, address: str) -> str:
    """As it was asked for, or as the site names itself to others (euchre_site/hall/middleware.py)."""
    names = (f"{request.scheme}://{request.get_host()}/", request.build_absolute_uri("/"))
    own = next((name for name in names if address.startswith(name)), "")
    return address.removeprefix(own[:-1]) if own else ""


def done(request: HttpRequest, text: str, where: str) -> HttpResponse:
    messages.success(request, text)
    return HttpResponseRedirect(where)
