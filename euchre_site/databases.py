"""How each kind of database is opened so that no accepted score is lost or refused.

Knows SQLite and PostgreSQL; anything else is refused at start.
"""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, InternalError, OperationalError

# Read by every new SQLite connection. FULL: a commit that was acknowledged survives a power cut.
SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"

KEPT_SECONDS = 60
"""A thread keeps its connection: opening one is a fifth of what a page on SQLite costs. Not for ever, so that a file
that was put in place of another is found."""


def describe(parsed: dict[str, Any], *, pool: bool, pool_size: int) -> dict[str, Any]:
    """One entry of DATABASES from what django-environ made of DATABASE_URL."""
    engine = parsed["ENGINE"]
    if engine == "django.db.backends.sqlite3":
        return parsed | {
            "CONN_MAX_AGE": KEPT_SECONDS,
            "OPTIONS": {
                # Without IMMEDIATE a read-then-write is refused at once, whatever the timeout says.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": SQLITE_PRAGMAS,
            },
        }
    if engine in {"django.db.backends.postgresql", "django.db.backends.postgresql_psycopg2"}:
        kind = {"ENGINE": "django.db.backends.postgresql"}
        # What the address itself asks for (?sslmode=require) stays.
        options = {"connect_timeout": 5} | parsed.get("OPTIONS", {})
        if pool:
            # Our questions join many small tables: compiling one takes longer than answering it. A pooler in between
            # refuses such an option.
            options = {"options": "-c jit=off"} | options
            options["pool"] = {"min_size": 0, "max_size": pool_size, "timeout": 10}
            # The pool keeps connections; Django must hand each one back after the request.
            return parsed | kind | {"CONN_MAX_AGE": 0, "OPTIONS": options}
        return parsed | kind | {"CONN_MAX_AGE": KEPT_SECONDS, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    raise ImproperlyConfigured("DATABASE_URL must be a sqlite:// or postgres:// address.")


READ_ONLY = "25006"
"""PostgreSQL's code for a write that it takes from no one just now: a standby, or default_transaction_read_only."""


def is_away(error: BaseException | None) -> bool:
    """Whether it is the database that cannot do its work, for a while, whatever it is asked."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", None) == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)
