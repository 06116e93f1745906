"""Makes pages in a few threads, in turns: what people send comes first, then what they look at, then automatic reloads.

Django under ASGI gives every request a thread and a database connection as soon as it comes, and passes it to that
thread and back a dozen times. When all phones of a hall reload their page, that is hundreds of both, and a player who
sends a score waits with them. Here a waiting request costs neither, and goes to a thread once.
"""

import asyncio
import heapq
import itertools
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import ContextVar
from functools import partial
from typing import IO, Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from euchre_site.shared_pages import (
    Headers,
    KeptPage,
    SharedPages,
    as_visitor,
    cookies_of,
    database_state,
    key_of,
    may_be_kept,
)
from games.jobs import load
from games.live.pages import EXTENSION

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

SENT, LOOKED_AT, FETCHED_ANEW = range(3)
OF_PROGRAMS = re.compile(r"/api/v1/clubs/[^/]+/happenings/stream/")
"""The live stream that programs read."""
REFRESH = (b"x-refresh", b"yes")
"""What static/js/live.js says when a page fetches itself because it heard that something is new."""
OF_THE_STREAM = {b"accept", b"accept-encoding", b"last-event-id"}
"""Headers of a live stream that don't hold for a page which is made for it."""
EARS = 2
"""Threads for live streams, which only ask for versions, and for files."""


_bodies: ContextVar[ExitStack] = ContextVar("bodies")
"""What the request of this task has to close."""


class Turns:
    """So many at a time; the others wait in this order. For one event loop."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    def take(self, urgency: int) -> asyncio.Future[None]:
        """Done when it is one's turn. Every turn is ended, or given up by who no longer waits for it."""
        turn = asyncio.get_running_loop().create_future()
        if self._free:
            self._free -= 1
            turn.set_result(None)
        else:
            heapq.heappush(self._waiting, (urgency, next(self._numbers), turn))
        return turn

    def give_up(self, turn: asyncio.Future[None]) -> None:
        if not turn.cancel():  # it has just come
            self.end()

    def somebody_waits(self) -> bool:
        """Not counting those that were given up, also when a server that stopped left them. Any thread may ask."""
        return any(not turn.done() for *_, turn in list(self._waiting))

    def end(self) -> None:
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Pages(ASGIHandler):
    """Everything that is answered at once. All middleware and the view run in one thread, as under WSGI. What is the
    same for all visitors is made once, and then needs neither thread nor turn."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._shared = SharedPages(database_state())
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._turns = Turns(threads)
        load.watch(self._turns.somebody_waits)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = as_visitor(scope)
        key = key_of(scope)
        if self._shared.has(key):
            kept, _ = await self._shared.look(key)
            if kept:
                await _give(kept, send)
                return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        turn = self._turns.take(urgency_of(scope))
        try:
            is_ours = turn.done() or await _comes_before_hanging_up(turn, receive)
            # While this one waited, another may have had it made.
            kept, state = await self._shared.look(key) if is_ours else (None, None)
        except BaseException:
            self._turns.give_up(turn)
            body.close()
            raise
        if kept or not is_ours:
            self._turns.give_up(turn)
            body.close()
            if kept:
                await _give(kept, send)
            return
        # Once begun it is finished, and the turn lasts as long, even if the client has hung up.
        answering = asyncio.get_running_loop().run_in_executor(self._threads, self._answer, scope, body)
        answering.add_done_callback(lambda done: self._turns.end())
        response = await asyncio.shield(answering)
        if may_be_kept(scope):
            self._shared.keep(key, state, response)
        await self.send_response(response, send)

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        with body:
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=type(self), scope=scope)
            request, refused = self.create_request(scope, body)
            response = self.get_response(request) if request else refused
            assert response
            assert not response.streaming, "only the live stream and files are sent in parts"
            # Here, in the thread whose database connection is given back by it.
            response.close()
        return response


async def _give(kept: KeptPage, send: Send) -> None:
    await send({"type": "http.response.start", "status": kept.status, "headers": kept.headers})
    await send({"type": "http.response.body", "body": kept.body})


async def _comes_before_hanging_up(turn: asyncio.Future[None], receive: Receive) -> bool:
    hung_up = asyncio.ensure_future(receive())
    try:
        await asyncio.wait((turn, hung_up), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hung_up.cancel()
    return turn.done()


class Streams(ASGIHandler):
    """Live streams and files. Hundreds stay open for hours, so none may hold a thread."""

    def __init__(self) -> None:
        super().__init__()
        self._ears = itertools.cycle([ThreadPoolExecutor(1, thread_name_prefix="ear") for _ in range(EARS)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with ThreadSensitiveContext(executor=next(self._ears)):
            await super().__call__(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Closes the body also when a stream is cut off because the server stops, as Django does not."""
        with ExitStack() as bodies:
            _bodies.set(bodies)
            await super().handle(scope, receive, send)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        return _bodies.get().enter_context(await super().read_body(receive))


class PriorityHandler:
    """The ASGI application: which request goes where. A live stream may ask for a page of its browser."""

    def __init__(self) -> None:
        self.pages, self.streams = Pages(settings.WEB_THREADS), Streams()
        self._streamed = ("/live/", settings.STATIC_URL)
        self._sending: Counter[str] = Counter()
        """Sessions whose browsers wait for the answer to something that they sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.streams(scope, receive, send)
        elif scope["path"].startswith(self._streamed) or OF_PROGRAMS.fullmatch(scope["path"]):
            extensions = scope.get("extensions", {}) | {EXTENSION: partial(self._page_for, scope)}
            await self.streams(scope | {"extensions": extensions}, receive, send)
        elif scope["method"] in ("GET", "HEAD"):
            await self.pages(scope, receive, send)
        else:
            session = _session_of(scope)
            self._sending[session] += 1
            try:
                await self.pages(scope, receive, send)
            finally:
                self._sending[session] -= 1
                if not self._sending[session]:
                    del self._sending[session]

    async def _page_for(self, stream: Scope, address: str, headers: Headers) -> str | None:
        """What the browser of the stream would get for the address. None if it has to ask: a new cookie goes with the
        page, or there is no page for it. None too while it waits for an answer, which brings the page."""
        if self._sending[_session_of(stream)]:
            return None
        said = [(name, value) for name, value in stream["headers"] if name not in OF_THE_STREAM]
        status, answered, body = await _answer_to(
            self.pages,
            stream
            | {
                "path": address,
                "raw_path": address.encode(),
                "query_string": b"",
                "headers": [*said, (b"accept", b"text/html"), *headers],
            },
        )
        has, new = cookies_of(stream["headers"]), _new_cookies(answered)
        return body.decode() if status == 200 and new.items() <= has.items() else None


def _new_cookies(answered: Headers) -> dict[str, str]:
    """By name. The token against forged forms is sent with each form, mostly the one that the browser has."""
    pairs = [value.partition(b";")[0] for name, value in answered if name.lower() == b"set-cookie"]
    return cookies_of([(b"cookie", pair) for pair in pairs])


def _session_of(scope: Scope) -> str:
    return cookies_of(scope["headers"]).get(settings.SESSION_COOKIE_NAME, "")


async def _answer_to(application: ASGIHandler, scope: Scope) -> tuple[int, Headers, bytes]:
    """Of a request that no one sent: status, headers and body."""
    came = iter([{"type": "http.request", "body": b"", "more_body": False}])
    begun: dict[str, Any] = {}
    body = bytearray()

    async def receive() -> Any:
        for event in came:
            return event
        return await asyncio.get_running_loop().create_future()  # the client never hangs up

    async def send(event: Mapping[str, Any]) -> None:
        begun.update(event)
        body.extend(event.get("body", b""))

    await application(scope, receive, send)
    return begun["status"], begun["headers"], bytes(body)


def urgency_of(scope: Scope) -> int:
    """Health checks and monitors don't wait with the site's visitors."""
    if scope["method"] not in ("GET", "HEAD") or scope["path"].startswith(("/healthz/", "/metrics")):
        return SENT
    return FETCHED_ANEW if REFRESH in scope["headers"] else LOOKED_AT
