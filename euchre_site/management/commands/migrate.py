"""Django's `migrate`, one at a time: a second one waits for the first, and then finds what there is left to do."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from euchre_site.alone import alone


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with alone(connections[options["database"]], waiting=self._say_that_it_waits):
            super().handle(*args, **options)

    def _say_that_it_waits(self) -> None:
        self.stdout.write("Another “migrate” is at work on this database. Waiting until it is done.")
        self.stdout.flush()
