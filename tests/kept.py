"""Scenes that are made once, where each of many tests would make the same: the scene stays in the database, in a
transaction that is undone when a test comes that does not want it. Each test works in a savepoint of its own, as with
Django's `setUpTestData`, and gets a copy of what the scene's maker returned.

`table = kept(seat_table)` makes such a scene a fixture. A test about transactions gets one made for itself.
A module whose tests all want a large scene of their own may ask for `kept_db` instead.
"""

import copy
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain, groupby
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.cast import seat_table
from tournaments.cached_content import NAMES

T = TypeVar("T")


class _Stage:
    """The scene that stands in the database now, if any."""

    def __init__(self) -> None:
        self.make: Callable[[], Any] | None = None
        self.scene: Any = None
        self._open = ExitStack()

    def set_up(self, make: Callable[[], Any] | None, blocker: DjangoDbBlocker) -> None:
        """This scene, or none: whatever else stood there is undone."""
        if self.make is make:
            return
        with blocker.unblock():
            self._open.close()
            self.make = self.scene = None
            if make:
                self._open.enter_context(transaction.atomic())
                self._open.callback(transaction.set_rollback, True)
                self.scene = make()
                self.make = make


_stage = _Stage()


def kept(make: Callable[[], T]) -> Any:
    """A fixture: what `make` returned, made once for all tests in a row that want it."""

    def scene(db: None) -> T:
        # Pages kept for the rows of another test: these have the same numbers, and soon the same versions.
        cache.set(NAMES, uuid4().hex, None)
        return copy.deepcopy(_stage.scene) if _stage.make is make else make()

    scene.makes_kept = make  # type: ignore[attr-defined]
    return pytest.fixture(scene)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Iterator[None]:
    """Before a transaction of the test's own begins, or of its module."""
    if fixturedef.argname == "_django_db_helper":
        _stage.set_up(_wanted(request.node), request.getfixturevalue("django_db_blocker"))
    elif fixturedef.scope == "module":
        # It may write to the database, or start Playwright, in whose event loop Django has another connection.
        _stage.set_up(None, request.getfixturevalue("django_db_blocker"))
    return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Among neighbors of one folder, tests that want the same scene come after one another."""
    ordered: list[pytest.Item] = []
    for _, neighbors in groupby(items, key=lambda item: item.path.parent):
        scenes: dict[Callable[[], Any] | None, list[pytest.Item]] = {}
        for item in neighbors:
            scenes.setdefault(_wanted(item), []).append(item)
        ordered += chain.from_iterable(scenes.values())
    items[:] = ordered


def _wanted(item: Any) -> Callable[[], Any] | None:
    mark = item.get_closest_marker("django_db")
    info = getattr(item, "_fixtureinfo", None)
    if not info or "transactional_db" in item.fixturenames or (mark and mark.kwargs.get("transaction")):
        return None
    makers = (
        getattr(info.name2fixturedefs[name][-1].func, "makes_kept", None)
        for name in item.fixturenames
        if name in info.name2fixturedefs
    )
    return next((make for make in makers if make), None)


def pytest_sessionfinish() -> None:
    _stage._open.close()


seated = kept(seat_table)
"""Of a night of eight hands a round; two tables."""


@pytest.fixture(scope="module")
def kept_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
