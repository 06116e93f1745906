"""What the tests of the verbs share: Olga's club, and one published table with Pam and Ann against Quinn and Bob."""

import pytest

from games.models import User
from tests.cast import Table, make_club, make_user, seat_table
from tournaments.models import Club


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
def table(db: None) -> Table:
    """Of a night of eight hands a round; two tables."""
    return seat_table()
