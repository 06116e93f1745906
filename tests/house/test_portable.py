"""The site in one process runs on Windows, too: our own code needs nothing that only POSIX has."""

import ast
from collections.abc import Iterator

import pytest

from tests.processes import ROOT

POSIX_MODULES = {"fcntl", "grp", "pwd", "resource", "syslog", "termios"}
POSIX_NAMES = {
    "os": {"EX_OK", "chown", "fork", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "killpg", "nice", "setsid"}
    | {"statvfs", "uname"},
    "signal": {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm", "setitimer"},
    "socket": {"AF_UNIX", "SO_REUSEPORT"},
    "time": {"tzset"},
}
GUARDED = {"euchre_site/web_server.py: resource"}
"""Asked for only where it is: tests/euchre_site/test_wheel.py serves the site without it."""


def needs(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & POSIX_MODULES
        elif isinstance(node, ast.ImportFrom):
            yield from {node.module or ""} & POSIX_MODULES
            yield from {alias.name for alias in node.names} & POSIX_NAMES.get(node.module or "", set())
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield from {node.attr} & POSIX_NAMES.get(node.value.id, set())


@pytest.mark.slow
def test_nothing_of_ours_needs_posix() -> None:
    files = [file for room in ("euchre_site", "games", "tournaments") for file in (ROOT / room).rglob("*.py")]
    assert len(files) > 300
    assert {f"{file.relative_to(ROOT)}: {name}" for file in files for name in needs(file.read_text())} == GUARDED


@pytest.mark.parametrize(
    "source", ["import fcntl", "from pwd import getpwnam", "from os import fork", "import os\nos.killpg(1, 9)"]
)
def test_control(source: str) -> None:
    assert list(needs(source))
