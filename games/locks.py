"""The one way to lock rows until the transaction ends. SQLite needs none: there the transaction itself is the lock."""

from typing import TypeVar

from django.db.models import Manager, Model, QuerySet

Row = TypeVar("Row", bound=Model)


def locked(rows: "Manager[Row] | QuerySet[Row]") -> "QuerySet[Row]":
    """These rows, locked as they are read, without what `select_related` fetches with them.

    Their keys never change, so who writes a row that points at one of them does not wait for it. With the stronger lock
    that Django takes by itself, two who lock in the same order could still wait for each other over such a pointer.
    """
    return rows.select_for_update(no_key=True, of=("self",))
