"""A pytest plugin: how many tests came out how, and what they counted (`record_property`), as JSON for the report."""

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

Counts = dict[str, float]
outcomes: Counter[str] = Counter()
counted: Counts = {}
failures: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """With pytest-xdist the controller hears of every test, the workers of their own."""
    if report.when == "call" or report.outcome != "passed":
        outcomes[report.outcome] += 1
        if report.failed:
            failures.append(report.nodeid)
            # At once: pytest's own summary comes when all is over, which may be hours later.
            print(f"\n{report.nodeid}\n{report.longreprtext}", file=sys.__stderr__, flush=True)
    if report.when == "teardown":
        for name, value in report.user_properties:
            if isinstance(value, int | float):
                _add(str(name), value)


def _add(name: str, value: float) -> None:
    """Sums; of what is called longest, the most."""
    before = counted.get(name, 0)
    counted[name] = max(before, value) if name.startswith("longest") else before + value


def pytest_sessionfinish(session: pytest.Session) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        found = {"outcomes": outcomes, "counted": counted, "failures": failures}
        Path(os.environ["SOAK_COUNTS"]).write_text(json.dumps(found))
