"""Text as feeds may carry it: what people typed, without the characters that break a line or are no text."""

import re

_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def printable(text: str) -> str:
    """Every kind of line break becomes the usual one; control characters, which XML and calendars forbid, go."""
    return _NO_TEXT.sub("", "\n".join(text.splitlines()))


def one_line(text: str) -> str:
    """For titles."""
    return " ".join(printable(text).split())
