"""What is wrong with a file: where, what, and what to do. Nothing of such a file is imported."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.errors import RuleError


@dataclass(frozen=True)
class Problem:
    """row: as a spreadsheet numbers them; 0: the file as a whole. column: its name, or empty for the whole row."""

    row: int
    column: str
    wrong: str
    remedy: str = ""

    def __str__(self) -> str:
        where = [f"Row {self.row}"] * bool(self.row) + [f"column “{self.column}”"] * bool(self.column)
        start = f"{', '.join(where)}: " if where else ""
        return f"{start}{self.wrong} {self.remedy}".strip()


class FileRefused(RuleError):
    """Nothing was imported. problems: everything found that is to be mended, not only the first."""

    def __init__(self, problems: Sequence[Problem]):
        self.problems = list(problems)
        super().__init__("Nothing was imported. " + " ".join(str(one) for one in self.problems[:20]))


def refuse(wrong: str, remedy: str = "", *, row: int = 0, column: str = "") -> FileRefused:
    return FileRefused([Problem(row, column, wrong, remedy)])
