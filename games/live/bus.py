"""Carries (topic, version) from any thread or process to the streams that asked for the topic.

Keeps only the newest version per topic and stream, so a slow reader costs no memory and misses nothing
that matters. Knows nothing of users or requests; checks no permission.
"""

import asyncio
import logging
import threading
from collections import Counter
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
CONFIRM_SECONDS = 0.5
"""How long a stream waits for Redis to confirm its topics before it reads for the first time."""


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
        self.has_begun = False
        self._bus = bus
        self._lock = threading.Lock()
        self._news = News()
        self._woken = asyncio.Event()
        # Known to all threads: a stream that was called and has not yet come need not be called again.
        self._is_called = False

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
            self.has_begun = True
            self._news.recheck = True
        self._wake()

    def begin(self) -> None:
        """Asks for the first reading, if no one has: what changed while the stream was being opened is found by it.

        Called in the stream's own loop.
        """
        if not self.has_begun:
            with self._lock:
                self.has_begun = self._is_called = self._news.recheck = True
            self._woken.set()

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
        self.tell(topic, version)

    def tell(self, topic: str, version: int) -> None:
        """To the streams of this process."""
        with self._lock:
            listeners = list(self._by_topic.get(topic, ()))
        for subscription in listeners:
            subscription.tell(topic, version)

    def hang_up(self) -> None:
        """End every stream, for a server that is stopping."""
        for subscription in self.subscriptions():
            subscription.hang_up()

    def subscriptions(self, loop: asyncio.AbstractEventLoop | None = None, topic: str = "") -> set[Subscription]:
        """Those that are open: of one loop, or of one topic, where it is named."""
        with self._lock:
            subscribed = self._by_topic.get(topic, ()) if topic else set().union(*self._by_topic.values())
            return {subscription for subscription in subscribed if loop in (None, subscription.loop)}

    def add(self, subscription: Subscription) -> None:
        with self._lock:
            for topic in subscription.topics:
                self._by_topic.setdefault(topic, set()).add(subscription)
        self._begin(subscription)

    def _begin(self, subscription: Subscription) -> None:
        subscription.begin()

    def remove(self, subscription: Subscription) -> None:
        with self._lock:
            for topic in subscription.topics:
                listeners = self._by_topic.get(topic, set())
                listeners.discard(subscription)
                if not listeners:
                    self._by_topic.pop(topic, None)


class Listener:
    """One loop's ear at Redis: it asks for the topics that streams of its loop want, and for no others.

    A topic counts as heard once Redis has confirmed it. Streams read for the first time when all their topics are
    heard, so that nothing can be said between a reading and the ear.
    """

    def __init__(self, bus: "RedisBus", loop: asyncio.AbstractEventLoop) -> None:
        self.heard: set[str] = set()
        self._bus = bus
        self._loop = loop
        self._wanted: Counter[str] = Counter()
        self._changed: set[str] = set()
        self._is_changed = asyncio.Event()
        self._is_away = False
        self._task = loop.create_task(self._listen())

    def want(self, subscription: Subscription) -> None:
        """Called in the loop, with the bus locked."""
        self._wanted.update(subscription.topics)
        self._change(topic for topic in subscription.topics if self._wanted[topic] == 1)

    def leave(self, subscription: Subscription) -> bool:
        """Whether no stream of the loop is left. Called from any thread, with the bus locked."""
        self._wanted.subtract(subscription.topics)
        gone = [topic for topic in subscription.topics if not self._wanted[topic]]
        for topic in gone:
            del self._wanted[topic]
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._change, gone)
        return not self._wanted

    def begin(self, subscription: Subscription) -> None:
        if self._is_away or subscription.topics <= self.heard:
            subscription.begin()
        else:
            self._loop.call_later(CONFIRM_SECONDS, subscription.begin)

    def stop(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._task.cancel)

    def _change(self, topics: Iterable[str]) -> None:
        self._changed.update(topics)
        self._is_changed.set()

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except* (RedisError, OSError) as errors:
                log.warning("live bus lost (%s), trying again", type(errors.exceptions[0]).__name__)
            self.heard.clear()
            self._is_away = True
            for subscription in self._bus.subscriptions(self._loop):
                subscription.begin()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen_once(self) -> None:
        client = self._bus.client()
        async with client, client.pubsub() as pubsub, asyncio.TaskGroup() as tasks:
            # Its own channel keeps the connection busy while no topic is wanted.
            await pubsub.subscribe(self._bus.channel)
            self._is_away = False
            tasks.create_task(self._ask(pubsub))
            while True:
                if message := await pubsub.get_message(timeout=PING_SECONDS):
                    self._hear(message)

    async def _ask(self, pubsub: redis.asyncio.client.PubSub) -> None:
        asked: set[str] = set()
        self._changed = set(self._wanted)
        while True:
            changed, self._changed = self._changed, set()
            self._is_changed.clear()
            if fresh := {topic for topic in changed if topic in self._wanted} - asked:
                await pubsub.subscribe(*map(self._bus.channel_of, fresh))
            if gone := {topic for topic in changed if topic not in self._wanted} & asked:
                self.heard -= gone
                await pubsub.unsubscribe(*map(self._bus.channel_of, gone))
            asked = (asked | fresh) - gone
            await self._is_changed.wait()

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] not in ("message", "subscribe"):
            return
        topic = self._bus.topic_of(message["channel"].decode())
        if message["type"] == "message":
            self._bus.tell(topic, int(message["data"]))
        elif topic in self._wanted:
            self.heard.add(topic)
            # Whatever was said before we (again) listened is lost.
            for subscription in self._bus.subscriptions(self._loop, topic):
                if subscription.topics <= self.heard:
                    subscription.ask_to_recheck()


class RedisBus(MemoryBus):
    """For many processes: a channel for each topic, one listening connection per process.

    A process hears only what one of its streams asked for, however much others say. Streams of the publishing process
    are told directly, so a site on one process works on with Redis away.
    """

    def __init__(self, url: str, channel: str) -> None:
        super().__init__()
        self.channel = channel
        self._url = url
        self._outage = CircuitBreaker()
        self._listeners: dict[asyncio.AbstractEventLoop, Listener] = {}
        self._sender = redis.Redis.from_url(
            url, socket_connect_timeout=0.4, socket_timeout=0.4, retry=Retry(NoBackoff(), 0)
        )

    def channel_of(self, topic: str) -> str:
        return f"{self.channel}:{topic}"

    def topic_of(self, channel: str) -> str:
        return channel.removeprefix(f"{self.channel}:")

    def publish(self, topic: str, version: int) -> None:
        self.tell(topic, version)
        if self._outage.is_open:
            return
        try:
            self._sender.publish(self.channel_of(topic), version)
        except (RedisError, OSError) as error:
            self._outage.open()
            log.warning("live bus does not answer (%s): other processes read again later", type(error).__name__)

    def client(self) -> redis.asyncio.Redis:
        # A silent channel is normal, so reading never times out; a dead peer is found by pinging it.
        return redis.asyncio.Redis.from_url(
            self._url,
            client_name=self.channel,
            socket_timeout=None,
            socket_connect_timeout=2,
            socket_keepalive=True,
            health_check_interval=PING_SECONDS,
            retry=AsyncRetry(NoBackoff(), 0),
        )

    def _begin(self, subscription: Subscription) -> None:
        with self._lock:
            listener = self._listeners.get(subscription.loop)
            if listener is None:
                listener = self._listeners[subscription.loop] = Listener(self, subscription.loop)
            listener.want(subscription)
        listener.begin(subscription)

    def remove(self, subscription: Subscription) -> None:
        with self._lock:
            was_there = any(subscription in self._by_topic.get(topic, ()) for topic in subscription.topics)
            super().remove(subscription)
            listener = self._listeners.get(subscription.loop)
            is_last = listener is not None and was_there and listener.leave(subscription)
            if is_last:
                del self._listeners[subscription.loop]
        if listener is not None and is_last:
            listener.stop()


def bus() -> MemoryBus:
    return _bus(settings.REDIS_URL, settings.REDIS_NAMESPACE)


@cache
def _bus(url: str, namespace: str) -> MemoryBus:
    return RedisBus(url, f"{namespace}:live") if url else MemoryBus()
