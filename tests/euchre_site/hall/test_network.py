"""A hall: a computer that serves it and a phone, each with its own network card, and a cable for the Wi-Fi."""

import html
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cast import PASSWORD
from tests.networks import Computer, computer, connect
from tests.processes import ROOT, migrated, run_python

pytestmark = [pytest.mark.netns, pytest.mark.slow]

ADDRESS, MOVED = "http://192.168.77.20:8000/", "http://192.168.77.21:8000/"
CARDS = {"tun0": "10.8.0.2/24", "docker0": "172.17.0.1/16", "wlan0": "192.168.77.20/24"}
NIGHT = """
import json, django
django.setup()
from django.urls import reverse
from tests.cast import context_of, seat_table
from tournaments.access.passes import issue_pass
table = seat_table()
token = issue_pass(table.event.pk, table.pam, context=context_of(table.olga))
print(json.dumps({
    "pass": reverse("open_pass", args=[table.event.slug, token]),
    "slip": reverse("slip", args=[table.event.slug, table.match.pk]),
    "console": reverse("console", args=[table.event.slug]),
    "olga": table.olga.email,
}))
"""
REPORTS = """
import django
django.setup()
from tournaments.results.models import ResultEntry
print(ResultEntry.objects.count())
"""
SENT = """
from pathlib import Path
from euchre_site.hall.addresses import EVERYWHERE, best_first, look
packets = Path("/sys/class/net/wlan0/statistics/tx_packets")
before = int(packets.read_text())
found = best_first(look(), EVERYWHERE)
print([str(own.ip) for own in found], int(packets.read_text()) - before)
"""


@pytest.fixture
def laptop() -> Iterator[Computer]:
    """192.168.77.20, with the way out at .1; besides it has a bridge of Docker's and a VPN."""
    with computer("laptop") as made:
        yield made


@pytest.fixture
def phone(laptop: Computer) -> Iterator[Computer]:
    with computer("phone") as made:
        for interface, address in CARDS.items():
            connect(laptop, made, interface)
            laptop.ip("address", "add", address, "dev", interface)
        laptop.ip("route", "add", "default", "via", "192.168.77.1")
        made.ip("address", "add", "192.168.77.30/24", "dev", "wlan0")
        yield made


class Site:
    """`make run HALL=1` on the laptop, at a terminal."""

    def __init__(self, home: Path, laptop: Computer) -> None:
        self.home, self.said = home, ""
        environment = {"PATH": os.environ["PATH"], "RIGHT_BOWER_HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8"}
        self._control, end = os.openpty()
        self.process = subprocess.Popen(
            laptop.words(sys.executable, "manage.py", "serve", "--hall", "--port", "8000"),
            cwd=ROOT,
            env=environment,
            stdout=end,
            stderr=end,
        )
        os.close(end)
        os.set_blocking(self._control, False)

    def hear(self) -> str:
        """All that it has said until now."""
        try:
            while heard := os.read(self._control, 65536):
                self.said += heard.decode()
        except OSError:
            pass  # nothing more yet
        return self.said

    def until(self, words: str, seconds: float = 120.0) -> None:
        deadline = time.monotonic() + seconds
        while words not in self.hear():
            assert self.process.poll() is None, self.said
            assert time.monotonic() < deadline, f"it did not say {words!r}: {self.said}"
            time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(15)
        os.close(self._control)

    def python(self, program: str) -> Any:
        done = run_python("-c", program, RIGHT_BOWER_HOME=str(self.home), DJANGO_SETTINGS_MODULE="euchre_site.settings")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def night(data_folder: Path, laptop: Computer, phone: Computer) -> Iterator[tuple[Site, dict[str, str]]]:
    """The site, and the addresses of a night that is being played there."""
    site = Site(migrated(data_folder), laptop)
    try:
        about = site.python(NIGHT)
        site.until("administration opens on this computer only")
        yield site, about
    finally:
        site.stop()


def ask(there: Computer, address: str, **more: Any) -> dict[str, Any]:
    """What a browser on that computer sees."""
    done = subprocess.run(
        there.words(sys.executable, "-m", "tests.euchre_site.hall.phone", json.dumps({"address": address} | more)),
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "euchre_site.settings_test"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    seen["text"] = html.unescape(seen["text"])
    return seen


@pytest.mark.heavy
def test_a_phone_reaches_the_hall_comes_in_by_its_link_and_reports(
    night: tuple[Site, dict[str, str]], laptop: Computer, phone: Computer
) -> None:
    site, about = night
    by_olga = {"login": [about["olga"], PASSWORD], "look": about["console"]}
    assert f"Phones on the same network open {ADDRESS}" in site.said
    assert "▀" in site.said, "the code, at a terminal"
    before = ask(laptop, "http://127.0.0.1:8000/", **by_olga)
    assert "No phone has connected yet" in before["text"]

    seen = ask(phone, ADDRESS, **{"pass": about["pass"], "slip": about["slip"]})
    assert (seen["home"], seen["seat"]) == (200, 200)
    assert seen["forged"] == 403, "a form without its token"
    assert (seen["sent"][0], site.python(REPORTS)) == (200, 1)
    assert {"csrf", "session"} <= set(seen["cookies"])

    after = ask(laptop, "http://127.0.0.1:8000/", **by_olga)
    assert "Last phone connected" in after["text"]
    assert ADDRESS in after["text"]


@pytest.mark.heavy
def test_a_phone_with_a_wrong_host_is_shown_the_right_one(night: tuple[Site, dict[str, str]], phone: Computer) -> None:
    for host in ("laptop:8000", "192.168.77.20:9000", "192.168.77.9:8000", "localhost.evil.example"):
        seen = ask(phone, ADDRESS, host=host)
        assert seen["home"] == 400
        assert f'href="{ADDRESS}"' in seen["text"]
    assert ask(phone, ADDRESS, look="/admin/")["look"] == 403


def test_it_names_the_wifi_first_without_asking_a_server(laptop: Computer, phone: Computer) -> None:
    """Not one packet leaves for it."""
    done = subprocess.run(laptop.words(sys.executable, "-c", SENT), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\['192.168.77.20', '172.17.0.1', '10.8.0.2'\] 0\n", done.stdout), done.stdout


@pytest.mark.heavy
def test_the_router_gives_another_address_while_people_play(
    night: tuple[Site, dict[str, str]], laptop: Computer, phone: Computer, wait_until: Callable[..., Any]
) -> None:
    site, about = night
    assert ask(phone, ADDRESS)["home"] == 200
    laptop.ip("address", "del", "192.168.77.20/24", "dev", "wlan0")
    laptop.ip("address", "add", "192.168.77.21/24", "dev", "wlan0")
    site.until(f"The address changed. Codes and links for {ADDRESS} don't work any longer.")
    assert f"Phones on the same network open {MOVED}" in site.said
    assert ask(phone, MOVED)["home"] == 200
    old = ask(phone, MOVED, host="192.168.77.20:8000")
    assert (old["home"], f'href="{MOVED}"' in old["text"]) == (400, True)
    console = ask(laptop, "http://127.0.0.1:8000/", login=[about["olga"], PASSWORD], look=about["console"])
    assert "The address changed at" in console["text"]


@pytest.mark.heavy
def test_the_others_are_listed_with_what_they_are(night: tuple[Site, dict[str, str]]) -> None:
    site, _ = night
    assert "http://172.17.0.1:8000/  (docker0, a network inside this computer)" in site.said
    assert "http://10.8.0.2:8000/  (tun0, a VPN)" in site.said
