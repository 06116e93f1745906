"""Content that many read at the same moment: made once for each state of what it shows.

When a score comes in, hundreds of pages fetch themselves anew. The frame round the content is everybody's own.
"""

from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language

_MAKING = tuple(Lock() for _ in range(16))


def made_once(
    request: HttpRequest, template: str, state: object, context: Callable[[], dict[str, Any]], *, seconds: int
) -> str:
    """The template, rendered for this address, language and state, or as it was for somebody up to so many seconds ago.

    state: versions of what is shown, read before it, so that what is kept is never older than they say. Only for
    viewers who all read the same, and for addresses of which there are few.
    """
    key = f"{template}:" + sha256(f"{get_language()} {request.get_full_path()} {state}".encode()).hexdigest()
    content: str | None = cache.get(key)
    if content is None:
        content = render_to_string(template, context(), request)
        cache.set(key, content, seconds)
    return content


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
