"""Browsers at tables without a screen: each table has its stream, and its seats share one connection."""

import http.client
import json
import re
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

from benchmarks.tables.server import Site

Seconds = list[float]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LIVE = {"HX-Request": "true"}


class Listener(threading.Thread):
    """One stream, and a view fetched after each message if it is a watcher's."""

    def __init__(self, site: Site, code: str, topic: str, *, fetches: bool = False) -> None:
        super().__init__(daemon=True)
        self.web = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
        self.web.request("GET", f"/live/?topic={topic}", headers={"Accept": "text/event-stream"})
        self.stream = self.web.getresponse()
        assert self.stream.status == 200, f"no stream of {topic}"
        self.looking = Browser(site, code) if fetches else None
        self.version, self.came = 0, threading.Condition()
        self.start()

    def run(self) -> None:
        while line := self.stream.readline():
            if line.startswith(b"data: "):
                with self.came:
                    self.version = json.loads(line[6:])["version"]
                    self.came.notify_all()
                if self.looking:
                    self.looking.look()

    def wait_for(self, version: int) -> None:
        with self.came:
            assert self.came.wait_for(lambda: self.version >= version, 60), f"version {version} was never told"


class Browser:
    """A person at a table, or beside it."""

    def __init__(self, site: Site, code: str, session: str = "") -> None:
        self.web = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
        self.path, self.cookies = f"/tables/{code}/", f"session={session}"

    def look(self) -> str:
        return self.ask("GET", self.path, headers=LIVE)[1]

    def ask(self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> tuple[int, str]:
        self.web.request(method, path, body or None, {"Cookie": self.cookies} | (headers or {}))
        response = self.web.getresponse()
        text = response.read().decode()
        for cookie in response.headers.get_all("Set-Cookie", []):
            if cookie.startswith("csrf="):
                self.cookies = re.sub(r"; csrf=[^;]*|$", f"; {cookie.partition(';')[0]}", self.cookies, count=1)
        return response.status, text


class Table:
    """One table: its streams, the browsers of its seats, and whose turn it is as their pages say."""

    def __init__(self, site: Site, code: str, topic: str, sessions: list[str]) -> None:
        self.site, self.code, self.topic = site, code, topic
        self.ear, self.other_ear = Listener(site, code, topic), Listener(site, code, f"empty:{code}")
        self.seats = [Browser(site, code, session) for session in sessions]
        self.said = 0

    def empty(self) -> float:
        browser = self.seats[0]
        self.said += 1
        token = found("csrfmiddlewaretoken", browser.look())
        began = time.perf_counter()
        browser.ask("POST", f"/empty/{self.code}/{self.said}/", urlencode({"csrfmiddlewaretoken": token}), FORM)
        self.other_ear.wait_for(self.said)
        browser.ask("GET", "/empty/", headers=LIVE)
        return time.perf_counter() - began

    def card(self) -> float:
        for browser in self.seats:
            page = browser.look()
            if actions := re.findall(r'name="action"\s+value="([^"]+)"', page):
                return self.act(browser, page, actions[-1])
            if "data-next-hand" in page:
                self.send(browser, page, "deal/")
                return self.card()
        raise AssertionError("nobody is to act")

    def act(self, browser: Browser, page: str, action: str) -> float:
        version = int(found("seen", page))
        began = time.perf_counter()
        self.send(browser, page, "act/", action=action)
        self.ear.wait_for(version + 1)
        browser.look()
        return time.perf_counter() - began

    def send(self, browser: Browser, page: str, where: str, **more: str) -> None:
        form = {"csrfmiddlewaretoken": found("csrfmiddlewaretoken", page), "key": str(uuid.uuid4())}
        form |= {"seen": found("seen", page)} | more
        status, text = browser.ask("POST", browser.path + where, urlencode(form), FORM)
        assert status == 302, text


def found(name: str, page: str) -> str:
    return re.findall(rf'name="{name}" value="([^"]+)"', page)[0]


def play_rounds(
    site: Site, tables: int, rounds: int, clients: int, watchers: int = 0
) -> tuple[list[float], list[float]]:
    """Seconds of every empty message and of every card.

    All tables in turn, a number of them at the same moment, and at each one after the other, in this order and in that,
    so that both meet the same machine.
    """
    round_them = [Table(site, *about) for about in site.tables[:tables]]
    watching = [Listener(site, table.code, table.topic, fetches=True) for table in round_them for _ in range(watchers)]

    def both(number: int, table: Table) -> tuple[float, float]:
        if number % 2:
            empty = table.empty()
            return empty, table.card()
        card = table.card()
        return table.empty(), card

    with ThreadPoolExecutor(clients) as crowd:
        turns = [(number + turn, table) for turn in range(rounds) for number, table in enumerate(round_them)]
        seconds = list(crowd.map(lambda turn: both(*turn), turns))
    for one in [*watching, *(ear for table in round_them for ear in (table.ear, table.other_ear))]:
        if one.web.sock:
            one.web.sock.shutdown(2)
        one.join(10)
    return [empty for empty, _ in seconds], [card for _, card in seconds]
