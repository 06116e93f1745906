"""Refuses a request whose body is longer than anything that our forms send, before it is read to the end.

Django keeps a body on the disk until it has come in whole, and only then looks at its own limit.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from games.engine.language import mark, say

MAX_BYTES = 10_000_000
SENTENCE = mark("Your upload is too large. The limit is 10 MB.")

Event = Mapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


class BodyLimit:
    """Round an ASGI application: 413 for a body that says it is too long, or turns out to be."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and announced(scope["headers"]) > MAX_BYTES:
            await refuse(scope, send)
            return
        came = 0

        async def count() -> Event:
            nonlocal came
            event = await receive()
            came += len(event.get("body", b""))
            if came <= MAX_BYTES:
                return event
            await refuse(scope, send)
            return {"type": "http.disconnect"}

        await self.application(scope, count, send)


def announced(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """The length that the request claims; 0 when it claims none that is a number."""
    length = next((value for name, value in headers if name == b"content-length"), b"")
    return int(length) if length.isdigit() and len(length) < 20 else 0


async def refuse(scope: Mapping[str, Any], send: Send) -> None:
    # Only now: this is imported before Django is set up.
    from django.utils import translation

    from euchre_site.languages import language_of

    with translation.override(language_of(scope["headers"])):
        sentence = say(SENTENCE).encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(sentence)).encode())]
    await send({"type": "http.response.start", "status": 413, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": sentence})
