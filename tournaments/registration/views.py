"""Registering for an event: the page for everyone, players' own buttons, and the organizer's list with its terms."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.clubs.models import Membership
from tournaments.context import Context
from tournaments.errors import CommandError, Conflict
from tournaments.events.models import Event
from tournaments.http import (
    actor_for,
    context_for,
    done,
    event_or_404,
    number_in,
    organizer_page,
    refusal_status,
    refused,
)
from tournaments.permissions import Permission, may
from tournaments.registration import partners, selectors, spots, terms
from tournaments.registration.commands import own_player
from tournaments.registration.forms import RegistrationForm
from tournaments.registration.models import PartnerAsk, Registration
from tournaments.results.models import Channel

Move = Callable[[HttpRequest, Event, Player, Context], str]
DeskMove = Callable[[HttpRequest, Event, Context], str]
IS = {
    Registration.State.CONFIRMED: mark("{name} is confirmed."),
    Registration.State.WAITING: mark("{name} is on the waiting list."),
    Registration.State.SINGLE: mark("{name} has no partner yet."),
    Registration.State.WITHDRAWN: mark("{name} has withdrawn."),
}
YOU = {
    Registration.State.CONFIRMED: mark("You have a spot."),
    Registration.State.WAITING: mark("You’re on the waiting list."),
    Registration.State.SINGLE: mark("You’re registered, but you don’t have a partner yet."),
}


@login_not_required
@require_safe
def registration(request: HttpRequest, slug: str) -> HttpResponse:
    """The state of registration, what it is for the viewer, and, for the club only, who looks for a partner."""
    event = event_or_404(slug)
    actor = actor_for(request, event)
    panel = selectors.panel_of(event, actor)
    if panel is None:
        raise Http404("No registration.")
    context: dict[str, Any] = {
        "event": event,
        "club": event.club,
        "registration": panel,
        "for_pairs": selectors.is_for_pairs(event),
        "may_run": may(actor, Permission.RUN_EVENT, event),
    }
    if context["for_pairs"] and panel.me and panel.may_register:
        context |= _partners(event, panel, panel.me)
    return render(request, "registration/registration.html", context)


def _partners(event: Event, panel: selectors.Panel, me: Player) -> dict[str, Any]:
    is_single = panel.mine is not None and panel.mine.state == Registration.State.SINGLE
    choices: dict[str, Any] = {"looking": selectors.looking(event, but=me), "asks": selectors.asks_to(event, me)}
    if panel.may_sign_up or is_single:
        choices["members"] = selectors.may_be_asked(event, me)
    if is_single and panel.mine:
        choices |= {"asked": selectors.asks_of(panel.mine), "declined": selectors.last_answer(panel.mine)}
    return choices


@require_POST
def move_registration(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """One's own registration. Of others there is none here."""
    event, here = event_or_404(slug), reverse("registration", args=[slug])
    me = own_player(actor_for(request, event))
    if action not in MOVES or me is None or not hasattr(event, "registration"):
        raise Http404
    try:
        return done(request, MOVES[action](request, event, me, context_for(request, event, Channel.PAGE)), here)
    except (CommandError, RuleError) as error:
        return refused(request, error, event, request.build_absolute_uri(here))


def _sign_up(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    if request.POST.get("partner"):
        asked = _member(event, number_in(request, "partner"))
        registration = partners.sign_up_asking(event.pk, me, asked, context=context)
        if registration.state != Registration.State.SINGLE:
            return say("You and your partner are a pair.")
        return say("Registered. We’ve asked {player} to be your partner.", player=asked)
    registration = spots.sign_up(event.pk, [me], context=context, is_looking="looking" in request.POST)
    return say(YOU[Registration.State(registration.state)])


def _withdraw(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    spots.withdraw(_own(request, event, me).pk, player=me, context=context, expected_version=number_in(request, "seen"))
    return say("You’ve withdrawn.")


def _look(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    spots.look_for_partner(_own(request, event, me).pk, True, context=context)
    return say("You’re on the partner list.")


def _stop_looking(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    spots.look_for_partner(_own(request, event, me).pk, False, context=context)
    return say("You’re no longer on the partner list.")


def _ask(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    asked = _member(event, number_in(request, "partner"))
    ask = partners.ask_partner(_own(request, event, me).pk, asked, context=context)
    if ask.state == PartnerAsk.State.OPEN:
        return say("We’ve asked {player} to be your partner.", player=asked)
    return say("{player} had already asked you, so you’re a pair.", player=asked)


def _take_back(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    ask = partners.take_back_ask(_ask_in(request, event, asker=me).pk, context=context)
    return say("Request to {player} undone", player=ask.asked)


def _accept(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    ask = partners.answer_ask(_ask_in(request, event, asked=me).pk, True, context=context)
    return say("You and {player} are a pair.", player=ask.asker)


def _decline(request: HttpRequest, event: Event, me: Player, context: Context) -> str:
    ask = partners.answer_ask(_ask_in(request, event, asked=me).pk, False, context=context)
    return say("Request declined. We’ll let {player} know.", player=ask.asker)


MOVES: dict[str, Move] = {
    "sign-up": _sign_up,
    "withdraw": _withdraw,
    "look": _look,
    "stop-looking": _stop_looking,
    "ask": _ask,
    "take-back": _take_back,
    "accept": _accept,
    "decline": _decline,
}


@require_safe
@organizer_page
def registration_desk(request: HttpRequest, event: Event) -> HttpResponse:
    return _desk_page(request, event)


@require_POST
@organizer_page
def move_desk(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """What an organizer does: the terms, opening and closing by hand, and everyone's registration."""
    context = context_for(request, event, Channel.PAGE)
    if action == "terms":
        return _set_terms(request, event, context)
    if action not in DESK_MOVES:
        raise Http404
    return done(request, DESK_MOVES[action](request, event, context), reverse("registration_desk", args=[event.slug]))


def _set_terms(request: HttpRequest, event: Event, context: Context) -> HttpResponse:
    """What is wrong with the terms is said above them, and what was typed stays."""
    form, seen = RegistrationForm(request.POST, club=event.club), number_in(request, "seen")
    if not form.is_valid():
        return _desk_page(request, event, form=form, status=422)
    try:
        terms.set_terms(event.pk, form.terms, context=context, expected_version=seen)
    except (Conflict, RuleError) as error:
        form.add_error(None, str(error))
        return _desk_page(request, event, form=form, status=refusal_status(error))
    return done(request, say("Saved."), reverse("registration_desk", args=[event.slug]))


def _open(request: HttpRequest, event: Event, context: Context) -> str:
    terms.open_now(event.pk, context=context)
    return say("Registration opened")


def _close(request: HttpRequest, event: Event, context: Context) -> str:
    terms.close_now(event.pk, context=context)
    return say("Registration closed. The waiting list still moves up when a spot opens.")


def _enter(request: HttpRequest, event: Event, context: Context) -> str:
    coming = [_member(event, number_in(request, name)) for name in ("player", "partner") if request.POST.get(name)]
    registration = spots.sign_up(event.pk, coming, context=context)
    return say(IS[Registration.State(registration.state)], name=" & ".join(player.called for player in coming))


def _take_out(request: HttpRequest, event: Event, context: Context) -> str:
    registration = get_object_or_404(event.registrations, pk=number_in(request, "registration"))
    name, player = registration.name, None
    if request.POST.get("player"):
        player = get_object_or_404(
            Player.objects.filter(registered__registration=registration).distinct(), pk=number_in(request, "player")
        )
    spots.withdraw(registration.pk, player=player, context=context, expected_version=number_in(request, "seen"))
    return say("{name} has withdrawn.", name=player or name)


def _join(request: HttpRequest, event: Event, context: Context) -> str:
    first, second = (
        get_object_or_404(event.registrations, pk=number_in(request, name)).pk for name in ("one", "other")
    )
    joined = partners.join_singles(first, second, context=context)
    return say(IS[Registration.State(joined.state)], name=joined.name)


DESK_MOVES: dict[str, DeskMove] = {
    "open": _open,
    "close": _close,
    "enter": _enter,
    "withdraw": _take_out,
    "join": _join,
}


def _desk_page(
    request: HttpRequest, event: Event, *, form: RegistrationForm | None = None, status: int = 200
) -> HttpResponse:
    event = event_or_404(event.slug)
    panel = selectors.panel_of(event, actor_for(request, event))
    registration_terms = panel.terms if panel else None
    context = {
        "event": event,
        "club": event.club,
        "registration": panel,
        "desk": selectors.desk_of(event),
        "for_pairs": selectors.is_for_pairs(event),
        "form": form or RegistrationForm(club=event.club, terms=registration_terms),
        "seen": registration_terms.revision if registration_terms else 0,
        "free": selectors.free_members(event) if panel else (),
    }
    return render(request, "registration/desk.html", context, status=status)


def _own(request: HttpRequest, event: Event, me: Player) -> Registration:
    registrations = event.registrations.filter(people__player=me).distinct()
    return get_object_or_404(registrations, pk=number_in(request, "registration"))


def _ask_in(request: HttpRequest, event: Event, **own: Player) -> PartnerAsk:
    return get_object_or_404(event.partner_asks.filter(**own), pk=number_in(request, "ask"))


def _member(event: Event, pk: int) -> Player:
    known = Membership.objects.filter(club=event.club).values("player")
    return get_object_or_404(Player.objects.filter(pk__in=known), pk=pk)
