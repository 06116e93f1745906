"""Messages as columns of text held them: a sentence with its values behind it, parted by signs that nobody types."""

from typing import Any

BETWEEN = ("\x1f", "\x1e", "\x1d", "\x1c")
"""What parts a sentence, its names and its values; the next one where a value is a sentence itself."""


def message(text: str) -> list[Any]:
    return _message(text, 0)


def _message(text: str, level: int) -> list[Any]:
    template, *rest = text.split(BETWEEN[level])
    inner = BETWEEN[min(level + 1, 3)]
    values = {
        name: _message(value[1:], level + 1) if value.startswith(inner) else value
        for name, value in zip(rest[::2], rest[1::2], strict=False)
    }
    return [template, values]


def text(data: Any, most: int) -> str:
    return _text(data, 0)[:most]


def _text(data: Any, level: int) -> str:
    template, values = data
    parts = [template]
    for name, value in values.items():
        if isinstance(value, dict) and "list" in value:
            *first, last = value["list"] or [""]
            value = f"{', '.join(map(str, first))} and {last}" if first else last
        is_message = isinstance(value, list)
        parts += [name, f"{BETWEEN[level + 1]}{_text(value, level + 1)}" if is_message else str(value)]
    return BETWEEN[level].join(parts)
