"""An empty database for a drill, thrown away afterwards: on the site's own server if the site may make one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.db import DatabaseError, OperationalError, connection

from euchre_site.backups.errors import BackupError
from euchre_site.backups.tables import quoted

MARK = "Scratch of a drill: thrown away by the next one."
LONGEST_NAME = 63


@contextmanager
def scratch_database(home: Path) -> Iterator[str]:
    """Its address, as DATABASE_URL has it. It is gone afterwards; one that a killed drill left goes first."""
    if connection.vendor != "postgresql" or not _may_make_databases():
        yield f"sqlite:///{home / 'db.sqlite3'}"
        return
    name = f"{connection.settings_dict['NAME'][: LONGEST_NAME - 6]}_drill"
    _clear_left_over(name)
    _do(f"CREATE DATABASE {quoted(name)}")
    try:
        _do(f"COMMENT ON DATABASE {quoted(name)} IS '{MARK}'")
        yield address_of(connection.settings_dict | {"NAME": name})
    finally:
        _do(f"DROP DATABASE {quoted(name)} WITH (FORCE)")


def scratch_settings(address: str) -> dict[str, Any]:
    """Such a database on PostgreSQL, as Django's settings describe it: without a pool, which would outlive it."""
    name = address.rpartition("/")[2]
    return connection.settings_dict | {"NAME": name, "OPTIONS": {"connect_timeout": 5}, "CONN_MAX_AGE": 0}


def _may_make_databases() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
        [may] = cursor.fetchone()
    return bool(may)


def _clear_left_over(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s", [name])
        found = cursor.fetchone()
    if not found:
        return
    if found[0] != MARK:
        raise BackupError(f"The drill needs a database named {name}, and that one is not its own. Rename it.")
    try:
        _do(f"DROP DATABASE {quoted(name)}")
    except OperationalError as error:
        raise BackupError(f"Another drill is under way: the database {name} is in use.") from error


def _do(sql: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql)
    except OperationalError:
        raise
    except (DatabaseError, psycopg.Error) as error:
        raise BackupError(f"PostgreSQL makes no place for a drill: {error}".strip()) from error


def address_of(database: dict[str, Any]) -> str:
    who = ":".join(quote(str(part), safe="") for part in (database["USER"], database["PASSWORD"]) if part)
    host, port = str(database["HOST"]), f":{database['PORT']}" if database["PORT"] else ""
    # The folder of a socket stands where the path begins.
    where = f"{port}/{host}" if host.startswith("/") else f"{f'[{host}]' if ':' in host else host}{port}"
    return f"postgres://{who}{'@' if who else ''}{where}/{database['NAME']}"
