"""A browser without a screen that talks to a served site: cookies, forms with their keys, and a network that fails."""

import http.client
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from urllib.parse import urlencode, urlsplit

PATIENCE = 90.0
FORM = "application/x-www-form-urlencoded"


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass
class Page:
    status: int
    path: str
    text: str
    was_redirected: bool = False

    @property
    def forms(self) -> list[Form]:
        reader = _Forms(self.path)
        reader.feed(self.text)
        return reader.forms

    @property
    def links(self) -> list[str]:
        reader = _Forms(self.path)
        reader.feed(self.text)
        return reader.links

    def form(self, ending: str) -> Form:
        """The form whose action ends like this."""
        found = self.find(ending)
        assert found, f"{self.path} ({self.status}) has no form for {ending}: {self.text[-3000:]}"
        return found

    def find(self, ending: str) -> Form | None:
        return next((form for form in self.forms if form.action.endswith(ending)), None)


class _Forms(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._open: Form | None = None
        self._by_id: dict[str, Form] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(own.get("action") or self.path, own.get("method", "get").lower())
            self.forms.append(self._open)
            self._by_id[own.get("id", "")] = self._open
        elif tag == "a" and "href" in own:
            self.links.append(own["href"])
        elif tag == "input" and own.get("name") and own.get("type") not in ("checkbox", "radio", "submit", "file"):
            form = self._by_id.get(own["form"]) if "form" in own else self._open
            if form:
                form.fields[own["name"]] = own.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


@dataclass
class Tally:
    """What all browsers of a night saw together."""

    counts: Counter[str] = field(default_factory=Counter)
    server_errors: list[str] = field(default_factory=list)
    slowest: float = 0.0
    on_write: Callable[[], object] = lambda: None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str) -> None:
        with self.lock:
            self.counts[name] += 1


class Away(OSError):
    """The site said that it cannot reach its data, and to come back."""


class Browser:
    """One person's browser. Every write may be lost on its way and is then sent again with the same key."""

    def __init__(self, port: int, tally: Tally, chance: Random, faults: float = 0.0) -> None:
        self.port = port
        self.tally = tally
        self.chance = chance
        self.faults = faults
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Page:
        return self._follow(self._insist("GET", path, None))

    def submit(self, form: Form, **more: object) -> Page:
        """As a press of its button: GET forms go into the address, others are posted."""
        fields = form.fields | {name: str(value) for name, value in more.items()}
        if form.method == "get":
            return self.get(f"{form.action}?{urlencode(fields)}")
        body = urlencode(fields).encode()
        self.tally.on_write()
        self._misfortune(form.action, body)
        return self._follow(self._insist("POST", form.action, body))

    def _misfortune(self, path: str, body: bytes) -> None:
        if self.chance.random() >= self.faults:
            return
        fault = self.chance.choice(("lost on the way", "answer lost", "double tap"))
        self.tally.add(fault)
        try:
            if fault == "double tap":
                twin = threading.Thread(target=self._insist, args=("POST", path, body))
                twin.start()
                self._insist("POST", path, body)
                twin.join()
            else:
                self._hang_up_on(path, body, before=fault == "lost on the way")
        except OSError:
            self.tally.add("no connection")

    def _hang_up_on(self, path: str, body: bytes, *, before: bool) -> None:
        web = self._connect()
        web.putrequest("POST", path)
        for name, value in (self._headers() | {"Content-Type": FORM, "Content-Length": str(len(body))}).items():
            web.putheader(name, value)
        web.endheaders(body[: len(body) // 2] if before else body)
        web.close()

    def _insist(self, method: str, path: str, body: bytes | None) -> tuple[int, dict[str, str], str]:
        """Again and again, until the site answers."""
        began = time.monotonic()
        while True:
            try:
                answer = self._ask(method, path, body)
            except (OSError, http.client.HTTPException) as error:
                self.tally.add("away for a moment" if isinstance(error, Away) else "no connection")
                assert time.monotonic() < began + PATIENCE, f"no answer to {method} {path} for {PATIENCE} s"
                time.sleep(0.1 + 0.2 * self.chance.random())
            else:
                self.tally.slowest = max(self.tally.slowest, time.monotonic() - began)
                return answer

    def _ask(self, method: str, path: str, body: bytes | None) -> tuple[int, dict[str, str], str]:
        web = self._connect()
        try:
            web.request(method, path, body, self._headers() | ({"Content-Type": FORM} if body else {}))
            response = web.getresponse()
            text = response.read().decode()
        finally:
            web.close()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        self.tally.add("requests")
        self.tally.add(f"{response.status // 100}xx" if response.status < 400 else str(response.status))
        if response.status == 503 and response.getheader("Retry-After"):
            raise Away
        if response.status >= 500:
            self.tally.server_errors.append(f"{method} {path}: {response.status}\n{text[:500]}")
        return response.status, {"location": response.getheader("Location", ""), "path": path}, text

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies} if cookies else {}

    def _follow(self, answer: tuple[int, dict[str, str], str]) -> Page:
        status, about, text = answer
        if status not in (301, 302):
            return Page(status, about["path"], text)
        parts = urlsplit(about["location"])
        page = self.get(parts.path + (f"?{parts.query}" if parts.query else ""))
        page.was_redirected = True
        return page
