"""Enqueuing on commit: runs after it, wakes a real worker, and never costs the request more than a second."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from celery import shared_task
from django.db import connection, transaction

from games.jobs import enqueuing
from games.jobs.outage import CircuitBreaker
from tests.processes import run_python

heard: list[tuple[int, str]] = []


@shared_task(name="tests.games.jobs.test_enqueuing.listen")
def listen(number: int) -> None:
    heard.append((number, threading.current_thread().name))


@pytest.fixture(autouse=True)
def silence() -> None:
    heard.clear()


@pytest.mark.django_db(transaction=True)
class TestRing:
    def test_wakes_a_worker_in_another_thread(self, worker: None, wait_until: Any) -> None:
        enqueuing.enqueue_on_commit(listen, 7)
        wait_until(lambda: heard)
        [(number, thread)] = heard
        assert number == 7
        assert thread != threading.current_thread().name

    def test_takes_the_path_of_a_task(self, worker: None, wait_until: Any) -> None:
        enqueuing.enqueue_on_commit("tests.games.jobs.test_enqueuing.listen", 8)
        wait_until(lambda: heard)

    def test_waits_for_the_commit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        sent: list[Any] = []
        monkeypatch.setattr(listen, "apply_async", lambda **message: sent.append(message["args"]))
        with transaction.atomic():
            enqueuing.enqueue_on_commit(listen, 7)
            assert sent == []
        assert sent == [(7,)]
        with transaction.atomic():
            enqueuing.enqueue_on_commit(listen, 8)
            transaction.set_rollback(True)
        assert sent == [(7,)]

    def test_never_raises_into_the_request(self) -> None:
        with transaction.atomic():
            enqueuing.enqueue_on_commit("tests.nowhere.at_all", 7)
        assert not connection.in_atomic_block


def test_outage_is_remembered_and_ends() -> None:
    outage = CircuitBreaker(seconds=0.05)
    assert not outage.is_open
    outage.open()
    assert outage.is_open
    time.sleep(0.06)
    assert not outage.is_open
    outage.open()
    outage.close()
    assert not outage.is_open


# 127.0.0.1:1 refuses at once; 192.0.2.1 is reserved for documentation and never answers.
@pytest.mark.slow
@pytest.mark.parametrize("address", ["127.0.0.1:1", "192.0.2.1:6379"])
@pytest.mark.heavy
def test_request_succeeds_within_a_second_with_the_broker_away(address: str, data_folder: Path) -> None:
    program = """
import time, django
django.setup()
from django.core.cache import cache
from games.jobs.enqueuing import enqueue_on_commit
from games.live import publish
from tournaments.tasks import sweep
began = time.monotonic()
for _ in range(5):
    enqueue_on_commit(sweep)
print(time.monotonic() - began)
began = time.monotonic()
for version in range(5):
    publish("event:1", version)
print(time.monotonic() - began)
began = time.monotonic()
cache.set("a", 1)
assert cache.get("a", 2) == 2 and cache.incr("n") == 1 and cache.get_many(["a"]) == {}
print(time.monotonic() - began)
"""
    done = run_python(
        "-c",
        program,
        DJANGO_SETTINGS_MODULE="euchre_site.settings",
        RIGHT_BOWER_HOME=str(data_folder),
        REDIS_URL=f"redis://:hush@{address}/0",
    )
    assert done.returncode == 0, done.stderr
    assert "left to the sweeper" in done.stderr
    assert "hush" not in done.stderr
    assert all(float(seconds) < 1 for seconds in done.stdout.split()), done.stdout
