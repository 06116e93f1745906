"""Where the formatter of Python may be switched off: at tables, whose rows are read one below the other."""

import ast
import re
import tokenize

from tests.house import __main__ as house

TABLES = re.compile(r"(^|/)(engine/(rules|card_names|egn_shape)|catalogue\w*|test_kept_words)\.py$")
FEWEST = 4
ROWS = (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Call)


def ends_of_tables(source: str) -> set[int]:
    """Lines on which a statement or a decorator ends in which such a collection stands."""
    found = set()
    for one in ast.walk(ast.parse(source)):
        nodes = getattr(one, "decorator_list", [])
        if isinstance(one, ast.Assign | ast.AnnAssign | ast.Return | ast.Expr | ast.Assert | ast.For):
            nodes = [one]
        found |= {part.end_lineno for part in nodes if any(map(is_table, ast.walk(part)))}
    return found


def is_table(node: ast.AST) -> bool:
    """At least four rows, each on a line of its own."""
    rows = node.values if isinstance(node, ast.Dict) else getattr(node, "elts", [])
    lines = {row.lineno for row in rows if isinstance(row, ROWS) and row.lineno == row.end_lineno}
    return len(rows) >= FEWEST and len(lines) == len(rows)


def test_the_formatter_is_switched_off_at_tables_only() -> None:
    wrong = []
    for folder in (*house.PACKAGES, "tests", "benchmarks"):
        for path in sorted((house.ROOT / folder).rglob("*.py")):
            if TABLES.search(path.as_posix()) or "# fmt: skip" not in path.read_text():
                continue
            with path.open("rb") as file:
                skips = [
                    one.start[0]
                    for one in tokenize.tokenize(file.readline)
                    if one.type == tokenize.COMMENT and one.string.strip() == "# fmt: skip"
                ]
            if skips:
                ends = ends_of_tables(path.read_text())
                wrong += [f"{path.relative_to(house.ROOT)}:{line}" for line in skips if line not in ends]
    assert wrong == []
