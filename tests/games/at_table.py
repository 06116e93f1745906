"""A browser at a table, without a screen: its cookies, the page with its forms, and an ear at the event stream."""

import http.client
import json
import queue
import re
import threading
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations
from urllib.parse import urlencode

from django.conf import settings

from games.accounts.models import Player, User
from games.tables.models import Table

FORM_TYPE = "application/x-www-form-urlencoded"
SessionStore = import_module(settings.SESSION_ENGINE).SessionStore


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    text: str

    @property
    def everything(self) -> str:
        return f"{self.headers}\n{self.text}"

    def field(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found, f"no field {name} in {self.text[-2000:]}"
        return found[1]

    @property
    def actions(self) -> list[str]:
        """What the page lets its reader do, in the engine's notation; of what is picked in parts, every whole."""
        offered = re.findall(r'name="action"\s+value="([^"]+)"', self.text)
        parts = {name: self._picks(name) for name in ("tricks", "strain", "card")}
        bids = [
            " ".join(["bid", *filter(None, (tricks, strain) if tricks.isdecimal() else (strain, tricks))])
            for tricks in parts["tricks"]
            for strain in parts["strain"] or [""]
        ]
        under = [" ".join(["under", *three]) for three in combinations(parts["card"], 3)]
        return [action for action in offered if action not in ("bid", "under")] + bids + under

    def _picks(self, name: str) -> list[str]:
        return re.findall(rf'name="{name}"\s+value="([^"]+)"', self.text)

    def has_form(self, path: str) -> bool:
        return f'action="{path}"' in self.text

    @property
    def version(self) -> int:
        found = re.search(r'data-live-version="(\d+)"', self.text)
        assert found
        return int(found[1])


@dataclass
class Visitor:
    """One browser. Keeps its connection open and everything that it was ever sent since `sent` was emptied."""

    site: str
    cookies: dict[str, str] = field(default_factory=dict)
    _web: http.client.HTTPConnection | None = None

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self._ask("GET", path, headers=headers)

    def submit(self, page: Answer, path: str, **more: str) -> Answer:
        """Press a button of the page's form, and follow where the answer leads."""
        token = page.field("csrfmiddlewaretoken")
        form = {"csrfmiddlewaretoken": token, "key": page.field("key"), "seen": page.field("seen")} | more
        answer = self._ask("POST", path, urlencode(form), {"Content-Type": FORM_TYPE, "Origin": self.site})
        where = dict(answer.headers).get("Location")
        return self.get(where) if answer.status == 302 and where else answer

    def close(self) -> None:
        if self._web:
            self._web.close()

    @property
    def cookie_header(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def _ask(self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> Answer:
        if self._web is None:
            self._web = http.client.HTTPConnection(self.site.removeprefix("http://"), timeout=60)
        asked = (method, path, body or None, self.cookie_header | (headers or {}))
        try:
            response = _sent(self._web, asked)
        except ConnectionError:
            # A connection that was not used for five seconds is closed; a browser opens a new one and asks again.
            self._web.close()
            response = _sent(self._web, asked)
        answer = Answer(response.status, response.getheaders(), response.read().decode())
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return answer


def _sent(
    web: http.client.HTTPConnection, asked: tuple[str, str, str | None, dict[str, str]]
) -> http.client.HTTPResponse:
    web.request(*asked)
    return web.getresponse()


def guest(site: str, player: Player) -> Visitor:
    """The browser that plays as this player."""
    return _with_session(site, guest_player=player.pk)


def account(site: str, user: User) -> Visitor:
    return _with_session(
        site,
        _auth_user_id=str(user.pk),
        _auth_user_backend=settings.AUTHENTICATION_BACKENDS[0],
        _auth_user_hash=user.get_session_auth_hash(),
    )


def _with_session(site: str, **data: object) -> Visitor:
    session = SessionStore()
    session.update(data)
    session.create()
    return Visitor(site, {settings.SESSION_COOKIE_NAME: session.session_key})


class Ear(threading.Thread):
    """Listens to the event stream of a table. `raw`: every line that came. page, visitor: the page that this browser
    has open and wants to be sent with the news; `page` is then the newest one, empty after news that came without."""

    def __init__(self, site: str, table: Table, page: str = "", visitor: Visitor | None = None) -> None:
        super().__init__(name="ear")
        self.raw: list[str] = []
        self.heard: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self.newest, self.page = -1, ""
        asked = {"topic": table.topic} | ({"page": page} if page else {})
        headers = {"Accept": "text/event-stream"} | (visitor.cookie_header if visitor else {})
        self._web = http.client.HTTPConnection(site.removeprefix("http://"), timeout=60)
        self._web.request("GET", f"/live/?{urlencode(asked)}", headers=headers)
        self._stream = self._web.getresponse()
        assert self._stream.status == 200
        self.start()

    def run(self) -> None:
        while line := self._stream.readline().decode():
            self.raw.append(line)
            if line.startswith("data: "):
                message = json.loads(line.removeprefix("data: "))
                self.heard.put((message["version"], message.get("html", "")))

    def wait_for(self, version: int) -> None:
        """Until the stream has told of this version; newer ones only ever follow older ones."""
        while self.newest < version:
            said, self.page = self.heard.get(timeout=120)
            assert said > self.newest, f"{said} after {self.newest}"
            self.newest = said

    def close(self) -> None:
        """Hang up: the waiting thread reads the end of the stream."""
        if self._web.sock:
            self._web.sock.shutdown(2)
        self.join(10)
        self._stream.close()
        self._web.close()
