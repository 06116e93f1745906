"""Events that take registrations, members with accounts who register, and what must always be true of the line."""

import datetime
from typing import Any

from django.utils import timezone

from games.accounts.models import Player, User
from tests.cast import context_of, make_event, make_user
from tournaments.clubs.models import Club, Membership, Role
from tournaments.events.models import Event
from tournaments.registration.models import Registration, RegistrationTerms
from tournaments.registration.spots import sign_up
from tournaments.registration.terms import Terms, set_terms

State = Registration.State
HOUR = datetime.timedelta(hours=1)


def member(club: Club, name: str, role: Role = Role.MEMBER) -> User:
    user = make_user(name)
    Membership.objects.create(club=club, player=user.player, role=role)
    return user


def known(club: Club, *names: str) -> list[Player]:
    """Members without an account."""
    found = Player.objects.bulk_create(Player(name=name) for name in names)
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in found)
    return found


def taking(club: Club, olga: User, places: int | None = None, format_key: str = "progressive", **more: Any) -> Event:
    """An event whose registration is open for another hour."""
    event = make_event(club, olga, format_key, name=more.pop("name", "Thursday night"), fee=more.pop("fee", 0))
    change_terms(event, olga, capacity=places, **more)
    return event


def change_terms(event: Event, olga: User, **changed: Any) -> RegistrationTerms:
    now, before = timezone.now(), RegistrationTerms.objects.filter(event=event).first()
    fields: dict[str, Any] = {"opens_at": now - HOUR, "closes_at": now + HOUR, "capacity": None, "for_guests": False}
    if before:
        fields = {name: getattr(before, name) for name in fields}
    return set_terms(
        event.pk, Terms(**fields | changed), context=context_of(olga), expected_version=before.revision if before else 0
    )


def register(event: Event, user: User, **more: Any) -> Registration:
    return sign_up(event.pk, [user.player], context=context_of(user), **more)


def line(event: Event) -> list[tuple[str, str]]:
    """Everyone in line, in order, with the state."""
    rows = event.registrations.filter(state__in=Registration.LIVE).prefetch_related("people__player").order_by("number")
    return [(row.name, str(row.state)) for row in rows]


def names_in(event: Event, state: str) -> list[str]:
    return [name for name, found in line(event) if found == state]


def playing(event: Event) -> list[str]:
    """The names of all entries that have not left."""
    return sorted(entry.name for entry in event.entries.exclude(status="dropped").prefetch_related("lineup__player"))
