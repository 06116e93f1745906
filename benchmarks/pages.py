"""Every kind of public page of the demo site: what a first view carries, and what its HTML takes beside a trivial page.

One served site on SQLite, as `make demo` serves it. The pages take turns with /healthz/live, so that whatever else the
machine does falls on all of them. Bytes are what goes over the line, compressed, without images.
"""

import http.client
import re
import statistics
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

from benchmarks.load.servers import serving

ROUNDS = 60
TRIVIAL = "/healthz/live"
BUDGET = 100_000
PART = re.compile(r'<(?:link rel="stylesheet"|script)[^>]*?(?:href|src)="([^"]+)"')
LINK = re.compile(r'<a [^>]*?href="(/[^"#?]*)')
PASSED_OVER = re.compile(r"^/(accounts|admin|api|embed|oembed|static)/|\.(ics|atom|egn|emn|csv|pdf)$|/new/$")
NUMBERED = re.compile(r"(?<=/)[^/]*\d[^/]*(?=/)")


class Site:
    """One line to the server, kept open."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port)
        self._sizes: dict[str, int] = {}

    def get(self, path: str, *, compressed: bool = False) -> tuple[int, bytes, Any]:
        self._line.request("GET", path, headers={"Accept-Encoding": "gzip" if compressed else "identity"})
        answer = self._line.getresponse()
        return answer.status, answer.read(), answer.headers

    def size(self, path: str) -> int:
        if path not in self._sizes:
            self._sizes[path] = len(self.get(path, compressed=True)[1])
        return self._sizes[path]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), 1) as served:
        served.run("manage.py", "demo_data")
        site = Site(served.ports[0])
        pages = kinds(site)
        report(site, pages, timed(site, [*pages.values(), TRIVIAL]))


def kinds(site: Site) -> dict[str, str]:
    """A page of each kind that a visitor can reach by links: the first one found of each shape of address."""
    found: dict[str, str] = {}
    waiting, seen = deque(["/"]), {"/"}
    while waiting:
        path = waiting.popleft()
        status, body, headers = site.get(path)
        if status != 200 or "text/html" not in headers["Content-Type"]:
            continue
        found.setdefault(shape(path), path)
        for link in LINK.findall(body.decode()):
            if link not in seen and not PASSED_OVER.search(link) and shape(link) not in found:
                seen.add(link)
                waiting.append(link)
    return found


def shape(path: str) -> str:
    """Its address without the names and numbers in it."""
    words = path.strip("/").split("/")
    named = {"events", "clubs", "leagues", "seasons", "players", "tables", "squads", "venues"}
    shown = ["…" if at and words[at - 1] in named else word for at, word in enumerate(words)]
    return NUMBERED.sub("…", f"/{'/'.join(shown)}/")


def timed(site: Site, paths: list[str]) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {path: [] for path in paths}
    for _ in range(ROUNDS):
        for path in paths:
            began = time.perf_counter()
            site.get(path)
            taken[path].append(1000 * (time.perf_counter() - began))
    return taken


def report(site: Site, pages: dict[str, str], taken: dict[str, list[float]]) -> None:
    trivial = p95(taken[TRIVIAL])
    print(f"{'':44} {'p50 ms':>7} {'p95 ms':>7} {'beside':>7} {'HTML kB':>8} {'first view kB':>14}")
    for name, path in sorted(pages.items()):
        html = site.size(path)
        parts = {part for part in PART.findall(site.get(path)[1].decode()) if part.startswith("/static/")}
        first = html + sum(site.size(part) for part in parts)
        times = taken[path]
        line = f"{statistics.median(times):7.1f} {p95(times):7.1f} {p95(times) / trivial:7.1f} {html / 1000:8.1f}"
        print(f"{name:44} {line} {first / 1000:14.1f}{'  too heavy' if first > BUDGET else ''}")
    times = taken[TRIVIAL]
    print(f"{'trivial: ' + TRIVIAL:44} {statistics.median(times):7.1f} {trivial:7.1f} {1:7.1f}")


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]
