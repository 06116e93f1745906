"""A table written as a file that `sheets` reads back as it was."""

import csv
import io
from collections.abc import Iterable, Sequence

from games.cells import neutral, tidy
from games.engine.errors import RuleError
from tournaments.spreadsheets.problems import MAX_ROWS

MARK = "\ufeff"
"""By it spreadsheet programs see that a CSV file is UTF-8."""
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def write_file(kind: str, title: str, names: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """kind: one of `TYPES`."""
    sheet = [list(names), *([neutral(tidy(cell)) for cell in row] for row in rows)]
    if len(sheet) > MAX_ROWS + 1:
        raise RuleError("This list has more than {most} rows. Download all club data instead.", most=MAX_ROWS)
    if kind == "xlsx":
        from tournaments.spreadsheets.workbooks import workbook_of  # 16 MB that few processes need

        return workbook_of(sheet, title)
    return (MARK + csv_text(sheet)).encode()


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()
