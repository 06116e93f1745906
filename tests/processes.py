"""Our own command line as a real process, with exactly the environment that a test gives it."""

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_python("manage.py", *arguments, **environment)


def migrated(home: Path) -> Path:
    """The data folder of a new site, on SQLite: as `migrate` leaves it, which is run once for all of them."""
    shutil.copytree(_newly_migrated(), home)
    return home


@cache
def _newly_migrated() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="right-bower-new-")
    _kept.append(folder)
    home = Path(folder.name) / "home"
    done = manage("migrate", "--verbosity", "0", RIGHT_BOWER_HOME=str(home))
    assert done.returncode == 0, done.stderr
    return home


_kept: list[tempfile.TemporaryDirectory[str]] = []
"""Removed when this process ends."""
