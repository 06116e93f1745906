"""The cache in Redis, which it may share with the queue and with other sites."""

import uuid

import pytest
import redis
from django.conf import settings

from euchre_site.cache import ForgivingRedisCache


@pytest.mark.redis
def test_clearing_it_leaves_what_others_keep_in_the_same_database() -> None:
    name = f"{settings.REDIS_NAMESPACE}:{uuid.uuid4()}"
    own, other = (ForgivingRedisCache(settings.REDIS_URL, {"KEY_PREFIX": f"{name}-{which}"}) for which in "ab")
    own.set("page", "old")
    other.set("page", "theirs")
    queue = redis.Redis.from_url(settings.REDIS_URL)
    queue.rpush(f"{name}:queue", "work")
    own.clear()
    assert (own.get("page"), other.get("page"), queue.llen(f"{name}:queue")) == (None, "theirs", 1)
