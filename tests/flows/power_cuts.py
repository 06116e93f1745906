"""A process that is killed while people are sending, and started again."""

import threading
import time
from typing import Any


class Quiet:
    def __enter__(self) -> None: ...

    def __exit__(self, *exc: object) -> None: ...


class PowerCut:
    """Kills processes when so many writes are on their way, and starts them again."""

    def __init__(self, night: Any, after: int, *names: str) -> None:
        self.night, self.after, self.names = night, after, names
        self.writes = 0
        self.moment = threading.Event()
        self.thread = threading.Thread(target=self._strike)

    def __enter__(self) -> None:
        self.night.tally.on_write = self._count
        self.thread.start()

    def __exit__(self, *exc: object) -> None:
        self.night.tally.on_write = _nothing
        self.moment.set()
        self.thread.join()

    def _count(self) -> None:
        self.writes += 1
        if self.writes >= self.after:
            self.moment.set()

    def _strike(self) -> None:
        self.moment.wait()
        time.sleep(self.night.chance.random() * 0.05)
        began = time.monotonic()
        for name in self.names:
            self.night.site.kill(name)
        self.night.site.start(*self.names)
        self.night.outages.append(time.monotonic() - began)
        self.night.tally.add(f"{' and '.join(self.names)} killed")


def _nothing() -> None: ...
