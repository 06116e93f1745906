"""The examples of the API's schema (games/api/examples.json): what the cast's programs sent and were answered, and what
webhooks sent, on an evening and with chances that are always the same. `golden.py` writes them."""

import datetime
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection, transaction
from django.test import AsyncClient
from django.test.utils import setup_test_environment
from django.utils import timezone

from games.accounts.models import Player
from games.api.schema import EXAMPLES, recorded_examples
from games.tables.models import Visibility
from tests.games.live.streams import SSE
from tests.tournaments.api import golden
from tests.tournaments.api.cast import Cast
from tests.tournaments.api.conftest import make_cast
from tests.tournaments.api.happenings import send_everything
from tests.tournaments.api.program import ROOT, Program
from tests.tournaments.api.requests import WRITES, event
from tournaments.clubs.models import Venue
from tournaments.happenings.stream import listen, number_new

EVENING = datetime.datetime(2026, 11, 20, 0, 30, tzinfo=datetime.UTC)
"""A Thursday, 7:30 PM in Detroit."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
HOST = "https://euchre.example"
ROWS = 2
"""Of a list that has pages."""
READERS = {
    "/me/": "player",
    "/me/matches/": "player",
    "/events/{slug}/my-seat/": "player",
    "/events/{slug}/registration/": "member",
    "/tables/{code}/": "member",
}
"""Who asks for what is about the asker; the owner asks for everything else."""


def of_winner(what: str) -> Callable[[Cast], str]:
    return lambda cast: f"/players/{Player.objects.filter(awards__isnull=False).order_by('pk')[0].pk}/{what}"


FULLER: dict[str, Callable[[Cast], str]] = {
    "/events/{slug}/export/": lambda cast: f"{event(cast.scene.ended)}export/",
    "/events/{slug}/prizes/": lambda cast: f"{event(cast.scene.won)}prizes/",
    "/events/{slug}/standings/": lambda cast: f"{event(cast.scene.ended)}standings/",
    **{f"/players/{{id}}/{what}": of_winner(what) for what in ("", "achievements/", "matches/", "ratings/")},
}
"""Addresses that show more than those of the cast."""


class StoppedTime(datetime.datetime):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:
        return EVENING.astimezone(tz)


@contextmanager
def always_the_same() -> Iterator[None]:
    chance, numbers = Random(34), Random(35)
    secrets = {
        "token_bytes": chance.randbytes,
        "token_hex": lambda size: chance.randbytes(size).hex(),
        "token_urlsafe": lambda size: "".join(chance.choices(LETTERS, k=size * 4 // 3)),
        "randbelow": chance.randrange,
        "SystemRandom": lambda: chance,
    }
    # Not `timezone.now`: models hold that function as their default.
    with (
        mock.patch.object(timezone, "datetime", StoppedTime),
        mock.patch.multiple("secrets", **secrets),
        mock.patch.object(os, "urandom", numbers.randbytes),  # of which uuid4 makes its numbers
    ):
        yield


def write() -> None:
    """In a database of its own."""
    setup_test_environment()
    settings.RIGHT_BOWER_HOME.mkdir(mode=0o700, exist_ok=True)
    try:
        connection.creation.create_test_db(verbosity=0)
        with always_the_same(), transaction.atomic():
            # The first of each type: a result before it was corrected.
            found = {body["type"].replace(".", "_"): {"request": body} for body in reversed(send_everything())}
            transaction.set_rollback(True)
        with always_the_same(), transaction.atomic():
            found |= recorded(cast_with_more())
            transaction.set_rollback(True)
        connection.close()
    finally:
        shutil.rmtree(settings.RIGHT_BOWER_HOME)
    EXAMPLES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    recorded_examples.cache_clear()


def cast_with_more() -> Cast:
    """With a venue, dollars and a public table."""
    cast = make_cast()
    club = cast.scene.club
    club.currency = "USD"
    club.save()
    Venue.objects.create(club=club, name="Elm Street Hall", address="12 Elm Street")
    cast.waiting.visibility = Visibility.PUBLIC
    cast.waiting.save()
    return cast


def recorded(cast: Cast) -> dict[str, dict[str, Any]]:
    """Operation → the answer, and what was sent for it. What one request does is undone before the next."""
    found = {}
    for path, operations in golden.schema()["paths"].items():
        for method, operation in operations.items():
            with transaction.atomic():
                found[operation["operationId"]] = exchange(cast, path.removeprefix(ROOT), method, operation)
                transaction.set_rollback(True)
    return found


def exchange(cast: Cast, path: str, method: str, operation: Any) -> dict[str, Any]:
    if "/happenings/" in path:
        return {"answer": happenings_of(cast, path)}
    if method == "get":
        address = FULLER[path](cast) if path in FULLER else path.format(**cast.parts(path))
        has_pages = any(parameter["name"] == "limit" for parameter in operation.get("parameters", ()))
        answer = cast.programs[READERS.get(path, "owner")].get(f"{address}?limit={ROWS}" if has_pages else address)
        return {"answer": shown(answer)}
    write = WRITES[path](cast)
    program = cast.programs[write.role]
    seen = program.version(write.thing) if write.thing else None
    return {"request": write.body, "answer": shown(program.post(write.path, write.body, seen=seen))}


def happenings_of(cast: Cast, path: str) -> Any:
    """A round is closed, and a score of it corrected: as a list, or as the text of a stream."""
    club, owner = cast.scene.club, cast.programs["owner"]
    listen(club)
    for write in (WRITES[f"/events/{{slug}}/{what}/"](cast) for what in ("rounds/{id}/close", "matches/{id}/correct")):
        shown(owner.post(write.path, write.body, seen=owner.version(write.thing)))
    number_new()
    address = path.format(slug=club.slug)
    return streamed(owner, address) if path.endswith("/stream/") else shown(owner.get(f"{address}?after=0"))


@async_to_sync
async def streamed(program: Program, address: str) -> str:
    """What comes first: how soon to come back, and two happenings."""
    answer: Any = await AsyncClient().get(f"{ROOT}{address}?after=0", headers=program.headers | SSE)
    parts = aiter(answer.streaming_content)
    return "".join([(await anext(parts)).decode() for _ in range(3)])


def shown(answer: Any) -> Any:
    assert answer.status_code in (200, 201), answer.content
    return json.loads(answer.content.decode().replace("http://testserver", HOST))
