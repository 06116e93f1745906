"""The cast of the API's tests, made once for all tests in a row that want it."""

from tests.kept import kept
from tests.tournaments.api.cast import Cast
from tests.tournaments.rewards.conftest import run
from tournaments.results.standings_update import settle_unsettled


def make_cast() -> Cast:
    """With standings and ratings that count every score."""
    made = Cast()
    settle_unsettled()
    run()
    return made


cast = kept(make_cast)
