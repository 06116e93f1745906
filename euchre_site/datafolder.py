"""The folder of the embedded default: database, secret key, collected static files, lock.

Creates it on first use, readable by its owner only.
"""

import os
import secrets
from pathlib import Path


def open_folder(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def read_or_make_secret(folder: Path) -> str:
    """The installation's own secret key: made once, kept in a 0600 file, the same for every process."""
    file = open_folder(folder) / "secret_key"
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        pass
    # Written aside and linked into place: of two first starts one wins, and neither reads half a key.
    draft = folder / f".secret_key.{os.getpid()}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secrets.token_urlsafe(64))
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return file.read_text(encoding="ascii").strip()
