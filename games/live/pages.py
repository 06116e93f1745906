"""A page that is sent with its news, so that the browser needn't ask for it.

What is sent is what the browser would fetch: the server answers a request of its own with the headers of the stream, by
the same middleware and the same view. So nothing is sent that the reader couldn't get, at that moment, from the page's
address. Where the server can't say it (a WSGI server, a cookie that goes with the page), the news carries its number
alone, and the browser fetches its page as ever.
"""

import asyncio
import logging
import secrets
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.urls import Resolver404, resolve

log = logging.getLogger(__name__)

Headers = list[tuple[bytes, bytes]]
PageMaker = Callable[[str, Headers], Awaitable[str | None]]
"""Makes what a GET of an address would answer now, with these headers beside those of the stream. None where the
browser has to ask itself."""
EXTENSION = "right_bower.page"
"""Where the server's PageMaker is in the ASGI scope's extensions."""
AS_LIVE = [(b"hx-request", b"true"), (b"hx-trigger", b"live"), (b"hx-target", b"live"), (b"x-refresh", b"yes")]
"""What static/js/live.js and htmx say when the element `live` of a page fetches itself."""
WINDOW, MEMORY_LEVEL = 15, 4
"""A page is much like the one before it and is sent as the difference, if that one is still in the window: 32 KB. One
open page costs the process 140 KB, and 256 at zlib's usual level."""

_topics: dict[str, str] = {}


def register_page(route: str, prefix: str) -> None:
    """Pages of a named route are sent with the news of their topic, which begins with the prefix."""
    assert _topics.get(route, prefix) == prefix, f"page {route!r} is registered twice"
    _topics[route] = prefix


class SentPage(NamedTuple):
    """One reader's page. prefix: of the topic whose news it goes with. device: which of the reader's pages it is."""

    address: str
    prefix: str
    device: str
    make: PageMaker

    def goes_with(self, topic: str) -> bool:
        return topic.startswith(f"{self.prefix}:")

    async def read(self) -> str | None:
        headers = [*AS_LIVE, (b"x-device", self.device.encode("latin-1", "replace"))]
        try:
            return await self.make(self.address, headers)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("live: a page could not be made for its stream, its browser asks for it")
            return None


def page_asked_for(request: HttpRequest) -> SentPage | None:
    """The page that the stream is to carry; None where it is to carry numbers alone."""
    address = request.GET.get("page", "")
    make = request.scope.get("extensions", {}).get(EXTENSION) if isinstance(request, ASGIRequest) else None
    if not make or not address:
        return None
    try:
        prefix = _topics.get(resolve(address).url_name or "")
    except Resolver404:
        return None
    return SentPage(address, prefix, request.GET.get("device", ""), make) if prefix else None


async def compressed(parts: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """The stream as gzip, each part whole as soon as it's there. A comment of random length goes with each page, so
    that a length tells nothing about what the page holds."""
    packer = zlib.compressobj(6, zlib.DEFLATED, WINDOW + 16, MEMORY_LEVEL)
    async for part in parts:
        noise = f": {secrets.token_hex(secrets.randbelow(50))}\n" if part.startswith("event: page") else ""
        yield packer.compress(f"{noise}{part}".encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
