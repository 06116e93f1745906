"""The embedded server as a real process: pages, background work, stops, kills, a second instance."""

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.euchre_site.served import free_port
from tests.processes import ROOT, manage, migrated

pytestmark = pytest.mark.slow

# A task of this test's own, put beside the site's: it writes down that it ran, and in which process.
PROBE = """
from celery import shared_task
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.urls import include, path

from games.jobs.enqueuing import enqueue_on_commit
from games.live import register_topic


@shared_task(name="probe.write_down")
def write_down(word):
    from django.contrib.auth import get_user_model

    (settings.RIGHT_BOWER_HOME / "probe").write_text(f"{word} {get_user_model().objects.count()}")


@login_not_required
def ask(request, word):
    enqueue_on_commit("probe.write_down", word)
    return HttpResponse("asked")


register_topic("probe", lambda user, ident: 1)
urlpatterns = [path("probe/<word>", ask), path("", include("euchre_site.urls"))]
"""
PROBE_SETTINGS = """
from euchre_site.settings import *

ROOT_URLCONF = "probe"
CELERY_IMPORTS = ["probe"]
"""


class Site:
    """One `manage.py serve` on its own data folder."""

    def __init__(self, folder: Path, code: Path) -> None:
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(code),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "probe_settings",
            "RIGHT_BOWER_HOME": str(folder),
        }
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", "0"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"is at http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return
        pytest.fail(f"serve ended without an address:\n{said}")

    def get(self, path: str) -> tuple[int, str]:
        web = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            web.request("GET", path)
            answer = web.getresponse()
            return answer.status, answer.read().decode()
        finally:
            web.close()

    def end(self, number: int) -> tuple[int, str]:
        """Exit status and the last words."""
        assert self.process
        assert self.process.stdout
        self.process.send_signal(number)
        status = self.process.wait(15)
        last_words = self.process.stdout.read()
        self.process.stdout.close()
        self.process = None
        return status, last_words

    def does_background_work(self, word: str, wait_until: Callable[..., object]) -> bool:
        assert self.get(f"/probe/{word}") == (200, "asked")
        note = self.folder / "probe"
        wait_until(lambda: note.exists() and note.read_text() == f"{word} 0")
        return True


@pytest.fixture
def site_process(data_folder: Path, tmp_path: Path) -> Iterator[Site]:
    code = tmp_path / "code"
    code.mkdir()
    (code / "probe.py").write_text(PROBE)
    (code / "probe_settings.py").write_text(PROBE_SETTINGS)
    site = Site(migrated(data_folder), code)
    yield site
    if site.process:
        site.end(signal.SIGKILL)


@pytest.mark.heavy
def test_serves_works_and_stops(site_process: Site, wait_until: Callable[..., object]) -> None:
    site_process.start()
    assert site_process.get("/")[0] == 200
    # The page's own style sheet, under the name that the manifest gave it.
    _, page = site_process.get("/accounts/login/")
    for sheet in re.findall(r'href="(/static/[^"]+\.css)"', page):
        assert site_process.get(sheet)[0] == 200
    assert site_process.does_background_work("bower", wait_until)

    # A browser that listens must not keep the site from stopping.
    with closing(http.client.HTTPConnection("127.0.0.1", site_process.port, timeout=10)) as web:
        web.request("GET", "/live/?topic=probe:1", headers={"Accept": "text/event-stream"})
        stream = web.getresponse()
        assert stream.readline() == b"retry: 2000\n"
        status, last_words = site_process.end(signal.SIGTERM)
        assert stream.read().endswith(b"\n\n")
        stream.close()
    assert (status, last_words.strip()) == (0, "Stopped."), "else it says that the worker had to be given up"


@pytest.mark.heavy
def test_survives_being_killed(site_process: Site, wait_until: Callable[..., object]) -> None:
    site_process.start()
    assert site_process.does_background_work("first", wait_until)
    site_process.end(signal.SIGKILL)
    site_process.start()
    assert site_process.does_background_work("second", wait_until)
    assert site_process.end(signal.SIGINT)[0] == 0


@pytest.mark.heavy
def test_second_instance_is_refused_in_words(site_process: Site) -> None:
    site_process.start()
    for port in (site_process.port, 0):
        second = manage("serve", "--port", str(port), RIGHT_BOWER_HOME=str(site_process.folder))
        assert second.returncode == 1
        assert "already runs on this data folder" in second.stderr
        assert f"http://127.0.0.1:{site_process.port}/" in second.stderr
        assert "Traceback" not in second.stderr
    assert site_process.get("/")[0] == 200


@pytest.mark.heavy
def test_taken_port_is_refused_in_words(site_process: Site, tmp_path: Path) -> None:
    site_process.start()
    other = manage("serve", "--port", str(site_process.port), RIGHT_BOWER_HOME=str(tmp_path / "other"))
    assert other.returncode == 1
    assert "taken by another program" in other.stderr


@pytest.mark.heavy
def test_a_log_that_is_full_stops_neither_the_start_nor_a_page(
    site_process: Site, wait_until: Callable[..., bool]
) -> None:
    port, errors = free_port(), site_process.folder / "errors"
    words = [sys.executable, "manage.py", "serve", "--port", str(port)]
    environment = {name: value for name, value in site_process.environment.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full, errors.open("w") as log:
        running = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=full, stderr=log)
    site_process.port = port
    try:
        wait_until(lambda: is_answered(site_process))
        assert site_process.get("/clubs/")[0] == 200
    finally:
        running.terminate()
        running.wait(15)
    assert errors.read_text().startswith("The output can’t be written: No space left on device.")
    assert "Traceback" not in errors.read_text()


def is_answered(site: Site) -> bool:
    try:
        return site.get("/healthz/live")[0] == 200
    except OSError:
        return False
