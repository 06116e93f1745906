"""The queue of honours: nothing is lost, nothing counts as done that was begun before the last fact."""

import datetime
from collections.abc import Iterator, Mapping
from threading import Thread, current_thread, main_thread

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.jobs import load
from tests.cast import Table, on_grid, seat_table, slip
from tournaments.honours.facts import PlayedGame, Position
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_match
from tournaments.rewards import queue, rebuild
from tournaments.rewards.models import GameFact, RewardJob
from tournaments.rewards.queue import Fact, Honour
from tournaments.rounds.models import Match
from tournaments.tasks import run_job_task

NOW = timezone.now()
Done = list[tuple[str, Position | None]]


def honour(done: Done) -> Honour:
    """Counts per club how often it was computed."""

    def keys(fact: Fact) -> Iterator[str]:
        if isinstance(fact, PlayedGame):
            yield f"club {fact.club}"

    return Honour("test", keys, lambda wanted: done.extend(wanted.items()), done.clear, lambda: (), lambda: iter(()))


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Done:
    found: Done = []
    monkeypatch.setattr("tournaments.rewards.queue._honours", (honour(found),))
    return found


@pytest.fixture
def table(db: None) -> Table:
    return seat_table()


def settled(table: Table) -> Match:
    match = table.round.matches.get(table=1)
    results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_match(match.pk)
    return match


@pytest.mark.slow
def test_a_settled_match_is_counted_and_touches_its_club(table: Table, done: Done) -> None:
    match = settled(table)
    counted = GameFact.objects.get()
    assert (counted.pk, counted.facts["points"], counted.participations.count()) == (2 * match.pk, [10, 6], 4)
    assert queue.run_due() == 1
    assert done == [(f"club {table.event.club_id}", Position(counted.ended_at, counted.pk))]
    settle_match(match.pk)
    assert queue.run_due() == 0


@pytest.mark.slow
def test_a_correction_keeps_number_and_moment_and_a_void_takes_the_fact_away(table: Table, done: Done) -> None:
    match = settled(table)
    first = GameFact.objects.get()
    results.correct_result(match.pk, slip(4, 10), reason="Mixed up", context=on_grid(table.olga), expected_version=1)
    settle_match(match.pk)
    corrected = GameFact.objects.get()
    assert (corrected.pk, corrected.ended_at, corrected.facts["winners"]) == (first.pk, first.ended_at, [1])
    assert not list(rebuild.facts_are_counted())
    results.void_result(match.pk, reason="Wrong table", context=on_grid(table.olga), expected_version=2)
    settle_match(match.pk)
    assert not GameFact.objects.exists()
    assert not list(rebuild.facts_are_counted())


def test_a_planted_fact_is_found(table: Table, done: Done) -> None:
    settled(table)
    GameFact.objects.update(variant="bid")
    assert len(list(rebuild.facts_are_counted())) == 1


@pytest.mark.django_db
def test_a_touch_while_it_is_computed_leaves_it_due(monkeypatch: pytest.MonkeyPatch) -> None:
    def recompute(key: str, since: Position | None) -> None:
        queue.enqueue("test", [key], Position(NOW, 3))

    busy = Honour("test", lambda fact: (), queue.one_by_one(recompute), lambda: None, lambda: (), lambda: iter(()))
    monkeypatch.setattr("tournaments.rewards.queue._honours", (busy,))
    queue.enqueue("test", ["one"], Position(NOW, 5))
    assert not queue.run("test", "one")
    assert queue.position_of(RewardJob.objects.get()) == Position(NOW, 3)


@pytest.mark.django_db
def test_the_earliest_game_counts_and_everything_is_earlier_than_any(done: Done) -> None:
    for number in (5, 3, 4):
        queue.enqueue("test", ["one"], Position(NOW, number))
    assert queue.position_of(RewardJob.objects.get()) == Position(NOW, 3)
    queue.enqueue("test", ["one"])
    queue.enqueue("test", ["one"], Position(NOW, 1))
    assert queue.position_of(RewardJob.objects.get()) is None


@pytest.mark.django_db
def test_what_always_fails_is_parked_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(key: str, since: Position | None) -> None:
        raise ValueError("no such thing")

    broken = Honour("test", lambda fact: (), queue.one_by_one(fail), lambda: None, lambda: (), lambda: iter(()))
    monkeypatch.setattr("tournaments.rewards.queue._honours", (broken,))
    queue.enqueue("test", ["one"])
    for _ in range(queue.MAX_ATTEMPTS):
        RewardJob.objects.update(next_at=timezone.now() - datetime.timedelta(hours=1))
        assert queue.run_due() == 1
    row = RewardJob.objects.get()
    assert (row.parked_at is None, row.error) == (False, "ValueError: no such thing")
    assert queue.run_due() == 0
    queue.retry(row.pk)
    row.refresh_from_db()
    assert (row.parked_at, row.attempts) == (None, 0)


@pytest.mark.django_db
def test_of_several_together_the_one_that_fails_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[list[str]] = []

    def fail_for_two(wanted: Mapping[str, Position | None]) -> None:
        if "2" in wanted:
            raise ValueError("not two")
        computed.append(sorted(wanted))

    several = Honour("test", lambda fact: (), fail_for_two, lambda: None, lambda: (), lambda: iter(()), together=3)
    monkeypatch.setattr("tournaments.rewards.queue._honours", (several,))
    queue.enqueue("test", [str(number) for number in range(8)])
    assert queue.run_due() == 8
    assert sorted(computed) == [["0"], ["1"], ["3", "4", "5"], ["6", "7"]]
    assert [(row.key, row.attempts, row.error) for row in RewardJob.objects.all()] == [("2", 1, "ValueError: not two")]


def test_while_people_wait_a_wake_up_comes_again_a_moment_later(
    table: Table, done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(table)
    later: list[tuple[object, ...]] = []
    monkeypatch.setattr(load, "_people_wait", lambda: True)
    monkeypatch.setattr("tournaments.tasks.enqueue_on_commit", lambda *sent, after: later.append((*sent, after)))
    row = RewardJob.objects.get()
    run_job_task(row.kind, row.key)
    assert (done, RewardJob.objects.count()) == ([], 1)
    assert later == [(run_job_task, row.kind, row.key, load.MOMENT)]
    monkeypatch.undo()
    monkeypatch.setattr("tournaments.rewards.queue._honours", (honour(done),))
    run_job_task(row.kind, row.key)
    assert (len(done), RewardJob.objects.count()) == (1, 0)


def test_while_people_wait_a_sweep_does_some_and_the_next_ones_go_on(
    db: None, done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue.enqueue("test", [f"club {number}" for number in range(25)])
    monkeypatch.setattr(load, "_people_wait", lambda: True)
    assert [queue.run_due() for _ in range(4)] == [10, 10, 5, 0]
    assert len(done) == 25


@pytest.mark.django_db
def test_what_a_sweep_took_before_it_died_is_due_again(monkeypatch: pytest.MonkeyPatch, done: Done) -> None:
    def die(wanted: Mapping[str, Position | None]) -> None:
        raise SystemExit

    dying = Honour("test", lambda fact: (), die, lambda: None, lambda: (), lambda: iter(()))
    with monkeypatch.context() as while_it_dies:
        while_it_dies.setattr("tournaments.rewards.queue._honours", (dying,))
        queue.enqueue("test", ["club 1", "club 2"])
        with pytest.raises(SystemExit):
            queue.run_due()
    assert (queue.run_due(), done) == (0, []), "another sweep leaves them to the first one"
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now + queue.LEASE)
    assert queue.run_due() == 2
    assert done == [("club 1", None), ("club 2", None)]


@pytest.mark.django_db
def test_what_a_fact_touches_is_due_at_once_though_a_sweep_took_it(done: Done) -> None:
    queue.enqueue("test", ["club 1"])
    RewardJob.objects.update(next_at=timezone.now() + queue.LEASE)
    assert queue.run_due() == 0
    queue.enqueue("test", ["club 1"])
    assert queue.run_due() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_take_different_rows(done: Done, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one runs as the first has locked its rows and has not committed."""
    queue.enqueue("test", [f"club {number}" for number in range(queue.BITE + 7)])
    as_ever, others = queue.locked, [Thread(target=_sweep)]

    def locked_while_another_sweeps(rows: QuerySet[RewardJob], **how: bool) -> QuerySet[RewardJob]:
        found = as_ever(rows, **how)
        if current_thread() is main_thread() and others and how.get("skip_locked"):
            found = found[: queue.BITE]
            list(found)
            other = others.pop()
            other.start()
            other.join()
            assert len(done) == 7, "it waits for no lock and leaves the first one's rows alone"
        return found

    monkeypatch.setattr(queue, "locked", locked_while_another_sweeps)
    assert queue.run_due() == queue.BITE
    assert sorted(key for key, _ in done) == sorted(f"club {number}" for number in range(queue.BITE + 7))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_a_worker_ends_just_as_a_fact_comes_in_is_due_again(done: Done, monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite only one writes at a time. Here the row is found, and a worker takes it out before it is locked."""
    queue.enqueue("test", ["club 1"])
    as_ever, workers = queue.locked, [Thread(target=_work)]

    def locked_too_late(rows: QuerySet[RewardJob], **how: bool) -> QuerySet[RewardJob]:
        if current_thread() is main_thread() and workers:
            worker = workers.pop()
            worker.start()
            worker.join()
        return as_ever(rows, **how)

    monkeypatch.setattr(queue, "locked", locked_too_late)
    with transaction.atomic():
        queue.enqueue("test", ["club 1"])
    assert done == [("club 1", None)]
    assert queue.run_due() == 1
    assert len(done) == 2


def _sweep() -> None:
    queue.run_due()
    connection.close()


def _work() -> None:
    queue.run("test", "club 1")
    connection.close()
