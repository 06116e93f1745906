"""Row after row, each on its own: what is refused is gathered, so that all of it can be mended at once. First every row
is read, then every row is done, so that a slip of the pen costs no time."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import Message
from games.locks import locking
from tournaments.errors import CommandError
from tournaments.spreadsheets.problems import FileRefused, Problem
from tournaments.transfer.sheets import MAX_PROBLEMS, Row


class Wrong(RuleError):
    """What is wrong with one cell, or row: a sentence with its values, as in every RuleError.

    remedy: in the words that readers see.
    """

    def __init__(self, sentence: str, column: str, remedy: str = "", /, **values: object) -> None:
        self.column, self.wrong, self.remedy = column, say(sentence, **values), remedy
        super().__init__(f"{self.wrong} {remedy}".strip())


@dataclass(frozen=True)
class Change:
    """What a row does. where: what the audit log keeps of it, which has no names in it."""

    where: Message
    what: str = ""

    def __str__(self) -> str:
        return say("{where}: {what}", where=self.where, what=self.what) if self.what else str(self.where)


class Gathering:
    def __init__(self) -> None:
        self.problems: list[Problem] = []

    @contextmanager
    def reading(self, row: Row, column: str = "") -> Iterator[None]:
        """Collects problems; nothing is written inside. column: the likely cause when another part refuses."""
        try:
            yield
        except Wrong as error:
            self.problems.append(Problem(row.number, error.column, error.wrong, error.remedy))
        except (RuleError, CommandError) as error:
            self.problems.append(Problem(row.number, column, str(error)))
        if len(self.problems) >= MAX_PROBLEMS:
            self.end()

    @contextmanager
    def doing(self, row: Row, column: str = "") -> Iterator[None]:
        """What is done here is taken back when a command refuses it."""
        with self.reading(row, column), locking():
            yield

    def end(self) -> None:
        """FileRefused if anything was wrong."""
        if self.problems:
            raise FileRefused(self.problems)


def whole_number(row: Row, column: str, most: int, least: int = 0) -> int:
    text = row[column]
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and least <= int(text) <= most):
        raise Wrong(
            "“{text}” isn’t a whole number from {least} to {most}.",
            column,
            say("Enter the number in digits."),
            text=text[:40],
            least=least,
            most=most,
        )
    return int(text)
