"""A run of pytest in the copy, and what came of it. Only tests that failed count: an error of a fixture, of an import
or of the syntax is no test that has noticed something."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.planted.bug import NOTICED, Bug, Database

LONGEST = 3600
"""Seconds after which a run is given up."""
SERVICES = ("DATABASE_URL", "REDIS_URL", "REQUIRE_SERVICES")
FAILED, INTERRUPTED = 1, 2
"""pytest's exit codes; xdist calls a run interrupted that -x has ended."""


@dataclass(frozen=True)
class Failure:
    """says: in a line, the kind of exception first."""

    test: str
    says: str

    @property
    def kind(self) -> str:
        """The exception's name, without its module."""
        if self.says.startswith("assert "):
            return "AssertionError"
        found = re.match(r"[\w.]+", self.says)
        return found[0].rpartition(".")[2] if found else ""


@dataclass(frozen=True)
class Run:
    """passed: how many tests. errors: of fixtures and imports. output: the end of what pytest said."""

    code: int
    seconds: float
    passed: int
    failures: tuple[Failure, ...]
    errors: tuple[Failure, ...]
    output: str

    @property
    def is_clean(self) -> bool:
        return self.code == 0 and self.passed > 0

    def noticed(self, bug: Bug) -> Failure | None:
        """The first test that failed as one does that has noticed the bug."""
        if self.code not in (FAILED, INTERRUPTED):
            return None
        return next((one for one in self.failures if one.kind in (*NOTICED, *bug.shows)), None)

    @property
    def trouble(self) -> str:
        """In a line: why it shows nothing."""
        for what, found in (("failed for another reason", self.failures), ("error", self.errors)):
            if found:
                return f"{what}: {found[0].test}: {found[0].says}"
        return "nothing failed" if self.code == 0 else f"pytest ended with {self.code}"


def run_tests(root: Path, database: Database, arguments: Sequence[str]) -> Run:
    """`python -m pytest` with these arguments, on the database."""
    report = root.with_name(f"{root.name}.xml")
    # The newer family of reports has no place for what tests have counted, and pytest warns of that, which is an error.
    report_as = ["-o", "junit_family=xunit1", f"--junitxml={report}"]
    command = [sys.executable, "-m", "pytest", "-q", *report_as, *arguments]
    began = time.monotonic()
    try:
        code, output = _run(command, root, database)
        found = list(_cases(report)) if report.exists() else []
    finally:
        report.unlink(missing_ok=True)
    failures = tuple(one for kind, one in found if kind == "failure")
    errors = tuple(one for kind, one in found if kind == "error")
    passed = sum(kind == "passed" for kind, _ in found)
    return Run(code, time.monotonic() - began, passed, failures, errors, output[-4000:])


def _run(command: list[str], root: Path, database: Database) -> tuple[int, str]:
    """In a session of its own, so that all of it can be ended."""
    with subprocess.Popen(
        command,
        cwd=root,
        env=_environment(database),
        text=True,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        try:
            output, _ = process.communicate(timeout=LONGEST)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                return -signal.SIGKILL, f"given up after {LONGEST} s"
            raise
    return process.returncode, output


def _environment(database: Database) -> dict[str, str]:
    """SQLite alone, or PostgreSQL and Redis as they are named here: the two ways in which .ci/run tests."""
    left_out = {"SOAK", "RIGHT_BOWER_HOME"} | (set(SERVICES) if database is Database.SQLITE else set())
    return {name: value for name, value in os.environ.items() if name not in left_out}


def _sentence(message: str) -> str:
    """The first line; of long things that were compared, where they differ."""
    first, *rest = message.strip().splitlines() or [""]
    where = next((line.strip() for line in rest if " != " in line), "")
    return f"AssertionError: {where}" if where and Failure("", first).kind == "AssertionError" else first


def _cases(report: Path) -> Iterator[tuple[str, Failure]]:
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314  # pytest's own, of our tests
        test = f"{case.get('classname')}::{case.get('name')}"
        ends = [child for child in case if child.tag in ("failure", "error", "skipped")]
        for end in ends:
            yield end.tag, Failure(test, _sentence(end.get("message") or ""))
        if not ends:
            yield "passed", Failure(test, "")
