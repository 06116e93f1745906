"""A local name says what the thing is: a match, a seat, a fixture. `one`, `found` and `row` fit anything."""

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from tests.house.__main__ import PACKAGES, ROOT

FITS_ANYTHING = frozenset({"one", "ones", "found", "row", "rows"})
TRUE_ROWS = {
    "euchre_site/backups/": "rows of a database's tables, whatever they hold",
    "games/api/frame.py": "rows of a list or of a CSV, of any model",
    "games/locks.py": "a database row of any model",
    "tournaments/commands.py": "a database row of any model",
    "games/engine/bots/": "rows of the score table, or of the table of chances",
    "games/engine/result.py": "a row of the score table",
    "games/engine/scoring.py": "a row of the score table",
    "games/engine/setup.py": "a row of the score table",
    "games/learn/explorer.py": "a row of the score table",
    "games/learn/lesson.py": "rows of cards in a picture, and of the score table",
    "tournaments/honours/readings.py": "a row of the score table",
    "games/tables/card_art.py": "rows of a sheet of cards",
    "games/house_rules/picker.py": "rows of a panel",
    "tournaments/formats/brackets/layout.py": "rows of a drawn bracket",
    "tournaments/formats/duplicate/balance.py": "rows of a square of numbers",
    "tournaments/checkin/near_names.py": "a row of a square of numbers",
    "tournaments/formats/standings/": "rows of standings",
    "tournaments/results/standings_update.py": "rows of standings",
    "tournaments/sharing/summary.py": "rows of standings",
    "tournaments/sharing/league_text.py": "rows of a league's table",
    "tournaments/printing/league_papers.py": "rows of a league's table",
    "tournaments/results/views/scores.py": "rows of the grid",
    "tournaments/leaderboards/selectors.py": "what the database added up for a player, of no model",
    "tournaments/rewards/api.py": "rows of a list, as the frame calls them",
    "tournaments/spreadsheets/": "rows of a sheet",
    "tournaments/transfer/": "rows of a sheet",
}
"""Where `row` and `rows` are the nouns, and of what. `one` and `found` never are."""
SCOPES = (
    ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
)


def local_names(source: str) -> set[tuple[int, str]]:
    """The parameters and local variables of all functions and comprehensions, each with its line."""
    return set(_names_under(ast.parse(source), is_local=False))


def _names_under(node: ast.AST, *, is_local: bool) -> Iterator[tuple[int, str]]:
    is_local = is_local or isinstance(node, SCOPES)
    if isinstance(node, ast.arg):
        yield node.lineno, node.arg
    elif is_local and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.lineno, node.id
    elif is_local and isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
        yield node.lineno, node.name
    for child in ast.iter_child_nodes(node):
        yield from _names_under(child, is_local=is_local)


@cache
def places() -> tuple[tuple[str, int, str], ...]:
    """Every local name that fits anything: file, line and name. Migrations keep the names of their time."""
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return tuple(
        (path.relative_to(ROOT).as_posix(), line, name)
        for path in paths
        if "migrations" not in path.parts
        for line, name in sorted(local_names(path.read_text()))
        if name in FITS_ANYTHING
    )


def is_true_row(file: str, name: str) -> bool:
    return name in ("row", "rows") and file.startswith(tuple(TRUE_ROWS))


def test_locals_are_named_for_what_they_are() -> None:
    unnamed = [f"{file}:{line}: {name}" for file, line, name in places() if not is_true_row(file, name)]
    assert not unnamed, "\n".join(
        ["Name the thing with its noun (docs/glossary.md). Only a true row of a sheet goes into TRUE_ROWS.", *unnamed]
    )


def test_every_excuse_is_needed() -> None:
    used = {
        room for file, _, name in places() for room in TRUE_ROWS if file.startswith(room) and is_true_row(file, name)
    }
    assert set(TRUE_ROWS) - used == set(), "Take what has no rows any more off TRUE_ROWS."


@pytest.mark.parametrize(
    "source",
    [
        "def f(row): ...",
        "def f(*, one=1): ...",
        "async def f(*rows): ...",
        "def f():\n    found = 1",
        "def f():\n    for one, other in pairs: ...",
        "def f():\n    with file as found: ...",
        "def f():\n    if (found := g()): ...",
        "def f():\n    match x:\n        case [found]: ...",
        "x = [row for row in seats]",
        "x = lambda one: one",
    ],
)
def test_each_kind_of_local_name_is_seen(source: str) -> None:
    assert {name for _, name in local_names(source)} & FITS_ANYTHING


def test_fields_and_names_of_others_are_left_alone() -> None:
    source = "class Table:\n    rows: int\n\n\ndef f(table):\n    table.row = one(found=table.rows)\n"
    assert {name for _, name in local_names(source)} == {"table"}
