"""Where a secret could be left behind: what the site logged, keeps in the cache, put on the broker, told its streams
and wrote into the database. `Places.found` says which of the secrets lie where."""

import io
import json
import logging
import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from celery.signals import before_task_publish
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache

from euchre_site.celery import app
from euchre_site.logs import HideTokens, JsonLine, Line
from games.live.bus import MemoryBus
from tests.tournaments.pages.browsing import world

LOGGERS = ("", "django", "celery", "uvicorn", "allauth")


class Places:
    def __init__(self) -> None:
        self.log, self.broker, self.told = io.StringIO(), list[str](), list[str]()

    def hear(self, body: Any = None, headers: Any = None, routing_key: Any = None, **about: Any) -> None:
        self.broker.append(json.dumps([body, headers], default=str))

    def texts(self) -> dict[str, str]:
        return {
            "log": self.log.getvalue(),
            "cache": "\n".join(in_cache()),
            "broker": "\n".join([*self.broker, *in_redis("lists")]),
            "streams": "\n".join(self.told),
            "database": "\n".join(in_database()),
        }

    def found(self, secrets: Mapping[str, str]) -> set[tuple[str, str]]:
        """(place, name of the secret)."""
        assert all(len(secret) >= 6 for secret in secrets.values()), "too short to be told from chance"
        texts = {place: text.lower() for place, text in self.texts().items()}
        return {
            (place, name) for place, text in texts.items() for name, secret in secrets.items() if secret.lower() in text
        }


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Places]:
    """As in production: both forms of the log at INFO, and every message that leaves."""
    places = Places()
    handlers = []
    for formatter in (Line(), JsonLine()):
        handler = logging.StreamHandler(places.log)
        handler.setFormatter(formatter)
        handler.addFilter(HideTokens())
        handlers.append(handler)
    levels = {name: logging.getLogger(name).level for name in LOGGERS}
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.INFO)
        for handler in handlers:
            logging.getLogger(name).addHandler(handler)
    said = MemoryBus.tell

    def tell(bus: MemoryBus, topic: str, version: int) -> None:
        places.told.append(f"{topic} {version}")
        said(bus, topic, version)

    monkeypatch.setattr(MemoryBus, "tell", tell)
    before_task_publish.connect(places.hear)
    try:
        yield places
    finally:
        before_task_publish.disconnect(places.hear)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
            for handler in handlers:
                logging.getLogger(name).removeHandler(handler)
        app.control.purge()


def in_cache() -> Iterator[str]:
    """Every key with its value."""
    if settings.REDIS_URL:
        yield from in_redis("strings")
        return
    for key, value in cache._cache.items():  # type: ignore[attr-defined]
        yield f"{key} {pickle.loads(value)!r}"  # noqa: S301 (our own process wrote it)


def in_redis(kind: str) -> Iterator[str]:
    """Everything under our prefix, as it lies there. kind: lists are the broker's."""
    if not settings.REDIS_URL:
        return
    with redis.Redis.from_url(settings.REDIS_URL) as server:
        for key in server.scan_iter(f"{settings.REDIS_NAMESPACE}:*"):
            is_list = server.type(key) != b"string"
            if is_list is (kind == "lists"):
                yield f"{key!r} {_value(server, key)!r}"


def _value(server: Any, key: bytes) -> Any:
    readers = {
        b"string": server.get,
        b"list": lambda one: server.lrange(one, 0, -1),
        b"hash": server.hgetall,
        b"set": server.smembers,
        b"zset": lambda one: server.zrange(one, 0, -1),
    }
    return readers[server.type(key)](key)


def in_database() -> Iterator[str]:
    """Every row, and sessions as they read."""
    yield from (f"{label} {rows}" for label, rows in world().items())
    yield from (json.dumps(row.get_decoded(), default=str) for row in Session.objects.all())
