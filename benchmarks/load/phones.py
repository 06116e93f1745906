"""Browsers without a screen, hundreds in one thread: one connection each, and one more for the live stream."""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

PATIENCE = 120.0
REFRESH = {"HX-Request": "true", "X-Refresh": "yes"}


@dataclass
class Record:
    """What all phones saw: seconds by kind of question, and whatever was no good answer."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, seconds: float) -> None:
        self.seconds.setdefault(kind, []).append(seconds)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    text: str

    def form(self, ending: str) -> tuple[str, dict[str, str]] | None:
        """Action and hidden fields of the form whose action ends like this."""
        for action, inside in re.findall(r'<form[^>]*?action="([^"]*)"[^>]*>(.*?)</form>', self.text, re.S):
            if action.endswith(ending):
                hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inside)
                return action, dict(hidden)
        return None


class Phone:
    """Keeps its cookies and its connection, asks one question at a time."""

    def __init__(self, port: int, record: Record, session: str = "") -> None:
        self.port, self.record = port, record
        self.cookies = {"session": session} if session else {}
        self._free = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, kind: str, path: str, headers: dict[str, str] | None = None) -> Answer:
        return await self.ask(kind, "GET", path, b"", headers or {})

    async def post(self, kind: str, path: str, fields: dict[str, str]) -> Answer:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return await self.ask(kind, "POST", path, urlencode(fields).encode(), form)

    async def ask(self, kind: str, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        began = time.perf_counter()
        async with self._free:
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await self._exchange(method, path, body, headers)
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.record.errors[f"{kind}: {type(error).__name__}"] += 1
                self.close()
                return Answer(0, {}, "")
        self.record.add(kind, time.perf_counter() - began)
        if answer.status >= 400:
            self.record.errors[f"{kind}: {answer.status} {path}"] += 1
        return answer

    async def _exchange(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        reader, writer = self._streams
        writer.write(self._request(method, path, body, headers))
        try:
            status, got = await read_head(reader)
        except (asyncio.IncompleteReadError, ConnectionError):  # kept too long: the server had closed it
            self.close()
            reader, writer = self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
            writer.write(self._request(method, path, body, headers))
            status, got = await read_head(reader)
        for value in got.pop("set-cookie", "").split("\n"):
            name, _, rest = value.partition("=")
            if name:
                self.cookies[name] = rest.partition(";")[0]
        return Answer(status, got, (await read_body(reader, got)).decode(errors="replace"))

    def _request(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = {"Host": "127.0.0.1", "Cookie": cookies, "Content-Length": str(len(body))} | headers
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def listen(
        self, topics: Sequence[str], heard: Callable[[int], Awaitable[object]], is_open: asyncio.Event
    ) -> None:
        """The live stream, until cancelled. `heard` gets each version, and the next line is read in the meantime."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            path = f"/live/?{urlencode({'topic': topics}, doseq=True)}"
            writer.write(self._request("GET", path, b"", {"Accept": "text/event-stream"}))
            began = time.perf_counter()
            status, _ = await read_head(reader)
            self.record.add("open the live stream", time.perf_counter() - began)
            if status != 200:
                self.record.errors[f"live: {status}"] += 1
                return
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    is_open.set()
                    await heard(json.loads(line[6:])["version"])
            self.record.errors["live: the stream ended"] += 1
        finally:
            writer.close()


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.split("\r\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        name = name.lower()
        headers[name] = f"{headers[name]}\n{value}" if name in headers else value
    return int(first.split()[1]), headers


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding") != "chunked":
        return b""
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append((await reader.readexactly(size + 2))[:-2])
    await reader.readline()
    return b"".join(parts)


class Page:
    """A page on a phone that fetches itself again when one of its topics has moved, as static/js/live.js does: one
    request at a time, and after it another one if there has been news since. It has a connection of its own, so that
    taps don't wait for it."""

    def __init__(self, phone: Phone, kind: str, path: str, topics: Sequence[str]) -> None:
        self.phone, self.kind, self.path, self.topics = phone, kind, path, topics
        self.aside = Phone(phone.port, phone.record, phone.cookies.get("session", ""))
        self.newest = self.shown = 0
        self.is_open = asyncio.Event()
        self.shown_at: dict[int, float] = {}
        self._refreshing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self.shown = self._version(await self.phone.get(f"{self.kind}: first look", self.path))
        self._listening = asyncio.create_task(self.phone.listen(self.topics, self._heard, self.is_open))
        await self.is_open.wait()

    async def _heard(self, version: int) -> None:
        self.newest = max(version, self.newest)
        if self.newest > self.shown and (self._refreshing is None or self._refreshing.done()):
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        while self.newest > self.shown:
            wanted = self.newest
            answer = await self.aside.get(f"{self.kind}: again", self.path, REFRESH)
            self.shown = max(wanted, self._version(answer))
            self.shown_at[self.shown] = time.perf_counter()

    def _version(self, answer: Answer) -> int:
        found = re.search(r'id="live".*?data-live-version="(\d+)"', answer.text, re.DOTALL)
        return int(found[1]) if found else 0

    async def settled(self) -> None:
        while self.newest > self.shown or (self._refreshing and not self._refreshing.done()):
            await asyncio.sleep(0.05)

    def close(self) -> None:
        for task in (self._listening, self._refreshing):
            if task:
                task.cancel()
        self.phone.close()
        self.aside.close()
