"""A club's own achievements: saved by a command, counted for everyone in the background, announced in one line."""

import pytest

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import Table, context_of, make_club, with_key
from tests.tournaments.rewards.conftest import held, run, score
from tournaments.activity_log.models import AuditLogEntry
from tournaments.context import Context
from tournaments.errors import KeyReused, NotAllowed
from tournaments.rewards import queue
from tournaments.rewards.awards import check
from tournaments.rewards.custom_achievements import players_left, save_achievement
from tournaments.rewards.models import AchievementRule, Award, RewardJob, Unlock
from tournaments.rewards.news import unseen_of
from tournaments.rewards.queue import try_again
from tournaments.tasks import run_portion_task


def rule(table: Table, **fields: object) -> AchievementRule:
    usual = {"name": "Regular here", "description": "Play {n} games here.", "metric": "games", "thresholds": [1, 9]}
    return AchievementRule(club=table.event.club, **usual | fields)  # type: ignore[misc]


@pytest.mark.slow
def test_saving_makes_everyone_due_and_what_is_found_is_late(table: Table) -> None:
    score(table, 10, 6)
    saved = save_achievement(rule(table), context=context_of(table.olga))
    assert (saved.players, players_left(saved)) == (4, 4)
    run_portion_task()
    assert players_left(saved) == 0
    assert Award.objects.filter(achievement=f"own_{saved.pk}", tier=1).count() == 4
    assert set(Unlock.objects.filter(achievement=f"own_{saved.pk}").values_list("is_late", flat=True)) == {True}
    unseen = unseen_of(table.quinn)
    assert f"own_{saved.pk}" not in {one.unlock.achievement for one in unseen.news}  # the hour may have earned another
    assert unseen.late == 1
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.action, entry.user, entry.detail) == ("save_achievement", table.olga, {"achievement": saved.pk})
    assert list(check()) == []


@pytest.mark.slow
def test_what_is_earned_after_it_was_made_is_news(table: Table) -> None:
    saved = save_achievement(rule(table), context=context_of(table.olga))
    score(table, 10, 6)
    assert set(Unlock.objects.filter(achievement=f"own_{saved.pk}").values_list("is_late", flat=True)) == {False}
    assert list(check()) == []


@pytest.mark.slow
def test_out_of_use_it_is_quietly_taken_back_and_later_restored(table: Table) -> None:
    score(table, 10, 6)
    saved = save_achievement(rule(table), context=context_of(table.olga))
    run()
    unlocks = Unlock.objects.count()
    for is_active, holders in ((False, 0), (True, 4)):
        saved.is_active = is_active
        save_achievement(saved, context=context_of(table.olga))
        run()
        assert Award.objects.filter(achievement=f"own_{saved.pk}").count() == holders
        assert Unlock.objects.count() == unlocks
        assert list(check()) == []


@pytest.mark.slow
def test_other_words_leave_nothing_to_count_and_another_threshold_does(table: Table) -> None:
    score(table, 10, 6)
    saved = save_achievement(rule(table), context=context_of(table.olga))
    run()
    saved.name = "House regular"
    save_achievement(saved, context=context_of(table.olga))
    assert not RewardJob.objects.exists()
    saved.thresholds = [2]
    save_achievement(saved, context=context_of(table.olga))
    assert RewardJob.objects.count() == 4
    run()
    assert held(table.pam.pk) == {("first_win", 1)}


def test_the_same_key_saves_once(table: Table) -> None:
    asked = with_key(table.olga)
    first = save_achievement(rule(table), context=asked)
    assert save_achievement(rule(table), context=asked).pk == first.pk
    with pytest.raises(KeyReused):
        save_achievement(rule(table, name="Other"), context=asked)
    assert AchievementRule.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"metric": "luck"}, "no statistic"),
        ({"thresholds": [5, 2]}, "” must go up from tier to tier"),
        ({"metric": "jackpots", "scope": "table"}, "doesn’t work with the scope"),
        ({"description": "Play."}, "Put {n} in"),
    ],
)
def test_what_cannot_be_is_refused(table: Table, wrong: dict[str, object], words: str) -> None:
    with pytest.raises(RuleError, match=words):
        save_achievement(rule(table, **wrong), context=context_of(table.olga))
    assert not AchievementRule.objects.exists()


def test_only_the_clubs_owner_may_and_it_stays_with_the_club(table: Table) -> None:
    with pytest.raises(NotAllowed):
        save_achievement(rule(table), context=context_of(table.sam))
    saved = save_achievement(rule(table), context=context_of(table.olga))
    saved.club = make_club(table.olga, "Other club")
    with pytest.raises(RuleError, match="stays with its club"):
        save_achievement(saved, context=context_of(table.olga))


def test_parked_work_is_tried_again_by_staff_only(table: Table) -> None:
    queue.enqueue("awards", ["4711"])
    RewardJob.objects.update(parked_at="2026-01-01T00:00Z", attempts=5)
    row = RewardJob.objects.get()
    with pytest.raises(NotAllowed):
        try_again([row.pk], context=context_of(table.olga))
    table.sam.is_staff = True
    asked: Context = context_of(table.sam, player=Player())
    assert try_again([row.pk], context=asked) == 1
    row.refresh_from_db()
    assert (row.parked_at, row.attempts) == (None, 0)
