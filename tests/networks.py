"""Networks of a test's own: computers that are Linux's network namespaces, with cables between them. Needs root."""

import os
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache


def ip(*words: str) -> None:
    """As typed: `ip link add …`."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, f"ip {' '.join(words)}: {done.stderr}"


@cache
def can_make_networks() -> bool:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("ip"):
        return False
    with (
        suppress(AssertionError, OSError, subprocess.TimeoutExpired),
        computer("probe") as one,
        computer("probe") as other,
    ):
        connect(one, other, "probe0")
        return True
    return False


class Computer:
    """name: of its namespace."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ip(self, *words: str) -> None:
        ip("-n", self.name, *words)

    def words(self, *words: str) -> list[str]:
        """The command line that runs this on it."""
        return ["ip", "netns", "exec", self.name, *words]


@contextmanager
def computer(what: str) -> Iterator[Computer]:
    """With a loopback, and without IPv6: its kernel then says nothing by itself."""
    made = Computer(f"rb-{what}-{uuid.uuid4().hex[:8]}")
    ip("netns", "add", made.name)
    try:
        made.ip("link", "set", "lo", "up")
        subprocess.run(
            made.words("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"),
            check=False,
            capture_output=True,
        )
        yield made
    finally:
        ip("netns", "delete", made.name)


def connect(one: Computer, other: Computer, interface: str) -> None:
    """A cable between two, called the same at both ends."""
    ip("link", "add", interface, "netns", one.name, "type", "veth", "peer", "name", interface, "netns", other.name)
    for end in (one, other):
        end.ip("link", "set", interface, "up")
