"""Slow work of one kind, a little at a time: waiting for others outside must not hold up the tables."""

import threading
import time
from collections.abc import Callable

from games.jobs.enqueuing import enqueue_on_commit

Seconds = float
TIME_BOX: Seconds = 20.0
"""After it other work has its turn."""


class TimeBoxedWorker:
    """In each process one thread is at it. task: the path of the one that goes on with it."""

    def __init__(self, task: str) -> None:
        self._task = task
        self._one_at_a_time = threading.Lock()

    def run(self, is_due: Callable[[], bool], do_one: Callable[[], bool], seconds: Seconds) -> int:
        """Do one after the other as long as that says there was one, and the time lasts; a wake-up asks for the rest.
        How many were done: none where another thread of this process is at it already."""
        done, until = 0, time.monotonic() + seconds
        # Ask again after letting go: a job queued in the meantime found this one running and went away.
        while is_due() and self._one_at_a_time.acquire(blocking=False):
            try:
                while do_one():
                    done += 1
                    if time.monotonic() > until:
                        enqueue_on_commit(self._task)
                        return done
            finally:
                self._one_at_a_time.release()
        return done
