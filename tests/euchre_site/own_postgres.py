"""A PostgreSQL server of a test's own, which can be stopped as by a crash without anybody else's tests noticing."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

# The server refuses to run as root.
USER = "postgres" if os.geteuid() == 0 else None


@contextmanager
def cluster() -> Iterator[list[str]]:
    """The command, but for the port, that runs a new server in the foreground as USER."""
    with tempfile.TemporaryDirectory(prefix="right-bower-postgres-") as folder:
        data = Path(folder) / "data"
        if USER:
            shutil.chown(folder, USER)
        made = subprocess.run(
            [_program("initdb"), "--pgdata", data, "--auth", "trust", "--username", "postgres", "--no-sync"],
            capture_output=True,
            text=True,
            user=USER,
            cwd="/",
            timeout=120,
        )
        assert made.returncode == 0, made.stderr
        yield [_program("postgres"), "-D", str(data), "-c", "unix_socket_directories=", "-p"]


@cache
def _program(name: str) -> str:
    """Debian keeps the server's programs out of the way, in one folder for each version."""
    if found := shutil.which(name):
        return found
    folders = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    assert folders, f"{name} is missing: install PostgreSQL's server"
    return str(folders[-1])
