"""Content that many read at the same moment: made once for each state of what it shows.

When a score comes in, hundreds of pages reload. Visitors all get the same page (`euchre_site/shared_pages.py`); for
everyone else the frame is made again, round the same content.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import Any
from uuid import uuid4

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import get_language

View = Callable[..., HttpResponseBase]

MAX_AGE = 10
"""Seconds that a page for visitors is given out unchanged: it may say how long ago something was."""
NAMES = "cached_content:names"
"""In the cache: another value after each change of a name, or of who may read one."""
_MAKING = tuple(Lock() for _ in range(16))


def same_for_visitors(*asked: str) -> Callable[[View], View]:
    """For a view whose page is the same for all who aren't logged in and have no link of their own.

    asked: the values of the address that it reads; with others, which anyone can make up, it's made each time.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            response = view(request, *args, **kwargs)
            if request.GET.keys() <= set(asked):
                response.shared_seconds = MAX_AGE  # type: ignore[attr-defined]  # ours
            return response

        return answer

    return decorate


def made_once(
    request: HttpRequest, template: str, state: object, context: Callable[[], dict[str, Any]], *, seconds: int
) -> str:
    """The template, rendered for this address, language and state, or as it was for someone up to that many seconds
    ago.

    state: versions of what is shown, read before it, so that the kept content is never older than they say. A name that
    was changed or hidden isn't shown either (`forget_names`). Only for viewers who all read the same, and for a small
    number of addresses.
    """
    asked = f"{get_language()} {request.get_full_path()} {state} {cache.get(NAMES)}"
    key = f"{template}:" + sha256(asked.encode()).hexdigest()
    content: str | None = cache.get(key)
    if content is None:
        content = render_to_string(template, context(), request)
        cache.set(key, content, seconds)
    return content


def forget_names() -> None:
    """Once the open transaction is committed, everything with names in it is made anew."""
    transaction.on_commit(lambda: cache.set(NAMES, uuid4().hex, None), robust=True)


def made_by_one(key: str, make: Callable[[], bytes], *, seconds: int) -> bytes:
    """A file that takes as long to make as ten pages. Of those who ask for it at the same moment, one makes it.

    key: what tells it from all others, with everything that it shows.
    """
    with _MAKING[hash(key) % len(_MAKING)]:
        made: bytes | None = cache.get(key)
        if made is None:
            made = make()
            cache.set(key, made, seconds)
    return made
