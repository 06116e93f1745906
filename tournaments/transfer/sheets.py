"""A CSV or XLSX file as rows of text: read in bounded time and space whatever it is, or refused with the place."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.formats import localize

from games.cells import original
from games.engine.language import say
from tournaments.spreadsheets.problems import MAX_CELL, MAX_COLUMNS, MAX_ROWS, FileRefused, Problem, letter, refuse

MAX_BYTES = 1_500_000
MAX_PROBLEMS = 100
"""The most problems listed at once; after these are fixed, the next import lists the others."""
RawRows = Iterable[tuple[int, Sequence[str]]]


@dataclass(frozen=True)
class Row:
    """number: as a spreadsheet shows it. cells: by column, tidied; a column that the file does not have is empty."""

    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True)
class Columns:
    """What a table's columns are called, in their order, and which of them must be there."""

    names: tuple[str, ...]
    needed: tuple[str, ...]


def read_sheet(content: bytes, columns: Columns) -> list[Row]:
    """The rows of a file, whatever kind it is. FileRefused with every problem found."""
    if len(content) > MAX_BYTES:
        raise too_large()
    if not content.strip():
        raise refuse(say("The file is empty."), say("Download the file first, fill it in and try again."))
    if content.startswith(b"PK\x03\x04"):
        from tournaments.spreadsheets.workbooks import rows_of_workbook  # 16 MB that few processes need

        return _rows(rows_of_workbook(content), columns)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise refuse(
            say("This is an old Excel file, or one with a password."),
            say("Save the file as XLSX or CSV without a password."),
        )
    return _rows(_rows_of_text(text_of(content), columns), columns)


def too_large() -> FileRefused:
    return refuse(
        say("The file is larger than {most} MB.", most=localize(MAX_BYTES / 1_000_000)),
        say("Import the file in parts."),
    )


def text_of(content: bytes) -> str:
    """The text of a CSV file: UTF-8 with or without a mark, or UTF-16 with one."""
    coding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = content.decode(coding)
    except UnicodeDecodeError as error:
        row, column = _place(content[: error.start].decode(coding, "replace"))
        remedy = say("Save the file as “CSV UTF-8” or XLSX and try again.")
        if coding == "utf-16":
            wrong = say("The text is cut off in the middle of a character.")
            raise refuse(wrong, remedy, row=row, column=column) from error
        byte = f"{content[error.start]:#04x}"
        wrong = say("We can’t read some characters in this file (byte {byte}). It isn’t saved as UTF-8.", byte=byte)
        raise refuse(wrong, remedy, row=row, column=column) from error
    if "\0" in text:
        row, column = _place(text[: text.index("\0")])
        remedy = say("Save the file again and retry.")
        raise refuse(say("This cell has an invisible character that we can’t use."), remedy, row=row, column=column)
    return text


def _place(before: str) -> tuple[int, str]:
    """Row and column letter of what comes after this text."""
    last = before.rpartition("\n")[2]
    return before.count("\n") + 1, letter(max(last.count(mark) for mark in ",;\t"))


def _rows_of_text(text: str, columns: Columns) -> Iterator[tuple[int, list[str]]]:
    first = text.lstrip("\r\n").partition("\n")[0]
    known = {mark: sum(name(cell) in columns.names for cell in first.split(mark)) for mark in ",;\t"}
    delimiter = max(known, key=lambda mark: known[mark])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    row = 1
    try:
        for cells in reader:
            yield row, cells
            row = reader.line_num + 1
    except csv.Error as error:
        wrong = say("We can’t read this as CSV: {error}.", error=error)
        raise refuse(wrong, say("Check the quotation marks in this row."), row=row, column="A") from error


def name(cell: str) -> str:
    """A column's name as people write it."""
    return "_".join(cell.strip().casefold().replace("-", "").split())


def _rows(raw: RawRows, columns: Columns) -> list[Row]:
    lines = iter(raw)
    number, header = next(((number, cells) for number, cells in lines if any(map(str.strip, cells))), (1, []))
    names = _header(number, header, columns)
    rows: list[Row] = []
    problems: list[Problem] = []
    for number, cells in lines:
        if number > MAX_ROWS + 1:
            wrong = say("The file has more than {most} rows.", most=MAX_ROWS)
            raise refuse(wrong, say("Import the file in parts."), row=number, column="A")
        if any(map(str.strip, cells)):
            rows.append(_row(number, cells, names, problems))
        if len(problems) >= MAX_PROBLEMS:
            break
    if problems:
        raise FileRefused(problems[:MAX_PROBLEMS])
    return rows


def _header(number: int, cells: Sequence[str], columns: Columns) -> list[str]:
    while cells and not cells[-1].strip():
        cells = cells[:-1]
    if len(cells) > MAX_COLUMNS:
        wrong = say("The file has more than {most} columns.", most=MAX_COLUMNS)
        remedy = say("Remove the extra columns.")
        raise refuse(wrong, remedy, row=number, column=letter(MAX_COLUMNS))
    names = [name(cell) for cell in cells]
    called = say("The columns are: {columns}.", columns=", ".join(columns.names))
    problems = [
        Problem(
            number, letter(index), say("We don’t recognize the column “{column}”.", column=cells[index][:40]), called
        )
        for index, column in enumerate(names)
        if column not in columns.names
    ]
    problems += [
        Problem(number, column, say("This column appears twice."), say("Keep only one of these columns."))
        for column, count in Counter(names).items()
        if count > 1 and column in columns.names
    ]
    missing = say("This column is missing.")
    problems += [Problem(number, column, missing, called) for column in columns.needed if column not in names]
    if problems:
        raise FileRefused(problems[:MAX_PROBLEMS])
    return names


def _row(number: int, cells: Sequence[str], names: list[str], problems: list[Problem]) -> Row:
    values: dict[str, str] = {}
    for index, cell in enumerate(cells):
        if index >= len(names):
            if cell.strip():
                wrong = say("This row has a cell beyond the last column: “{cell}”.", cell=cell[:40])
                advice = say("Clear that cell, or put quotation marks around cells that contain a comma.")
                problems.append(Problem(number, letter(index), wrong, advice))
                break
            continue
        if len(cell) > MAX_CELL:
            wrong = say("This cell has more than {most} characters.", most=MAX_CELL)
            problems.append(Problem(number, names[index], wrong, say("Use fewer characters.")))
        if control := next((character for character in cell if ord(character) < 32 and character not in "\t\r\n"), ""):
            wrong = say("This cell has a character that we can’t use ({code}).", code=f"{ord(control):#04x}")
            problems.append(Problem(number, names[index], wrong, say("Enter the value again.")))
        values[names[index]] = " ".join(original(cell.strip(" ")).split())
    return Row(number, values)
