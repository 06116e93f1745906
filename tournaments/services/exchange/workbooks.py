"""XLSX files, read as text and never calculated: formulas are refused, and so is whatever unpacks to too much."""

import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import ParseError

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.utils.exceptions import InvalidFileException

from games.engine.language import mark, say
from tournaments.services.exchange.problems import FileRefused, refuse
from tournaments.services.exchange.sheets import MOST_COLUMNS, MOST_ROWS, letter

MOST_PARTS = 60
MOST_UNPACKED = 6_000_000
DECLARATIONS = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
SAVE_ANEW = mark("Open it in your spreadsheet program, save it as XLSX and try again.")


def rows_of_workbook(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of the only sheet, or the first one. FileRefused for what is no such file, or a bomb."""
    _check_parts(content)
    try:
        with warnings.catch_warnings():
            # What openpyxl leaves out (styles, pictures) is nothing to us.
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
            sheet = book.worksheets[0]
            sheet.reset_dimensions()
            for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS + 1), start=1):
                if number > MOST_ROWS + 2:
                    break
                yield number, [_text(number, index, cell) for index, cell in enumerate(cells)]
    except FileRefused:
        raise
    except (InvalidFileException, zipfile.BadZipFile, ParseError, LookupError, ValueError, TypeError, AttributeError,
            OSError, OverflowError, EOFError, RuntimeError, NotImplementedError) as error:  # fmt: skip
        raise refuse(say("The file is damaged, or no workbook."), say(SAVE_ANEW)) from error


def _check_parts(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            parts = file.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise refuse(say("The workbook unpacks to far too much."), say("Copy the rows into a new, empty one."))
            if len({part.filename for part in parts}) != len(parts):
                raise refuse(say("The workbook has two parts of the same name."), say(SAVE_ANEW))
            if any(part.flag_bits & 1 for part in parts):
                raise refuse(say("The workbook has a password."), say("Save it without one."))
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and DECLARATIONS.search(file.read(part)):
                    raise refuse(say("The workbook defines things that no spreadsheet program writes."), say(SAVE_ANEW))
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, ValueError, RuntimeError) as error:
        if isinstance(error, FileRefused):
            raise
        raise refuse(say("The file is damaged, or no workbook."), say(SAVE_ANEW)) from error


def _text(row: int, index: int, cell: Any) -> str:
    """A cell as people see it; numbers without a fraction as whole ones, days and times as this site writes them."""
    value = cell.value
    if cell.data_type == "f":
        remedy = say("Copy the column and paste it as values.")
        raise refuse(say("There is a formula."), remedy, row=row, column=letter(index))
    if cell.data_type == "e":
        wrong = say("There is an error, {error}.", error=value)
        raise refuse(wrong, say("Write what is meant."), row=row, column=letter(index))
    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        return f"{value:%Y-%m-%d}" if value.time() == datetime.time() else f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


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
