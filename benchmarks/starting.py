"""What it costs to start the site, beside a bare Django project that has django.contrib.admin and nothing more.

    python -m benchmarks starting [--turns 3]

The site has its own settings, its own data folder and SQLite. The bare project is what `startproject` makes, with DEBUG
off. The two take turns, and the first turn of each isn't counted. Each line has the median of the site and the median
of the bare project. The last column is the median of the turns' ratios.

- `check` is `manage.py check`: seconds on the clock, and CPU seconds of the process.
- `first answer` is from the start of the server to its answer to /healthz/live. The site runs `manage.py serve`, which
  also brings the database up to date, collects static files and starts the background work. The bare project runs
  uvicorn, the same server library, with an address that answers "ok".
- `at rest` is the memory three seconds after that answer. `after 10 pages` is the memory after ten more requests: for
  the site's home page, and for the login page of the bare project's administration.

RSS counts every page of memory that the process uses. PSS divides each page among the processes that share it.
"""

import argparse
import http.client
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.load.servers import Site, family, prepare

TURNS, PAGES = 3, 10
REST_SECONDS = 3.0
PATIENCE_SECONDS = 120.0
ALIVE = "/healthz/live"
NOT_OURS = ("DATABASE_URL", "REDIS_URL", "REDIS_NAMESPACE", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")
UVICORN = ["-m", "uvicorn", "bare.asgi:application", "--lifespan", "off", "--no-access-log", "--log-level", "warning"]
MORE_SETTINGS = """
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
"""
URLS = """from django.contrib import admin
from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("admin/", admin.site.urls), path("healthz/live", lambda request: HttpResponse("ok"))]
"""
Figures = dict[str, float]


@dataclass(frozen=True)
class Kind:
    """One of the two. serve: what starts its server. page: what ten requests ask for."""

    site: Site
    serve: list[str]
    page: str


def main() -> None:
    turns = parser().parse_args(sys.argv[1:]).turns
    with tempfile.TemporaryDirectory() as folder:
        site, bare = (Path(folder) / name for name in ("site", "bare"))
        kinds = (
            Kind(prepare(site, _own_environment()), ["manage.py", "serve"], "/"),
            Kind(_make_bare(bare), UVICORN, "/admin/login/"),
        )
        taken = [tuple(_figures(kind) for kind in kinds) for _ in range(turns + 1)]
    _report(taken[1:])


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(prog="python -m benchmarks starting")
    words.add_argument("--turns", type=int, default=TURNS, help="that are counted")
    return words


def _own_environment() -> dict[str, str]:
    """Without what names another database or other settings."""
    return {name: value for name, value in os.environ.items() if name not in NOT_OURS}


def _make_bare(folder: Path) -> Site:
    folder.mkdir()
    bare = Site(_own_environment(), folder=folder)
    bare.run("-m", "django", "startproject", "bare", ".")
    with (folder / "bare" / "settings.py").open("a") as settings:
        settings.write(MORE_SETTINGS)
    (folder / "bare" / "urls.py").write_text(URLS)
    bare.run("manage.py", "migrate", "--verbosity", "0")
    return bare


def _figures(kind: Kind) -> Figures:
    return _cost_of_check(kind.site) | _cost_of_serving(kind)


def _cost_of_check(site: Site) -> Figures:
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    site.run("manage.py", "check")
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"check, s": seconds, "check, CPU s": cpu}


def _cost_of_serving(kind: Kind) -> Figures:
    began = time.perf_counter()
    with _served(kind) as (port, pid):
        _wait_for(port)
        seconds, cpu = time.perf_counter() - began, sum(kind.site.cpu_by_process().values())
        time.sleep(REST_SECONDS)
        found = {"first answer, s": seconds, "first answer, CPU s": cpu} | _memory(pid, "at rest")
        for _ in range(PAGES):
            assert _ask(port, kind.page) == 200, f"{kind.page} is not well"
        return found | _memory(pid, f"after {PAGES} pages")


@contextmanager
def _served(kind: Kind) -> Iterator[tuple[int, int]]:
    """Its port and its process."""
    site = kind.site
    try:
        site.start_web("server", kind.serve)
        yield site.ports[-1], site.processes["server"].pid
    finally:
        site.stop()


def _wait_for(port: int) -> None:
    until = time.perf_counter() + PATIENCE_SECONDS
    while time.perf_counter() < until:
        try:
            if _ask(port, ALIVE) == 200:
                return
        except ConnectionError:
            time.sleep(0.01)
    raise TimeoutError("the server does not answer")


def _ask(port: int, path: str) -> int:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    try:
        link.request("GET", path)
        answer = link.getresponse()
        answer.read()
        return answer.status
    finally:
        link.close()


def _memory(pid: int, when: str) -> Figures:
    """Megabytes of the process with its children. PSS only where the kernel tells it."""
    found: Figures = {}
    for one in family(pid):
        for name, value in _rollup(one).items():
            found[f"{when}, {name} MB"] = found.get(f"{when}, {name} MB", 0.0) + value
    return found


def _rollup(pid: int) -> Figures:
    file, names = Path(f"/proc/{pid}/smaps_rollup"), {"Rss:": "RSS", "Pss:": "PSS"}
    if not file.exists():
        file, names = Path(f"/proc/{pid}/status"), {"VmRSS:": "RSS"}
    lines = (line.split() for line in file.read_text().splitlines())
    return {names[words[0]]: int(words[1]) / 1024 for words in lines if words and words[0] in names}


def _report(taken: list[tuple[Figures, ...]]) -> None:
    print(f"{f'medians, turns: {len(taken)}':28} {'site':>8} {'bare':>8}   beside bare")
    for name in taken[0][0]:
        site, bare = ([turn[which][name] for turn in taken] for which in (0, 1))
        ratio = median(one / other for one, other in zip(site, bare, strict=True))
        print(f"{name:28} {median(site):8.2f} {median(bare):8.2f}   {ratio:11.1f}")
