"""Who is waited for, and since when: tables without a result, the longest first."""

from datetime import timedelta

from django.utils import timezone

from tests.cast import Table, context_of, on_grid, on_phone, slip
from tests.tournaments.events.test_boards import queries
from tournaments.activity_log.models import AuditLogEntry
from tournaments.console.attention import OpenTable, open_tables
from tournaments.events import boards
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.rounds import clock
from tournaments.rounds.models import Clock, Match


def ago(minutes: int) -> dict[str, object]:
    return {"at": timezone.now() - timedelta(minutes=minutes)}


def tables(table: Table) -> list[OpenTable]:
    row = boards.rounds_of(table.stage, with_draft=False)[0]
    return open_tables([row], Clock.objects.filter(round=row).first())


def second(table: Table) -> Match:
    return table.round.matches.get(table=2)


def test_a_table_is_quiet_since_the_round_was_published(table: Table) -> None:
    AuditLogEntry.objects.filter(action="publish_round").update(**ago(12))
    found = tables(table)
    assert [(one.match.table, one.needs_somebody, one.seconds_quiet // 60) for one in found] == [
        (1, False, 12),
        (2, False, 12),
    ]


def test_the_longest_waiting_comes_first_whatever_it_waits_for(table: Table) -> None:
    player = second(table).seats.get(position=0).player
    assert player
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.record_result(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    results.record_result(second(table).pk, slip(10, 6), context=on_phone(player))
    assert [one.match.table for one in tables(table)] == [1, 2]
    ResultEntry.objects.filter(match=second(table)).update(**ago(9))
    waiting, disputed = tables(table)
    assert (waiting.match.table, waiting.badge, waiting.seconds_waiting // 60) == (2, "Waiting for the other side", 9)
    assert (disputed.match.table, disputed.badge) == (1, "Disputed")
    assert [(claim.entry.who, claim.lines[0]) for claim in disputed.claims] == [
        ("Pam", "Pam & Ann 10"),
        ("Quinn", "Quinn & Bob 10"),
    ]


def test_a_table_that_reports_is_no_longer_quiet(table: Table) -> None:
    AuditLogEntry.objects.filter(action="publish_round").update(**ago(30))
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    found = {one.match.table: one.seconds_quiet // 60 for one in tables(table)}
    assert found == {1: 0, 2: 30}


def test_when_time_is_up_a_silent_table_is_missing(table: Table) -> None:
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    assert not any(one.needs_somebody for one in tables(table))
    Clock.objects.update(running_since=timezone.now() - timedelta(minutes=23, seconds=5))
    found = tables(table)
    assert [(one.is_missing, one.badge, one.seconds_waiting // 60) for one in found] == [
        (True, "No score, and time is up", 3),
    ] * 2


def test_decided_tables_and_other_rounds_are_not_listed(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    assert [one.match.table for one in tables(table)] == [2]
    assert open_tables([], None) == []


def test_it_asks_twice_however_many_tables_there_are(table: Table) -> None:
    row = boards.rounds_of(table.stage, with_draft=False)[0]
    list(row.matches.all())
    assert queries(lambda: open_tables([row], None)) == 2
