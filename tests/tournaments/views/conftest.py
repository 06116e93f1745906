"""What the tests of the pages share: a table being played, and the browsers of those around it."""

import pytest
from django.test import Client

from tests.cast import Table, seat_table
from tests.tournaments.views.browsing import log_in, with_link


@pytest.fixture
def table(db: None) -> Table:
    """Of a night of eight hands a round; two tables."""
    return seat_table()


@pytest.fixture
def olga(table: Table) -> Client:
    """The organizer's laptop."""
    return log_in(table.olga)


@pytest.fixture
def sam(table: Table) -> Client:
    """A stranger with an account."""
    return log_in(table.sam)


@pytest.fixture
def pam(table: Table) -> Client:
    """Pam's phone: North, and logged in with her account."""
    assert table.pam.user
    return log_in(table.pam.user)


@pytest.fixture
def quinn(table: Table) -> Client:
    """Quinn's phone: East, with a personal link."""
    return with_link(table.event, table.olga, table.quinn)
