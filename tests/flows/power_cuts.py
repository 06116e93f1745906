"""A process that is killed while people are sending, and started again."""

import threading
import time
from typing import Any


class Quiet:
    def __enter__(self) -> None: ...

    def __exit__(self, *exc: object) -> None: ...


class PowerCut:
    """Kills processes when so many writes are on their way, and starts them again; and kills the next when a few of
    those who wait have been answered, until nobody waits."""

    def __init__(self, night: Any, after: int, *victims: tuple[str, ...]) -> None:
        self.night, self.after, self.victims = night, after, victims
        self.writes = 0
        self.moment, self.over = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._strike)

    def __enter__(self) -> None:
        self.night.tally.on_write = self._count
        self.thread.start()

    def __exit__(self, *exc: object) -> None:
        self.night.tally.on_write = _nothing
        self.over.set()
        self.moment.set()
        self.thread.join()

    def _count(self) -> None:
        self.writes += 1
        if self.writes >= self.after:
            self.moment.set()

    def _strike(self) -> None:
        self.moment.wait()
        first, *others = self.victims
        self._cut(first)
        for names in others:
            enough = len(self.night.acknowledged) + self.night.chance.randint(2, 8)
            while len(self.night.acknowledged) < enough and not self.over.wait(0.01):
                pass
            if self.over.is_set():
                return
            self._cut(names)

    def _cut(self, names: tuple[str, ...]) -> None:
        time.sleep(self.night.chance.random() * 0.05)
        began = time.monotonic()
        for name in names:
            self.night.site.kill(name)
        self.night.site.start(*names)
        self.night.outages.append(time.monotonic() - began)
        self.night.tally.add(f"{' and '.join(names)} killed")


def _nothing() -> None: ...
