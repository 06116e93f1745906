"""What the tests of organized play share: a club, a table being played, and the browsers of those around it."""

import pytest
from django.test import Client

from games.accounts.models import User
from tests.cast import Table, make_club, make_user
from tests.tournaments.pages.browsing import log_in, with_link
from tournaments.clubs.models import Club


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def sam(db: None) -> User:
    return make_user("Sam")


@pytest.fixture
def club(olga: User) -> Club:
    return make_club(olga)


@pytest.fixture
def table(seated: Table) -> Table:
    """Of a night of eight hands a round; two tables."""
    return seated


@pytest.fixture
def olga_client(table: Table) -> Client:
    """The organizer's laptop."""
    return log_in(table.olga)


@pytest.fixture
def sam_client(table: Table) -> Client:
    """A stranger with an account."""
    return log_in(table.sam)


@pytest.fixture
def pam_client(table: Table) -> Client:
    """Pam's phone: North, and logged in with her account."""
    assert table.pam.user
    return log_in(table.pam.user)


@pytest.fixture
def quinn_client(table: Table) -> Client:
    """Quinn's phone: East, with a personal link."""
    return with_link(table.event, table.olga, table.quinn)
