"""Every test that the threat model relies on exists."""

import ast
import re

import pytest

from tests.processes import ROOT

PAGE = ROOT / "docs" / "threat-model.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def names_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@pytest.mark.slow
def test_every_test_that_is_named_exists() -> None:
    named = NAMED.findall(PAGE.read_text())
    assert len(named) > 35
    assert [f"{path}::{name}" for path, name in named if name not in names_in(path)] == []


def test_every_row_names_one() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ") and "---" not in line]
    assert [row for row in rows if not NAMED.search(row) and not row.endswith("| test |")] == []
