"""Awards follow the results: earned, missed, revoked by a correction, restored, and never told twice."""

import datetime
from collections.abc import Callable
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from tests.cast import Table, on_grid, slip
from tests.sizes import size
from tests.tournaments.rewards.conftest import held, number_of, run, score, void
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards import queue
from tournaments.rewards import rebuild as reward_rebuild
from tournaments.rewards.awards import check
from tournaments.rewards.models import Award, AwardCounting, RewardJob, Unlock
from tournaments.rounds.models import Match
from tournaments.tasks import run_job_task, sweep

SEEDS = size(1, 200)


@pytest.mark.slow
def test_a_score_earns_its_trophies_for_the_winners_only(table: Table) -> None:
    match = score(table, 10, 0)
    assert held(table.pam.pk) == {("first_win", 1), ("shut_out", 1), ("runaway", 1)}
    assert held(table.quinn.pk) == {("skunked", 1)}
    award = Award.objects.get(player=table.pam, achievement="shut_out")
    assert award.evidence == [f"game {number_of(match)}"]
    assert (award.unlock.club, award.unlock.event, award.unlock.is_late) == (table.event.club, table.event, False)
    assert list(check()) == []


@pytest.mark.slow
def test_it_just_misses_them(table: Table) -> None:
    score(table, 10, 1)
    assert held(table.pam.pk) == {("first_win", 1)}
    assert held(table.quinn.pk) == set()


@pytest.mark.slow
def test_a_correction_revokes_restores_and_announces_nothing_twice(table: Table) -> None:
    score(table, 10, 0)
    unlocks = set(Unlock.objects.values_list("pk", "at"))
    score(table, 0, 10)
    assert held(table.pam.pk) == {("skunked", 1)}
    assert held(table.quinn.pk) == {("first_win", 1), ("shut_out", 1), ("runaway", 1)}
    assert Unlock.objects.filter(player=table.pam, award=None).count() == 3
    score(table, 10, 0)
    assert held(table.pam.pk) == {("first_win", 1), ("shut_out", 1), ("runaway", 1)}
    assert unlocks < set(Unlock.objects.values_list("pk", "at"))
    assert Unlock.objects.filter(player=table.pam).exclude(achievement="owl").count() == 4
    void(table)
    assert not Award.objects.exists()
    assert list(check()) == []


def test_a_bot_earns_nothing(table: Table) -> None:
    table.pam.is_bot = True
    table.pam.save()
    queue.enqueue("awards", [str(table.pam.pk)])
    score(table, 10, 0)
    assert str(table.pam.pk) not in {key for honour in queue.honours() for key in honour.all_keys()}


@pytest.mark.slow
def test_what_was_earned_long_ago_is_late(table: Table) -> None:
    score(table, 10, 0)
    Unlock.objects.all().delete()
    long_ago = timezone.now() - datetime.timedelta(days=3)
    table.match.results.update(at=long_ago)
    reward_rebuild.rebuild_honours()
    assert set(Unlock.objects.values_list("is_late", flat=True)) == {True}


@pytest.mark.slow
def test_rebuilding_brings_back_the_same_and_announces_nothing(table: Table) -> None:
    score(table, 10, 0)
    unlocks = list(Unlock.objects.values())
    before, after = rebuild()
    assert before == after == derived_digest()
    assert list(Unlock.objects.values()) == unlocks
    assert list(check()) == []


def test_what_is_awarded_is_part_of_the_digest(table: Table) -> None:
    score(table, 10, 0)
    before = derived_digest()
    Award.objects.filter(player=table.pam, achievement="shut_out").delete()
    assert derived_digest() != before


PLANTED: dict[str, tuple[Callable[[Table], object], str]] = {
    "an award gone": (lambda t: Award.objects.filter(achievement="runaway").delete(), "not awarded as the facts say"),
    "an award too many": (
        lambda t: Award.objects.filter(achievement="runaway").update(tier=2),
        "is awarded without evidence",
    ),
    "another evidence": (
        lambda t: Award.objects.filter(achievement="runaway").update(evidence=["game 1"]),
        "not awarded as the facts",
    ),
    "a wrong moment": (
        lambda t: Award.objects.filter(achievement="runaway").update(earned_at=timezone.now()),
        "not awarded as",
    ),
    "counted wrongly": (lambda t: AwardCounting.objects.update(games=7), "is not what the games amount to"),
    "nothing counted": (lambda t: AwardCounting.objects.all().delete(), "is not what the games amount to"),
    "of a player without a game": (
        lambda t: Award.objects.filter(achievement="runaway", player=t.pam).update(player=t.olga.player),
        "nothing that counts",
    ),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_violation_is_found(table: Table, planted: str) -> None:
    score(table, 10, 0)
    plant, words = PLANTED[planted]
    plant(table)
    assert any(words in sentence for sentence in check()), list(check())


@pytest.mark.slow
def test_what_is_due_is_not_compared(table: Table) -> None:
    score(table, 10, 0)
    Award.objects.filter(player=table.pam).delete()
    queue.enqueue("awards", [str(table.pam.pk)])
    assert list(check()) == []
    run()
    assert len(held(table.pam.pk)) == 3


SCORES = ((10, 0), (0, 10), (10, 9))


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.slow
@pytest.mark.heavy
def test_three_deliveries_in_any_order_end_in_the_same_rows(table: Table, seed: int) -> None:
    """Between corrections and a void some are delivered, in the end all three times, in any order."""
    outcomes = []
    for order in ("once at the end", "shuffled", "shuffled otherwise"):
        with transaction.atomic():
            deliver(table, Random(f"{seed}/{order}"), is_early=order != "once at the end")
            outcomes.append((derived_digest(), set(Award.objects.values_list("player", "achievement", "earned_at"))))
            assert not list(check())
            transaction.set_rollback(True)
    assert outcomes[0] == outcomes[1] == outcomes[2]


def deliver(table: Table, chance: Random, *, is_early: bool) -> None:
    wake_ups: list[tuple[str, str]] = []
    matches = list(table.round.matches.order_by("table"))
    for points in SCORES:
        for match in matches:
            settle(table, match.pk, points)
            wake_ups += list(RewardJob.objects.values_list("kind", "key")) * 3
            chance.shuffle(wake_ups)
            for _ in range(chance.randint(0, 9) if is_early else 0):
                run_job_task(*wake_ups.pop())
    void(table)
    for kind, key in wake_ups:
        run_job_task(kind, key)
    sweep()


def settle(table: Table, pk: int, points: tuple[int, int]) -> None:
    """The score is counted as a fact; what follows from it is due. The clock stands still."""
    match = Match.objects.get(pk=pk)
    if match.standing_id is None:
        results.record_result(pk, slip(*points), context=on_grid(table.olga))
        match.results.update(at=table.event.starts_at - datetime.timedelta(days=1, minutes=match.table))
    else:
        context, seen = on_grid(table.olga), match.last_version
        results.correct_result(pk, slip(*points), reason="Misread", context=context, expected_version=seen)
    settle_unsettled()
