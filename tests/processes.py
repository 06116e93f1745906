"""Our own command line as a real process, with exactly the environment that a test gives it."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
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


def once_a_run(name: str, make: Callable[[Path], object]) -> Path:
    """A folder that the first process to ask for it fills; the others of this run wait, and copy from it."""
    _RUN.mkdir(exist_ok=True)
    folder, lock = _RUN / name, _RUN / f"{name}.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = Path(tempfile.mkdtemp(dir=_RUN))
            make(unfinished)
            unfinished.rename(folder)
    return folder


def forget_run() -> None:
    """By the process that began it."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(_RUN, ignore_errors=True)


def migrated(home: Path) -> Path:
    """The data folder of a new site, on SQLite: as `migrate` leaves it."""
    shutil.copytree(once_a_run("migrated", _migrate), home)
    return home


def demo(home: Path) -> Path:
    """The data folder of a new site with the demo club."""
    shutil.copytree(once_a_run("demo", _fill), home)
    return home


def _migrate(home: Path) -> None:
    done = manage("migrate", "--verbosity", "0", RIGHT_BOWER_HOME=str(home))
    assert done.returncode == 0, done.stderr


def _fill(home: Path) -> None:
    shutil.copytree(once_a_run("migrated", _migrate), home, dirs_exist_ok=True)
    done = manage("demo_data", RIGHT_BOWER_HOME=str(home))
    assert done.returncode == 0, done.stderr


_STARTED_BY = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
_RUN = Path(tempfile.gettempdir()) / f"right-bower-run-{_STARTED_BY}"
"""Of all processes of this run: pytest-xdist starts them from one."""
