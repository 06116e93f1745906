"""A phone's button, and what the organizers press."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games import limits
from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import TooOften
from games.tables.http import too_often
from tournaments.calls import commands
from tournaments.calls.models import Call
from tournaments.calls.selectors import open_call_at
from tournaments.console.views import Trouble, console_page
from tournaments.errors import CommandError, Conflict
from tournaments.events.models import Event
from tournaments.http import actor_for, context_for, done, organizer_page, refused, text_in
from tournaments.permissions import side_of
from tournaments.results.models import Channel
from tournaments.results.views.phone import seat_page
from tournaments.rounds.models import Match

MAX_WORDS = 80


def player_page(view: Callable[[HttpRequest, Event, Match, Player], HttpResponse]) -> Callable[..., HttpResponse]:
    """A form for those who sit at the match; for others, scorers and organizers too, it does not exist."""

    @wraps(view)
    def seated(request: HttpRequest, event: Event, match: Match) -> HttpResponse:
        actor = actor_for(request, event)
        if actor.player is None or side_of(actor, match) is None:
            raise Http404
        return view(request, event, match, actor.player)

    return login_not_required(require_POST(seat_page(seated)))


@player_page
def call_organizer(request: HttpRequest, event: Event, match: Match, player: Player) -> HttpResponse:
    """From a phone at the table, which goes on where it was."""
    here = _back(request, event, match)
    try:
        limits.check(limits.CALLS, f"player-{player.pk}")
        context = context_for(request, event, Channel.PAGE)
        reason = request.POST.get("reason", "")
        if reason not in ("", *Call.Reason.values):
            raise RuleError("Choose a reason from the list, or leave it empty.")
        commands.call_organizer(match.pk, reason, text_in(request, "words", MAX_WORDS), context=context)
    except TooOften as error:
        return too_often(request, error)
    except RuleError as error:
        messages.error(request, str(error))
        return redirect(here)
    except CommandError as error:
        return refused(request, error, event, request.build_absolute_uri(here))
    return done(request, say("Organizer called."), here)


@player_page
def cancel_call(request: HttpRequest, event: Event, match: Match, player: Player) -> HttpResponse:
    """From a phone at the table: no one needs to come after all."""
    here = _back(request, event, match)
    try:
        context = context_for(request, event, Channel.PAGE)
        if call := open_call_at(match):
            commands.cancel_call(call.pk, context=context)
    except (CommandError, RuleError) as error:
        return refused(request, error, event, request.build_absolute_uri(here))
    return done(request, say("Call canceled."), here)


def _back(request: HttpRequest, event: Event, match: Match) -> str:
    """The page that the button is on: the slip, or the seat."""
    if request.POST.get("from") == "slip":
        return reverse("slip", args=[event.slug, match.pk])
    return reverse("my_seat", args=[event.slug])


@require_POST
@organizer_page
def answer_call(request: HttpRequest, event: Event, pk: int, action: str) -> HttpResponse:
    """On the console: on the way, or done. Anyone who was slower reads what happened."""
    actions = {"coming": commands.answer_call, "done": commands.finish_call}
    if action not in actions:
        raise Http404
    asked_for = get_object_or_404(Call.objects.filter(match__round__stage__event=event), pk=pk)
    try:
        call = actions[action](asked_for.pk, context=context_for(request, event, Channel.PAGE))
    except Conflict as news:
        return console_page(request, event, trouble=Trouble(news))
    if action == "coming":
        text = say("{match} knows you’re on the way.", match=call.match)
    else:
        text = say("Call from {match} marked as done.", match=call.match)
    return done(request, text, reverse("console", args=[event.slug]))


@require_safe
@organizer_page
def calls(request: HttpRequest, event: Event) -> HttpResponse:
    """How many tables call, for the organizer's pages that are not the console."""
    return render(request, "calls/count.html", {"event": event})
