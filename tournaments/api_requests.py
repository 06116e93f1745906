"""From a program's request to a command's arguments."""

import uuid
from typing import Any

from django.http import Http404
from rest_framework.request import Request

from games.accounts.models import Scope
from games.api.authentication import account_of, is_for_clubs, player_of
from games.api.frame import WriteEndpoint
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.events.models import Event, Stage
from tournaments.honours.wording import write_money_in
from tournaments.permissions import Actor, Permission, may
from tournaments.results.history import begun_stages
from tournaments.results.models import Channel

MAX_NUMBER = 2**31 - 1


def actor_of(request: Request) -> Actor:
    """A program whose token is not for clubs acts as the player, as a personal link does."""
    return Actor(account_of(request) if is_for_clubs(request) else None, player_of(request))


class ClubWrite(WriteEndpoint):
    """A command of organized play."""

    scope = Scope.ORGANIZE

    def context_of(self, key: uuid.UUID) -> Context:
        return Context(actor_of(self.request), Channel.API, key)


def club_or_404(slug: str) -> Club:
    return _or_404(Club.objects.filter(slug=slug))


def event_or_404(slug: str) -> Event:
    """From now on amounts in refusals are written as the event's club does."""
    event: Event = _or_404(Event.objects.filter(slug=slug).select_related("club", "venue", "registration"))
    write_money_in(event.club.currency)
    return event


def may_run(request: Request, event: Event) -> bool:
    return may(actor_of(request), Permission.RUN_EVENT, event)


def stage_or_404(request: Request, event: Event) -> Stage:
    """The stage that ?stage=2 names; without it the one being played."""
    begun = begun_stages(event)
    number = whole_in(request, "stage")
    return begun[-1] if number is None else _only(stage for stage in begun if stage.number == number)


def whole_in(request: Request, name: str, most: int = MAX_NUMBER) -> int | None:
    """A whole number in the address, from 1 on; Http404 for what is none, or too large."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 11 and 1 <= int(text) <= most):
        raise Http404
    return int(text)


def _or_404(rows: Any) -> Any:
    return _only(rows[:1])


def _only(rows: Any) -> Any:
    found = next(iter(rows), None)
    if found is None:
        raise Http404
    return found
