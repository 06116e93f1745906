"""Settling: as often and in whatever order, with a worker or without one, after any kill, the same tables."""

import dataclasses
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import transaction

from tests.cast import Table, enter, make_event, on_grid, publish, seat_table, slip
from tests.processes import migrated, run_python
from tournaments.events.models import Stage
from tournaments.integrity.rebuild import derived_digest
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_match, settle_unsettled
from tournaments.rounds.models import Match
from tournaments.tasks import settle_match_task, sweep

SCORES = (slip(10, 6), slip(9, 7), slip(12, 3))


def report_all(table: Table) -> list[int]:
    """Every table of the round has its score; nothing is settled yet."""
    matches = list(table.round.matches.values_list("pk", flat=True))
    for pk, score in zip(matches, SCORES, strict=False):
        results.record_result(pk, score, context=on_grid(table.olga))
    return matches


def unsettled() -> int:
    return Match.objects.filter(unsettled_since__isnull=False).count()


@pytest.fixture
def table(db: None) -> Table:
    return seat_table(players=12)


@pytest.mark.parametrize("times", [1, 2, 5])
def test_settling_more_often_changes_nothing(table: Table, times: int) -> None:
    matches = report_all(table)
    before = derived_digest()
    settle_match(matches[0])
    once = derived_digest()
    assert (once != before, unsettled()) == (True, 0)
    for _ in range(times):
        for pk in matches:
            settle_match(pk)
    assert derived_digest() == once
    assert violations() == []


@pytest.mark.slow
def test_the_first_task_settles_all_that_wait_and_leaves_the_others_one_question(
    table: Table, django_assert_num_queries: Callable[..., Any]
) -> None:
    first, *others = report_all(table)
    settle_match(first)
    assert unsettled() == 0
    for pk in others:
        with django_assert_num_queries(1):
            settle_match(pk)


@pytest.mark.slow
def test_a_stage_that_cannot_be_settled_keeps_no_other_waiting(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    event = make_event(table.event.club, table.olga, name="Broken night")
    enter(event, table.olga, ["Rose", "Sal", "Tess", "Uma"])
    report_all(table)
    report_all(dataclasses.replace(table, round=publish(event, table.olga)))
    Stage.objects.filter(event=table.event).update(criteria=["nonsense"])
    sweep()
    left = Match.objects.filter(unsettled_since__isnull=False).values_list("round__stage__event", flat=True)
    assert set(left) == {table.event.pk}
    assert f"stage {table.round.stage_id} could not be settled" in caplog.text


@pytest.mark.slow
@pytest.mark.heavy
def test_order_and_repeats_do_not_matter(table: Table) -> None:
    digests = set()
    for seed in range(6):
        with transaction.atomic():
            chance = Random(seed)
            wake_ups: list[Callable[[], object]] = []
            for pk, score in zip(table.round.matches.values_list("pk", flat=True), SCORES, strict=True):
                entry = results.record_result(pk, slip(6, 10), context=on_grid(table.olga))
                ResultEntry.objects.filter(pk=entry.pk).update(at=table.event.created_at)
                if chance.random() < 0.5:
                    settle_match(pk)
                results.correct_result(
                    pk, score, reason="Misread", context=on_grid(table.olga), expected_version=entry.version
                )
                wake_ups += [partial(settle_match_task, pk)] * 3
            chance.shuffle(wake_ups)
            for wake_up in (*wake_ups, sweep):
                wake_up()
            digests.add(derived_digest())
            assert violations() == []
            transaction.set_rollback(True)
    assert len(digests) == 1


def test_match_that_is_gone_is_nothing_to_settle(db: None) -> None:
    settle_match(4711)
    assert settle_unsettled() == 0


@pytest.mark.slow
def test_sweep_finishes_what_no_worker_did(table: Table) -> None:
    report_all(table)
    assert unsettled() == 3
    assert sweep() == 3
    assert (unsettled(), sweep()) == (0, 0)
    assert {int(row.points) for row in table.stage.standings.all()} == {3, 6, 7, 9, 10, 12}
    assert violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_worker_settles_by_itself(worker: None, wait_until: Callable[..., object]) -> None:
    table = seat_table(players=12)
    report_all(table)
    wait_until(lambda: unsettled() == 0)
    wait_until(lambda: {int(row.points) for row in table.stage.standings.all()} == {3, 6, 7, 9, 10, 12})
    assert violations() == []


# -- kills: processes of their own, on SQLite (the database is not what is tested here) ------------------------------

START = """
import os, django
django.setup()
from django.db import transaction
from tests.cast import on_grid, seat_table, slip
from games.models import User
from tournaments.rewards.models import Award
from tournaments.rewards.models import RewardJob
from tournaments.rewards.models import Unlock
from tournaments.rounds.models import Match
from tournaments.results.models import ResultEntry
from tournaments.results.models import Standing
from tournaments.results import commands as results
from tournaments.integrity.verify import violations
from tournaments.tasks import settle_match_task, sweep

def report(table=1):
    olga = User.objects.get(email="olga@example.org")
    results.record_result(Match.objects.get(table=table).pk, slip(10, 6), context=on_grid(olga))
"""
NEW_NIGHT = "seat_table()"
UNDISTURBED = "report(); settle_match_task(Match.objects.get(table=1).pk); sweep()"
KILLED_BEFORE_THE_BELL = """
with transaction.atomic():
    transaction.on_commit(lambda: os._exit(9))  # first in the queue: after COMMIT, before the wake-up
    report()
"""
WORKER_KILLED_AT_WORK = """
from celery import signals
from euchre_site.embedded import run_background
import time
signals.task_prerun.connect(lambda **kwargs: os._exit(9), weak=False)
with run_background(timers=False):
    report()
    time.sleep(20)
"""
KILLED_IN_THE_TRANSACTION = """
from django.db import connection
def killed(execute, sql, *rest):
    answer = execute(sql, *rest)
    if sql.startswith("INSERT") and "standing" in sql.split()[2]:
        os._exit(9)  # the standings are written, nothing is committed
    return answer
with connection.execute_wrapper(killed):
    report()
    settle_match_task(Match.objects.get(table=1).pk)
"""
KILLED_BEFORE_IT_IS_TOLD = """
from tournaments.rewards.queue import run_due
report()
settle_match_task(Match.objects.get(table=1).pk)
with transaction.atomic():
    transaction.on_commit(lambda: os._exit(9))  # awards and unlocks are written, no page was told of them
    run_due()
"""
KILLED_WHILE_AWARDING = """
from django.db import connection
def killed(execute, sql, *rest):
    if sql.startswith("INSERT") and "tournaments_award" in sql.split()[2]:
        os._exit(9)
    return execute(sql, *rest)
report()
settle_match_task(Match.objects.get(table=1).pk)
with connection.execute_wrapper(killed):
    sweep()
"""
HALF_A_MINUTE_LATER = """
from django.db.models import F
from tournaments.rewards.queue import LEASE
RewardJob.objects.update(next_at=F("next_at") - LEASE)
"""
SHOW = """
standings = list(Standing.objects.order_by("entry").values_list("entry", "place", "values", "because"))
facts = list(Match.objects.values_list("table", "state", "last_version", "unsettled_since"))
told = sorted(Unlock.objects.values_list("player", "achievement", "tier"))
held = sorted(Award.objects.values_list("player", "achievement", "tier"))
print(told == held, held, RewardJob.objects.count(), facts, standings)
print(list(ResultEntry.objects.values_list("version", "kind", "slip")), violations())
"""


def run(home: Path, program: str, **more: str) -> tuple[int, str]:
    done = run_python(
        "-c", START + program, DJANGO_SETTINGS_MODULE="euchre_site.settings", RIGHT_BOWER_HOME=str(home), **more
    )
    return done.returncode, done.stdout.strip() or done.stderr


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a night whose first round is published, and what a twin shows after an undisturbed report."""
    home = migrated(tmp_path_factory.mktemp("settling") / "home")
    status, said = run(home, NEW_NIGHT)
    assert status == 0, said
    twin = home.parent / "undisturbed"
    shutil.copytree(home, twin)
    status, said = run(twin, UNDISTURBED + SHOW)
    assert status == 0, said
    return home, said


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [KILLED_BEFORE_THE_BELL, WORKER_KILLED_AT_WORK, KILLED_IN_THE_TRANSACTION],
    ids=["between commit and wake-up", "worker with the task in hand", "standings written, not committed"],
)
@pytest.mark.heavy
def test_killed_process_loses_nothing(twins: tuple[Path, str], tmp_path: Path, program: str) -> None:
    started, undisturbed = twins
    home = tmp_path / "home"
    shutil.copytree(started, home)
    assert run(home, program)[0] == 9
    status, left = run(home, "print(Match.objects.filter(unsettled_since__isnull=False).count())")
    assert (status, left) == (0, "1"), "the score is saved and still to be settled"
    status, swept = run(home, "sweep()" + SHOW)
    assert (status, swept) == (0, undisturbed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "program", [KILLED_BEFORE_IT_IS_TOLD, KILLED_WHILE_AWARDING], ids=["before it is told", "half the awards written"]
)
@pytest.mark.heavy
def test_killed_worker_awards_once_and_tells_once(twins: tuple[Path, str], tmp_path: Path, program: str) -> None:
    started, undisturbed = twins
    home = tmp_path / "home"
    shutil.copytree(started, home)
    assert run(home, program)[0] == 9
    status, swept = run(home, HALF_A_MINUTE_LATER + "sweep(); sweep()" + SHOW)
    assert (status, swept) == (0, undisturbed)


@pytest.mark.slow
@pytest.mark.heavy
def test_score_is_saved_while_the_broker_is_dead(twins: tuple[Path, str], tmp_path: Path) -> None:
    started, undisturbed = twins
    home = tmp_path / "home"
    shutil.copytree(started, home)
    status, said = run(home, "report(); print(Match.objects.get(table=1).state)", REDIS_URL="redis://127.0.0.1:1/0")
    assert (status, said) == (0, "standing")
    assert run(home, "sweep()" + SHOW) == (0, undisturbed)
