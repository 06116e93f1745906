"""A match online with a missing player: an organizer begins it, a bot plays, and the player takes over on arrival."""

import uuid

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import Conflict, NotAllowed
from games.tables import mover, play, presence
from games.tables.models import Table as Online
from tests.cast import context_of, make_user, on_grid, on_phone
from tests.games.tables.cast import command_by
from tests.tournaments.online import Evening, play_on
from tournaments.activity_log.words import sentence
from tournaments.checkin import substitutes
from tournaments.integrity import verify
from tournaments.results import commands as results
from tournaments.results import match_tables

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_an_organizer_begins_without_a_player_and_a_bot_plays_until_he_comes() -> None:
    evening = Evening()
    evening.arrive(*evening.people[:3])
    late = evening.people[3]
    key = uuid.uuid4()
    for _ in range(2):
        assert match_tables.begin_without_missing(evening.match.pk, context=context_of(evening.olga, key=key)) == [
            late.name
        ]
    seat = evening.table.seats.get(number=3)
    assert (seat.is_bot_controlled, seat.player) == (True, late)
    assert evening.table.games.get().hands.count() == 1
    entry = evening.event.audit_log.get(action="begin_without_missing")
    assert sentence(entry).endswith(f"started table 1 in round 1 online, with a bot playing for {late.name}.")
    assert evening.table.journal.get(action="begin without").detail == {"seats": [3]}
    assert late.name in str(evening.table.lines.get(kind="site").said)
    evening.arrive(late)
    seat.refresh_from_db()
    assert (seat.is_bot_controlled, seat.missed_since) == (False, None)
    assert evening.table.games.count() == 1
    play_on(evening.table)
    assert verify.violations() == []


def test_the_bot_plays_for_a_missing_player_and_the_replay_says_so() -> None:
    evening = Evening()
    evening.arrive(*evening.people[:3])
    match_tables.begin_without_missing(evening.match.pk, context=context_of(evening.olga))
    table = evening.table
    while play.seat_in_turn(table, play.state_of(play.hand_at(table))).number != 3:  # type: ignore[arg-type]
        state = play.state_of(play.hand_at(table))  # type: ignore[arg-type]
        who = play.seat_in_turn(table, state).player
        play.act(table.pk, str(next(iter(state.legal_actions))), command_by(who, table))
    Online.objects.update(due_at=timezone.now())
    assert mover.move_table(table.pk)
    row = play.hand_at(table)
    assert row
    assert row.stand_ins == [len(row.actions.split("; "))]


@pytest.mark.slow
def test_a_stand_in_has_the_chair_that_a_bot_minded() -> None:
    evening = Evening()
    evening.arrive(*evening.people[:3])
    match_tables.begin_without_missing(evening.match.pk, context=context_of(evening.olga))
    entry, leaving = evening.match.seats.get(position=3).entry, evening.people[3]
    assert entry
    evening.row.refresh_from_db()
    substitutes.sit_in(
        evening.row.pk,
        entry.pk,
        leaving,
        "Sue",
        context=context_of(evening.olga),
        expected_version=evening.row.revision,
    )
    presence.be_here(evening.table, Player.objects.get(name="Sue"))
    seat = evening.table.seats.get(number=3)
    assert (seat.player.name, seat.is_bot_controlled, seat.missed_since) == ("Sue", False, None)
    play_on(evening.table)
    assert verify.violations() == []


def test_who_may_not_begin_a_match_and_when_no_one_can() -> None:
    evening = Evening(pairs=4)
    one, other = evening.row.matches.order_by("table")
    with pytest.raises(RuleError, match="No one has arrived"):
        match_tables.begin_without_missing(one.pk, context=context_of(evening.olga))
    evening.arrive(evening.people[0])
    for who in (context_of(make_user("Sam")), on_phone(evening.people[0])):
        with pytest.raises(NotAllowed):
            match_tables.begin_without_missing(one.pk, context=who)
    assert not evening.table.games.exists()
    assert len(match_tables.begin_without_missing(one.pk, context=context_of(evening.olga))) == 3
    with pytest.raises(RuleError, match="already started"):
        match_tables.begin_without_missing(one.pk, context=context_of(evening.olga))
    results.void_result(other.pk, reason="Fire alarm", context=on_grid(evening.olga), expected_version=0)
    with pytest.raises(Conflict, match="No online table"):
        match_tables.begin_without_missing(other.pk, context=context_of(evening.olga))
    assert evening.event.audit_log.filter(action="begin_without_missing").count() == 1
