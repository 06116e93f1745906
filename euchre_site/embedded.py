"""The whole site in one process: background worker and timers as threads beside the web server.

For one machine. Many processes use Celery's own commands instead; nothing else in the code differs.
"""

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from celery import beat, signals
from django.db import close_old_connections

from euchre_site.celery import app

WAIT_SECONDS = 3.0


class AlreadyRunning(Exception):
    """Another process holds this data folder; says which."""


@contextlib.contextmanager
def hold_lock(folder: Path, address: str) -> Iterator[None]:
    """One server per data folder. The kernel drops the lock with the process, so a killed one leaves none behind."""
    handle = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(file.read().strip() or "another process") from None
        file.truncate()
        file.write(f"process {os.getpid()}, {address}")
        file.flush()
        yield


@contextlib.contextmanager
def run_background(*, timers: bool = True) -> Iterator[None]:
    """A real Celery worker, and the timers of beat.py, for as long as the block runs."""
    signals.task_prerun.connect(_renew_connections)
    signals.task_postrun.connect(_renew_connections)
    ready = threading.Event()
    worker = app.WorkController(
        pool="threads",
        concurrency=2,
        hostname="embedded@localhost",
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        ready_callback=lambda consumer: ready.set(),
    )
    # Nothing on disk: the timers are short and the database says what is due.
    clock = beat.EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler") if timers else None
    thread = threading.Thread(target=worker.start, name="worker", daemon=True)
    thread.start()
    # With the broker away it goes on trying while the pages are served.
    ready.wait(WAIT_SECONDS)
    if clock:
        clock.daemon = True
        clock.start()
    try:
        yield
    finally:
        if clock:
            clock.service.stop()
        # Takes no new task and waits for those it has begun.
        worker.stop()
        thread.join(WAIT_SECONDS)
        if clock:
            clock.join(WAIT_SECONDS)
        signals.task_prerun.disconnect(_renew_connections)
        signals.task_postrun.disconnect(_renew_connections)


def _renew_connections(**kwargs: Any) -> None:
    """Worker threads see no requests, and it is those that make Django let go of stale connections."""
    close_old_connections()
