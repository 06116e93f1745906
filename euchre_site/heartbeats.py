"""Rows that say when the timers and a worker were last seen at work, so that any process can show it."""

import logging
import time
from typing import Any

from celery import signals
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from euchre_site.beat import TIMERS

log = logging.getLogger(__name__)

WORKER, CLOCK = "worker", "timers"
EVERY_SECONDS = 10.0
_last: dict[str, float] = {}
_TIMED = {timer.task for timer in TIMERS}


def connect() -> None:
    """Called once by the app. Only timers send their tasks, so a task that is sent shows that they run."""
    signals.task_postrun.connect(worker_works, dispatch_uid="heartbeat of a worker")
    signals.before_task_publish.connect(clock_ticks, dispatch_uid="heartbeat of the timers")


def worker_works(**about: Any) -> None:
    _beat(WORKER)


def clock_ticks(sender: str = "", **about: Any) -> None:
    if sender in _TIMED and _beat(CLOCK):
        close_old_connections()


def _beat(part: str) -> bool:
    """At most every few seconds of a process. A database that is away is not this function's affair."""
    from tournaments.rewards.models import Heartbeat

    now = time.monotonic()
    if now - _last.get(part, -EVERY_SECONDS) < EVERY_SECONDS:
        return False
    _last[part] = now
    try:
        Heartbeat.objects.update_or_create(part=part, defaults={"at": timezone.now()})
    except DatabaseError:
        log.warning("the heartbeat of the %s could not be written", part)
        return False
    return True
