"""Programs that see the packages of requirements.lock and no others, as a site does that was installed from it."""

import os
import re
import subprocess
import sys

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import ROOT

PYTHON = os.environ.get("RUNTIME_PYTHON") or sys.executable
"""`make runtime` names one whose environment has nothing else; the others are hidden in any case."""
ONLY = """
import re, sys
from importlib.metadata import packages_distributions
tidy = lambda name: re.sub(r"[-_.]+", "-", name).lower()
owners, allowed = packages_distributions(), set(sys.argv.pop(1).split())

class NoOthers:
    def find_spec(self, name, path=None, target=None):
        owned = {tidy(owner) for owner in owners.get(name.partition(".")[0], ())}
        if owned and not owned & allowed:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoOthers())
"""
"""Its first argument: the packages that are seen."""


def pins(lock: str) -> dict[str, set[str]]:
    """The packages of a lock and the extras that each is pinned with."""
    pinned = [
        Requirement(line.rstrip(" \\"))
        for line in (ROOT / lock).read_text().splitlines()
        if re.match(r"[\w.-]+[=[]", line)
    ]
    return {canonicalize_name(pin.name): pin.extras for pin in pinned}


def only_locked(program: str, *, without: str = "") -> list[str]:
    """The words that run a program (its text) so. without: a package that is hidden as well."""
    seen = {*pins("requirements.lock"), "right-bower"}
    return [PYTHON, "-c", ONLY + program, " ".join(sorted(seen - {without}))]


def run_locked(
    program: str, *arguments: str, without: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*only_locked(program, without=without), *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
