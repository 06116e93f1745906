"""A hundred and more hostile files: nothing half imported, each refused at once, with row and column."""

import time

import pytest

from games.accounts.models import User
from tests.cast import context_of
from tests.tournaments.pages.browsing import differences, world
from tests.tournaments.transfer.hostile import Make, placed, refused_files
from tournaments.clubs.models import Club
from tournaments.spreadsheets.problems import FileRefused, Problem
from tournaments.transfer.tables import TABLES, import_table

PLAYERS = TABLES["players"]
SECONDS = 2


def refusals(club: Club, olga: User, make: Make) -> dict[str, list[Problem]]:
    """What each file is refused with. Fails for one that comes in, changes anything or takes too long."""
    before, found = world(), {}
    for name, content in make():
        begun = time.process_time()
        try:
            import_table(PLAYERS, club, content, context=context_of(olga))
        except FileRefused as refusal:
            found[name] = refusal.problems
        assert name in found, f"{name}: came in"
        assert time.process_time() - begun < SECONDS, name
    assert differences(before, world()) == set()
    return found


@pytest.mark.slow
def test_broken_files_are_refused(club: Club, olga: User) -> None:
    found = refusals(club, olga, refused_files)
    assert len(found) > 12
    assert {name for name, problems in found.items() if not problems[0].wrong} == set()


@pytest.mark.slow
def test_each_of_a_hundred_is_refused_with_row_and_column(club: Club, olga: User) -> None:
    found = refusals(club, olga, placed)
    assert len(found) >= 100
    nowhere = {name for name, problems in found.items() if not all(one.row and one.column for one in problems)}
    assert nowhere == set()
    silent = {name for name, problems in found.items() if not all(one.wrong and one.remedy for one in problems)}
    assert silent == set()


def test_every_wrong_row_is_reported(club: Club, olga: User) -> None:
    content = b"name,number,email\nAnn,1,a\nBob,1,b@example.org\nCy,2,\n,3,\n"
    with pytest.raises(FileRefused) as refusal:
        import_table(PLAYERS, club, content, context=context_of(olga))
    assert [(one.row, one.column) for one in refusal.value.problems] == [(2, "email"), (3, "number"), (5, "name")]
