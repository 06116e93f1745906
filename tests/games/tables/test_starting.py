"""A planned start: at its time the game begins, once, or the table says what is missing."""

import datetime
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.errors import RuleError
from games.errors import Conflict, NotAllowed
from games.tables import mover, play, seating, starting
from games.tables.commands import TableCommand
from games.tables.models import Game, Table
from games.tables.verify import games_online_add_up
from games.templatetags.at_table import moment_of_start
from tests.flows.crowd import Crowd, errors
from tests.games.tables.cast import command_by, player, table_for

pytestmark = pytest.mark.django_db


def soon(minutes: int = 30) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(minutes=minutes)


def planned(count: int = 4, *, with_bots: bool = False, **conduct: object) -> Table:
    table, people = table_for(count, **conduct)
    starting.plan_start(table.pk, soon(), command_by(people[0], table), with_bots=with_bots)
    table.refresh_from_db()
    return table


def its_time_comes(table: Table) -> bool:
    just_now = timezone.now() - datetime.timedelta(minutes=5)
    Table.objects.filter(pk=table.pk).update(starts_at=just_now, due_at=just_now)
    done = mover.move_table(table.pk)
    table.refresh_from_db()
    return done


def test_the_game_begins_at_its_time_and_not_before() -> None:
    table = planned()
    assert table.due_at == table.starts_at
    assert not mover.move_table(table.pk)
    assert not Game.objects.exists()
    assert its_time_comes(table)
    assert (Game.objects.get().hands.count(), table.starts_at, table.notice) == (1, None, None)
    assert list(games_online_add_up()) == []


def test_what_happens_at_the_table_meanwhile_leaves_the_plan_alone() -> None:
    table = planned()
    pam = player("Pam")
    seating.mind_seat(table.pk, command_by(pam, table), is_away=True)
    seating.stand_up(table.pk, command_by(pam, table))
    seating.sit(table.pk, 1, command_by(pam, table))
    table.refresh_from_db()
    assert table.due_at == table.starts_at is not None


def test_a_message_that_comes_late_or_twice_starts_nothing_more() -> None:
    table = planned()
    assert its_time_comes(table)
    before = table.version
    assert not mover.move_table(table.pk)
    table.refresh_from_db()
    assert (Game.objects.count(), table.version) == (1, before)


def test_with_empty_seats_it_says_what_is_missing() -> None:
    table = planned(3)
    assert its_time_comes(table)
    assert not Game.objects.exists()
    assert (table.notice_words, table.due_at) == ("The game didn’t start: 1 seat was empty.", None)
    assert "1 seat was empty" in Client().get(table.get_absolute_url()).content.decode()
    seating.sit(table.pk, 3, command_by(player("Rosa"), table))
    play.start_game(table.pk, command_by(player("Rosa"), table))
    table.refresh_from_db()
    assert table.notice is None


def test_bots_fill_the_seats_where_the_owner_wants_them() -> None:
    table = planned(2, with_bots=True)
    assert its_time_comes(table)
    assert Game.objects.get().players.filter(player__is_bot=True).count() == 2


def test_starting_by_hand_before_the_time_drops_the_plan() -> None:
    table = planned()
    play.start_game(table.pk, command_by(player("Pam"), table))
    table.refresh_from_db()
    assert table.starts_at is None
    with pytest.raises(RuleError, match="being played"):
        starting.plan_start(table.pk, soon(), command_by(player("Olga"), table))


def test_who_may_plan_and_for_when() -> None:
    table, people = table_for()
    with pytest.raises(NotAllowed, match="Only Olga"):
        starting.plan_start(table.pk, soon(), command_by(people[1], table))
    for minutes in (0, -3, 24 * 60 + 1):
        with pytest.raises(RuleError, match="next 24 hours"):
            starting.plan_start(table.pk, soon(minutes), command_by(people[0], table))
    request = TableCommand(people[0], table.version, uuid.uuid4())
    starting.plan_start(table.pk, soon(), request)
    starting.plan_start(table.pk, soon(40), request)
    table.refresh_from_db()
    assert table.journal.filter(action="plan").count() == 1
    with pytest.raises(Conflict):
        starting.plan_start(table.pk, soon(), TableCommand(people[0], request.expected_version, uuid.uuid4()))
    starting.plan_start(table.pk, None, command_by(people[0], table))
    table.refresh_from_db()
    assert (table.starts_at, table.due_at) == (None, None)


def test_planning_through_the_owners_page() -> None:
    table, people = table_for()
    client = Client()
    address = reverse("plan_table", args=[table.code])
    assert client.get(address).status_code == 404
    session = client.session
    session["guest_player"] = people[0].pk
    session.save()
    assert client.get(address).status_code == 200
    form = {"key": str(uuid.uuid4()), "seen": table.version, "minutes": "1441"}
    assert client.post(reverse("plan_step", args=[table.code, "start"]), form).status_code == 422
    assert client.post(reverse("plan_step", args=[table.code, "fly"]), form).status_code == 404
    ok = client.post(reverse("plan_step", args=[table.code, "start"]), form | {"minutes": "45", "with_bots": "on"})
    assert ok.status_code == 302
    table.refresh_from_db()
    assert table.starts_at
    assert table.starts_with_bots
    assert "The game starts at" in Client().get(table.get_absolute_url()).content.decode()
    form |= {"key": str(uuid.uuid4()), "seen": table.version}
    assert client.post(reverse("plan_step", args=[table.code, "by-hand"]), form).status_code == 302


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_workers_start_one_game() -> None:
    crowd = Crowd(2)
    try:
        for _ in range(10):
            table = planned()
            just_now = timezone.now() - datetime.timedelta(seconds=1)
            Table.objects.filter(pk=table.pk).update(starts_at=just_now, due_at=just_now)
            outcomes = crowd.race(*[lambda pk=table.pk: mover.move_table(pk)] * 2)
            assert errors(outcomes) == []
            assert sorted(outcomes) == [False, True]
            assert table.games.count() == 1
            Table.objects.update(closed_at=timezone.now(), due_at=None)
    finally:
        crowd.go_home()


def test_a_start_on_another_day_names_the_day() -> None:
    now = timezone.now()
    later = now + datetime.timedelta(days=1)
    assert moment_of_start(now) == f"{now:%-I:%M}\xa0{now:%p}"
    assert moment_of_start(later) == f"{later:%A %-I:%M}\xa0{later:%p}"
