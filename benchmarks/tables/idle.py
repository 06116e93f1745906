"""Cards at one table, one after the other, while many pages are open at another one where nothing happens."""

import resource
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from benchmarks.tables.clients import Seconds, Table
from benchmarks.tables.server import Site, serving

CARDS = 30


def tell(streams: int) -> None:
    """Without, with, and without so many."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), 4) as site:
        alone = _cards(site, 0)
        with _open(site, streams):
            beside = _cards(site, 1)
        alone += _cards(site, 2)
    for name, seconds in (("no other page", alone), (f"{streams} pages elsewhere", beside)):
        late = quantiles(seconds, n=20)[-1]
        print(f"{name:<24}{len(seconds)} cards: p50 {1000 * median(seconds):.0f} ms, p95 {1000 * late:.0f} ms")
    print(f"{'':<24}{median(beside) / median(alone):.2f} times; goal: at most 1.1")


def _cards(site: Site, number: int) -> Seconds:
    """From a card sent to the page that shows it, of each card at that table."""
    table = Table(site, *site.tables[number])
    return [table.card() for _ in range(CARDS)]


@contextmanager
def _open(site: Site, streams: int) -> Iterator[None]:
    """So many streams of another table, of which nothing is read but that they have begun."""
    _, topic, _ = site.tables[-1]
    sockets = []
    for _ in range(streams):
        web = socket.create_connection(("127.0.0.1", site.port), timeout=60)
        head = f"GET /live/?topic={topic} HTTP/1.1", "Host: 127.0.0.1", "Accept: text/event-stream"
        web.sendall("\r\n".join((*head, "", "")).encode())
        assert web.recv(4096).startswith(b"HTTP/1.1 200"), "a stream was refused"
        sockets.append(web)
    yield
    for web in sockets:
        web.close()
