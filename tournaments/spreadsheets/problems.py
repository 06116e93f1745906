"""What is wrong with a file: where, what, and what to do. Nothing of such a file is imported."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.errors import RuleError
from games.engine.language import say

MAX_ROWS = 3_000
MAX_COLUMNS = 40
MAX_CELL = 1_000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Problem:
    """row: as a spreadsheet numbers them; 0: the file as a whole. column: its name, or empty for the whole row."""

    row: int
    column: str
    wrong: str
    remedy: str = ""

    def __str__(self) -> str:
        said = f"{self.wrong} {self.remedy}".strip()
        if self.row and self.column:
            return say("Row {row}, column “{column}”: {problem}", row=self.row, column=self.column, problem=said)
        if self.row:
            return say("Row {row}: {problem}", row=self.row, problem=said)
        return say("column “{column}”: {problem}", column=self.column, problem=said) if self.column else said


class FileRefused(RuleError):
    """Nothing was imported. problems: everything found that is to be mended, not only the first."""

    def __init__(self, problems: Sequence[Problem]):
        self.problems = list(problems)
        super().__init__(" ".join([say("No rows were imported."), *map(str, self.problems[:20])]))


def refuse(wrong: str, remedy: str = "", *, row: int = 0, column: str = "") -> FileRefused:
    """Raises FileRefused. wrong, remedy: in the words that readers see."""
    return FileRefused([Problem(row, column, wrong, remedy)])


def letter(index: int) -> str:
    """A column as spreadsheets call it: A, B … AA."""
    first, second = divmod(index, 26)
    return LETTERS[second] if not first else f"{LETTERS[min(first, 26) - 1]}{LETTERS[second]}"
