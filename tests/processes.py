"""Our own command line as a real process, with exactly the environment that a test gives it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_python("manage.py", *arguments, **environment)
