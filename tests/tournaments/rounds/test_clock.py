"""The clock of a round, and lines for everyone: each action once, by those who may, and never the end of anything."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.errors import RuleError
from tests.cast import Table, context_of, on_grid, on_phone, slip, with_key
from tournaments.activity_log.models import AuditLogEntry
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import announcements
from tournaments.events.announcements import announcements_of
from tournaments.events.models import Announcement
from tournaments.results import commands as results
from tournaments.rounds import clock
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Clock, Match
from tournaments.screens import selectors


def started(table: Table, minutes: int = 20) -> Clock:
    return clock.start_clock(table.round.pk, minutes, context=context_of(table.olga))


def pass_time(found: Clock, seconds: int) -> None:
    Clock.objects.filter(pk=found.pk).update(running_since=timezone.now() - timedelta(seconds=seconds))


def test_it_runs_is_paused_and_runs_on(table: Table) -> None:
    found = started(table)
    pass_time(found, 90)
    found.refresh_from_db()
    assert found.left() == 20 * 60 - 90
    paused = clock.pause_clock(table.round.pk, context=context_of(table.olga))
    assert (paused.is_running, paused.left()) == (False, 20 * 60 - 90)
    assert clock.resume_clock(table.round.pk, context=context_of(table.olga)).is_running


def test_time_is_added_and_taken_whether_it_runs_or_not(table: Table) -> None:
    started(table)
    assert clock.add_time(table.round.pk, 5, context=context_of(table.olga)).seconds_left == 25 * 60
    clock.pause_clock(table.round.pk, context=context_of(table.olga))
    later = clock.add_time(table.round.pk, -10, context=context_of(table.olga))
    assert (later.seconds_left, later.is_running) == (15 * 60, False)


def test_overtime_is_negative_and_ends_nothing(table: Table) -> None:
    found = started(table, 1)
    pass_time(found, 100)
    found.refresh_from_db()
    assert found.left() == -40
    assert table.round.matches.filter(state=Match.State.OPEN).count() == 2


@pytest.mark.parametrize("action", [clock.pause_clock, clock.resume_clock])
def test_pressing_twice_is_pressing_once(table: Table, action: Callable[..., Clock]) -> None:
    started(table)
    clock.pause_clock(table.round.pk, context=context_of(table.olga))
    action(table.round.pk, context=context_of(table.olga))
    before = AuditLogEntry.objects.count()
    action(table.round.pk, context=context_of(table.olga))
    assert AuditLogEntry.objects.count() == before


def test_the_same_key_gives_the_same_answer(table: Table) -> None:
    key = with_key(table.olga)
    first = clock.start_clock(table.round.pk, 20, context=key)
    assert clock.start_clock(table.round.pk, 20, context=key) == first
    more = with_key(table.olga)
    assert [clock.add_time(table.round.pk, 5, context=more).seconds_left for _ in range(2)] == [25 * 60, 25 * 60]


def test_it_is_set_once(table: Table) -> None:
    started(table)
    with pytest.raises(Conflict, match="already set"):
        started(table)


@pytest.mark.parametrize("minutes", [0, -1, 241])
def test_minutes_have_bounds(table: Table, minutes: int) -> None:
    with pytest.raises(RuleError, match="1 to 240"):
        started(table, minutes)


@pytest.mark.parametrize("minutes", [0, 241, -241])
def test_so_has_what_is_added(table: Table, minutes: int) -> None:
    started(table)
    with pytest.raises(RuleError, match="1 to 240"):
        clock.add_time(table.round.pk, minutes, context=context_of(table.olga))


def test_without_a_clock_nothing_is_paused(table: Table) -> None:
    with pytest.raises(RuleError, match="clock hasn’t started yet"):
        clock.pause_clock(table.round.pk, context=context_of(table.olga))


def test_only_a_round_that_is_played_has_one(table: Table) -> None:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    started(table)
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)
    with pytest.raises(RuleError, match="in progress"):
        clock.pause_clock(table.round.pk, context=context_of(table.olga))
    table.round.refresh_from_db()
    assert selectors.clock_of(table.round) is None


def test_players_neither_set_clocks_nor_announce(table: Table) -> None:
    started(table)
    for action in (
        lambda: clock.add_time(table.round.pk, 5, context=on_phone(table.pam)),
        lambda: announcements.announce(table.event.pk, "Free pizza", context=on_phone(table.pam)),
    ):
        with pytest.raises(NotAllowed):
            action()
    assert not Announcement.objects.exists()


def test_an_announcement_is_shown_until_it_is_withdrawn(table: Table) -> None:
    key = with_key(table.olga)
    said = [announcements.announce(table.event.pk, "  Pizza   is here ", context=key) for _ in range(2)]
    assert said[0] == said[1]
    assert [one.text for one in announcements_of(table.event)] == ["Pizza is here"]
    taken = with_key(table.olga)
    for _ in range(2):
        announcements.withdraw(said[0].pk, context=taken)
    assert announcements_of(table.event) == []
    assert Announcement.objects.count() == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 201])
def test_an_announcement_has_bounds(table: Table, text: str) -> None:
    with pytest.raises(RuleError, match="up to 200"):
        announcements.announce(table.event.pk, text, context=context_of(table.olga))
