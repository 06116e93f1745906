"""`manage.py restore FILE`: a backup in the place of the site's database, checked first, on SQLite or PostgreSQL."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from euchre_site.backups import BackupError, restore_backup
from euchre_site.backups.site_key import key_in_folder, words_after_restoring
from euchre_site.datafolder import open_folder
from euchre_site.embedded import AlreadyRunning, hold_lock
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.integrity.verify import last_at_work, violations


class Command(BaseCommand):
    help = "Put a backup in the place of the database. What was there is kept aside; a bad file changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        is_own = bool(key_in_folder())
        try:
            with hold_lock(open_folder(settings.RIGHT_BOWER_HOME), "restoring"):
                restored = restore_backup(file)
        except AlreadyRunning as error:
            raise CommandError(f"The site is running ({error}). Stop it, then restore again.") from None
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored from {file}. {self._what_is_here()}")
        if restored.aside:
            self.stdout.write(f"What was here before is kept in {restored.aside}.")
        if words := words_after_restoring(restored.key, is_own=is_own):
            self.stdout.write(words)
        if contradictions := violations(last_at_work()):
            raise CommandError("\n".join(["The restored data contradicts itself:", *contradictions]))
        self.stdout.write("Everything in it agrees with its facts. Start the site again.")

    def _what_is_here(self) -> str:
        last = AuditLogEntry.objects.order_by("-at").values_list("at", flat=True).first()
        when = f"{last:%d %B %Y, %H:%M} UTC" if last else "never"
        return f"It holds {Club.objects.count()} clubs and {Event.objects.count()} events; last change: {when}."
