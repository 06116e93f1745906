"""A site meets its data: tables of an older version are brought up to date, after a backup."""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.recorder import MigrationRecorder

from euchre_site.backups import BackupError
from euchre_site.backups.keeping import write_dated_backup
from euchre_site.backups.versions import known_migrations, unknown_among
from euchre_site.datafolder import open_folder
from euchre_site.management.commands.migrate import is_empty


class CannotUpgrade(Exception):
    """Why the site can't work with these data, and what to do. Nothing was changed."""


def bring_up_to_date(tell: Callable[[str], None]) -> None:
    """Make the tables of a new site, or migrate those of an older version. tell: is given what happens, in words.

    Of a site with data a backup is written first. Data of a newer version are refused, and so is a migration
    without a backup.
    """
    if is_empty(DEFAULT_DB_ALIAS):
        call_command("migrate", interactive=False, verbosity=0)
        return
    applied = set(MigrationRecorder(connection).applied_migrations())
    if newer := unknown_among(applied):
        raise CannotUpgrade(
            f"These data are of a newer version of {settings.SITE_NAME} ({newer}). "
            "Install that version, or restore a backup of this one."
        )
    if known_migrations() <= applied:
        return
    try:
        backup = write_dated_backup(open_folder(Path(settings.BACKUP_FOLDER)))
    except (BackupError, OSError) as error:
        raise CannotUpgrade(f"The data are of an older version, and there's no backup of them yet: {error}") from error
    tell(f"Updating the data of an older version. A backup is in {backup}.")
    call_command("migrate", interactive=False, verbosity=0)
