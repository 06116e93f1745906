"""Remembers for a moment that a service did not answer, so that one request never waits for it twice: it's open."""

import time


class CircuitBreaker:
    def __init__(self, seconds: float = 2.0) -> None:
        self._seconds = seconds
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self._until

    def open(self) -> None:
        self._until = time.monotonic() + self._seconds

    def close(self) -> None:
        self._until = 0.0
