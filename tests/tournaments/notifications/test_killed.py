"""A process that is killed between the commit and what follows it: the next one tells everyone, once. Of each kind."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from games.notifications.kinds import DEFAULTS, MailFrequency, NotificationKind
from tests.euchre_site.served import migrated_database
from tests.processes import migrated, run_python
from tests.sizes import size

pytestmark = [pytest.mark.kills, pytest.mark.slow, pytest.mark.heavy]

START = """
import datetime, json, os, django
django.setup()
from unittest import mock
from django.db import transaction
from django.utils import timezone
from games.accounts.models import Player, User
from games.engine.messages import message
from games.jobs.models import OutgoingMail
from games.notifications import delivery
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification, NotificationDelivery, NotificationSettings
from games.notifications.push.sender import Outcome, Result
from games.notifications.writing import NewNotification, notify
from tests.cast import on_phone, seat_table, slip
from tests.games.notifications.conftest import phone_of
from tournaments.access.wall_code import hang_code
from tournaments.calls.commands import call_organizer
from tournaments.notifications.models import Untold
from tournaments.notifications.telling import tell_due, tell_of_scores
from tournaments.results import commands as results
from tournaments.rounds.models import Match

def killed_at_commit(do):
    with transaction.atomic():
        transaction.on_commit(lambda: os._exit(9))  # first in the queue: after COMMIT, before any wake-up
        do()

def ann():
    return Player.objects.get(name="Pam")
"""
NEW = """
table = seat_table(4)
for player in Player.objects.filter(is_bot=False):
    if not player.user_id:
        player.user = User.objects.create_user(f"p{player.pk}@example.org", "bower-and-kitty")
        player.save()
    phone_of(player)
    NotificationSettings.objects.create(player=player, quiet_from="12:00", quiet_until="12:00")
while tell_due():
    pass
NotificationDelivery.objects.all().delete()
Notification.objects.all().delete()
"""
WRITES_EACH_KIND = """
def write():
    news = NewNotification(ann().pk, message("News"), "/")
    for kind in NotificationKind:
        notify(kind, "1", [news], until=timezone.now() + datetime.timedelta(hours=72))
killed_at_commit(write)
"""
REPORTS = """
match = Match.objects.get()
killed_at_commit(lambda: results.record_result(match.pk, slip(10, 7), context=on_phone(ann()), expected_version=0))
"""
CALLS = """
match = Match.objects.get()
killed_at_commit(lambda: call_organizer(match.pk, "", "the score", context=on_phone(ann())))
"""
TELLS_AND_IS_KILLED = """
def tell():
    tell_due()
    tell_of_scores()
killed_at_commit(tell)
"""
SENDS = """
sent = []
def build_push(subscription, payload, **how):
    sent.append(subscription.player_id)
    return Outcome(Result.DELIVERED, 201)
with mock.patch.object(delivery, "build_push", build_push):
    for _ in range(3):
        while tell_due():
            pass
        tell_of_scores()
        delivery.deliver_due()
    NotificationDelivery.objects.filter(way="digest").update(next_at=timezone.now())
    for _ in range(3):
        delivery.deliver_due()
left = NotificationDelivery.objects.filter(sent_at=None)
print(json.dumps({
    "pushes": len(sent),
    "emails": OutgoingMail.objects.count(),
    "left": [str(each.why_not) for each in left],
    "told": sorted(Notification.objects.values_list("kind", "player__name")),
    "untold": Untold.objects.count(),
}))
"""
UNSENT = "print(json.dumps([NotificationDelivery.objects.filter(sent_at=None).count(), Untold.objects.count()]))"


class Site:
    """A database of its own, for one process after the other."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.run(NEW)

    def run(self, program: str, status: int = 0) -> Any:
        done = run_python("-c", START + program, DJANGO_SETTINGS_MODULE="euchre_site.settings", **self.environment)
        assert done.returncode == status, done.stderr
        return json.loads(done.stdout) if done.stdout.strip() else None

    def is_killed_while(self, program: str) -> None:
        self.run(program, status=9)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    if connection.vendor == "postgresql":
        with migrated_database(os.environ["DATABASE_URL"]) as address:
            yield Site({"DATABASE_URL": address, "RIGHT_BOWER_HOME": str(tmp_path / "home")})
    else:
        yield Site({"RIGHT_BOWER_HOME": str(migrated(tmp_path / "home"))})


def test_each_kind_that_was_written_is_sent_once_by_the_next_process(site: Site) -> None:
    site.is_killed_while(WRITES_EACH_KIND)
    unsent, _ = site.run(UNSENT)
    usual = DEFAULTS.values()
    assert unsent == sum(each.push + (each.mail != MailFrequency.OFF) for each in usual)
    done = site.run(SENDS)
    assert done["told"] == sorted([kind.value, "Pam"] for kind in NotificationKind)
    assert done["left"] == []
    assert done["pushes"] == sum(each.push for each in usual)
    # More than twelve at once wait for the daily email, which has them all.
    now, daily = (sum(each.mail == mail for each in usual) for mail in (MailFrequency.NOW, MailFrequency.DAILY))
    assert (now > 12, daily > 0) == (True, True)
    assert done["emails"] == 12 + 1


CALL = CALLS, [["table_calls", "Olga"]]
"""An action, of which the log is the queue."""
SCORE = REPORTS, [["score_waits", "Bob"], ["score_waits", "Quinn"]]
"""Of which the match is."""
BEFORE_IT_IS_WRITTEN, BEFORE_IT_IS_SENT = False, True


@pytest.mark.parametrize(
    ("happens", "told", "once_more"),
    size(
        [(*CALL, BEFORE_IT_IS_WRITTEN), (*SCORE, BEFORE_IT_IS_SENT)],
        [(*what, moment) for what in (CALL, SCORE) for moment in (BEFORE_IT_IS_WRITTEN, BEFORE_IT_IS_SENT)],
    ),
)
def test_what_happened_is_told_and_sent_once(site: Site, happens: str, told: list[list[str]], once_more: bool) -> None:
    site.is_killed_while(happens)
    assert site.run(UNSENT)[0] == 0
    if once_more:
        site.is_killed_while(TELLS_AND_IS_KILLED)
        assert site.run(UNSENT)[0] == len(told)
    done = site.run(SENDS)
    assert (done["told"], done["pushes"], done["emails"], done["left"]) == (told, len(told), 0, [])
    assert done["untold"] == 0
    assert site.run(SENDS)["pushes"] == 0
