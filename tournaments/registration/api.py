"""Registering for an event: its state, and the player's own place in it."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.models import Scope
from games.api.authentication import account_of, player_of
from games.api.frame import DetailEndpoint
from games.api.serializers import StrictSerializer, YesNo
from tournaments.api_requests import ClubWrite, event_or_404
from tournaments.commands import lock_event
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import Actor
from tournaments.registration import selectors, spots
from tournaments.registration.models import Registration
from tournaments.results.models import Channel


class OwnRegistrationSerializer(StrictSerializer):
    state = serializers.ChoiceField(Registration.State.choices)
    line = serializers.IntegerField(help_text="Where on the waiting list, from 1; 0: not on it.")
    partner = serializers.CharField()
    is_looking = serializers.BooleanField()


class RegistrationSerializer(StrictSerializer):
    stand = serializers.ChoiceField([stand.value for stand in selectors.Stand])
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True, help_text="Entries; none: no limit.")
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    mine = OwnRegistrationSerializer(allow_null=True, help_text="The asker's own.")


class SignUpSerializer(StrictSerializer):
    is_looking = YesNo(default=False, help_text="For a partner, at an event of pairs.")


class RegistrationDetail(DetailEndpoint):
    """The state of registration for an event, and what it is for the asker."""

    summary = "Show an event's registration"
    answer = RegistrationSerializer

    def find(self, slug: str) -> dict[str, Any]:
        return panel(event_or_404(slug), oneself(self.request))


class RegistrationWrite(ClubWrite):
    """What a player does about their own registration. It needs no more than the scope of a player."""

    answer = RegistrationSerializer
    scope = Scope.REPORT

    def context_of(self, key: uuid.UUID) -> Context:
        return Context(oneself(self.request), Channel.API, key)

    def locked(self, slug: str) -> Event:
        lock_event(event_or_404(slug).pk)
        event = event_or_404(slug)
        if not hasattr(event, "registration"):
            raise Http404
        return event

    def seen(self, thing: Event) -> Any:
        return self.show(panel(thing, oneself(self.request)))


class SignUp(RegistrationWrite):
    """Register the account's player."""

    summary = "Sign up for an event"
    body = SignUpSerializer

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        player = oneself(self.request).player
        if player is None:
            raise NotAllowed("Your account isn’t linked to a player yet. Join a club first.")
        spots.sign_up(thing.pk, [player], context=self.context_of(key), is_looking=data["is_looking"])
        return panel(event_or_404(thing.slug), oneself(self.request))


class Withdraw(RegistrationWrite):
    """Give the place up, or the place in line."""

    summary = "Withdraw from an event"

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        player = oneself(self.request).player
        registration = selectors.own_registration(thing, player) if player else None
        if registration is None:
            raise Http404
        spots.withdraw(
            registration.pk, player=player, context=self.context_of(key), expected_version=registration.revision
        )
        return panel(event_or_404(thing.slug), oneself(self.request))


def oneself(request: Request) -> Actor:
    """The account itself may ask, whatever its token is for, because nothing here is about others."""
    return Actor(account_of(request), player_of(request))


def panel(event: Event, actor: Actor) -> dict[str, Any]:
    shown = selectors.panel_of(event, actor)
    if shown is None:
        raise Http404
    mine = shown.mine and {
        "state": shown.mine.state,
        "line": shown.line,
        "partner": shown.partner,
        "is_looking": shown.mine.is_looking,
    }
    return {
        "stand": shown.stand.value,
        "opens_at": shown.terms.opens_at,
        "closes_at": shown.terms.closes_at,
        "capacity": shown.terms.capacity,
        "taken": shown.taken,
        "waiting": shown.waiting,
        "mine": mine,
    }
