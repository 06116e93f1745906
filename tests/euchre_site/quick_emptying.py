"""After a test about transactions the database is emptied. Django truncates every table and makes all permissions anew:
four fifths of a second on PostgreSQL. Here rows are deleted where there are any.

The servers that tests run on sweep nothing by themselves, because what they would note about tables that tests leave
empty makes bad plans. So what was deleted or taken back is swept here: without it a table that holds one row is read
with megabytes of dead ones after an hour, and the last tests take five times as long as alone."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import TransactionTestCase

STANDING = ("django_content_type", "auth_permission")
"""What `migrate` makes, and `flush` makes again. A test that changes them gets Django's flush."""
MAX_BYTES = 250_000
"""A table that takes less isn’t worth sweeping."""


@pytest.fixture(autouse=True, scope="session")
def empties_what_is_full() -> Iterator[None]:
    standing: dict[str, int] = {}

    def empty(test: TransactionTestCase) -> None:
        if not standing:
            call_command("flush", verbosity=0, interactive=False)
            standing.update(_counted())
        elif _counted() != standing:
            call_command("flush", verbosity=0, interactive=False)
        else:
            _delete_rows()
        if connection.vendor == "postgresql":
            sweep()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


def _counted() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}', count(*) FROM {name}" for name in STANDING))  # noqa: S608
        return dict(cursor.fetchall())


def _delete_rows() -> None:
    """In one transaction, at whose end foreign keys are looked at: the order does not matter."""
    names = [name for name in connection.introspection.django_table_names(only_existing=True) if name not in STANDING]
    quoted = [connection.ops.quote_name(name) for name in names]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in quoted)  # noqa: S608
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608


def sweep() -> None:
    """Free the space that deleted rows take in large tables. PostgreSQL only, outside of transactions."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
            "AND pg_relation_size(oid) > %s",
            [MAX_BYTES],
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"VACUUM {name}")
