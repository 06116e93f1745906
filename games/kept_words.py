"""Sentences of the site in columns of text: kept in English with their values behind them, said when they are read.

Values stand there as they are, so that whoever looks for a name finds it, and a text that was cut short is still one.
"""

from games.engine.language import Later, say

BETWEEN = ("\x1f", "\x1e", "\x1d", "\x1c")
"""What parts a sentence, its names and its values; the next one where a value is a sentence itself. Nobody types it."""


def kept(words: Later, most: int | None = None) -> str:
    """As a column keeps them, and no more than it takes."""
    return _kept(words, 0)[:most]


def told(text: str) -> str:
    """What was kept, in the language of whoever reads it. Text of another origin stays as it is."""
    return str(_told(text, 0))


def _kept(words: Later, level: int) -> str:
    parts = [words.sentence]
    for name, value in words.values.items():
        inner = f"{BETWEEN[level + 1]}{_kept(value, level + 1)}" if isinstance(value, Later) else str(value)
        parts += [name, inner]
    return BETWEEN[level].join(parts)


def _told(text: str, level: int) -> str:
    sentence, *rest = text.split(BETWEEN[level])
    inner = BETWEEN[min(level + 1, 3)]
    values = {
        name: _told(value[1:], level + 1) if value.startswith(inner) else value
        for name, value in zip(rest[::2], rest[1::2], strict=False)
    }
    return say(sentence, **values)
