"""`manage.py restore FILE`: a backup in the place of the site's database, checked first. SQLite only."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from euchre_site.backups import BackupError, database_file, restore_backup
from euchre_site.datafolder import open_folder
from euchre_site.embedded import AlreadyRunning, hold_lock
from tournaments.models import Club, Event, JournalEntry
from tournaments.services.verify import violations


class Command(BaseCommand):
    help = "Put a backup in the place of the database. What was there is kept aside; a bad file changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            database = database_file()
            with hold_lock(open_folder(settings.RIGHT_BOWER_HOME), "restoring"):
                aside = restore_backup(file, database)
        except AlreadyRunning as error:
            raise CommandError(f"The site is running ({error}). Stop it, then restore again.") from None
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored from {file}. {self._what_is_here()}")
        if aside:
            self.stdout.write(f"What was here before is kept in {aside}.")
        if found := violations():
            raise CommandError("\n".join(["The restored data contradicts itself:", *found]))
        self.stdout.write("Everything in it agrees with its facts. Start the site again.")

    def _what_is_here(self) -> str:
        last = JournalEntry.objects.order_by("-at").values_list("at", flat=True).first()
        when = f"{last:%d %B %Y, %H:%M} UTC" if last else "never"
        return f"It holds {Club.objects.count()} clubs and {Event.objects.count()} events; last change: {when}."
