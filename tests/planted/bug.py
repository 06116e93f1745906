"""What a planted bug is: a small change of the code, what it would mean to a club, and who is expected to notice."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

NOTICED = ("AssertionError", "Failed")
"""How a test fails that has noticed something; `Failed` is pytest's own, of what did not raise."""


class Database(StrEnum):
    SQLITE = "sqlite"
    POSTGRES = "postgres"


@dataclass(frozen=True)
class Change:
    """In a file of the project, a text that occurs there exactly once, and what stands in its place afterwards."""

    file: str
    old: str
    new: str

    def applied(self, root: Path) -> str:
        """The file as it would be. ValueError when the text does not fit the code any more."""
        text = (root / self.file).read_text()
        if (found := text.count(self.old)) != 1:
            raise ValueError(f"{self.file} has this text {found} times, not once: {self.old.strip().splitlines()[0]}")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Bug:
    """means: to a club, in a sentence. first: files of the ordinary run of which at least one test has to fail.

    on: the databases on which it has to be noticed. shows: exceptions by which a test may fail besides NOTICED.
    """

    name: str
    means: str
    changes: tuple[Change, ...]
    first: tuple[str, ...]
    on: tuple[Database, ...] = (Database.SQLITE,)
    shows: tuple[str, ...] = ()
