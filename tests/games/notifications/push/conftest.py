"""Two people with accounts, and requests that may go to this machine."""

import pytest

from games.accounts.models import User
from tests.cast import make_user
from tests.games.outgoing.conftest import laptop  # noqa: F401  (a fixture)


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def sam(db: None) -> User:
    return make_user("Sam")
