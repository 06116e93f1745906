"""Whoever asked for emails about achievements before there were notifications still gets them; no one else chose."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.euchre_site.served import migrated_database
from tests.processes import migrated, run_python

pytestmark = pytest.mark.slow

PROGRAM = """
import django, json
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

def migrate(name):
    executor = MigrationExecutor(connection)
    executor.migrate([("tournaments", name)])
    return executor.loader.project_state([("tournaments", name), ("games", "0019_notifications")]).apps

before = migrate("0037_chat_webhooks")
User, Player = before.get_model("games", "User"), before.get_model("games", "Player")
for name in ("Ann", "Bob"):
    user = User.objects.create(email=f"{name}@example.org")
    player = Player.objects.create(name=name, user=user)
    before.get_model("tournaments", "Unlock").objects.create(
        player=player, achievement="first_win", tier=1, is_late=False,
        mail=before.get_model("tournaments", "DigestMail").objects.create(player=player, day="2026-01-02"),
    )
before.get_model("tournaments", "DigestSubscription").objects.create(
    user=User.objects.get(email="Ann@example.org"), address="https://bower.example/"
)
migrate("0038_emails_are_notifications")
from games.notifications.models import NotificationChoice
from tournaments.rewards.models import Unlock
print(json.dumps([
    list(NotificationChoice.objects.values_list("player__name", "kind", "push", "mail")), Unlock.objects.count()
]))
"""


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    if connection.vendor == "postgresql":
        with migrated_database(os.environ["DATABASE_URL"]) as address:
            yield {"DATABASE_URL": address, "RIGHT_BOWER_HOME": str(tmp_path / "home")}
    else:
        yield {"RIGHT_BOWER_HOME": str(migrated(tmp_path / "home"))}


@pytest.mark.heavy
def test_the_subscription_becomes_the_choice_of_a_daily_email(environment: dict[str, str]) -> None:
    done = run_python("-c", PROGRAM, DJANGO_SETTINGS_MODULE="euchre_site.settings", **environment)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[["Ann", "achievement", False, "daily"]], 2]
