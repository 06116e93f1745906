"""`manage.py serve --hall` as a real process: what it refuses, and two of them on one computer."""

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from euchre_site.hall.addresses import best_first, look
from tests.euchre_site.served import free_port
from tests.processes import ROOT, manage, migrated

pytestmark = [pytest.mark.slow, pytest.mark.heavy]


@contextmanager
def serving(home: Path, *words: str, **environment: str) -> Iterator[tuple[int, str]]:
    """A site that has said where it is: its port, and all that it said."""
    running = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--hall", *words],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1", "RIGHT_BOWER_HOME": str(home), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert running.stdout
    said = ""
    try:
        for line in running.stdout:
            said += line
            if "administration opens on this computer only" in line:
                break
        found = re.search(r"is at http://localhost:(\d+)/", said)
        assert found, said
        yield int(found[1]), said
    finally:
        running.terminate()
        running.stdout.read()
        running.wait(15)
        running.stdout.close()


def status(port: int, host: str) -> int:
    web = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        web.request("GET", "/clubs/", headers={"Host": host})
        return web.getresponse().status
    finally:
        web.close()


@pytest.mark.parametrize(
    ("words", "environment", "why"),
    [
        (("--host", "127.0.0.1"), {}, "No phone reaches 127.0.0.1."),
        (("--host", "euchre.local"), {}, "--host is a number such as 192.168.1.20, not euchre.local."),
        (("--host", "203.0.113.77"), {}, "203.0.113.77 isn't an address of this computer. It has: "),
        ((), {"HTTPS": "true"}, "Hall mode speaks plain HTTP"),
        ((), {"TRUSTED_PROXIES": "1"}, "any phone could pretend to be one"),
        ((), {"DEBUG": "true"}, "error pages show secrets"),
    ],
)
def test_what_does_not_go_together_is_refused_in_words(
    tmp_path: Path, words: tuple[str, ...], environment: dict[str, str], why: str
) -> None:
    home = {"RIGHT_BOWER_HOME": str(tmp_path / "home")}
    done = manage("serve", "--hall", "--port", str(free_port()), *words, **home, **environment)
    assert done.returncode == 1
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_two_on_one_computer(tmp_path: Path) -> None:
    """Each at its own port, and neither at the other's; a third is told why it can't."""
    one, other = migrated(tmp_path / "one"), migrated(tmp_path / "other")
    numbers = [own.host for own in best_first(look(), "0.0.0.0")]  # noqa: S104 - what --hall listens at
    with serving(one, "--port", "0") as (first, said), serving(other, "--port", "0") as (second, _):
        for number in numbers:
            assert f"http://{number}:{first}/" in said
            assert [status(first, f"{number}:{port}") for port in (first, second)] == [200, 400]
        assert [status(port, f"localhost:{port}") for port in (first, second)] == [200, 200]
        assert status(first, f"laptop:{first}") == 400
        assert "█" not in said, "no one reads a picture in a file"
        for home, port, why in (
            (tmp_path / "third", first, f"Port {first} is taken by another program. Choose one with --port."),
            (one, 0, "already runs on this data folder (process "),
        ):
            done = manage("serve", "--hall", "--port", str(port), RIGHT_BOWER_HOME=str(home))
            assert done.returncode == 1
            assert why in done.stderr
            assert "Traceback" not in done.stderr


def test_without_hall_nothing_of_it_is_there(tmp_path: Path) -> None:
    """The same site, served for this computer alone: it knows no number of it and listens at none."""
    home, port = migrated(tmp_path / "home"), free_port()
    running = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1", "RIGHT_BOWER_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert running.stdout
    try:
        assert running.stdout.readline() == f"Right Bower is at http://127.0.0.1:{port}/  (Ctrl+C stops it)\n"
        wait_for_answer(port)
        assert [status(port, f"{host}:{port}") for host in ("127.0.0.1", "192.168.1.20")] == [200, 400]
        for own in look():
            with pytest.raises(ConnectionRefusedError):
                http.client.HTTPConnection(str(own.ip), port, timeout=2).request("GET", "/")
    finally:
        running.terminate()
        assert "Phones" not in running.stdout.read()
        running.wait(15)
        running.stdout.close()


def wait_for_answer(port: int) -> None:
    for _ in range(100):
        try:
            status(port, f"127.0.0.1:{port}")
        except OSError:
            continue
        return
