"""Every address of the API, read off the resolver."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

EVERYTHING_ELSE = "/^(?P<rest>(?s:.*))$"
PART = re.compile(r"<\w+:(\w+)>")


def paths(patterns: Iterable[Any]) -> dict[str, set[str]]:
    """Path as the schema writes it → its methods. Without the schema itself, its page, and what is unknown."""
    others = ("/", "/schema.json", EVERYTHING_ELSE)
    return {path: methods for path, methods in _walk(patterns, "/") if path not in others}


def _walk(patterns: Iterable[Any], before: str) -> Iterator[tuple[str, set[str]]]:
    for pattern in patterns:
        path = before + PART.sub(lambda part: "{" + part[1].replace("pk", "id") + "}", str(pattern.pattern))
        if hasattr(pattern, "url_patterns"):
            yield from _walk(pattern.url_patterns, path)
        else:
            view = pattern.callback.cls
            yield path, {name for name in ("get", "post") if hasattr(view, name)}
