"""`manage.py drill`: does a backup of this site bring everything back? Tried in an empty place."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from euchre_site.backups import BackupError
from euchre_site.backups.nightly import hold_noted_drill


class Command(BaseCommand):
    help = "Write a backup, restore it into an empty place and compare every row. Exits 1 on any difference."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            drill = hold_noted_drill()
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(drill.words())
