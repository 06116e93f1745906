"""Two that migrate the same database at once: the second waits, and both end well. And what makes a migration."""

import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections, models
from django.db.migrations.state import ModelState, ProjectState

from euchre_site.alone import alone
from euchre_site.migration_changes import TableChanges
from tests.euchre_site.postgres_server import address, new_database
from tests.processes import ROOT


def test_the_second_comes_in_when_the_first_is_out(db: None) -> None:
    order: list[str] = []
    is_notified = threading.Event()

    def come_second() -> None:
        with alone(connection, waiting=is_notified.set):
            order.append("second")

    second = threading.Thread(target=come_second)
    with alone(connection, waiting=lambda: pytest.fail("there is nothing to wait for")):
        second.start()
        assert is_notified.wait(20)
        order.append("first")
    second.join(20)
    assert order == ["first", "second"]
    with alone(connection, waiting=lambda: pytest.fail("both are out")):
        pass


def test_it_is_migrate_that_waits(db: None, wait_until: Callable[..., bool]) -> None:
    output = io.StringIO()

    def look_what_there_is_to_do() -> None:
        call_command("migrate", plan=True, stdout=output)
        connections.close_all()

    second = threading.Thread(target=look_what_there_is_to_do)
    with alone(connection, waiting=lambda: pytest.fail("there is nothing to wait for")):
        second.start()
        wait_until(lambda: "Waiting until it is done." in output.getvalue())
        assert "Planned operations" not in output.getvalue()
    second.join(60)
    assert "Planned operations" in output.getvalue()


@pytest.fixture
def empty_database(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Its address."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'new.sqlite3'}"
        return
    request.getfixturevalue("db")
    with new_database() as name:
        yield address(name)


@pytest.mark.slow
@pytest.mark.heavy
def test_both_end_well(empty_database: str, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "RIGHT_BOWER_HOME": str(tmp_path), "DATABASE_URL": empty_database}
    both = [
        subprocess.Popen(
            [sys.executable, "manage.py", "migrate"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    said = [one.communicate(timeout=600)[0] for one in both]
    assert [one.returncode for one in both] == [0, 0], said
    waited, worked = sorted(said, key=lambda words: "Waiting until it is done." not in words)
    assert "Waiting until it is done." not in worked
    assert "Made the tables of a new site." in worked
    assert "No migrations to apply." in waited


def state_with(field: Any) -> ProjectState:
    state = ProjectState()
    state.add_model(ModelState("tournaments", "Thing", [("id", models.AutoField(primary_key=True)), ("size", field)]))
    return state


@pytest.mark.parametrize(
    ("after", "is_change"),
    [
        (models.CharField("its size", max_length=9, help_text="In cards.", choices=[("s", "small")]), False),
        (models.CharField(max_length=10), True),
        (models.CharField(max_length=9, null=True), True),
        (models.CharField(max_length=9, unique=True), True),
        (models.IntegerField(), True),
    ],
)
def test_new_words_make_no_migration(after: Any, is_change: bool) -> None:
    detector = TableChanges(state_with(models.CharField("size", max_length=9)), state_with(after))
    assert bool(detector._detect_changes()) == is_change
