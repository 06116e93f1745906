"""Calendars as an independent parser reads them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import vobject
from django.test import Client

from tests.tournaments.pages.browsing import Answer, visitor
from tournaments.cups.models import CupMatch
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture


@dataclass(frozen=True)
class Read:
    """A VEVENT. starts_at: in UTC."""

    uid: str
    name: str
    starts_at: datetime
    sequence: int
    changed_at: datetime
    status: str
    where: str
    about: str
    address: str


def read(body: bytes) -> list[Read]:
    """The events of a calendar, in order; the parser refuses what RFC 5545 forbids."""
    text = body.decode()
    lines = text.split("\r\n")
    assert lines[-1] == ""
    assert all(len(line.encode()) <= 75 for line in lines)
    assert not any("\n" in line or "\r" in line for line in lines)
    [found] = list(vobject.readComponents(text))
    assert found.validate(raiseException=True)
    return [_read(one) for one in found.contents.get("vevent", [])]


def ask(path: str, client: Client | None = None, **headers: str) -> Answer:
    return (client or visitor()).get(path, headers=headers)


def read_at(path: str) -> list[Read]:
    response = ask(path)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return read(response.content)


def uid(row: Event | Fixture | CupMatch) -> str:
    kinds = {Event: "event", Fixture: "fixture", CupMatch: "cup-match"}
    return f"{kinds[type(row)]}-{row.pk}@right-bower.invalid"


def by_uid(path: str) -> dict[str, Read]:
    found = read_at(path)
    assert len({one.uid for one in found}) == len(found)
    return {one.uid: one for one in found}


def _read(one: Any) -> Read:
    starts_at, ends_at = one.dtstart.value, one.dtend.value
    assert starts_at.utcoffset().total_seconds() == 0
    assert ends_at > starts_at
    return Read(
        one.uid.value,
        one.summary.value,
        starts_at.astimezone(UTC),
        int(one.sequence.value),
        one.dtstamp.value.astimezone(UTC),
        one.status.value,
        text(one, "location"),
        text(one, "description"),
        one.url.value,
    )


def text(one: Any, name: str) -> str:
    return str(getattr(one, name).value) if name in one.contents else ""
