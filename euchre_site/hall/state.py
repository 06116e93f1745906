"""Whether this process serves a hall, and at which address phones reach it now.

Of the phones nothing is kept but when the last one asked for something, in memory alone.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.utils import timezone

from euchre_site.hall import addresses
from euchre_site.hall.addresses import Ip, Own
from games.live import register_topic
from games.live.bus import bus
from games.qr import qr_picture

LOOK_SECONDS = 5.0
"""How often this computer is asked for its addresses: another one was given to it while people play."""
HERE = ("localhost", "127.0.0.1", "[::1]")
TOPIC = "hall:1"


class Hall:
    """A site that listens on `port` of the address `listening`.

    candidates: addresses at which it answers, the best first; best: the one that it names to phones, None while there
    is no network. former, moved_at: the one that it named before, and since when it names another ("" and None while
    that never happened). reached_at: when a phone last got through to the present one. version: rises with each change
    of these that a page should show.
    """

    def __init__(self, listening: str, port: int, look: Callable[[], list[Own]] = addresses.look) -> None:
        self.listening, self.port = listening, port
        self.candidates: tuple[Own, ...] = ()
        self.best: Own | None = None
        self.former = ""
        self.moved_at: datetime | None = None
        self.reached_at: datetime | None = None
        # Pages that were open before a restart shall hear of what is new as well.
        self.version = int(time.time())
        self._look, self._lock, self._last = look, threading.Lock(), ""
        self._own: frozenset[Ip] = frozenset()
        self._given = [host for host in settings.ALLOWED_HOSTS if host != "*"]

    @property
    def address(self) -> str:
        return self.address_of(self.best) if self.best else ""

    @property
    def local_address(self) -> str:
        """For a browser on this computer. What is sent there goes through no network, and counts as safe."""
        there = ip_address(self.listening)
        if there.is_unspecified or there.is_loopback:
            return self._at("localhost" if there.version == 4 else "[::1]")
        return self.address

    @property
    def picture(self) -> str:
        return qr_picture(self.address)

    @property
    def others(self) -> list[str]:
        """Where it answers besides, the likelier first."""
        return [self.address_of(own) for own in self.candidates if own != self.best]

    def address_of(self, own: Own) -> str:
        return self._at(own.host)

    def _at(self, host: str) -> str:
        return f"http://{host}/" if self.port == 80 else f"http://{host}:{self.port}/"

    def address_for(self, arrived_at: str) -> str:
        """For a phone whose connection arrived at this address of ours: what leads there once leads there again."""
        arrived = (self.address_of(own) for own in self.candidates if str(own.ip) == arrived_at)
        return next(arrived, self.address)

    def knows_number(self, host: str) -> bool:
        """Whether that is an address of this computer as a browser writes it."""
        return any(own.host == host for own in self.candidates)

    def is_here(self, client: str) -> bool:
        """Whether a request from there comes from this very computer."""
        try:
            ip = ip_address(client)
        except ValueError:
            return False
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
            ip = ip.ipv4_mapped
        return ip.is_loopback or ip in self._own

    def note_phone(self) -> None:
        """Another device got through."""
        is_news, self.reached_at = self.reached_at is None, timezone.now()
        if is_news:
            self._tell()

    def look_again(self) -> bool:
        """Ask for this computer's addresses, and answer at those. Returns whether phones have to use another one."""
        addresses_now = self._look()
        candidates = addresses.best_first(addresses_now, self.listening)
        best = candidates[0] if candidates else None
        # Another network that comes up is no reason to send everyone elsewhere.
        still = next((own for own in candidates if self.best and own.ip == self.best.ip), None)
        if best and still and still.kind == best.kind:
            best = still
        self._own = frozenset(own.ip for own in addresses_now)
        if (candidates, best) == (self.candidates, self.best):
            return False
        settings.ALLOWED_HOSTS = list(dict.fromkeys([*HERE, *self._given, *(own.host for own in candidates)]))
        self.candidates, self.best = candidates, best
        has_moved = bool(best) and self._last not in ("", self.address)
        if has_moved:
            self.former, self.moved_at, self.reached_at = self._last, timezone.now(), None
        is_first, self._last = not self._last, self.address or self._last
        self._tell()
        return has_moved or (is_first and bool(best))

    def _tell(self) -> None:
        with self._lock:
            self.version = max(self.version + 1, int(time.time()))
            version = self.version
        bus().publish(TOPIC, version)


_open: Hall | None = None


def current() -> Hall | None:
    """None in every other mode."""
    return _open


@contextlib.contextmanager
def opened(hall: Hall) -> Iterator[Hall]:
    """This process serves a hall for as long as the block runs. Begin it before the application is loaded."""
    global _open
    given = settings.ALLOWED_HOSTS
    hall.look_again()
    _open = hall
    try:
        yield hall
    finally:
        _open = None
        settings.ALLOWED_HOSTS = given


@contextlib.contextmanager
def watched(hall: Hall, on_change: Callable[[], None]) -> Iterator[None]:
    """Notices, for as long as the block runs, that phones have to use another address. `on_change` says so."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(LOOK_SECONDS):
            if hall.look_again():
                on_change()

    thread = threading.Thread(target=watch, name="hall", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _version(user: Any, ident: str) -> int | None:
    return _open.version if _open else None


register_topic("hall", _version)
