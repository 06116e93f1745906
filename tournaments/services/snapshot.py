"""Reading much while others write."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything that is read inside is of the moment at which the first of it was read; nobody waits for it. Within a
    transaction that has begun already it is read as that one reads."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        own: Any = connection
        own.ensure_connection()
        mode, own.transaction_mode = own.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            own.transaction_mode = mode
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
