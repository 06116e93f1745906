"""Keeps one-time tokens out of the log: they are parts of addresses, and Django logs the address of an error."""

import logging
import re

_PART = re.compile(r"(?<=/)[\w-]{20,}", re.ASCII)
# What tells a token from a slug: a capital, or a long run without a hyphen.
_RANDOM = re.compile(r"[A-Z]|[0-9a-z_]{16,}")


class HideTokens(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = hide_tokens(record.getMessage()), ()
        return True


def hide_tokens(text: str) -> str:
    return _PART.sub(lambda part: "..." if _RANDOM.search(part[0]) else part[0], text)
