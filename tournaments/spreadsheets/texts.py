"""Text of rows, as programs write it and as people paste it: which letters its bytes are, and what parts its cells."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence

from games.engine.language import mark, say
from tournaments.spreadsheets.problems import refuse

SEPARATORS = ("\t", ";", ",")
MANY = 0.5
"""A separator that was not named by the user is in at least this share of the lines."""
LOOKED_AT = 15
"""So many lines at the top may be, or have above them, the names of the columns."""
NO_TEXT = mark("We can’t read that file.")
SAVE_AS = mark("Save the file as XLSX, ODS or CSV and try again.")
NUMBERING = re.compile(r"^\s*(?:\d{1,4}[.):]\s+|[-*•–]\s+)")
"""How lists of names begin their lines."""
MAX_LINE = 20_000
Row = tuple[int, list[str]]
"""The number of its line, and its cells."""
Known = Callable[[Sequence[str]], int]
"""How many cells of a row are names of columns."""


def text_of_bytes(content: bytes) -> str:
    """UTF-8 or UTF-16 with a mark or without, else Windows-1252. FileRefused for what is no text."""
    for coding in _codings(content):
        try:
            text = content.decode(coding)
        except UnicodeDecodeError:
            continue
        return checked(text.removeprefix("\ufeff"))
    raise refuse(say(NO_TEXT), say(SAVE_AS))


def _codings(content: bytes) -> tuple[str, ...]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    begins = content[:2_000]
    if 3 * begins[1::2].count(0) > len(begins[1::2]):
        return ("utf-16-le",)
    if 3 * begins[::2].count(0) > len(begins[::2]):
        return ("utf-16-be",)
    return ("utf-8", "cp1252")


def checked(text: str) -> str:
    """The text. FileRefused where it has what no list has."""
    if odd := next(
        (character for character in text if ord(character) < 32 and character not in "\t\r\n\v\f\x1c\x1d\x1e"), ""
    ):
        wrong = say("This cell has a character that we can’t use ({code}).", code=f"{ord(odd):#04x}")
        raise refuse(wrong, say(SAVE_AS), row=text[: text.index(odd)].count("\n") + 1)
    return text


def rows_of_text(text: str, known: Known) -> Iterator[Row]:
    """The rows with the numbers of their lines. known: tells names of columns, by which a separator is recognized."""
    lines = [line for line in text.splitlines() if line.strip()]
    return _parted(text, _separator(lines, known))


def _separator(lines: Sequence[str], known: Known) -> str:
    """The separator of the columns' names, otherwise the first one in most lines, otherwise none, which is ""."""
    top = "\n".join(line for line in lines[:LOOKED_AT] if len(line) <= MAX_LINE)
    named = {sign: max((known(cells) for _, cells in _parted(top, sign)), default=0) for sign in SEPARATORS}
    best = max(SEPARATORS, key=lambda sign: named[sign])
    if named[best] > 1:
        return best
    for separator in SEPARATORS:
        holding = [line for line in lines if separator in line]
        if len(holding) >= max(1, MANY * len(lines)) and not (separator == "," and all(map(_is_one_cell, holding))):
            return separator
    return ""


def _is_one_cell(line: str) -> bool:
    """Whether its commas may stand within names, "Tremblay, Émilie", or between two."""
    names = re.split("[&/+]", NUMBERING.sub("", line))
    return all(name.count(",") <= 1 and all(map(is_words, name.split(","))) for name in names)


def is_words(text: str) -> bool:
    """Whether it may be a name, or a part of one."""
    return any(map(str.isalpha, text)) and not any(character.isdigit() or character in '@"' for character in text)


def _parted(text: str, separator: str) -> Iterator[Row]:
    if not separator:
        yield from ((number, [_unquoted(line)]) for number, line in enumerate(text.splitlines(), start=1))
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise refuse(
            say("We can’t read this file as a list."), say("Check the quotation marks in this row."), row=line
        ) from error


def _unquoted(line: str) -> str:
    line = line.strip()
    is_quoted = len(line) > 1 and line[0] == line[-1] == '"'
    return line[1:-1].replace('""', '"') if is_quoted else line
