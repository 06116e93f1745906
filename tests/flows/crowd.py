"""Many at the same moment: threads that start their calls together, and what they were answered."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, connections

from euchre_site.celery import app
from games.engine.errors import RuleError
from games.errors import CommandError
from tournaments import commands
from tournaments.jackpots import periods

Outcome = object
Call = Callable[[], object]


class Crowd:
    """Threads that start their calls at the same moment, each on a database connection of its own."""

    def __init__(self, size: int) -> None:
        self.barrier = threading.Barrier(size)
        self.asked: list[queue.SimpleQueue[Call | None]] = [queue.SimpleQueue() for _ in range(size)]
        self.answers: queue.SimpleQueue[tuple[int, Outcome]] = queue.SimpleQueue()
        self.threads = [threading.Thread(target=self._serve, args=(index,)) for index in range(size)]
        for thread in self.threads:
            thread.start()

    def _serve(self, index: int) -> None:
        while call := self.asked[index].get():
            self.barrier.wait(30)
            try:
                answer: Outcome = call()
            except Exception as error:
                answer = error
            self.answers.put((index, answer))
        connections.close_all()

    def race(self, *calls: Call) -> list[Outcome]:
        """What each call returned or raised."""
        for box, call in zip(self.asked, calls, strict=True):
            box.put(call)
        return [answer for _, answer in sorted((self.answers.get(timeout=60) for _ in calls), key=lambda pair: pair[0])]

    def go_home(self) -> None:
        for box in self.asked:
            box.put(None)
        for thread in self.threads:
            thread.join(30)


def errors(outcomes: list[Outcome]) -> list[BaseException]:
    """Server errors: whatever is no refusal in words."""
    return [
        found
        for found in outcomes
        if isinstance(found, BaseException) and not isinstance(found, CommandError | RuleError)
    ]


def refusals(outcomes: list[Outcome]) -> list[type]:
    return [type(found) for found in outcomes if isinstance(found, CommandError | RuleError)]


def done(outcomes: list[Outcome]) -> list[Outcome]:
    return [found for found in outcomes if not isinstance(found, BaseException)]


# -- fixtures (tests/conftest.py makes them known) ---------------------------------------------------------------------


@pytest.fixture
def crowd(request: pytest.FixtureRequest, without_pool: None) -> Iterator[Crowd]:
    """Two, or as many as the test's parameter says."""
    found = Crowd(getattr(request, "param", 2))
    yield found
    found.go_home()
    app.control.purge()  # no worker listened


@pytest.fixture
def without_pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A connection for each client, as many web processes have: the pool of one process is smaller than the crowd."""
    options: dict[str, Any] = connections.settings["default"]["OPTIONS"]
    if "pool" not in options:
        yield
        return
    connections.close_all()  # back to the pool
    monkeypatch.delitem(options, "pool")
    yield
    connections.close_all()


@pytest.fixture
def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lock anywhere. Ask for it before `crowd`, whose connections are opened without IMMEDIATE then."""

    def unlocked(rows: Any) -> Any:
        return rows

    monkeypatch.setattr(commands, "locked", unlocked)
    monkeypatch.setattr(periods, "locked", unlocked)
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")
