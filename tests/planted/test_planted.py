"""The catalogue of planted bugs fits the code, and only a test that fails has noticed one."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tests.planted import acting, api, engine, formats, honours, pages, results, rounds, site, tables
from tests.planted.bed import TREE, planted
from tests.planted.bug import Bug, Change, Database
from tests.planted.catalogue import BUGS
from tests.planted.trial import Run, run_tests

ROOMS = (acting, api, engine, formats, honours, pages, results, rounds, site, tables)
BUG = Bug("two", "Everything adds up to three.", (Change("sums.py", "two = 2", "two = 1"),), ("test_sums.py",))


@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS)
def test_a_bug_fits_the_code_and_is_no_slip(bug: Bug) -> None:
    assert all((TREE / file).is_file() for file in bug.first)
    assert all(file.rpartition("/")[2].startswith("test_") for file in bug.first)
    for change in bug.changes:
        after = change.applied(TREE)
        assert after != (TREE / change.file).read_text()
        if change.file.endswith(".py"):
            ast.parse(after)


def test_no_two_have_one_name_and_each_has_a_test_and_a_database() -> None:
    assert len(BUGS) == sum(len(room.BUGS) for room in ROOMS) >= 24
    assert all(bug.first and bug.on and bug.changes for bug in BUGS.values())


@pytest.mark.parametrize("text", ["three = 3\n", "two = 2\ntwo = 2\n"])
def test_a_text_that_is_not_there_exactly_once_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "sums.py").write_text(text)
    with pytest.raises(ValueError, match=r"sums\.py has this text . times, not once: two = 2"), planted(BUG, tmp_path):
        pass
    assert (tmp_path / "sums.py").read_text() == text


OUTCOMES = """
import pytest
from sums import two

@pytest.fixture
def broken():
    assert two == 2

def test_asserts(): assert two + 1 == 3, "a sum"
def test_compares(): assert {"one": 1, "two": two} == {"one": 1, "two": 2}
def test_waits(): pytest.raises(ZeroDivisionError, lambda: 1 / (2 - two))
def test_looks_up(): {2: "two"}[two]
def test_slips(): nobody
def test_needs(broken): pass
def test_passes(record_property): record_property("seen", two)
"""


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, for which our plugins are not needed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    (tmp_path / "sums.py").write_text("two = 2\n")
    (tmp_path / "test_sums.py").write_text(OUTCOMES)
    return tmp_path


def try_in(garden: Path) -> Run:
    with planted(BUG, garden):
        run = run_tests(garden, Database.SQLITE, ["-p", "no:cacheprovider", *BUG.first])
    assert (garden / "sums.py").read_text() == "two = 2\n"
    return run


@pytest.mark.slow
def test_only_a_test_that_failed_as_it_should_has_noticed(garden: Path) -> None:
    run = try_in(garden)
    assert (run.code, run.passed, run.is_clean) == (1, 1, False)
    assert [(one.test, one.kind) for one in run.failures] == [
        ("test_sums::test_asserts", "AssertionError"),
        ("test_sums::test_compares", "AssertionError"),
        ("test_sums::test_waits", "Failed"),
        ("test_sums::test_looks_up", "KeyError"),
        ("test_sums::test_slips", "NameError"),
    ]
    assert [one.test for one in run.errors] == ["test_sums::test_needs"]
    alone = [replace(run, failures=(failure,)) for failure in run.failures]
    assert [bool(one.noticed(BUG)) for one in alone] == [True, True, True, False, False]
    assert [bool(one.noticed(replace(BUG, shows=("KeyError",)))) for one in alone] == [True, True, True, True, False]
    assert run.failures[0].says == "AssertionError: a sum"
    assert run.failures[1].says == "AssertionError: {'two': 1} != {'two': 2}"
    assert alone[4].trouble.startswith("failed for another reason: test_sums::test_slips: NameError")


@pytest.mark.slow
def test_a_file_that_cannot_be_imported_has_noticed_nothing(garden: Path) -> None:
    (garden / "test_sums.py").write_text(f"{OUTCOMES}\nimport nobody\n")
    run = try_in(garden)
    assert run.noticed(BUG) is None
    assert (run.failures, run.passed, len(run.errors)) == ((), 0, 1)
    assert run.trouble.startswith("error: ")
