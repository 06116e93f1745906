"""The whole site in one process: background worker and timers as threads beside the web server.

For one machine. Many processes use Celery's own commands instead; nothing else in the code differs.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from celery import beat, shared_task, signals
from celery.worker import state
from django.core.files import locks
from django.db import close_old_connections
from kombu.exceptions import OperationalError as BrokerDown
from redis.exceptions import RedisError

from euchre_site.celery import app

log = logging.getLogger(__name__)

READY_SECONDS = 1.0
SUCCESS = 0
RESTART_SECONDS = 1.0
STOP_SECONDS = 3.0
ANOTHER = "another process"


class AlreadyRunning(Exception):
    """Another process holds this data folder; says which."""


@contextlib.contextmanager
def hold_lock(folder: Path, address: str) -> Iterator[None]:
    """One server per data folder. The kernel drops the lock with the process, so a killed one leaves none behind."""
    handle = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+", encoding="utf-8") as file:
        if not locks.lock(file, locks.LOCK_EX | locks.LOCK_NB):
            raise AlreadyRunning(_holder(file))
        file.truncate()
        file.write(f"process {os.getpid()}, {address}")
        file.flush()
        yield


def _holder(file: TextIO) -> str:
    """Windows lets nobody read what another process has locked."""
    with contextlib.suppress(OSError):
        return file.read().strip() or ANOTHER
    return ANOTHER


@contextlib.contextmanager
def run_background(*, timers: bool = True) -> Iterator[None]:
    """A real Celery worker, and the timers of beat.py, for as long as the block runs."""
    signals.task_prerun.connect(_renew_connections)
    signals.task_postrun.connect(_renew_connections)
    worker = Worker()
    worker.start()
    # With the broker away it goes on trying while the pages are served.
    worker.is_ready.wait(READY_SECONDS)
    # Nothing on disk: the timers are short and the database says what is due.
    clock = beat.EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler") if timers else None
    if clock:
        clock.daemon = True
        clock.start()
    try:
        yield
    finally:
        if clock:
            clock.service.stop()
        worker.stop()
        if clock:
            clock.join(STOP_SECONDS)
        signals.task_prerun.disconnect(_renew_connections)
        signals.task_postrun.disconnect(_renew_connections)


@shared_task(ignore_result=True)
def wake() -> None:
    """Does nothing: its arrival ends the worker's waiting, two seconds long, for a message."""


class Worker(threading.Thread):
    """Keeps one Celery worker running. Celery's own gives up on some broken connections (seen: Redis restarted while
    an acknowledgement was on its way); as a process it would be started again, as a thread we do that ourselves."""

    def __init__(self) -> None:
        super().__init__(name="worker", daemon=True)
        self.is_ready = threading.Event()
        self._is_stopping = threading.Event()

    def run(self) -> None:
        while True:
            state.should_stop = None
            if self._is_stopping.is_set():
                return
            self._build().start()
            if not self._is_stopping.wait(RESTART_SECONDS):
                log.error("the background worker ended, another one takes over")

    def stop(self) -> None:
        """Take no new task, and wait for those that have begun."""
        self._is_stopping.set()
        # Only the worker's own thread may close its connections, so it is asked, and woken to hear it.
        state.should_stop = SUCCESS
        # Twice, for Celery waits once more after it has decided to stop.
        with contextlib.suppress(BrokerDown, RedisError, OSError):
            wake.apply_async(retry=False, expires=STOP_SECONDS)
            wake.apply_async(retry=False, expires=STOP_SECONDS)
        self.join(STOP_SECONDS)
        if self.is_alive():
            log.warning("the background worker did not stop within %s s", STOP_SECONDS)

    def _build(self) -> Any:
        return app.WorkController(
            pool="threads",
            concurrency=2,
            hostname="embedded@localhost",
            ready_callback=lambda consumer: self.is_ready.set(),
            # The event loop is for pools of processes; with threads it leaves acknowledgements lying.
            use_eventloop=False,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )


def _renew_connections(**kwargs: Any) -> None:
    """Worker threads see no requests, and it is those that make Django let go of stale connections."""
    close_old_connections()
