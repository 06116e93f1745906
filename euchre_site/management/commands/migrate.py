"""Django's `migrate`, one at a time: a second one waits for the first, and then finds what there is left to do.

In an empty database the tables are made straight from the models. The migrations would make the same ones in ten times
as long: they are for a site that exists.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from euchre_site.alone import alone
from euchre_site.backups.versions import make_new_site
from euchre_site.migration_changes import TableChanges

PARTLY = ("app_label", "plan", "check_unapplied", "fake", "fake_initial", "prune")
"""Each of these options asks for the migrations themselves."""


class Command(migrate.Command):
    autodetector = TableChanges

    def handle(self, *args: Any, **options: Any) -> None:
        database = options["database"]
        with alone(connections[database], waiting=self._say_that_it_waits):
            if not any(options[name] for name in PARTLY) and is_empty(database):
                make_new_site(database)
                if options["verbosity"] >= 1:
                    self.stdout.write("Made the tables of a new site.")
            # It also tells every app, which makes the permissions.
            super().handle(*args, **options)

    def _say_that_it_waits(self) -> None:
        self.stdout.write("Another “migrate” is at work on this database. Waiting until it is done.")
        self.stdout.flush()


def is_empty(alias: str) -> bool:
    """Nothing but, at most, an empty record of migrations: one that was stopped at once leaves it."""
    connection = connections[alias]
    record = MigrationRecorder.Migration._meta.db_table
    tables = set(connection.introspection.table_names(include_views=True))
    return tables <= {record} and not MigrationRecorder(connection).applied_migrations()
