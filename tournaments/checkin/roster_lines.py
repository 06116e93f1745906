"""The people of a list, as its cells name them: names put together or turned round, pairs taken apart, what is wrong
said beside the row. Knows no framework and no club."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.engine.messages import NOTHING, Message, message
from tournaments.checkin.roster_columns import (
    MIN_SHARE,
    NO,
    YES,
    Column,
    Layout,
    find_header,
    guess_columns,
    head,
    is_address,
    known_heads,
)
from tournaments.spreadsheets.grids import GridRow, grid_of_file, grid_of_text
from tournaments.spreadsheets.texts import NUMBERING, is_words

MAX_NAME, MAX_NUMBER = 80, 20
_CLUB_NUMBER = re.compile(r"\s*\(([\w-]*\d[\w-]*)\)$")
_ADDRESS = re.compile(r"\s*<([^<>@\s]+@[^<>\s]+)>$")
_PARTNERS = re.compile(r"\s*[&/+;]\s*|\s+(?:and|und|et)\s+", re.IGNORECASE)
_PARTNERS_IN_SPANISH = re.compile(r"\s+y\s+", re.IGNORECASE)
"""Stands within last names too."""
_SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}
_TOTALS = re.compile(r"(?:total|gesamt|summe|suma|somme)\b", re.IGNORECASE)

NO_NAME = message("There’s no name in this row.")
TOO_LONG = message("A name can have at most {most} characters.", most=MAX_NAME)
LONG_NUMBER = message("A club number can have at most {most} characters.", most=MAX_NUMBER)
A_TOTAL = message("This row looks like a total, not a player.")
NO_PARTNER = message("The partner is missing.")
TOO_MANY = message("This row has {number} names. A pair has 2.")
TWO_PLAYERS = message("This row has {number} names, but each player enters this event individually.")
A_FORMULA = message("This row has a formula instead of a name.")
AN_ADDRESS = message("This row has an email address instead of a name. Add the name.")
PAID_UNREAD = message("“{text}” isn’t yes or no, so we’ll mark the entry as not paid.")


@dataclass(frozen=True)
class Person:
    """A name, and what else tells who it is."""

    name: str
    email: str = ""
    number: str = ""


@dataclass(frozen=True)
class Line:
    """One entry. number: of its row. part: of its row, 0 but for the second of two players that stand in one row.
    problem: why it can't be entered. note: what was not understood, and does not matter so much."""

    number: int
    people: tuple[Person, ...]
    paid: bool = False
    part: int = 0
    problem: Message = field(default=NOTHING, compare=False)
    note: Message = field(default=NOTHING, compare=False)

    @property
    def key(self) -> str:
        return f"{self.number}.{self.part}" if self.part else f"{self.number}"

    def key_of(self, chair: int) -> str:
        """Of one of its people."""
        return f"{self.key}-{chair}"


def read_file(content: bytes) -> list[GridRow]:
    """FileRefused in words for what can't be read."""
    return grid_of_file(content, known_heads)


def read_text(text: str) -> list[GridRow]:
    return grid_of_text(text, known_heads)


def guess_layout(grid_rows: Sequence[GridRow], *, pairs: bool) -> Layout:
    """How the list seems to be meant."""
    return layout_under(grid_rows, find_header(grid_rows), pairs=pairs)


def layout_under(grid_rows: Sequence[GridRow], header: int, *, pairs: bool) -> Layout:
    """The same where the row with the heads is known."""
    layout = Layout(header, guess_columns(grid_rows, header, pairs=pairs))
    return replace(layout, turned=is_last_first(grid_rows, layout, pairs=pairs))


def is_last_first(grid_rows: Sequence[GridRow], layout: Layout, *, pairs: bool) -> bool:
    """Whether most names are written "Last, First"."""
    layout = replace(layout, turned=True)
    names = [name for grid_row in data_of(grid_rows, layout) for name in _written(grid_row, layout)]
    if pairs and not layout.of(Column.PARTNER):
        # "Ann Weber, Bob Hart" are two, "Weber, Ann & Hart, Bob" are two as well.
        names = [
            name
            for grid_row in data_of(grid_rows, layout)
            if len(written := _written(grid_row, layout)) > 1
            for name in written
        ]
    return sum(map(_has_last_first, names)) > MIN_SHARE * len(names)


def has_couples(grid_rows: Sequence[GridRow], layout: Layout) -> bool:
    """Whether there are rows with two names."""
    return any(len(_written(grid_row, layout)) > 1 for grid_row in data_of(grid_rows, layout))


def data_of(grid_rows: Sequence[GridRow], layout: Layout) -> Iterator[GridRow]:
    """The rows below the heads, which may be repeated on every printed page."""
    heads = grid_rows[layout.header].cells if layout.header >= 0 else ()
    return (grid_row for grid_row in grid_rows[layout.header + 1 :] if grid_row.cells != heads)


def lines_of(grid_rows: Sequence[GridRow], layout: Layout, *, pairs: bool) -> list[Line]:
    """Everyone on the list."""
    return [line for grid_row in data_of(grid_rows, layout) for line in _lines(grid_row, layout, pairs=pairs)]


def fixed(lines: Sequence[Line], fixes: Mapping[str, Sequence[Person]], *, pairs: bool) -> list[Line]:
    """The lines with other people in some of them. fixes: who is meant by a line, by its key."""
    return [_fixed(line, fixes[line.key], pairs=pairs) if fixes.get(line.key) else line for line in lines]


def _lines(grid_row: GridRow, layout: Layout, *, pairs: bool) -> Iterator[Line]:
    people = _people(grid_row, layout, pairs=pairs)
    paid, note = _paid(grid_row, layout)
    if not pairs and layout.split and len(people) > 1:
        lines = [Line(grid_row.number, (person,), paid, part, note=note) for part, person in enumerate(people)]
    else:
        lines = [Line(grid_row.number, people, paid, note=note)]
    for line in lines:
        problem = _problem(line.people, pairs=pairs)
        is_total = not problem and _TOTALS.match(line.people[0].name) and not line.people[0].email
        yield replace(line, problem=A_TOTAL if is_total else problem)


def _people(grid_row: GridRow, layout: Layout, *, pairs: bool) -> tuple[Person, ...]:
    names = _written(grid_row, layout)
    if pairs and len(names) == 1 and not layout.turned and not layout.of(Column.PARTNER):
        names = [part for part in map(str.strip, names[0].split(",")) if part]
    emails = [_first(grid_row, layout, Column.EMAIL)]
    emails = [part for part in re.split(r"[\s,;/]+", emails[0].lower()) if part] if len(names) > 1 else emails
    numbers = [_first(grid_row, layout, Column.NUMBER)]
    people = []
    for chair, written in enumerate(names):
        address = _ADDRESS.search(written)
        name = _ADDRESS.sub("", written)
        number = _CLUB_NUMBER.search(name)
        name = _CLUB_NUMBER.sub("", name)
        people.append(
            Person(
                _turned(name) if layout.turned else name,
                _at(emails, chair).lower() or (address[1].lower() if address else ""),
                _at(numbers, chair) or (number[1] if number else ""),
            )
        )
    return tuple(people)


def _at(texts: Sequence[str], index: int) -> str:
    return texts[index] if index < len(texts) else ""


def _written(grid_row: GridRow, layout: Layout) -> list[str]:
    """The names in a row, one after the other, not turned round yet."""
    names = [part for index in layout.of(Column.NAME) for part in _names_in(grid_row.cell(index))]
    firsts = [part for index in layout.of(Column.FIRST) for part in _names_in(grid_row.cell(index))]
    last = " ".join(grid_row.cell(index) for index in layout.of(Column.LAST)).strip()
    if last or firsts:
        names += [f"{first} {last}".strip() for first in firsts or [""]]
    return names + [part for index in layout.of(Column.PARTNER) for part in _names_in(grid_row.cell(index))]


def _names_in(cell: str) -> list[str]:
    cell = NUMBERING.sub("", cell)
    parts = _real(_PARTNERS.split(cell))
    if len(parts) == 1:
        both = _real(_PARTNERS_IN_SPANISH.split(cell))
        parts = both if len({part.count(" ") for part in both}) == 1 else parts
    return parts if len(parts) > 1 else _real([cell])


def _real(parts: Sequence[str]) -> list[str]:
    """Those that have a letter or a digit: a dash stands for no one."""
    return [part.strip() for part in parts if any(map(str.isalnum, part))]


def _has_last_first(name: str) -> bool:
    last, comma, first = name.partition(",")
    return bool(comma) and "," not in first and is_words(last) and is_words(first) and head(first) not in _SUFFIXES


def _turned(name: str) -> str:
    last, _, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if _has_last_first(name) else name


def _first(grid_row: GridRow, layout: Layout, kind: Column) -> str:
    return next((cell for index in layout.of(kind) if (cell := grid_row.cell(index))), "")


def _paid(grid_row: GridRow, layout: Layout) -> tuple[bool, Message]:
    text = _first(grid_row, layout, Column.PAID)
    words = head(text)
    if words in YES or text in ("✓", "✔", "☑"):
        return True, NOTHING
    return False, NOTHING if words in NO else PAID_UNREAD(text=text[:20])


def _problem(people: Sequence[Person], *, pairs: bool) -> Message:
    if not people or not all(person.name for person in people):
        return NO_NAME
    if any(person.name.startswith(("=", "@")) for person in people):
        return A_FORMULA
    if any(is_address(person.name) for person in people):
        return AN_ADDRESS
    if any(len(person.name) > MAX_NAME for person in people):
        return TOO_LONG
    if any(len(person.number) > MAX_NUMBER for person in people):
        return LONG_NUMBER
    if pairs and len(people) == 1:
        return NO_PARTNER
    if len(people) > (2 if pairs else 1):
        return (TOO_MANY if pairs else TWO_PLAYERS)(number=len(people))
    return NOTHING


def _fixed(line: Line, people: Sequence[Person], *, pairs: bool) -> Line:
    return replace(line, people=tuple(people), problem=_problem(people, pairs=pairs))
