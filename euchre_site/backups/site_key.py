"""The site's secret key travels with its data: without it every phone in the hall would have to be signed in again.

Only the key in the data folder does. One that the environment gives is the operator's to keep, and never written down.
"""

import hashlib
import sqlite3
from pathlib import Path

from django.conf import settings

from euchre_site.backups.tables import SECRET_TABLE
from euchre_site.datafolder import SECRET_FILE

IN_ENVIRONMENT = (
    "The secret key is not in it, because the environment gives it (SECRET_KEY): keep that too, or every phone has to "
    "be signed in again."
)


def key_in_folder() -> str:
    """The key that this site uses, if it lies in the data folder; "" if the environment gives another one."""
    file = Path(settings.RIGHT_BOWER_HOME) / SECRET_FILE
    key = file.read_text(encoding="ascii").strip() if file.is_file() else ""
    return key if key == settings.SECRET_KEY else ""


def add_key(db: sqlite3.Connection) -> None:
    if key := key_in_folder():
        write_key(db, key)


def write_key(db: sqlite3.Connection, key: str) -> None:
    db.execute(f"CREATE TABLE {SECRET_TABLE} (secret_key TEXT NOT NULL, sha256 TEXT NOT NULL)")
    db.execute(f"INSERT INTO {SECRET_TABLE} VALUES (?, ?)", [key, _digest(key)])  # noqa: S608  # a constant name


def key_in(db: sqlite3.Connection) -> str:
    """The key that the backup brings. "" when it brings none. ValueError if it is not as it was written."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [SECRET_TABLE]).fetchone():
        return ""
    key, digest = db.execute(f"SELECT secret_key, sha256 FROM {SECRET_TABLE}").fetchone()  # noqa: S608  # a constant name
    if digest != _digest(str(key)):
        raise ValueError("the secret key isn't as it was")
    return str(key)


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def words_after_restoring(brought: str, *, is_own: bool) -> str:
    """Whether phones stay signed in, where that is not plain. is_own: this site uses the key in its data folder."""
    if brought == settings.SECRET_KEY or (brought and is_own):
        return ""
    if brought:
        return "The environment's SECRET_KEY is used, not the key in the file: every phone has to be signed in again."
    where = f"the file {SECRET_FILE} of the former data folder" if is_own else "SECRET_KEY"
    return f"It brought no secret key: phones stay signed in if {where} is what it was at the former site."
