"""Tells browsers that something changed: `publish("event:7", 42)` after commit, `GET /live/?topic=event:7`.

Messages carry a topic and a version: the browser fetches its own view, so no message can leak a card and a lost one
costs nothing but time. Where the page asks for it (`&page=/tables/ABCD/`), its news brings what that address would
answer to this browser (`games.live.pages`).

- `Accept: text/event-stream` under ASGI: an event stream. First the current version of every topic, then changes:
  `data: {"topic": "event:7", "version": 42}`; `event: page` with the page as `html` beside them; `event: gone` when a
  topic ended or is no longer theirs to see. 429 when one address holds too many.
- anything else (`?poll=1`, or a WSGI server): `{"versions": {"event:7": 42}, "gone": []}` at once.

Apps name their topics: `register_topic("event", resolver)`; the resolver answers the present version for that
user, or None for what does not exist or is not theirs. No topic left: 404.
"""

import asyncio
import json
import logging
import re
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, connections, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from games import counters
from games.engine.language import say
from games.live.bus import bus
from games.live.pages import SentPage, compressed, page_asked_for

log = logging.getLogger(__name__)

Resolver = Callable[[Any, str], int | None]
LogInCheck = Callable[[Any, str | None], bool]

MAX_TOPICS = 8
HEARTBEAT_SECONDS = 15.0
# After this many heartbeats the versions are read again: that makes up for a lost message, and notices a lost
# permission.
BEATS_PER_RECHECK = 4
RETRY_MILLISECONDS = 2000
PAUSE_SECONDS, MAX_MESSAGES = 0.25, 400
"""The least pause of a stream between two messages. It grows with the messages that the process has sent in the last
second, a second longer at this many: a hall's scores of one moment go out together. Pages that hear nothing slow down
no one."""
MAX_STREAMS = 400
"""From one address at one process: a full hall. Pages beyond that ask again every few seconds instead."""

TOPIC = re.compile(r"([a-z_]{1,20}):([A-Za-z0-9_-]{1,64})", re.ASCII)
_resolvers: dict[str, Resolver] = {}
_log_in_check: LogInCheck | None = None
_streams: Counter[str] = Counter()
_sent: deque[float] = deque()
"""When the messages of the last second were sent, by the clock that only goes forward."""


def register_topic(prefix: str, resolver: Resolver) -> None:
    """Call from AppConfig.ready(). `resolver(user, ident)` is ordinary synchronous code."""
    assert _resolvers.get(prefix, resolver) is resolver, f"topic {prefix!r} is registered twice"
    _resolvers[prefix] = resolver


def register_log_in_check(check: LogInCheck) -> None:
    """`check(user, session_key)` returns whether a stream's session is still valid for its account."""
    global _log_in_check
    _log_in_check = check


def publish(topic: str, version: int) -> None:
    """Announce, once the open transaction is committed, that `topic` is now at `version`. Never raises."""
    assert TOPIC.fullmatch(topic), topic
    transaction.on_commit(lambda: bus().publish(topic, version), robust=True)


def end_streams(user_id: int) -> None:
    """Close every stream of an account once the open transaction is committed."""
    publish(log_ins_of(user_id), 1)


def log_ins_of(user_id: int | None) -> str:
    """The topic of an account's log-ins. No resolver knows it, so no one can ask for it."""
    return f"log_ins:{user_id or 0}"


@login_not_required
async def stream(request: HttpRequest) -> HttpResponseBase:
    topics = list(dict.fromkeys(request.GET.getlist("topic")))
    if request.method not in {"GET", "HEAD"}:
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    if not 0 < len(topics) <= MAX_TOPICS or not all(TOPIC.fullmatch(topic) for topic in topics):
        wanted = say("This address sends live updates. Add 1 to {most} topics to it.", most=MAX_TOPICS)
        example = say("For example: {example}", example=f"{request.path}?topic=event:12")
        return HttpResponse(f"{wanted} {example}", status=400, content_type="text/plain; charset=utf-8")
    user = await request.auser()
    session_key = request.session.session_key
    wants_stream = "text/event-stream" in request.headers.get("Accept", "") and "poll" not in request.GET
    if isinstance(request, ASGIRequest) and wants_stream and request.method == "GET":
        return await _open_stream(request, user, session_key, topics)
    versions = await _read_versions(user, topics)
    answer = {"versions": versions, "gone": [topic for topic in topics if topic not in versions]}
    return JsonResponse(answer, status=200 if versions else 404, headers={"Cache-Control": "no-store"})


async def _open_stream(request: ASGIRequest, user: Any, session_key: str | None, topics: list[str]) -> HttpResponseBase:
    address = counters.address_of(request)
    if is_full(address):
        return HttpResponse("Too many live pages are open here.", status=429, headers={"Retry-After": "30"})
    versions = await _read_versions(user, topics)
    if not versions:
        return HttpResponse(status=404)
    page = page_asked_for(request)
    headers = {"Cache-Control": "no-cache, no-store", "X-Accel-Buffering": "no"}
    parts = counted(address, _tell(user, topics, versions, session_key, page))
    if not page or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return StreamingHttpResponse(parts, content_type="text/event-stream", headers=headers)
    headers["Content-Encoding"] = "gzip"
    return StreamingHttpResponse(compressed(parts), content_type="text/event-stream", headers=headers)


def is_full(address: str) -> bool:
    """Whether as many streams are open to the address as any may have."""
    return bool(settings.FLOOD_LIMITS) and _streams[address] >= MAX_STREAMS


def open_streams() -> int:
    """How many pages this process streams to now. Any thread may ask."""
    return sum(list(_streams.values()))


def _pause() -> float:
    """Seconds that a stream which has just sent something rests."""
    while _sent and _sent[0] < time.monotonic() - 1:
        _sent.popleft()
    return PAUSE_SECONDS + (len(_sent) / MAX_MESSAGES) ** 2


async def counted(address: str, parts: AsyncIterator[str]) -> AsyncIterator[str]:
    _streams[address] += 1
    try:
        async for part in parts:
            yield part
    finally:
        _streams[address] -= 1
        if not _streams[address]:
            del _streams[address]


async def _tell(
    user: Any,
    topics: list[str],
    versions: dict[str, int],
    session_key: str | None = None,
    page: SentPage | None = None,
) -> AsyncIterator[str]:
    """The stream itself. Ends when the browser leaves (the server cancels it), the site stops, no topic is left, or the
    user logs out or changes the password. Browsers that are still logged in come back by themselves."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    for topic in topics:
        yield _event(topic, versions[topic]) if topic in versions else _gone(topic)
    beats, is_sent = 0, False
    own = log_ins_of(user.pk)
    with bus().subscribe([*versions, own]) as subscription:
        while versions:
            if is_sent:
                await asyncio.sleep(_pause())
            news, is_sent = await subscription.wait(HEARTBEAT_SECONDS), False
            if subscription.is_hung_up or own in news.versions:
                return
            for topic, version in news.versions.items():
                if topic in versions and version > versions[topic]:
                    versions[topic], is_sent = version, True
                    _sent.append(time.monotonic())
                    yield await _news(topic, version, page)
            if not news.versions and not news.recheck:
                yield ":\n\n"
                beats += 1
            if news.recheck or beats >= BEATS_PER_RECHECK:
                beats = 0
                if not await _is_logged_in(user, session_key):
                    return
                async for message in _recheck(user, versions, page):
                    yield message


async def _recheck(user: Any, versions: dict[str, int], page: SentPage | None) -> AsyncIterator[str]:
    """Bring `versions` up to what the database says now, and say what changed."""
    try:
        now = await _read_versions(user, list(versions))
    except DatabaseError:
        log.warning("live: versions could not be read, asked again with the next beats", exc_info=True)
        return
    for topic in list(versions):
        if topic not in now:
            del versions[topic]
            yield _gone(topic)
        elif now[topic] != versions[topic]:
            versions[topic] = now[topic]
            yield await _news(topic, now[topic], page)


async def _news(topic: str, version: int, page: SentPage | None) -> str:
    """The news, with its page where the reader wants that."""
    return _event(topic, version, await page.read() if page and page.goes_with(topic) else None)


def _event(topic: str, version: int, html: str | None = None) -> str:
    message = {"topic": topic, "version": version}
    if html is None:
        return f"data: {json.dumps(message)}\n\n"
    return f"event: page\ndata: {json.dumps(message | {'html': html})}\n\n"


def _gone(topic: str) -> str:
    return f"event: gone\ndata: {json.dumps({'topic': topic})}\n\n"


@sync_to_async
def _is_logged_in(user: Any, session_key: str | None) -> bool:
    assert _log_in_check, "games.accounts.sessions registers it"
    try:
        return _log_in_check(user, session_key)
    finally:
        give_connections_back()


@sync_to_async
def _read_versions(user: Any, topics: list[str]) -> dict[str, int]:
    """Present version of every topic that this user may hear of, in the order asked for."""
    versions = {}
    try:
        for topic in topics:
            prefix, _, ident = topic.partition(":")
            resolver = _resolvers.get(prefix)
            version = resolver(user, ident) if resolver else None
            if version is not None:
                versions[topic] = version
    finally:
        give_connections_back()
    return versions


def give_connections_back() -> None:
    """A stream lives for hours: it must not sit on a database connection between two readings."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
