"""Reading much while others write."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction


@contextmanager
def one_moment(alias: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Shows everything read inside as of the moment of the first read; no one waits for it. Inside a transaction that
    has already begun, it reads as that one does."""
    own: Any = connections[alias]
    if own.in_atomic_block:
        yield
    elif own.vendor == "sqlite":
        own.ensure_connection()
        mode, own.transaction_mode = own.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic(using=alias):
                yield
        finally:
            own.transaction_mode = mode
    else:
        with transaction.atomic(using=alias):
            with own.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
