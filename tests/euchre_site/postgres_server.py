"""Databases of the tests' own on the server that DATABASE_URL names, and the site's command line on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
from django.db import connection

from euchre_site.backups.drill import address_of
from euchre_site.backups.files import known_as


def server() -> dict[str, Any]:
    known = connection.settings_dict
    return {"ENGINE": known["ENGINE"]} | {name: known[name] for name in ("USER", "PASSWORD", "HOST", "PORT")}


def address(name: str) -> str:
    """As DATABASE_URL has it."""
    return address_of(server() | {"NAME": name})


def do(sql: str, database: str = "postgres") -> list[Any]:
    with psycopg.connect(address(database), autocommit=True) as link:
        cursor = link.execute(sql)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def new_database(template: str = "template1") -> Iterator[str]:
    name = f"{connection.settings_dict['NAME']}_{uuid4().hex[:8]}"
    do(f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield name
    finally:
        do(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def as_site(name: str) -> Iterator[str]:
    """That database under a name that Django knows."""
    with known_as("site", **server(), NAME=name) as alias:
        yield alias
