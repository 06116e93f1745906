"""`manage.py backup`: everything in one file, while the site runs. SQLite only."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from euchre_site.backups import BackupError, database_file, write_backup, write_dated_backup
from euchre_site.datafolder import open_folder


class Command(BaseCommand):
    help = "Write everything the site knows into one file. The site may be running. The file is as secret as the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="a new file, or a folder for a file named by the time")

    def handle(self, *args: Any, to: Path | None, **options: Any) -> None:
        try:
            database = database_file()
            if to and not to.is_dir():
                write_backup(database, to)
                made = to
            else:
                made = write_dated_backup(database, to or open_folder(Path(settings.BACKUP_FOLDER)))
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Backup written: {made}. Whoever has this file has everything; keep it like a key.")
