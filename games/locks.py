"""The one way to lock rows until the transaction ends, each once and in one order. SQLite needs no locks of rows: there
the transaction itself is the lock."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Manager, Model, QuerySet

Row = TypeVar("Row", bound=Model)


def locked(rows: "Manager[Row] | QuerySet[Row]", *, skip_locked: bool = False) -> "QuerySet[Row]":
    """These rows, locked as they are read, without what `select_related` fetches with them. skip_locked: without those
    that another transaction has locked, instead of waiting for it.

    Their keys never change, so who writes a row that points at one of them does not wait for it. With the stronger lock
    that Django takes by itself, two who lock in the same order could still wait for each other over such a pointer.
    """
    return rows.select_for_update(no_key=True, of=("self",), skip_locked=skip_locked)


class Level(IntEnum):
    """The order in which locks are taken.

    A holder takes no lock of an earlier level, so no two can wait for each other. A match is locked under its event, so
    it has no place of its own here. A table's lock comes last, and one who holds it alone takes none of these.
    """

    SEASON = 1
    CLUB = 2
    EVENT = 3
    JACKPOT = 4


class _Held:
    """What one transaction has locked. is_undone: a part of it was rolled back, so the rows may hold what never was."""

    def __init__(self) -> None:
        self.rows: dict[tuple[Level, int], Any] = {}
        self.is_undone = False

    def row(self, level: Level, pk: int) -> Any:
        if self.is_undone:
            self.is_undone = False
            for row in self.rows.values():
                row.refresh_from_db()
        return self.rows.get((level, pk))


_held: ContextVar[_Held | None] = ContextVar("_held", default=None)


@contextmanager
def locking() -> Iterator[None]:
    """A transaction that remembers its locks; inside of another one, a part that can fail by itself."""
    held = _held.get()
    if held is None:
        with transaction.atomic():
            token = _held.set(_Held())
            try:
                yield
            finally:
                # Before the commit: what waits for it begins with no locks.
                _held.reset(token)
        return
    rows = dict(held.rows)
    try:
        with transaction.atomic():
            yield
    except BaseException:
        held.rows, held.is_undone = rows, True
        raise


def lock_once(level: Level, pk: int | Callable[[], int], fetch: Callable[[], Row]) -> Row:
    """The row that `fetch` locks. Inside of `locking`, every part of the transaction gets the same object, so that none
    works with an old version. pk: of the row, or how to find it where that takes a question; it is asked only where
    something is locked already.

    AssertionError when something of a later level is locked already.
    """
    held = _held.get()
    if held is None:
        return fetch()
    if held.rows:
        number = pk if isinstance(pk, int) else pk()
        there: Row | None = held.row(level, number)
        if there is not None:
            return there
        latest = max(other for other, _ in held.rows)
        assert level >= latest, (
            f"{level.name} {number} is to be locked after {latest.name}: locks go from season to jackpot"
        )
    row = fetch()
    held.rows[level, row.pk] = row
    return row


def shared(level: Level, row: Row) -> Row:
    """The object that this transaction shares for that row; the row itself where it shares none."""
    held = _held.get()
    there: Row | None = held.row(level, row.pk) if held else None
    return row if there is None else there
