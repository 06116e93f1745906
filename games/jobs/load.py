"""Work that can wait gives way to people who wait, where one process does both (`manage.py serve`)."""

from collections.abc import Callable

Seconds = float
MOMENT: Seconds = 2
"""How long work gives way. The sweep does some of it however long the rush lasts."""


def _nobody() -> bool:
    return False


_people_wait: Callable[[], bool] = _nobody


def watch(people_wait: Callable[[], bool]) -> None:
    """From now on ask this whether requests of people wait for their turn here. It is asked in any thread."""
    global _people_wait
    _people_wait = people_wait


def is_busy() -> bool:
    return _people_wait()
