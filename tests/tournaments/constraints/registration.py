"""Rows of registrations that a constraint has to refuse, or that `verify` has to find."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.cast import Table
from tests.tournaments.constraints.league import again
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.registration.models import PartnerAsk, RegisteredPlayer, Registration, RegistrationTerms


def entry(table: Table) -> Entry:
    return table.event.entries.get(number=1)


def terms(table: Table, **fields: Any) -> RegistrationTerms:
    return RegistrationTerms.objects.create(event=table.event, **fields)


def registration(table: Table, **changed: Any) -> Registration:
    return Registration.objects.create(**{"event": table.event, "number": 1, "state": "single"} | changed)


def person(table: Table, **changed: Any) -> RegisteredPlayer:
    about = {"event": table.event, "registration": registration(table), "player": table.pam}
    return RegisteredPlayer.objects.create(**about | changed)


def ask(table: Table, **changed: Any) -> PartnerAsk:
    about = {"event": table.event, "registration": registration(table), "asker": table.pam, "asked": table.quinn}
    return PartnerAsk.objects.create(**about | {"journal": AuditLogEntry.objects.all()[0]} | changed)


PLANTED = {
    "registration_closes_after_it_opens": lambda t: terms(
        t, opens_at=timezone.now(), closes_at=timezone.now() - timedelta(hours=1)
    ),
    "registration_has_a_place": lambda t: terms(t, capacity=0),
    "registration_number_once_per_event": lambda t: again(registration(t)),
    "registration_number_from_one": lambda t: registration(t, number=0),
    "confirmed_registration_has_an_entry": lambda t: registration(t, state="confirmed"),
    "only_a_single_looks": lambda t: registration(t, state="waiting", is_looking=True),
    "one_registration_per_entry": lambda t: again(registration(t, state="confirmed", entry=entry(t)), number=2),
    "one_live_registration_per_player": lambda t: again(person(t), registration=registration(t, number=2)),
    "one_player_per_registered_chair": lambda t: again(person(t), player=t.quinn),
    "one_open_ask_at_a_time": lambda t: again(ask(t), asked=t.ann),
    "nobody_asks_herself": lambda t: ask(t, asked=t.pam),
    "ask_state_known": lambda t: ask(t, state="bored"),
}
HALVES = [
    lambda t: terms(t, closes_at=timezone.now()),
    lambda t: registration(t, state="waiting", entry=entry(t)),
    lambda t: registration(t, state="bored"),
]
"""The other halves of these rules."""


def one_too_many(table: Table) -> None:
    terms(table, capacity=1)
    for number, one in enumerate(table.event.entries.order_by("number")[:2], start=1):
        registration(table, number=number, state="confirmed", entry=one)


def given_up(table: Table) -> None:
    registration(table, state="confirmed", entry=entry(table))
    entry(table).lineup.update(is_active=False)


VIOLATIONS: dict[str, list[tuple[Callable[[Table], object], str]]] = {
    "registrations_are_in_line": [
        (lambda t: registration(t, number=3), "numbered [3]"),
        (registration, "single with 0 players"),
    ],
    "no_more_are_confirmed_than_there_are_places": [(one_too_many, "not so many places")],
    "confirmed_play_for_their_entries": [(given_up, "its entry was given up")],
}
