"""Messages as they read in English."""

from collections.abc import Iterable
from typing import Any

from games.engine.messages import Message, message_from


def said(messages: Iterable[Message]) -> tuple[str, ...]:
    return tuple(map(str, messages))


def said_in(data: Iterable[Any]) -> list[str]:
    """What is kept as JSON."""
    return [str(message_from(one)) for one in data]
