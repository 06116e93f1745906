"""`python -m tests.soak [CHECK ...]`: the named checks, or all, at full size on both databases; hours.

PostgreSQL needs DATABASE_URL and REDIS_URL. A soak may be run in parts: the report in .soak/ keeps what ran before.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.soak import report
from tests.soak.plan import BOTH, CHECKS, Check

ROOT = Path(__file__).parents[2]


def main() -> int:
    wanted, databases = _asked()
    failed = False
    for check in wanted:
        for database in check.databases:
            if database not in (*databases, "none"):
                continue
            tell(f"{check.name} on {report.DATABASES[database]} …")
            run = run_check(check, database)
            report.keep(run)
            failed = failed or run.failed > 0 or not run.passed
            tell(f"  {run.words}, {run.seconds:.0f} s {' '.join(run.failures)}")
    tell(f"Report: {report.write()}")
    return 1 if failed else 0


def _asked() -> tuple[list[Check], list[str]]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=", ".join(check.name for check in CHECKS))
    parser.add_argument("--database", choices=BOTH, action="append", help="only on this one")
    asked = parser.parse_args()
    if unknown := set(asked.checks) - {check.name for check in CHECKS}:
        parser.error(f"no such check: {', '.join(sorted(unknown))}")
    databases = asked.database or list(BOTH)
    if "postgres" in databases and not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        parser.error("PostgreSQL needs DATABASE_URL and REDIS_URL; without it: --database sqlite")
    return [check for check in CHECKS if not asked.checks or check.name in asked.checks], databases


def run_check(check: Check, database: str) -> report.Run:
    environment = check.sizes | dict(os.environ) | {"SOAK": "1"}
    if database == "postgres":
        environment["REQUIRE_SERVICES"] = "1"
    else:
        environment = {name: value for name, value in environment.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    began = time.monotonic()
    with tempfile.NamedTemporaryFile() as counts:
        environment["SOAK_COUNTS"] = counts.name
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "tests.soak.counts",
            "-o",
            "faulthandler_timeout=0",
            "-n",
            str(check.processes),
            "--dist",
            "worksteal",
            *check.tests,
        ]
        with (report.FOLDER / f"{check.name.replace(' ', '-')}.{database}.log").open("w") as log:
            subprocess.run(command, cwd=ROOT, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        found = json.loads(Path(counts.name).read_text() or '{"outcomes": {}, "counted": {}, "failures": ["no run"]}')
    outcomes = found["outcomes"]
    return report.Run(
        check.name,
        database,
        commit(),
        time.monotonic() - began,
        outcomes.get("passed", 0),
        outcomes.get("failed", 0),
        outcomes.get("skipped", 0),
        found["counted"],
        found["failures"],
    )


def commit() -> str:
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip()


def tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    report.FOLDER.mkdir(exist_ok=True)
    sys.exit(main())
