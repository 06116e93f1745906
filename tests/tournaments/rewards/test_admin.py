"""Honours in the admin: an achievement is saved through its action, parked work is tried again."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from tests.cast import Table, seat_table
from tests.tournaments.admin.test_admin import save
from tests.tournaments.pages.browsing import log_in, text_of
from tests.tournaments.rewards.conftest import run, score
from tournaments.activity_log.models import AuditLogEntry
from tournaments.results.models import Channel
from tournaments.rewards.models import AchievementRule, RewardJob

ADD = "admin:tournaments_achievementrule_add"
FIELDS = {
    "name": "Here",
    "description": "Play {n} games here.",
    "metric": "games",
    "scope": "ever",
    "icon": "pin",
    "is_active": "on",
}


@pytest.fixture
def table(db: None) -> Table:
    return seat_table()


@pytest.fixture
def ada(table: Table) -> Client:
    return log_in(User.objects.create_superuser("ada@example.org", "a long password"))


@pytest.mark.slow
def test_an_achievement_is_made_and_its_job_is_shown(table: Table, ada: Client) -> None:
    score(table, 10, 6)
    save(ada, reverse(ADD), club=table.event.club_id, tiers="1, 50", **FIELDS)
    made = AchievementRule.objects.get()
    assert (made.thresholds, made.icon, made.is_active) == ([1, 50], "pin", True)
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.action, entry.source) == ("save_achievement", Channel.ADMIN)
    shown = reverse("admin:tournaments_achievementrule_changelist")
    assert "0 of 4" in text_of(ada.get(shown))
    run()
    assert "4 of 4" in text_of(ada.get(shown))
    change = reverse("admin:tournaments_achievementrule_change", args=[made.pk])
    save(ada, change, tiers="1, 60", is_active="on")
    made.refresh_from_db()
    assert made.thresholds == [1, 60]


def test_what_cannot_be_is_said_in_the_form(table: Table, ada: Client) -> None:
    answer = save(ada, reverse(ADD), club=table.event.club_id, tiers="5, 2", **FIELDS)
    assert "” must go up from tier to tier" in text_of(answer)
    assert not AchievementRule.objects.exists()


def test_parked_work_can_be_found_and_tried_again(table: Table, ada: Client) -> None:
    row = RewardJob.objects.create(kind="awards", key="4711", parked_at=timezone.now(), error="ValueError: odd")
    RewardJob.objects.create(kind="awards", key="4712")
    work = reverse("admin:tournaments_rewardjob_changelist")
    shown = text_of(ada.get(f"{work}?parked=yes"))
    assert ("4711" in shown, "4712" in shown, "ValueError: odd" in shown) == (True, False, True)
    ada.post(work, {"action": "try_again", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert row.parked_at is None
