"""Streams as browsers open them: the live page, read message by message."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from django.test import AsyncClient

SSE = {"Accept": "text/event-stream"}


class Stream:
    """An open stream, read message by message."""

    def __init__(self, parts: AsyncIterator[bytes]) -> None:
        self.parts = parts

    async def next(self) -> dict[str, Any] | str:
        text = (await asyncio.wait_for(anext(self.parts), 5)).decode()
        assert text.endswith("\n\n")
        name, has_data, data = text.strip().rpartition("data: ")
        if not has_data:
            return text
        message: dict[str, Any] = json.loads(data)
        return message | ({"event": name.strip()} if name else {})


async def open_stream(*topics: str) -> Stream:
    response: Any = await AsyncClient().get("/live/", {"topic": topics}, headers=SSE)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/event-stream"
    assert response["X-Accel-Buffering"] == "no"
    assert "no-cache" in response["Cache-Control"]
    stream = Stream(aiter(response.streaming_content))
    assert (await anext(stream.parts)).startswith(b"retry: ")
    return stream


async def settle() -> None:
    """Let the stream take its place on the bus and do its first re-reading."""
    await asyncio.sleep(0.05)
