"""Streams through the whole application: many share a few threads, and wait without a database connection."""

import asyncio
import threading
from typing import Any

import pytest
from django.db import connection

from euchre_site.priority_asgi import PriorityHandler
from games.accounts.models import User
from tests.euchre_site.test_turns import Request
from tests.tournaments.api.program import ROOT, Program
from tests.tournaments.happenings.scenes import happen
from tournaments.clubs.models import Club
from tournaments.happenings.stream import listen

STREAMS = 40


def connections_open() -> int:
    """Of others than this one, to this database; none can be counted on SQLite."""
    if connection.vendor == "sqlite":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_many_share_a_few_threads_and_hold_no_connection(club: Club, olga: User) -> None:
    happen(listen(club))
    token = Program(olga).token.encode()
    headers = ((b"accept", b"text/event-stream"), (b"authorization", b"Bearer " + token))
    before = threading.active_count(), connections_open()

    async def crowd() -> tuple[int, list[str], list[Any]]:
        application = PriorityHandler()
        address = f"{ROOT}/clubs/{club.slug}/happenings/stream/"
        requests = [Request(application, address, "GET", *headers, query=b"after=0") for _ in range(STREAMS)]
        async with asyncio.timeout(60):
            while not all("id: 1" in request.text for request in requests):
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.5)  # they have read again, and wait
        threads, held = threading.active_count() - before[0], await asyncio.to_thread(_held)
        assert held <= before[1] + 2, "a connection for each ear at most"
        for request in requests:
            request.hung_up.set()
        await asyncio.gather(*(request.task for request in requests))
        return threads, [request.text for request in requests], [request.sent[0] for request in requests]

    # Not async_to_sync: under it everything would run in this very thread.
    threads, texts, starts = asyncio.run(crowd())
    assert threads <= 10
    assert {text.count("id: 1") for text in texts} == {1}
    assert {start["status"] for start in starts} == {200}


def _held() -> int:
    try:
        return connections_open()
    finally:
        connection.close()
