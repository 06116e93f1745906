"""The cells of any file or pasted text, for those who have yet to find out what its columns are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.cells import original, tidy
from games.engine.language import mark, say
from tournaments.spreadsheets.open_documents import rows_of_document
from tournaments.spreadsheets.packages import Package
from tournaments.spreadsheets.problems import MAX_COLUMNS, MAX_ROWS, FileRefused, letter, refuse
from tournaments.spreadsheets.texts import SAVE_AS, Known, checked, rows_of_text, text_of_bytes

MAX_BYTES = 1_500_000
MAX_FILLED = 600
"""Rows that have something in them: more than an event lets in at once, with titles and what else is on a sheet."""
MAX_LETTERS = 200_000
LONGEST = 200
"""Letters of a cell that are kept: a name has 80 at most."""
CONTROLS = dict.fromkeys(range(0x7F, 0xA0), " ")
IN_PARTS = mark("Import the list in parts.")
OTHERS: dict[bytes, str] = {
    b"\xd0\xcf\x11\xe0": mark("This is an old Excel file, or one with a password."),
    b"%PDF": mark("This is a PDF, not a list."),
    b"{\\rtf": mark("This is a text document, not a list."),
}
"""How a file begins that people take for a list."""


@dataclass(frozen=True)
class GridRow:
    """number: as the spreadsheet shows it, or of the line. cells: on one line each, none of them beyond the last that
    has something in it."""

    number: int
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


def grid_of_file(content: bytes, known: Known) -> list[GridRow]:
    """The rows of a file that have something in them. FileRefused in words for what can't be read, or is too much.

    known: how many cells of a row are names of columns.
    """
    if len(content) > MAX_BYTES:
        raise refuse(say("The file is larger than 1.5 MB."), say(IN_PARTS))
    if content.startswith(b"PK\x03\x04"):
        return _grid(_rows_of_package(content))
    if wrong := next((wrong for begins, wrong in OTHERS.items() if content.startswith(begins)), ""):
        raise refuse(say(wrong), say(SAVE_AS))
    return _grid(rows_of_text(text_of_bytes(content), known))


def grid_of_text(text: str, known: Known) -> list[GridRow]:
    """The same of text that was pasted."""
    return _grid(rows_of_text(checked(text), known))


def _rows_of_package(content: bytes) -> Iterable[tuple[int, Sequence[str]]]:
    if "content.xml" in Package(content):
        return rows_of_document(content)
    from tournaments.spreadsheets.workbooks import rows_of_workbook  # 16 MB that few processes need

    return rows_of_workbook(content)


def _grid(rows: Iterable[tuple[int, Sequence[str]]]) -> list[GridRow]:
    grid_rows: list[GridRow] = []
    letters = 0
    for number, raw in rows:
        if number > MAX_ROWS + 1:
            raise refuse(say("The file has more than {most} rows.", most=MAX_ROWS), say(IN_PARTS), row=number)
        cells = [tidy(original(cell.strip(" ")).translate(CONTROLS))[:LONGEST].strip() for cell in raw]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MAX_COLUMNS:
            wrong = say("The file has more than {most} columns.", most=MAX_COLUMNS)
            raise refuse(wrong, say("Copy the names into a new sheet."), row=number, column=letter(MAX_COLUMNS))
        letters += sum(map(len, cells))
        if cells:
            grid_rows.append(GridRow(number, tuple(cells)))
        if len(grid_rows) > MAX_FILLED or letters > MAX_LETTERS:
            raise too_long()
    return grid_rows


def too_long() -> FileRefused:
    return refuse(say("The list has more than {most} rows.", most=MAX_FILLED), say(IN_PARTS))
