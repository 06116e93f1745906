"""Public pages that many ask for at the same moment: made once, and given to all who would get the same.

A kept page is given out only while nothing at all has been committed since before it was made: the database is asked
for its state, which costs less than any page. So a reader never sees what is older than the request: no score, and no
name that was hidden a moment ago. Views say which pages are the same for all visitors (`tournaments.cached_content`).
"""

import asyncio
import logging
import os
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connections
from django.http import HttpResponse, parse_cookie
from django.http.response import HttpResponseBase

from euchre_site.hall import state as hall
from euchre_site.languages import language_of
from euchre_site.messages_storage import OwnCookie

log = logging.getLogger(__name__)

Scope = dict[str, Any]
Headers = list[tuple[bytes, bytes]]

AS_VISITOR = (b"x-visitor", b"yes")
"""What static/js/live.js says when it fetches a part of a page that is the same for everyone."""
OWN = {settings.SESSION_COOKIE_NAME, OwnCookie.cookie_name}
"""Cookies whose reader gets a page of their own: a log-in or a link, and a message that waits for the next page."""
MAX_PAGES, MAX_BYTES = 256, 16_000_000
PARTIAL = (b"hx-request", b"hx-target", b"hx-trigger")
"""Headers by which a view may answer with a part of its page."""
TO_PROGRAMS = (b"accept", b"if-none-match")
"""Headers by which the API answers in another format, or that nothing has changed."""


@dataclass(frozen=True)
class KeptPage:
    state: Hashable
    until: float
    status: int
    headers: Headers
    body: bytes


class SharedPages:
    """Of one event loop. state: see `database_state`."""

    def __init__(self, state: "DatabaseState") -> None:
        self._state = state
        self._kept: OrderedDict[Hashable, KeptPage] = OrderedDict()
        self._bytes = 0

    async def look(self, key: Hashable | None) -> tuple[KeptPage | None, Hashable | None]:
        """The page as it would be made now, or None; and the database's state, for `keep`."""
        if key is None:
            return None, None
        state, kept = await self._state.now(), self._kept.get(key)
        if state is None or kept is None or kept.state != state or kept.until < time.monotonic():
            return None, state
        self._kept.move_to_end(key)
        return kept, state

    def has(self, key: Hashable | None) -> bool:
        """Whether it's worth a look: some state of the page is kept."""
        return key in self._kept

    def keep(self, key: Hashable | None, state: Hashable | None, response: HttpResponseBase) -> None:
        """state: as `look` gave it before the page was made."""
        seconds = getattr(response, "shared_seconds", None)
        if key is None or state is None or not seconds or not isinstance(response, HttpResponse):
            return
        if response.status_code not in (200, 304) or response.cookies or len(response.content) > MAX_BYTES // 4:
            return
        self._drop(key)
        headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
        self._kept[key] = KeptPage(state, time.monotonic() + seconds, response.status_code, headers, response.content)
        self._bytes += len(response.content)
        while len(self._kept) > MAX_PAGES or self._bytes > MAX_BYTES:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        if (kept := self._kept.pop(key, None)) is not None:
            self._bytes -= len(kept.body)


def key_of(scope: Scope) -> Hashable | None:
    """What tells the answers to visitors apart. None: the site knows the reader or has a message for them, the request
    isn't a look, or a header is there twice, of which some programs read the first and some the last."""
    headers: Headers = scope["headers"]
    if scope["method"] != "GET" or OWN & cookies_of(headers).keys():
        return None
    said = dict(headers)
    is_plain = len(said) == len([name for name, _ in headers if name != b"cookie"]) + (b"cookie" in said)
    if b"authorization" in said or not is_plain:
        return None
    read = TO_PROGRAMS if scope["path"].startswith("/api/") else PARTIAL
    return (
        scope.get("scheme"),
        said.get(b"host"),
        said.get(b"x-forwarded-proto"),
        scope["path"],
        scope["query_string"],
        language_of(headers),
        b"gzip" in said.get(b"accept-encoding", b""),
        tuple(said.get(name) for name in read),
        getattr(hall.current(), "version", None),
    )


def may_be_kept(scope: Scope) -> bool:
    """Whether an answer to it can be one for all: no cookie but the language has told the site anything."""
    return cookies_of(scope["headers"]).keys() <= {settings.LANGUAGE_COOKIE_NAME}


def as_visitor(scope: Scope) -> Scope:
    """The request without what tells who sends it, where it says that it doesn't matter."""
    if AS_VISITOR not in scope["headers"]:
        return scope
    language = cookies_of(scope["headers"]).get(settings.LANGUAGE_COOKIE_NAME)
    kept = [(name, value) for name, value in scope["headers"] if name not in (b"cookie", b"authorization")]
    if language is not None:
        kept.append((b"cookie", f"{settings.LANGUAGE_COOKIE_NAME}={language}".encode("latin-1")))
    return scope | {"headers": kept}


def cookies_of(headers: Headers) -> dict[str, str]:
    """By name, of all headers of a request."""
    cookies: dict[str, str] = {}
    for name, value in headers:
        if name == b"cookie":
            cookies |= parse_cookie(value.decode("latin-1"))
    return cookies


class DatabaseState:
    """A value that is another one after every commit, by whichever process."""

    async def now(self) -> Hashable | None:
        """As it is at some moment after the call; None while it can't be asked for."""
        raise NotImplementedError


class SQLiteState(DatabaseState):
    """Asked through a connection of its own, since SQLite tells of others' commits only. Takes microseconds."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._file = -1

    async def now(self) -> Hashable | None:
        try:
            # A restored backup may be another file under the same name.
            file = os.stat(self._path).st_ino
            if self._connection is None or file != self._file:
                self.close()
                address = f"file:{self._path}?mode=ro"
                self._connection, self._file = sqlite3.connect(address, uri=True, check_same_thread=False), file
            return file, self._connection.execute("PRAGMA data_version").fetchone()[0]
        except (sqlite3.Error, OSError):
            return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class PostgresState(DatabaseState):
    """The snapshot that a transaction would see. All who ask while one question is on its way share the next one."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="state")
        self._next: asyncio.Future[Hashable | None] | None = None
        self._asking: asyncio.Task[None] | None = None

    async def now(self) -> Hashable | None:
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._next)

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        while self._next is not None:
            answered, self._next = self._next, None
            answered.set_result(await loop.run_in_executor(self._thread, self._read))
        self._asking = None

    def _read(self) -> Hashable | None:
        connection = connections["default"]
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_current_snapshot()::text")
                return str(cursor.fetchone()[0])
        except Exception:
            # Whatever it is, pages are made as ever: those who wait for the answer must get one.
            log.warning("the state of the database can't be read: no page is shared", exc_info=True)
            return None
        finally:
            connection.close()


def database_state() -> DatabaseState:
    database = connections["default"]
    if database.vendor == "sqlite":
        return SQLiteState(str(database.settings_dict["NAME"]))
    return PostgresState()
