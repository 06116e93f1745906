"""Every timer of the site, on one page.

No timer decides anything: each wakes a function that reads from the database what is still to do.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Timer:
    task: str
    every_seconds: float
    why: str


TIMERS = (Timer("tournaments.tasks.sweep", 15, "finishes whatever a lost message or a dead worker left undone"),)


def beat_schedule() -> dict[str, dict[str, Any]]:
    return {
        timer.task: {
            "task": timer.task,
            "schedule": timer.every_seconds,
            # With no worker running the calls must not pile up: the next one does the same work.
            "options": {"expires": timer.every_seconds},
        }
        for timer in TIMERS
    }
