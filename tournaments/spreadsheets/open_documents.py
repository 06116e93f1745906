"""ODS files, read as text and never calculated, as XLSX files are: formulas are refused, and so are bombs."""

from collections.abc import Iterator

from games.engine.language import say
from tournaments.spreadsheets.packages import Elements, Package, damaged, too_much
from tournaments.spreadsheets.problems import MAX_CELL, MAX_COLUMNS, MAX_ROWS, letter, refuse

CONTENT, MANIFEST = "content.xml", "META-INF/manifest.xml"
UNHEARD = {"annotation", "frame", "custom-shape", "note", "ruby-text"}
"""What may stand in a cell, and is none of its own text."""
BLANKS = {"tab", "line-break", "s"}
MAX_REPEATED = 2_000_000
"""No sheet has more rows or columns than that."""


def rows_of_document(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet that have something in them. FileRefused for what is no such file, or a bomb."""
    package = Package(content)
    if CONTENT not in package:
        raise damaged()
    if MANIFEST in package:
        package.read(MANIFEST, _Manifest())
    sheet = _Sheet()
    for _ in package.pieces(CONTENT, sheet):
        yield from sheet.rows
        sheet.rows.clear()
        if sheet.is_over:
            return
    if not sheet.is_there:
        raise damaged()


class _Manifest(Elements):
    def began(self, name: str, attributes: dict[str, str]) -> None:
        if name == "encryption-data":
            raise refuse(say("The workbook has a password."), say("Save the workbook without a password."))


class _Sheet(Elements):
    """rows: those that ended since they were taken. A cell is written as people see it, but for yes and no."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, list[str]]] = []
        self.number = 0
        self.is_there = self.is_over = False
        self._within = ""
        """"cell" or "text" while what is said there is heard."""
        self._muted = 0
        self._cells: list[str] = []
        self._row_times = self._cell_times = 1
        self._kind = ""
        self._heard: list[str] = []
        self._room = 0

    def began(self, name: str, attributes: dict[str, str]) -> None:
        if self.is_over:
            return
        said = {key.rpartition("}")[2]: value for key, value in attributes.items()}
        if name in UNHEARD:
            self._muted += 1
        elif name == "table" and not self._muted:
            self.is_there = True
        elif not self.is_there or self._muted:
            return
        elif name == "table-row":
            self._row_times, self._cells = _times(said, "number-rows-repeated"), []
        elif name in ("table-cell", "covered-table-cell"):
            self._begin_cell(said)
        elif name == "p" and self._within:
            self._within = "text"
            if self._heard:
                self.text(" ")
        elif name in BLANKS and self._within == "text":
            self.text(" ")

    def text(self, text: str) -> None:
        if self._within == "text" and not self._muted and self._room > 0 and self._kind != "boolean":
            self._heard.append(text[: self._room])
            self._room -= len(text)

    def ended(self, name: str) -> None:
        if self.is_over:
            return
        if name in UNHEARD:
            self._muted -= 1
        elif not self.is_there or self._muted:
            return
        elif name == "p" and self._within:
            self._within = "cell"
        elif name in ("table-cell", "covered-table-cell"):
            self._end_cell()
        elif name == "table-row":
            self._end_row()
        elif name == "table":
            self.is_over = True

    def _begin_cell(self, said: dict[str, str]) -> None:
        index = len(self._cells)
        if "formula" in said:
            remedy = say("Copy the column and paste it as values.")
            raise refuse(say("This cell has a formula."), remedy, row=self.number + 1, column=letter(index))
        self._within, self._cell_times = "cell", _times(said, "number-columns-repeated")
        self._kind, self._heard, self._room = said.get("value-type", ""), [], MAX_CELL + 1
        if self._kind == "boolean":
            self._heard = ["yes" if said.get("boolean-value") == "true" else "no"]

    def _end_cell(self) -> None:
        """Content beyond the last column that is read is only looked for."""
        room = max(0, MAX_COLUMNS + 1 - len(self._cells))
        self._cells += ["".join(self._heard)] * min(self._cell_times, room)
        self._within = ""

    def _end_row(self) -> None:
        while self._cells and not self._cells[-1].strip():
            self._cells.pop()
        if self._cells:
            if self._row_times > MAX_ROWS:
                raise too_much()
            self.rows += [(self.number + further, self._cells) for further in range(1, self._row_times + 1)]
        self.number += self._row_times
        if self._cells and self.number > MAX_ROWS + 1:
            self.is_over = True


def _times(said: dict[str, str], name: str) -> int:
    """How often a row or a cell is there. ValueError for what no program writes."""
    times = int(said.get(name, 1))
    if not 1 <= times <= MAX_REPEATED:
        raise damaged()
    return times
