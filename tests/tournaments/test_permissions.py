"""Who may act where it depends on time: a place in a line-up, a captain's days, an account that is closed."""

import datetime

import pytest

from games.accounts.models import Player, User
from tests.cast import (
    PASSWORD,
    Table,
    context_of,
    enter,
    make_club,
    make_event,
    make_user,
    on_grid,
    on_phone,
    seat_table,
    slip,
)
from tests.tournaments.scenes.league import FIRST_DAY, Stage
from tournaments.checkin import entries, notices
from tournaments.checkin.models import Notice
from tournaments.clubs.models import Membership, Role
from tournaments.errors import NotAllowed
from tournaments.leagues import line_ups, squads
from tournaments.permissions import Actor, Permission, may, roles
from tournaments.results.commands import record_result


@pytest.fixture
def table(db: None) -> Table:
    return seat_table(4)


def test_a_player_who_was_replaced_acts_for_the_entry_no_longer(db: None) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga)
    [ann] = enter(event, olga, ["Ann"])
    entry = event.entries.get()
    notice = notices.give_notice(event.pk, ann, Notice.Kind.LEAVING, context=on_phone(ann))
    entries.substitute(entry.pk, ann, "Zoe", context=context_of(olga))
    zoe = Player.objects.get(name="Zoe")
    with pytest.raises(NotAllowed):
        notices.take_back(notice.pk, context=on_phone(ann))
    assert [may(Actor(player=one), Permission.ARRIVE, entry) for one in (ann, zoe)] == [False, True]


def test_a_captain_who_changed_squads_names_the_line_up_no_longer(db: None) -> None:
    stage = Stage()
    stage.open()
    first = stage.season.fixtures.first()
    squad, [cap, mate] = first.home, stage.players(first.home.team.name)
    cap.user = User.objects.create_user("cap@example.org", PASSWORD)
    cap.save()
    line_ups.set_line_up(first.pk, squad.pk, [[cap, mate]], context=context_of(cap.user))
    squads.transfer(first.away_id, cap, FIRST_DAY + datetime.timedelta(days=1), context=stage.context_of())
    with pytest.raises(NotAllowed):
        line_ups.set_line_up(first.pk, squad.pk, [[cap, mate]], context=context_of(cap.user))


def test_a_closed_account_has_no_roles(table: Table) -> None:
    Membership.objects.create(club=table.event.club, player=table.sam.player, role=Role.SCORER)
    record_result(table.match.pk, slip(6, 2), context=on_grid(table.sam))
    for user, role in ((table.sam, Role.SCORER), (table.olga, Role.OWNER)):
        assert roles(Actor(user), table.event) == {role}
        user.is_active = False
        assert roles(Actor(user), table.event) == set()
        assert not may(Actor(user), Permission.ENTER_SCORES, table.match)
    table.sam.is_superuser = True
    assert roles(Actor(table.sam), table.event) == set()
