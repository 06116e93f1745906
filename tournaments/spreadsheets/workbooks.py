"""XLSX files, read as text and never calculated: formulas are refused, and so is whatever unpacks to too much."""

import datetime
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel, from_ISO8601

from games.engine.language import say
from tournaments.spreadsheets.packages import Elements, Package, damaged, too_much
from tournaments.spreadsheets.problems import LETTERS, MAX_CELL, MAX_COLUMNS, MAX_ROWS, letter, refuse

MAX_TEXTS = MAX_ROWS * MAX_COLUMNS
MAX_STYLES = 65_490
"""No spreadsheet program writes more."""
MAX_FORMAT = 255
LAST_ROW = 1_048_576
PLACE = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")


def rows_of_workbook(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of the only sheet, or the first one. FileRefused for what is no such file, or a bomb."""
    package = Package(content)
    book, texts, styles = _Book(), _Texts(), _Styles()
    workbook = _first(package.relations("").values(), "officeDocument")
    package.read(workbook, book)
    parts = package.relations(workbook)
    if part := _first(parts.values(), "sharedStrings"):
        package.read(part, texts)
    if part := _first(parts.values(), "styles"):
        package.read(part, styles)
    sheet = _Sheet(book.epoch, texts.all, styles.formats())
    for _ in package.pieces(_first((parts[key] for key in book.sheets if key in parts), "worksheet"), sheet):
        yield from sheet.rows
        sheet.rows.clear()
        if sheet.number > MAX_ROWS + 1:
            return
    if not sheet.is_there:
        raise damaged()


def _first(related: Iterable[tuple[str, str]], kind: str) -> str:
    return next((part for what, part in related if what == kind), "")


class _Book(Elements):
    """sheets: the keys of their parts, in their order."""

    def __init__(self) -> None:
        self.sheets: list[str] = []
        self.epoch = WINDOWS_EPOCH

    def began(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            self.sheets += [value for key, value in attributes.items() if key.endswith("}id")]
        elif name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
            self.epoch = MAC_EPOCH


class _Written(Elements):
    """Hears what is written in some elements, as much of it as a cell may have and one letter more."""

    is_heard = False
    is_phonetic = False

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.heard: list[str] = []
        self.room = MAX_CELL + 1

    def text(self, text: str) -> None:
        if self.is_heard and self.room > 0:
            self.heard.append(text[: self.room])
            self.room -= len(text)


class _Texts(_Written):
    """The texts that cells share, in runs of one look each; how they are pronounced is not among them."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[str] = []

    def began(self, name: str, attributes: dict[str, str]) -> None:
        self.is_phonetic = self.is_phonetic or name == "rPh"
        self.is_heard = name == "t" and not self.is_phonetic

    def ended(self, name: str) -> None:
        self.is_heard = False
        self.is_phonetic = self.is_phonetic and name != "rPh"
        if name == "si":
            self.all.append("".join(self.heard))
            self.forget()
            if len(self.all) > MAX_TEXTS:
                raise too_much()


class _Styles(Elements):
    """Which looks of cells are those of days and times."""

    def __init__(self) -> None:
        self.is_of_cells = False
        self.codes: dict[str, str] = {str(number): code for number, code in BUILTIN_FORMATS.items()}
        self.of_cells: list[str] = []

    def began(self, name: str, attributes: dict[str, str]) -> None:
        if name == "cellXfs":
            self.is_of_cells = True
        elif name == "xf" and self.is_of_cells:
            self.of_cells.append(attributes.get("numFmtId", "0"))
        elif name == "numFmt":
            self.codes[attributes["numFmtId"]] = attributes["formatCode"][:MAX_FORMAT]
        if len(self.of_cells) > MAX_STYLES or len(self.codes) > MAX_STYLES:
            raise too_much()

    def ended(self, name: str) -> None:
        self.is_of_cells = self.is_of_cells and name != "cellXfs"

    def formats(self) -> list[str]:
        return [self.codes.get(number, "") for number in self.of_cells]


class _Sheet(_Written):
    """rows: those that ended since they were taken. A cell is written as people see it: numbers without a fraction as
    whole ones, days and times as this site writes them."""

    def __init__(self, epoch: datetime.datetime, texts: Sequence[str], formats: Sequence[str]) -> None:
        super().__init__()
        self.rows: list[tuple[int, list[str]]] = []
        self.number = self.index = 0
        self.is_there = False
        self.cell: dict[str, str] = {}
        self.cells: dict[int, str] = {}
        self._epoch, self._texts, self._formats = epoch, texts, formats

    def began(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            self._begin_row(int(attributes.get("r") or self.number + 1))
        elif name == "c":
            self.cell = attributes
            self.index = _index(attributes["r"]) if "r" in attributes else self.index + 1
            self.forget()
        elif name == "f":
            remedy = say("Copy the column and paste it as values.")
            raise refuse(say("This cell has a formula."), remedy, row=self.number, column=letter(self.index))
        elif name == "sheetData":
            self.is_there = True
        self.is_phonetic = self.is_phonetic or name == "rPh"
        self.is_heard = name == ("t" if self._kind == "inlineStr" else "v") and not self.is_phonetic

    def ended(self, name: str) -> None:
        self.is_heard = False
        self.is_phonetic = self.is_phonetic and name != "rPh"
        # Content beyond the last column that is read is only looked for.
        if name == "c" and self.index <= MAX_COLUMNS:
            self.cells[self.index] = self._text("".join(self.heard))
        elif name == "row":
            width = max(self.cells, default=-1) + 1
            self.rows.append((self.number, [self.cells.get(index, "") for index in range(width)]))

    @property
    def _kind(self) -> str:
        return self.cell.get("t", "n")

    def _begin_row(self, number: int) -> None:
        if not self.number < number <= LAST_ROW:
            raise damaged()
        self.number, self.index, self.cells = number, -1, {}

    def _text(self, written: str) -> str:
        if self._kind == "e":
            raise self._error(written)
        if self._kind == "s" and written:
            return self._texts[int(written)]
        if self._kind == "b" and written:
            return "yes" if int(written) else "no"
        if self._kind not in ("n", "d") or not written:
            return written
        value = from_ISO8601(written) if self._kind == "d" else self._number(written)
        if isinstance(value, datetime.datetime):
            return f"{value:%Y-%m-%d}" if value.time() == datetime.time() else f"{value:%Y-%m-%d %H:%M}"
        if isinstance(value, datetime.time):
            return f"{value:%H:%M}"
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return str(value)

    def _number(self, written: str) -> Any:
        value = float(written) if {".", "e", "E"} & set(written) else int(written)
        style = int(self.cell.get("s", 0))
        code = self._formats[style] if style < len(self._formats) else ""
        if not is_date_format(code):
            return value
        try:
            return from_excel(value, self._epoch, timedelta=is_timedelta_format(code))
        except (OverflowError, ValueError) as error:
            raise self._error("#VALUE!") from error

    def _error(self, called: str) -> Exception:
        wrong = say("This cell has an error: {error}.", error=called)
        return refuse(wrong, say("Enter the correct value."), row=self.number, column=letter(self.index))


def _index(place: str) -> int:
    """The column of a place such as B7, from 0."""
    match = PLACE.fullmatch(place)
    if not match:
        raise damaged()
    index = 0
    for sign in match[1]:
        index = index * len(LETTERS) + LETTERS.index(sign) + 1
    return index - 1


def workbook_of(rows: Sequence[Sequence[str]], title: str) -> bytes:
    """Every cell as plain text, so that nothing in it is calculated."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title[:31])
    sheet.freeze_panes = "A2"
    for row in rows:
        cells = []
        for text in row:
            cell = WriteOnlyCell(sheet, value=text)
            cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
