"""Talk with another machine that ends in time, however slowly it answers. Knows neither HTTP nor the database."""

import io
import queue
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def seconds_left(deadline: float) -> float:
    """Until a moment of `time.monotonic`. TimeoutError when it has passed."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def within(seconds: float, ask: Callable[[], T]) -> T:
    """What `ask` returns or raises. TimeoutError when it takes longer; what comes later is ignored. For the system's
    resolver, which has no deadline: it asks in another thread."""
    answers: queue.SimpleQueue[tuple[T | None, Exception | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put((ask(), None))
        except Exception as error:
            answers.put((None, error))

    threading.Thread(target=run, name="lookup", daemon=True).start()
    try:
        answer, error = answers.get(timeout=max(seconds, 0.001))
    except queue.Empty:
        raise TimeoutError("the name servers did not answer in time") from None
    if error is not None:
        raise error
    return answer  # type: ignore[return-value]  # there is one where there is no error


class TimedStream:
    """As much of a socket as `http.client` needs. Every call gets what is left of the whole time, so a machine that
    sends a byte now and then gains nothing. After a maximum of bytes the answer is over, whatever else would come."""

    def __init__(self, connection: socket.socket, deadline: float, most: int) -> None:
        self._connection = connection
        self._deadline = deadline
        self._most = most

    def sendall(self, data: Any) -> None:
        rest = memoryview(data)
        while rest:
            self._connection.settimeout(seconds_left(self._deadline))
            rest = rest[self._connection.send(rest) :]

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self._connection, self._deadline, self._most), buffer_size=512)

    def close(self) -> None:
        """Nothing: `http.client` closes before the answer is read. Whoever made the connection closes it."""


class _Reader(io.RawIOBase):
    def __init__(self, connection: socket.socket, deadline: float, most: int) -> None:
        self._connection = connection
        self._deadline = deadline
        self._may_read = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        most = min(len(buffer), self._may_read)
        if most == 0:
            return 0
        self._connection.settimeout(seconds_left(self._deadline))
        count = self._connection.recv_into(memoryview(buffer)[:most])
        self._may_read -= count
        return count
