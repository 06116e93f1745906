"""Tries counted in the shared cache, so that all web processes count the same. While the cache is away nothing is
counted: the night going on is worth more."""

import contextlib

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

FIVE_MINUTES = 300


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from. Only our own proxies are trusted."""
    return str(get_adapter().get_client_ip(request))


def count(what: str, who: str, *, seconds: int = FIVE_MINUTES, renew: bool = False) -> int:
    """Counts once more within a number of seconds of the first; returns the count.

    renew: of the last, so that only a pause ends the count.
    """
    key, number = _key(what, who), 1
    cache.add(key, 0, seconds)
    with contextlib.suppress(ValueError):  # it ran out at this very moment
        number = cache.incr(key)
    if renew:
        cache.touch(key, seconds)
    return number


def uncount(what: str, who: str) -> None:
    """One less: what was counted turned out to cost nothing."""
    with contextlib.suppress(ValueError):  # it ran out, and counting starts again
        cache.decr(_key(what, who))


def counted(what: str, who: str) -> int:
    return int(cache.get(_key(what, who), 0))


def _key(what: str, who: str) -> str:
    return f"tries:{what}:{who}"
