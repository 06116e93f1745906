"""Backups by the clock: named by the time, none where nothing changed, old ones cleared away."""

import re
from contextlib import closing
from pathlib import Path

from django.conf import settings

from euchre_site.backups.digest import stored_digests
from euchre_site.backups.files import connect, stamp
from euchre_site.backups.making import write_backup
from euchre_site.backups.site_key import key_in

DAYS_KEPT = 14
ALWAYS_CHANGING = "tournaments_heartbeat"
_NAME = re.compile(r"backup-(\d{8})-\d{6}\.sqlite3")


def write_dated_backup(folder: Path) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    to = folder / f"backup-{stamp()}.sqlite3"
    write_backup(to)
    return to


def write_automatic_backup() -> Path | None:
    """The timer's backup: none when nothing changed since the last one."""
    new = write_dated_backup(Path(settings.BACKUP_FOLDER))
    made = made_in(new.parent)
    if len(made) > 1 and _content(made[-2]) == _content(new):
        new.unlink()
        made[-2].touch()  # as good as a new one: the health page goes by when it last was
        return None
    clear_away(new.parent, settings.BACKUPS_KEPT)
    return new


def made_in(folder: Path) -> list[Path]:
    """The timer's own files, oldest first. Nothing else in the folder is ever touched."""
    return sorted(file for file in folder.iterdir() if _NAME.fullmatch(file.name))


def clear_away(folder: Path, keep: int) -> None:
    made = made_in(folder)
    for old in set(made) - set(_kept(made, keep)):
        old.unlink()


def _kept(made: list[Path], keep: int) -> list[Path]:
    """The newest ones, and the last one of each of the last days that had any."""
    last_of_day = {file.name[:15]: file for file in made}
    days = [last_of_day[day] for day in sorted(last_of_day)[-DAYS_KEPT:]]
    return [*made[-keep:], *days]


def _content(file: Path) -> object:
    """What is compared. That the timers and a worker were seen alive is no change."""
    with closing(connect(file, "ro")) as db:
        digests = stored_digests(db)
        return digests and (
            {name: digest for name, digest in digests.of.items() if name != ALWAYS_CHANGING},
            key_in(db),
        )
