"""From a program's request to a command's arguments."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from django.db import transaction
from django.http import Http404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.accounts.models import Player, Scope
from games.api.authentication import account_of, is_for_clubs, player_of
from games.api.frame import WriteEndpoint
from games.api.problem_words import Problem
from games.api.problems import NOT_FOUND
from games.api.serializers import Moment
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs import public_names
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import CommandError, NotAllowed
from tournaments.events.models import Event, Stage
from tournaments.honours.wording import write_money_in
from tournaments.permissions import Actor, Permission, may
from tournaments.results.history import begun_stages
from tournaments.results.models import Channel

MAX_NUMBER = 2**31 - 1
Word = TypeVar("Word", bound=StrEnum)


def actor_of(request: Request) -> Actor:
    """A program whose token is not for clubs acts as the player, as a personal link does."""
    return Actor(account_of(request) if is_for_clubs(request) else None, player_of(request))


class ClubWrite(WriteEndpoint):
    """A command of organized play."""

    scope = Scope.ORGANIZE

    def context_of(self, key: uuid.UUID) -> Context:
        return Context(actor_of(self.request), Channel.API, key)


class BulkWrite(ClubWrite):
    """Many writes of one kind in one request: all of them, or none, with an error for each that is refused."""

    is_versioned, is_found_again = False, False
    parts: ClassVar[str]
    """What the body calls them."""
    follow_each_other: ClassVar[bool] = False
    """Whether each needs the one before, so that nothing is to be said of those after one that is refused."""

    def do_part(self, thing: Any, part: Mapping[str, Any], key: uuid.UUID) -> Any:
        """One of them, by its own command."""
        raise NotImplementedError

    def do(self, thing: Any, data: Mapping[str, Any], key: uuid.UUID) -> dict[str, Any]:
        done: list[Any] = []
        refused: dict[int, Exception] = {}
        for number, part in enumerate(data[self.parts]):
            try:
                with transaction.atomic():
                    done.append(self.do_part(thing, part, uuid.uuid5(key, str(number))))
            except (CommandError, RuleError, Http404) as error:
                refused[number] = error
                if self.follow_each_other:
                    break
        if refused:
            raise self._problem(refused)
        return {"results": done}

    def _problem(self, refused: Mapping[int, Exception]) -> Problem:
        errors = [
            {"field": f"{self.parts}.{number}", "detail": say(NOT_FOUND) if isinstance(error, Http404) else str(error)}
            for number, error in refused.items()
        ]
        sentence = say("No changes were saved. See “errors” for what to fix.")
        if all(isinstance(error, NotAllowed) for error in refused.values()):
            return Problem("not_allowed", 403, sentence, errors=errors)
        return Problem("refused", 422, sentence, errors=errors)


def club_or_404(slug: str) -> Club:
    return _or_404(Club.objects.filter(slug=slug))


def named_or_404(request: Request, pk: int) -> public_names.Named:
    """A player whose name the asker may read. Http404 for others, as if there were no such player."""
    actor = actor_of(request)
    player = public_names.known_to(actor, Player.objects.filter(pk=pk, alias=None)).first()
    if player is None:
        raise Http404
    return public_names.named(player, actor)


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
    """A whole number in the address, from 1 on. ValidationError for what is none, or too large."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 11 and 1 <= int(text) <= most):
        raise ValidationError({name: [say("Use a whole number from 1 to {most}.", most=most)]})
    return int(text)


def moment_in(request: Request, name: str) -> datetime | None:
    """A moment in the address. ValidationError for what is none."""
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        return Moment().run_validation(text)
    except ValidationError as error:
        raise ValidationError({name: error.detail}) from error


def word_in(request: Request, name: str, known: Sequence[Word]) -> Word:
    """One of a few words in the address, the first when it has none. ValidationError for any other."""
    text = request.query_params.get(name, known[0].value)
    for word in known:
        if word.value == text:
            return word
    raise ValidationError({name: [say("Use one of these: {allowed}.", allowed=", ".join(known))]})


def _or_404(matching: Any) -> Any:
    return _only(matching[:1])


def _only(matching: Any) -> Any:
    only = next(iter(matching), None)
    if only is None:
        raise Http404
    return only
