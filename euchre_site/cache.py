"""Django's Redis cache, forgiving: with Redis away every look-up is a miss and no page fails.

While Redis is away the limits on sign-in attempts count nothing; the night going on is worth more.
"""

import glob
import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from games.jobs.outage import CircuitBreaker

T = TypeVar("T")
log = logging.getLogger(__name__)
_outage = CircuitBreaker()


def _or(answer: T, call: Callable[[], T]) -> T:
    """What Redis says, or `answer` while it does not say anything."""
    if _outage.is_open:
        return answer
    try:
        return call()
    except (RedisError, OSError) as error:
        _outage.open()
        log.warning("cache does not answer (%s)", type(error).__name__)
        return answer


class ForgivingRedisCache(RedisCache):
    def add(self, *args: Any, **kwargs: Any) -> bool:
        return _or(True, lambda: super(ForgivingRedisCache, self).add(*args, **kwargs))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _or(default, lambda: super(ForgivingRedisCache, self).get(key, default, version))

    def set(self, *args: Any, **kwargs: Any) -> None:
        return _or(None, lambda: super(ForgivingRedisCache, self).set(*args, **kwargs))

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return _or(False, lambda: super(ForgivingRedisCache, self).touch(*args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return _or(False, lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs))

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        return _or({}, lambda: super(ForgivingRedisCache, self).get_many(keys, version))

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return _or(False, lambda: super(ForgivingRedisCache, self).has_key(key, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return _or(delta, lambda: super(ForgivingRedisCache, self).incr(key, delta, version))

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        return _or([], lambda: super(ForgivingRedisCache, self).set_many(data, *args, **kwargs))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        return _or(None, lambda: super(ForgivingRedisCache, self).delete_many(*args, **kwargs))

    def clear(self) -> None:
        """This site's own keys, not the database: the queue of the background work and other sites may share it."""
        return _or(None, self._delete_own)

    def _delete_own(self) -> None:
        server = self._cache.get_client(None, write=True)
        for key in server.scan_iter(f"{glob.escape(self.key_prefix)}:*"):
            server.delete(key)
