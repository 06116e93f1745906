"""The site's own background work."""

import logging
from pathlib import Path

from celery import shared_task
from django.conf import settings
from django.db import connection

from euchre_site.backups import BackupError
from euchre_site.backups.keeping import DAYS_KEPT, clear_away, write_automatic_backup
from euchre_site.backups.nightly import hold_noted_drill, is_drill_due

log = logging.getLogger(__name__)

DRILL_SECONDS = 3600


@shared_task
def back_up() -> None:
    """A backup if anything changed since the last one. A full disk or a missing stick must stop nothing else. Of
    PostgreSQL there is one a day, with the drill: it is read row by row, and its server has means of its own."""
    if not settings.BACKUPS_KEPT or connection.vendor != "sqlite":
        return
    try:
        write_automatic_backup()
    except (BackupError, OSError) as error:
        log.error("no automatic backup was made: %s", error)


@shared_task(time_limit=DRILL_SECONDS, soft_time_limit=DRILL_SECONDS)
def drill() -> None:
    """Once a day, in a quiet hour: can a backup be restored? The health page shows when it last could."""
    if not settings.BACKUPS_KEPT or not is_drill_due():
        return
    try:
        hold_noted_drill()
        # Of PostgreSQL these are the only ones, one a day, and none is kept for longer than the others are.
        kept = settings.BACKUPS_KEPT if connection.vendor == "sqlite" else min(settings.BACKUPS_KEPT, DAYS_KEPT)
        clear_away(Path(settings.BACKUP_FOLDER), kept)
    except (BackupError, OSError) as error:
        log.error("the drill failed: %s", error)


@shared_task
def show_life() -> None:
    """Its arrival at a worker is what is wanted: `euchre_site.heartbeats` writes down that there was one."""
