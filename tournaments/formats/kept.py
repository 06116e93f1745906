"""Sentences that are stored: as the English text that they are, and said again in the language of whoever reads it.

A column of text has no room for values beside the sentence. So a text is read by the sentences that are known here;
what none of them fits, as the words of people, stays as it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from string import Formatter
from typing import Any

from games.engine.language import Later, decimal, later, later_from, say

MOST_READ = 4096

_ENTRY = r"(?:No\. \d+|house player \d+)"
_SENTENCE_END = r"(?<!\bNo)\. "
_VALUES = {
    "number": r"-?\d+",
    **dict.fromkeys(("entry", "other"), _ENTRY),
    **dict.fromkeys(("entries", "others"), rf"{_ENTRY}(?:(?:, | and ){_ENTRY})*"),
    **dict.fromkeys(("count", "total"), r"-?\d+(?:/\d+)?"),
    **dict.fromkeys(("money", "fee", "sum", "each", "extra", "rest"), r"\d+\.\d\d"),
    "percent": r"\d+(?:\.\d+)? %",
    "ordinal": r"\d+(?:st|nd|rd|th)",
    **dict.fromkeys(("name", "label", "refusal"), ".+?"),
}
"""What a value can be, by its name. A name or label is what people typed: nothing in it is read. A refusal is a text of
its own."""
_ANY_VALUE = rf"(?:(?!{_SENTENCE_END}).)+?"
_FIGURE = re.compile(r"[-−+]?\d+(\.\d+)?( %)?")
_PLAIN = re.compile(rf"{_FIGURE.pattern}|{_ENTRY}|{_VALUES['ordinal']}")


class Kept:
    """A sentence that gives its English when it is called with its values."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        self.literal = 0
        pattern, seen = "", set[str]()
        for text, name, _, _ in Formatter().parse(sentence):
            self.literal += len(text)
            pattern += re.escape(text)
            if name in seen:
                pattern += f"(?P={name})"
            elif name:
                pattern += f"(?P<{name}>{_VALUES.get(name, _ANY_VALUE)})"
                seen.add(name)
        self.pattern = re.compile(pattern, re.DOTALL)

    def __call__(self, **values: object) -> str:
        return self.sentence.format(**values)


_sentences: list[Kept] = []
_parts: list[Kept] = []
_words: dict[str, Callable[[], str]] = {}


def kept(sentence: str) -> Kept:
    """Make it a constant: a text can only be read by the sentences that are known before."""
    return _known(_sentences, sentence)


def kept_part(sentence: str) -> Kept:
    """As `kept`, for what stands as a value in other sentences and never alone."""
    return _known(_parts, sentence)


def kept_word(english: str, said: Callable[[], str]) -> str:
    """A value that is not said by its own text, as a name in small letters."""
    _words[english] = said
    _read.cache_clear()
    return english


def listed(texts: Iterable[str]) -> str:
    """a, b and c, in English: for a value of a kept sentence."""
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last


def said_list(texts: Iterable[str]) -> str:
    """a, b and c, in the reader's language."""
    *first, last = texts
    return say("{first} and {last}", first=", ".join(first), last=last) if first else last


def listed_later(texts: Sequence[Later]) -> Later:
    """As `listed`, of sentences."""
    return reduce(lambda first, last: later("{first} and {last}", first=first, last=last), texts)


def told(stored: Any) -> str:
    """What is stored, in the reader's language: a text of kept sentences, or data of `Later`."""
    return _told_text(stored) if isinstance(stored, str) else str(later_from(stored))


def told_value(text: str) -> str:
    """What stands in a kept sentence, in the reader's language: a figure, a list, a part; all else stays."""
    if text in _words:
        return _words[text]()
    if _FIGURE.fullmatch(text):
        return decimal(text)
    parts = re.split(", | and ", text)
    found = None if len(parts) > 1 and all(map(_is_plain, parts)) else _read(text, is_part=True)
    if found:
        return _again(*found)
    if len(parts) == 1 or not all(_is_plain(part) or _read(part, is_part=True) for part in parts):
        return text
    return said_list(map(told_value, parts)) if " and " in text else ", ".join(map(told_value, parts))


def sentences() -> Iterator[Kept]:
    """All that are known; for tests."""
    yield from _sentences
    yield from _parts


def _known(where: list[Kept], sentence: str) -> Kept:
    made = Kept(sentence)
    where.append(made)
    where.sort(key=lambda one: -one.literal)
    _read.cache_clear()
    return made


def _told_text(text: str) -> str:
    found = _read(text, is_part=False)
    if found:
        return _again(*found)
    end = re.search(_SENTENCE_END, text)
    return f"{_told_text(text[: end.start() + 1])} {_told_text(text[end.end() :])}" if end else text


def _again(one: Kept, values: dict[str, str]) -> str:
    return say(one.sentence, **{name: _told_as(name, text) for name, text in values.items()})


def _told_as(name: str, text: str) -> str:
    if name in ("name", "label"):
        return text
    return _told_text(text) if name == "refusal" else told_value(text)


def _is_plain(text: str) -> bool:
    return bool(text in _words or _PLAIN.fullmatch(text))


@lru_cache(maxsize=MOST_READ)
def _read(text: str, *, is_part: bool) -> tuple[Kept, dict[str, str]] | None:
    """The sentence that a text is, with its values: of several that fit, the one with most words of its own."""
    known = sorted([*_parts, *_sentences], key=lambda one: -one.literal) if is_part else _sentences
    for one in known:
        if found := one.pattern.fullmatch(text):
            return one, found.groupdict()
    return None
