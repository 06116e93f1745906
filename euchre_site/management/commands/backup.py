"""`manage.py backup`: everything in one file, while the site runs, whichever database it uses."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from euchre_site.backups import BackupError, write_backup
from euchre_site.backups.keeping import write_dated_backup
from euchre_site.backups.site_key import IN_ENVIRONMENT, key_in_folder
from euchre_site.datafolder import open_folder


class Command(BaseCommand):
    help = "Write everything the site knows into one file. The site may be running. The file is as secret as the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="a new file, or a folder for a file named by the time")

    def handle(self, *args: Any, to: Path | None, **options: Any) -> None:
        try:
            if to and not to.is_dir():
                write_backup(to)
                made = to
            else:
                made = write_dated_backup(to or open_folder(Path(settings.BACKUP_FOLDER)))
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Backup written: {made}. Whoever has this file has everything; keep it like a key.")
        if not key_in_folder():
            self.stdout.write(IN_ENVIRONMENT)
