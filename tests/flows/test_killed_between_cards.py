"""kill -9 between two actions at a table: the game goes on at the last acknowledged one, and nothing is played twice.

Three times in every run, fifty with SOAK=1; one process on SQLite, or web, worker and timers on PostgreSQL and Redis.
"""

import http.client
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.euchre_site.served import Served
from tests.flows.test_rehearsal import on_this_database, wait_for_the_work
from tests.sizes import Counted, size

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

KILLS = size(2, 50)
PATIENCE = 90.0
MAX_IDLE = 2000
"""Looks at the table, in a whole run, that find nothing to do."""

STAGE = """
import django, json
django.setup()
from importlib import import_module
from django.conf import settings
from games.tables import opening
from tests.games.tables.cast import player

table = opening.play_bots(player("Olga"))
session = import_module(settings.SESSION_ENGINE).SessionStore()
session["guest_player"] = table.owner_id
session.create()
print(json.dumps([table.get_absolute_url(), settings.SESSION_COOKIE_NAME, session.session_key]))
"""
OUTCOME = """
import django, json
django.setup()
from games.models import Hand, Table

print(json.dumps({
    "version": Table.objects.get().version,
    "hands": list(Hand.objects.order_by("game", "number").values_list("actions", flat=True)),
}))
"""


class Olga:
    """Plays one hand after the other against bots, sends again what was not answered, and keeps what was."""

    def __init__(self, site: Served, path: str, cookies: dict[str, str]) -> None:
        self.site, self.path, self.cookies = site, path, cookies
        self.chance = Random(5)
        self.acknowledged: list[tuple[int, str]] = []
        self.statuses: list[int] = []
        self.version = 0
        self.lost = 0
        self.idle = 0

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        """Again and again, until the site answers."""
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE:
            web = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=20)
            try:
                web.request(method, path, body, self._headers())
                response = web.getresponse()
                text = response.read().decode()
            except (OSError, http.client.HTTPException):
                self.lost += 1
                time.sleep(0.1)
                continue
            finally:
                web.close()
            for cookie in response.headers.get_all("Set-Cookie", []):
                name, _, rest = cookie.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            self.statuses.append(response.status)
            return response.status, text
        raise AssertionError(f"no answer to {method} {path} for {PATIENCE} s")

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}

    def step(self, before_sending: Callable[[], object]) -> None:
        """Looks, and does what there is to do: a bid or a card, the next deal, the next game."""
        _, page = self.ask("GET", self.path)
        version = int(re.findall(r'data-live-version="(\d+)"', page)[0])
        assert version >= self.version, "the table went back"
        self.version = version
        actions = re.findall(r'name="action"\s+value="([^"]+)"', page)
        if actions:
            self.send(page, "act/", before_sending, action=self.chance.choice(actions))
        elif f'action="{self.path}deal/"' in page:
            self.send(page, "deal/", before_sending)
        elif f'action="{self.path}start/"' in page:
            self.send(page, "start/", before_sending)
        else:
            self.idle += 1
            assert self.idle < MAX_IDLE, "there was nothing to do"
            time.sleep(0.05)

    def send(self, page: str, where: str, before_sending: Callable[[], object], **more: str) -> None:
        names = ("csrfmiddlewaretoken", "key", "seen")
        form = {name: re.findall(rf'name="{name}"\s+value="([^"]+)"', page)[0] for name in names} | more
        before_sending()
        status, _ = self.ask("POST", self.path + where, urlencode(form))
        if status == 302 and "action" in more:
            self.acknowledged.append((int(form["seen"]), more["action"]))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with on_this_database(tmp_path / "home") as site:
        site.environment |= {"TABLE_PACE": "0.02", "FLOOD_LIMITS": "0"}
        yield site


def test_the_game_goes_on_where_it_was_acknowledged(served: Served, record_property: Counted) -> None:
    path, cookie, key = served.run(STAGE)
    served.start()
    olga, chance = Olga(served, path, {cookie: key}), Random(9)
    for kill in range(KILLS):
        goal = len(olga.acknowledged) + chance.randrange(1, 4)
        while len(olga.acknowledged) < goal:
            olga.step(lambda: None)
        name = served.killable[kill % len(served.killable)]
        killer = Killer(served, name, chance.random() * 0.06)
        count = len(olga.statuses)
        while not killer.has_struck:
            olga.step(killer.begin)
            assert len(olga.statuses) < count + 2000, "there was nothing to do"
        killer.join()
    wait_for_the_work(served)
    served.manage("verify")
    outcome = served.run(OUTCOME)
    assert [status for status in olga.statuses if status >= 500] == []
    assert missing(olga, outcome) == []
    assert len(olga.acknowledged) >= KILLS
    record_property("kills at a table", KILLS)
    record_property("actions at a table acknowledged", len(olga.acknowledged))


def missing(olga: Olga, outcome: dict[str, Any]) -> list[tuple[int, str]]:
    """Acknowledged actions that are not in the record, in their order."""
    record = iter([action for hand in outcome["hands"] if hand for action in hand.split("; ")])
    return [one for one in olga.acknowledged if one[1] not in record]


class Killer(threading.Thread):
    """Strikes once, so many seconds after a request was begun, and starts the process again."""

    def __init__(self, site: Served, name: str, after: float) -> None:
        super().__init__(name="killer")
        self.site, self.process, self.after = site, name, after
        self.has_struck = False

    def begin(self) -> None:
        if not self.ident:
            self.start()

    def run(self) -> None:
        time.sleep(self.after)
        self.site.kill(self.process)
        self.site.start(self.process)
        self.has_struck = True
