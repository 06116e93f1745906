"""Which version of the site a database belongs to, and its tables without any row, on either database."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from euchre_site.backups.errors import BackupError, damaged
from euchre_site.backups.files import connect, draft_known

Migrations = set[tuple[str, str]]
OURS = {("tournaments", "0001_initial"), ("games", "0001_initial")}


def known_migrations() -> Migrations:
    return set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def unknown_among(applied: Iterable[tuple[str, str]]) -> str:
    """Those of a newer version than this one, in words; "" when there are none."""
    return ", ".join(sorted(f"{app} {name}" for app, name in set(applied) - known_migrations()))


def models_after(applied: Migrations) -> list[type[Model]]:
    """The models as they were at these migrations: a database that was not brought up to date yet has those tables."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    state = loader.project_state([node for node in loader.graph.nodes if node in applied])
    return [model for model in state.apps.get_models() if model._meta.managed and not model._meta.proxy]


def table_names(models: list[type[Model]]) -> set[str]:
    own = {model._meta.db_table for model in models}
    own |= {field.m2m_db_table() for model in models for field in model._meta.local_many_to_many}
    return own | {MigrationRecorder.Migration._meta.db_table}


def refuse_unless_ours(copy: Path, name: str) -> Migrations:
    """The migrations that the file has seen. BackupError when it is damaged, another program's, or from a newer
    version than this one."""
    with closing(connect(copy)) as db:
        try:
            integrity = [row[0] for row in db.execute("PRAGMA integrity_check(1)")]
            loose = db.execute("PRAGMA foreign_key_check").fetchone()
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            is_django = "django_migrations" in tables
            applied = set(db.execute("SELECT app, name FROM django_migrations")) if is_django else set()
        except sqlite3.DatabaseError as error:
            raise damaged(name, error) from error
    if integrity != ["ok"] or loose:
        raise damaged(name, integrity[0] if integrity != ["ok"] else f"a row of {loose[0]} points nowhere")
    if not applied >= OURS:
        raise BackupError(f"{name} is a database, but not of this site. Nothing was changed.")
    if newer := unknown_among(applied):
        raise BackupError(
            f"{name} was made by a newer version of the site than this one ({newer}). "
            "Update the site on this machine, then restore again. Nothing was changed."
        )
    return applied


def bring_up_to_date(copy: Path) -> None:
    """Bring a backup of an older version up to this one, while it is still only a copy."""
    with draft_known(copy) as alias:
        call_command("migrate", database=alias, interactive=False, verbosity=0)


def refuse_unless_it_fits(copy: Path, name: str) -> None:
    """A backup of a version before the first release has the migrations' names, but not always their columns."""
    with closing(connect(copy)) as db:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            present = {row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", [table])}
            missing = {str(field.column) for field in model._meta.local_concrete_fields} - present
            if missing:
                raise BackupError(
                    f"{name} was made by another version of the site: {table} has no {', '.join(sorted(missing))}. "
                    "Restore it with the version that made it. Nothing was changed."
                )


@contextlib.contextmanager
def tables_made(alias: str, models: list[type[Model]]) -> Iterator[None]:
    """Straight from the models, in a hundredth of the time that the migrations take; the tests compare the two. At the
    end of the block come the indexes, and on PostgreSQL the references."""
    connection = connections[alias]
    MigrationRecorder(connection).ensure_schema()
    with connection.schema_editor() as editor:
        for model in models:
            editor.create_model(model)
        yield


def make_new_site(alias: str) -> None:
    """The tables of a new site in an empty database, and the record that its migrations are done: all or nothing."""
    known = known_migrations()
    recorder = MigrationRecorder(connections[alias])
    with tables_made(alias, models_after(known)):
        for app, name in sorted(known):
            recorder.record_applied(app, name)
