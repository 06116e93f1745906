"""A lock on a whole database, for work on its tables. Whatever ends the process ends the lock."""

import contextlib
import os
from collections.abc import Callable, Iterator
from zlib import crc32

from django.conf import settings
from django.core.files import locks
from django.db.backends.base.base import BaseDatabaseWrapper

from euchre_site.datafolder import open_folder

NUMBER = crc32(b"right-bower migrate")
"""PostgreSQL's own locks by number are of one database. Nothing else of ours uses them."""


@contextlib.contextmanager
def alone(connection: BaseDatabaseWrapper, waiting: Callable[[], None]) -> Iterator[None]:
    """No one else gets past here on the same database while the block runs.

    waiting: called once if this has to wait.
    """
    hold = _by_number(connection, waiting) if connection.vendor == "postgresql" else _by_file(waiting)
    with hold:
        yield


@contextlib.contextmanager
def _by_number(connection: BaseDatabaseWrapper, waiting: Callable[[], None]) -> Iterator[None]:
    """By a connection of its own, as long as its transaction lasts: so it holds behind PgBouncer, too."""
    keeper = connection.copy()
    try:
        keeper.set_autocommit(False)
        with keeper.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [NUMBER])
            if cursor.fetchone() != (True,):
                waiting()
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [NUMBER])
        yield
    finally:
        keeper.rollback()
        keeper.close()


@contextlib.contextmanager
def _by_file(waiting: Callable[[], None]) -> Iterator[None]:
    """In the data folder. Not the database's own file: SQLite's locks on it would end with ours."""
    handle = os.open(open_folder(settings.RIGHT_BOWER_HOME) / "migrate.lock", os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+b") as held:
        if not locks.lock(held, locks.LOCK_EX | locks.LOCK_NB):
            waiting()
            locks.lock(held, locks.LOCK_EX)
        yield
