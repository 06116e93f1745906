"""Carries (topic, version) from any thread or process to the streams that asked for the topic.

Keeps only the newest version per topic and stream, so a slow reader costs no memory and misses nothing
that matters. Knows nothing of users or requests; checks no permission.
"""

import asyncio
import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from games.jobs.outage import CircuitBreaker

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 1.0
PING_SECONDS = 10.0


@dataclass
class News:
    """What a stream finds when it wakes: newer versions, and whether it should read the versions itself."""

    versions: dict[str, int] = field(default_factory=dict)
    recheck: bool = False


class Subscription:
    """One stream's subscription. Made, read and closed in one event loop; notified from any thread."""

    def __init__(self, bus: "MemoryBus", topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self.loop = asyncio.get_running_loop()
        self.is_hung_up = False
        self._bus = bus
        self._lock = threading.Lock()
        # The first reading is a re-reading: what changed while the stream was being opened is found by it.
        self._news = News(recheck=True)
        self._woken = asyncio.Event()
        self._woken.set()
        # Known to all threads: who was called and has not yet come need not be called again.
        self._is_called = True

    def __enter__(self) -> Self:
        self._bus.add(self)
        return self

    def __exit__(self, *exc: object) -> None:
        self._bus.remove(self)

    async def wait(self, seconds: float) -> News:
        """What happened since the last call; empty after `seconds` of silence."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return News()
        with self._lock:
            self._woken.clear()
            self._is_called = False
            news, self._news = self._news, News()
        return news

    def tell(self, topic: str, version: int) -> None:
        with self._lock:
            self._news.versions[topic] = max(version, self._news.versions.get(topic, version))
            was_called, self._is_called = self._is_called, True
        if not was_called:
            self._wake()

    def ask_to_recheck(self) -> None:
        with self._lock:
            self._news.recheck = True
        self._wake()

    def hang_up(self) -> None:
        self.is_hung_up = True
        self._wake()

    def _wake(self) -> None:
        try:
            self.loop.call_soon_threadsafe(self._woken.set)
        except RuntimeError:  # the loop is closed: no one is listening
            self._bus.remove(self)


class MemoryBus:
    """Enough for one process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._by_topic: dict[str, set[Subscription]] = {}

    def subscribe(self, topics: Iterable[str]) -> Subscription:
        return Subscription(self, topics)

    def publish(self, topic: str, version: int) -> None:
        with self._lock:
            listeners = list(self._by_topic.get(topic, ()))
        for subscription in listeners:
            subscription.tell(topic, version)

    def hang_up(self) -> None:
        """End every stream, for a server that is stopping."""
        for subscription in self.subscriptions():
            subscription.hang_up()

    def subscriptions(self) -> set[Subscription]:
        with self._lock:
            return set().union(*self._by_topic.values())

    def add(self, subscription: Subscription) -> None:
        with self._lock:
            for topic in subscription.topics:
                self._by_topic.setdefault(topic, set()).add(subscription)

    def remove(self, subscription: Subscription) -> None:
        with self._lock:
            for topic in subscription.topics:
                listeners = self._by_topic.get(topic, set())
                listeners.discard(subscription)
                if not listeners:
                    self._by_topic.pop(topic, None)


class RedisBus(MemoryBus):
    """For many processes: one channel for the site, one listening connection per process.

    Streams of the publishing process are notified directly, so a site on one process works on with Redis away.
    """

    def __init__(self, url: str, channel: str) -> None:
        super().__init__()
        self._url = url
        self._channel = channel
        self._outage = CircuitBreaker()
        self._listeners: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
        self._sender = redis.Redis.from_url(
            url, socket_connect_timeout=0.4, socket_timeout=0.4, retry=Retry(NoBackoff(), 0)
        )

    def publish(self, topic: str, version: int) -> None:
        super().publish(topic, version)
        if self._outage.is_on:
            return
        try:
            self._sender.publish(self._channel, f"{topic} {version}")
        except (RedisError, OSError) as error:
            self._outage.begin()
            log.warning("live bus does not answer (%s): other processes read again later", type(error).__name__)

    def add(self, subscription: Subscription) -> None:
        super().add(subscription)
        with self._lock:
            if subscription.loop not in self._listeners:
                self._listeners[subscription.loop] = subscription.loop.create_task(self._listen())

    def remove(self, subscription: Subscription) -> None:
        super().remove(subscription)
        with self._lock:
            if any(other.loop is subscription.loop for other in self.subscriptions()):
                return
            listener = self._listeners.pop(subscription.loop, None)
        if listener and not subscription.loop.is_closed():
            subscription.loop.call_soon_threadsafe(listener.cancel)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (RedisError, OSError) as error:
                log.warning("live bus lost (%s), trying again", type(error).__name__)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen_once(self) -> None:
        # A silent channel is normal, so reading never times out; a dead peer is found by pinging it.
        client = redis.asyncio.Redis.from_url(
            self._url,
            client_name=self._channel,
            socket_timeout=None,
            socket_connect_timeout=2,
            socket_keepalive=True,
            health_check_interval=PING_SECONDS,
            retry=AsyncRetry(NoBackoff(), 0),
        )
        async with client, client.pubsub() as channel:
            await channel.subscribe(self._channel)
            while True:
                message = await channel.get_message(timeout=PING_SECONDS)
                if message:
                    self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            # Whatever was said before we (again) listened is lost.
            for subscription in self.subscriptions():
                subscription.ask_to_recheck()
        elif message["type"] == "message":
            topic, _, version = message["data"].decode().rpartition(" ")
            super().publish(topic, int(version))


def bus() -> MemoryBus:
    return _bus(settings.REDIS_URL, settings.REDIS_NAMESPACE)


@cache
def _bus(url: str, namespace: str) -> MemoryBus:
    return RedisBus(url, f"{namespace}:live") if url else MemoryBus()
