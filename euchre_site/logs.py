"""The log: as lines for people or as JSON for programs, without bodies, headers, query strings and one-time tokens.

Tokens are parts of addresses, and Django logs the address of an error; they also get into tracebacks.
"""

import datetime
import json
import logging
import re
import time
from typing import Any

_PART = re.compile(r"(?<=/)[\w-]{20,}", re.ASCII)
# What tells a token from a slug: a capital, or a long run without a hyphen.
_RANDOM = re.compile(r"[A-Z]|[0-9a-z_]{16,}")


class HideTokens(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = hide_tokens(record.getMessage()), ()
        return True


class WithoutTraceback(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


def hide_tokens(text: str) -> str:
    return _PART.sub(lambda part: "..." if _RANDOM.search(part[0]) else part[0], text)


class Line(logging.Formatter):
    """Time, level, logger and message; a traceback below it."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatException(self, ei: Any) -> str:
        """The names of files stay: they are long, but ours."""
        lines = super().formatException(ei).splitlines()
        return "\n".join(line if line.startswith('  File "') else hide_tokens(line) for line in lines)


class JsonLine(Line):
    """One object a line. What is not known is left out."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.datetime.fromtimestamp(record.created, tz=datetime.UTC)
        values = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "exception": self.formatException(record.exc_info) if record.exc_info else None,
            **_about_request(record),
        }
        return json.dumps({name: value for name, value in values.items() if value is not None}, ensure_ascii=False)


def _about_request(record: logging.LogRecord) -> dict[str, Any]:
    request = getattr(record, "request", None)
    began = getattr(request, "began", None)
    return {
        "method": getattr(request, "method", None),
        "route": route_of(request),
        "status": getattr(record, "status_code", None),
        "ms": None if began is None else round(1000 * (time.perf_counter() - began), 1),
    }


def route_of(request: Any) -> str | None:
    """The address of the view as it is written in the code; None where no view was found."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else None
