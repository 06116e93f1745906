"""Registering for an event: how it stands, and one's own place in it."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from games.api.authentication import account_of, player_of
from games.api.frame import One
from games.api.serializers import Shape, YesNo
from games.models import Scope
from tournaments.api.asking import ClubDeed, event_or_404
from tournaments.errors import NotAllowed
from tournaments.models import Event, Registration, Source
from tournaments.permissions import Actor
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.registration import looks, places


class OwnRegistrationShape(Shape):
    state = serializers.ChoiceField(Registration.State.choices)
    line = serializers.IntegerField(help_text="Where on the waiting list, from 1; 0: not on it.")
    partner = serializers.CharField()
    is_looking = serializers.BooleanField()


class RegistrationShape(Shape):
    stand = serializers.ChoiceField([one.value for one in looks.Stand])
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True, help_text="Entries; none: no limit.")
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    mine = OwnRegistrationShape(allow_null=True, help_text="The asker's own.")


class SignUpShape(Shape):
    is_looking = YesNo(default=False, help_text="For a partner, at an event of pairs.")


class OneRegistration(One):
    """How registration for an event stands, and what it is for the asker."""

    answer = RegistrationShape

    def find(self, slug: str) -> dict[str, Any]:
        return panel(event_or_404(slug), oneself(self.request))


class RegistrationDeed(ClubDeed):
    """What a player does about the own registration. It asks no more than the scope of a player."""

    answer = RegistrationShape
    scope = Scope.REPORT

    def by(self, key: uuid.UUID) -> By:
        return By(oneself(self.request), Source.API, key)

    def locked(self, slug: str) -> Event:
        journal.lock_event(event_or_404(slug).pk)
        found = event_or_404(slug)
        if not hasattr(found, "registration"):
            raise Http404
        return found

    def seen(self, thing: Event) -> Any:
        return self.show(panel(thing, oneself(self.request)))


class SignUp(RegistrationDeed):
    """Register the account's player."""

    body = SignUpShape

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        player = oneself(self.request).player
        if player is None:
            raise NotAllowed("This account has no player yet. Join a club first.")
        places.sign_up(thing.pk, [player], by=self.by(key), is_looking=data["is_looking"])
        return panel(event_or_404(thing.slug), oneself(self.request))


class Withdraw(RegistrationDeed):
    """Give the place up, or the place in line."""

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        player = oneself(self.request).player
        found = looks.own_registration(thing, player) if player else None
        if found is None:
            raise Http404
        places.withdraw(found.pk, player=player, by=self.by(key), seen=found.revision)
        return panel(event_or_404(thing.slug), oneself(self.request))


def oneself(request: Request) -> Actor:
    """Nothing here is about others, so the account itself may ask, whatever its token is for."""
    return Actor(account_of(request), player_of(request))


def panel(event: Event, actor: Actor) -> dict[str, Any]:
    found = looks.panel_of(event, actor)
    if found is None:
        raise Http404
    mine = found.mine and {
        "state": found.mine.state, "line": found.line, "partner": found.partner, "is_looking": found.mine.is_looking,
    }  # fmt: skip
    return {
        "stand": found.stand.value, "opens_at": found.terms.opens_at, "closes_at": found.terms.closes_at,
        "capacity": found.terms.capacity, "taken": found.taken, "waiting": found.waiting, "mine": mine,
    }  # fmt: skip
