"""The site's own background work."""

import logging

from celery import shared_task
from django.conf import settings

from euchre_site.backups import BackupError, write_automatic_backup

log = logging.getLogger(__name__)


@shared_task
def back_up() -> None:
    """A backup if anything changed since the last one. A full disk or a missing stick must stop nothing else."""
    if not settings.BACKUPS_KEPT or not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return
    try:
        write_automatic_backup()
    except (BackupError, OSError) as error:
        log.error("no automatic backup was made: %s", error)


@shared_task
def show_life() -> None:
    """Its arrival at a worker is what is wanted: `euchre_site.heartbeats` writes down that there was one."""
