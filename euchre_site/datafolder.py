"""The folder of the embedded default: database, secret key, collected static files, lock.

Creates it on first use, readable by its owner only.
"""

import os
import secrets
from pathlib import Path

SECRET_FILE = "secret_key"  # noqa: S105  (the file's name)


def open_folder(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def read_or_make_secret(folder: Path) -> str:
    """The installation's own secret key: made once, kept in a 0600 file, the same for every process."""
    file = open_folder(folder) / SECRET_FILE
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        pass
    # Written aside and linked into place: of two first starts one wins, and neither reads half a key.
    draft = _draft_of(folder, secrets.token_urlsafe(64))
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return file.read_text(encoding="ascii").strip()


def write_secret(folder: Path, secret: str) -> None:
    """Put another installation's key in the place of the one there, so that what that one signed stays good."""
    _draft_of(open_folder(folder), secret).replace(folder / SECRET_FILE)


def _draft_of(folder: Path, secret: str) -> Path:
    draft = folder / f".{SECRET_FILE}.{os.getpid()}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secret)
    return draft
