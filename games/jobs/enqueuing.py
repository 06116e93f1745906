"""Wakes a worker after commit: `enqueue_on_commit("tournaments.tasks.settle_match_task", match.pk)`.

The row in the database is the queue, so a lost wake-up costs time, never work: with the broker down the
request succeeds and the sweeper's timer finishes what was left. Refuses to raise into a request.
"""

import logging
from typing import Any

from celery import Task
from django.db import transaction
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError as BrokerDown
from redis.exceptions import RedisError

from games.jobs.outage import CircuitBreaker

log = logging.getLogger(__name__)
_outage = CircuitBreaker()


def enqueue_on_commit(task: Task | str, *args: Any, after: float = 0) -> None:
    """Send `task` (or the task at that dotted path) once the open transaction is committed, to be done after a number
    of seconds.

    A path lets commands name a task whose module imports them. Arguments must be JSON: ids, not objects.
    """
    transaction.on_commit(lambda: _send(task, args, after), robust=True)


def _send(task: Task | str, args: tuple[Any, ...], after: float) -> None:
    name = task if isinstance(task, str) else task.name
    if _outage.is_open:
        log.warning("broker still away: %s left to the sweeper", name)
        return
    if isinstance(task, str):
        task = import_string(task)
    try:
        task.apply_async(args=args, countdown=after or None, retry=False, ignore_result=True)
    except (BrokerDown, RedisError, OSError) as error:
        _outage.open()
        # The error's text may hold the broker's address with its password.
        log.warning("broker does not answer (%s): %s left to the sweeper", type(error).__name__, name)
    else:
        _outage.close()
