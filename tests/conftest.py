"""What every test may ask for: a worker, a real server, a browser; and what it says when one is missing.

With REQUIRE_SERVICES=1 (as in .ci/run) a missing service or browser is a failure, not a skip.
"""

import gc
import os
import re
import shutil
import threading
import time
import zlib
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import redis
from django.conf import settings

from euchre_site.celery import app
from euchre_site.embedded import run_background
from euchre_site.listening import listen
from euchre_site.web_server import Server
from tests.networks import can_make_networks
from tests.processes import forget_run
from tests.sizes import PATIENCE

# How long an example takes says how busy the machine is, and nothing else.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")

pytest_plugins = [
    "tests.flows.crowd",
    "tests.kept",
    "tests.euchre_site.quick_emptying",
    "tests.euchre_site.strict_sqlite",
    "tests.translation.pseudo",
]

CHROMIUM = next(
    (found for name in ("chromium-headless-shell", "chromium", "chromium-browser") if (found := shutil.which(name))),
    None,
)
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ALL_SLOW = re.compile(r"^pytestmark = .*\bmark\.slow\b", re.MULTILINE)
SOME_SLOW = re.compile(r"\bmark\.slow\b|\bsample\(")
_STRICT = os.environ.get("REQUIRE_SERVICES") == "1"
_SERVICES = ("browser", "postgres", "redis")
_RIGHTS = ("netns",)
"""Not every machine can be made to give them: without them a test is passed over also with REQUIRE_SERVICES=1."""
TESTS = Path(__file__).parent
ONCE = (
    *(TESTS / f"flows/{name}.py" for name in ("test_pages", "test_pages_at_work", "test_style_page")),
    *(TESTS / "euchre_site" / name for name in ("backups", "hall", "test_next_version.py", "test_runtime.py")),
    *(TESTS / "euchre_site" / name for name in ("test_container.py", "test_scan.py", "test_serve.py", "test_wheel.py")),
    *(TESTS / "tournaments" / name for name in ("api/test_permissions.py", "api/test_schemathesis.py", "honours")),
    *(TESTS / "tournaments" / name for name in ("formats", "pages/test_permissions.py")),
    *(TESTS / name for name in ("docs", "games/engine", "games/tables/test_permissions.py", "house", "translation")),
)
"""These ask nothing of a database, start sites of their own on SQLite, or ask every page for every role. With what
drives a browser, and with ordinary tests that ask for no database, they are `once`: they run on SQLite alone."""
_AGAIN = ("kills", "postgres", "redis")
SHARES = 5
"""Of the heavy tests, of which .ci/run asks one (CI_SHARE, by the commit), and `make proof` all."""


def pytest_configure(config: pytest.Config) -> None:
    settings.RIGHT_BOWER_HOME.mkdir(mode=0o700, exist_ok=True)
    forget_run()  # of a killed run whose process had this number


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file isn't read for a run that leaves out all of its tests."""
    if collection_path.suffix != ".py":
        return None
    wanted, text = config.option.markexpr, collection_path.read_text()
    if wanted == "not slow":
        is_left_out = bool(ALL_SLOW.search(text))
    elif wanted.startswith("slow and "):
        is_left_out = not SOME_SLOW.search(text)
    elif wanted == "not once":
        is_left_out = _is_once(collection_path) and not any(mark in text for mark in _AGAIN)
    else:
        is_left_out = False
    return True if is_left_out else None


@cache
def _is_once(path: Path) -> bool:
    return any(path.is_relative_to(once) for once in ONCE)


def pytest_itemcollected(item: pytest.Item) -> None:
    same = item.get_closest_marker("browser") or _is_once(item.path)
    if not item.get_closest_marker("slow"):
        same = same or not _asks_a_database(item)
    if same and not any(item.get_closest_marker(mark) for mark in _AGAIN):
        item.add_marker("once")


def _asks_a_database(item: pytest.Item) -> bool:
    asked = {"db", "transactional_db"}.intersection(getattr(item, "fixturenames", ()))
    return bool(asked) or item.get_closest_marker("django_db") is not None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if share := os.environ.get("CI_SHARE"):
        others = {item for item in items if item.get_closest_marker("heavy") and _share(item) != int(share) % SHARES}
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]


def _share(item: pytest.Item) -> int:
    return zlib.crc32(item.nodeid.encode()) % SHARES


def pytest_collection_finish() -> None:
    """What is loaded stays. Looking through it for garbage again and again takes a quarter of a run's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(settings.RIGHT_BOWER_HOME, ignore_errors=True)
    forget_run()
    if settings.REDIS_URL:
        server = redis.Redis.from_url(settings.REDIS_URL)
        for key in server.scan_iter(f"{settings.REDIS_NAMESPACE}:*"):
            server.delete(key)


def _missing(mark: str) -> str | None:
    on_postgres = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    if mark == "browser" and not CHROMIUM:
        return "no chromium on PATH"
    if mark == "postgres" and not on_postgres:
        return "DATABASE_URL names no PostgreSQL server"
    if mark == "redis" and not settings.REDIS_URL:
        return "REDIS_URL is not set"
    if mark == "netns" and not can_make_networks():
        return "needs root, and a Linux on which `ip netns add` works"
    if mark == "sqlite" and on_postgres:
        return "about SQLite, and this run is on PostgreSQL"
    return None


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in ("sqlite", *_SERVICES, *_RIGHTS):
        if item.get_closest_marker(mark) and (reason := _missing(mark)):
            pytest.skip(reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    report = yield
    needs_service = any(item.get_closest_marker(mark) for mark in _SERVICES)
    if _STRICT and report.skipped and needs_service and not item.get_closest_marker("sqlite"):
        report.outcome = "failed"
        report.longrepr = f"skipped although REQUIRE_SERVICES=1: {report.longrepr[-1]}"
    return report


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """A real Celery worker in this process, without timers: what `ring` sends is done by it, soon."""
    app.control.purge()  # wake-ups sent before, with no one listening, are not this test's work
    with run_background(timers=False):
        yield


@pytest.fixture
def wait_until() -> Callable[..., Any]:
    return _wait_until


def _wait_until(happens: Callable[[], Any], seconds: float = PATIENCE / 1000) -> Any:
    """The first true answer of `happens`."""
    deadline = time.monotonic() + seconds
    while not (answer := happens()):
        assert time.monotonic() < deadline, f"did not happen within {seconds} s"
        time.sleep(0.05)
    return answer


@pytest.fixture
def site(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Address of the site under its own web server in this process: unlike live_server it has live streams."""
    from euchre_site import asgi  # which sets Django up

    # Requests that waited when the last test's server stopped belong to a loop that is gone.
    monkeypatch.setattr(asgi, "application", asgi.build_application())
    listener = listen()
    server = Server()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="site")
    thread.start()
    _wait_until(lambda: server.started)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    listener.close()


# Not for the whole session: while Playwright's event loop lives in this thread, no other test can start one.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium through Playwright. Mark the test with `browser`."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)

    # Playwright keeps an event loop in this thread, at which Django would refuse the test's own queries.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh browser page; the test fails if the page broke our content policy or a script threw."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    context.close()
    assert not complaints


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """An empty data folder for a site that the test starts itself."""
    return tmp_path / "home"
