"""A bracket whose matches open singly travels while it is played; those of older releases stay round by round."""

import pytest

from tests.cast import make_user
from tests.tournaments.rounds.singly import DOUBLE, better_wins, bracket, called, match_of, sides, start
from tests.tournaments.transfer.club_staging import elsewhere
from tournaments.clubs.models import Club
from tournaments.context import SITE
from tournaments.integrity.verify import violations
from tournaments.rounds import calling
from tournaments.rounds.models import Round
from tournaments.transfer.archive import Archive
from tournaments.transfer.club_in import import_club
from tournaments.transfer.kinds import KINDS
from tournaments.transfer.old_archives import MISSING, default_of

pytestmark = pytest.mark.django_db


def under_way() -> Club:
    olga = make_user("Olga")
    event = bracket(olga, 6, 2, **DOUBLE)
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    return event.club


@pytest.mark.slow
@pytest.mark.heavy
def test_it_goes_on_where_it_came_to() -> None:
    club = import_club(elsewhere(under_way), context=SITE)
    event = club.events.get()
    assert [sides(match) for match in called(event)] == [(1, 4), (3, 6)]
    assert violations() == []
    calling.open_matches(event.stages.get().pk, context=SITE)
    assert len(called(event)) == 2


def without_what_is_usual(gone: Archive) -> Archive:
    """As an older release, which had none of these columns, could have written it."""
    for kind in KINDS:
        for row in gone.rows[kind.name]:
            for field in kind.fields:
                if default_of(field) is not MISSING and row[kind.called(field)] == default_of(field):
                    del row[kind.called(field)]
    return gone


def in_step() -> Club:
    olga = make_user("Olga")
    event = bracket(olga, 4, opens="rounds")
    stage = event.stages.get()
    del stage.config["opens"]
    stage.save()
    return event.club


@pytest.mark.slow
def test_what_an_older_release_wrote_is_played_round_by_round() -> None:
    club = import_club(without_what_is_usual(elsewhere(in_step)), context=SITE)
    stage = club.events.get().stages.get()
    assert not stage.opens_singly
    assert not Round.objects.filter(opens_singly=True).exists()
    assert violations() == []
