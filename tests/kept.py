"""Scenes that a test module makes once, where each of many tests would make the same: a fixture of the module that asks
for `kept_db` makes it, in a transaction that is undone after the module. Each test works in a savepoint of its own, as
with Django's `setUpTestData`. Only for modules whose tests all want the scene, or no database; and none of them may be
about transactions."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="module")
def kept_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
