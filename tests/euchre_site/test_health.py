"""The health page says what is wrong and what to do; load balancers get two words and no secrets."""

import datetime
import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from euchre_site import health, heartbeats
from games.accounts.models import User
from games.jobs.models import OutgoingMail
from tournaments.rewards.models import Heartbeat, RewardJob

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("ada@example.org", "a long password", is_staff=True))
    return client


def test_it_is_for_staff_only(staff: Client) -> None:
    client = Client()
    assert client.get(reverse("health")).status_code == 302
    client.force_login(User.objects.create_user("sam@example.org", "a long password"))
    assert client.get(reverse("health")).status_code == 403
    page = staff.get(reverse("health"))
    assert (page.status_code, b"Last heartbeat" in page.content or b"No heartbeat yet" in page.content) == (200, True)


def test_what_needs_attention_comes_first(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    signs = [health.Sign("Fine", True, "All well."), health.Sign("Broken", False, "Repair it.")]
    monkeypatch.setattr(health, "SIGNS", tuple(lambda sign=sign: sign for sign in signs))
    page = staff.get(reverse("health")).content.decode()
    assert page.index("Broken") < page.index("Repair it.") < page.index("Fine")


def test_load_balancers_ask_without_logging_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Client().get("/healthz/live").json() == {"live": True}
    assert Client().get("/healthz/ready").json() == {"ready": True}

    def away() -> health.Sign:
        raise OperationalError("secret-host refused")

    monkeypatch.setattr(health, "database", away)
    answer = Client().get("/healthz/ready")
    assert (answer.status_code, answer.json()) == (503, {"ready": False})


@pytest.mark.postgres
def test_a_database_that_can_only_be_read_is_not_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    is_reported_as_not_ready()


@pytest.mark.sqlite
@pytest.mark.parametrize("locked", ["file", "folder"])
def test_nor_is_one_on_a_disk_that_can_only_be_read(locked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(connection.settings_dict["NAME"])
    place = file if locked == "file" else file.parent
    monkeypatch.setattr(os, "access", lambda path, how: path != place)
    is_reported_as_not_ready()


def is_reported_as_not_ready() -> None:
    answer = Client().get("/healthz/ready")
    assert (answer.status_code, answer.json()) == (503, {"ready": False})
    assert (health.database().is_well, "read-only" in health.database().words) == (False, True)


def test_a_silent_worker_is_not_well() -> None:
    assert not health.worker().is_well
    Heartbeat.objects.create(part=heartbeats.WORKER, at=timezone.now())
    assert health.worker().is_well
    Heartbeat.objects.update(at=timezone.now() - datetime.timedelta(minutes=5))
    assert not health.worker().is_well
    assert not health.timers().is_well


def test_only_timers_tasks_are_a_heartbeat_of_the_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "_last", {})
    monkeypatch.setattr(heartbeats, "close_old_connections", lambda: None)
    heartbeats.clock_ticks(sender="tournaments.tasks.settle_match_task")
    assert not Heartbeat.objects.exists()
    for _ in range(2):
        heartbeats.clock_ticks(sender="tournaments.tasks.sweep")
        heartbeats.worker_works()
    assert set(Heartbeat.objects.values_list("part", flat=True)) == {"timers", "worker"}


def test_old_and_parked_work_is_named() -> None:
    assert (health.work().is_well, health.parked().is_well) == (True, True)
    row = RewardJob.objects.create(kind="awards", key="1", since=timezone.now() - datetime.timedelta(minutes=3))
    assert (health.work().is_well, health.work().words[:12]) == (False, "1 waiting. T")
    RewardJob.objects.filter(pk=row.pk).update(parked_at=timezone.now())
    assert (health.work().is_well, health.parked().is_well) == (True, False)
    assert health.parked().link.endswith("/rewardjob/?parked=yes")


def test_mails_that_no_server_takes_are_named() -> None:
    assert health.mails().is_well
    row = OutgoingMail.objects.create(sealed="", made_at=timezone.now() - datetime.timedelta(minutes=3))
    assert (health.mails().is_well, health.mails().words[-31:]) == (False, "Is a background worker running?")
    OutgoingMail.objects.filter(pk=row.pk).update(error="ConnectionRefusedError")
    assert health.mails().words.endswith("EMAIL_URL up? The error was: ConnectionRefusedError.")


@pytest.mark.sqlite
def test_an_old_backup_is_named(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BACKUP_FOLDER", tmp_path)
    assert not health.backup().is_well
    file = settings.BACKUP_FOLDER / "backup-20260101-120000.sqlite3"
    file.touch()
    assert health.backup().is_well
    os.utime(file, (0, 0))
    assert not health.backup().is_well


def test_a_full_disk_and_a_dead_broker_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MIN_FREE", 10**18)
    assert not health.disk().is_well
    monkeypatch.setattr(settings, "REDIS_URL", "redis://:geheim@127.0.0.1:1/0")
    sign = health.broker()
    assert (sign.is_well, "geheim" in sign.words) == (False, False)


def test_the_command_says_the_same_and_ends_with_1_when_something_is_not_well(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match=r"Not well: Worker\."):
        call_command("health", "--only", "database", "--only", "worker")
    said = capsys.readouterr().out
    assert re.search(r"^well Database: .+\nILL  Worker: No heartbeat yet\.", said)
    Heartbeat.objects.create(part=heartbeats.WORKER, at=timezone.now())
    call_command("health", "--only", "worker")
    assert capsys.readouterr().out.startswith("well Worker: Last heartbeat")


def test_the_command_says_it_when_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> health.Sign:
        raise OperationalError("secret-host refused")

    away.__name__ = "database"
    monkeypatch.setattr("euchre_site.management.commands.health.SIGNS", (away,))
    with pytest.raises(CommandError) as refused:
        call_command("health")
    assert str(refused.value) == "The database does not answer (OperationalError)."
