"""A receiver that fails is waited for longer each time, parked in the end, and switched off after three bad days."""

import datetime

import pytest
from django.utils import timezone

from games.accounts.models import User
from tests.games.outgoing.receivers import receiving, says
from tests.tournaments.scenes.webhook import now_again, queued, webhook
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.webhooks.models import OffBecause, Webhook, WebhookAttempt
from tournaments.webhooks.sender import RETRY_SECONDS, deliver_due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("laptop", "hasty")]


def test_it_waits_longer_each_time_and_is_parked_in_the_end(club: Club, olga: User) -> None:
    with receiving(says(503)) as receiver:
        row = webhook(club, olga, receiver.address)
        [sent] = queued(row)
        waits = []
        while sent.parked_at is None:
            before = timezone.now()
            assert deliver_due() == 1
            sent.refresh_from_db()
            waits.append(round((sent.next_at - before).total_seconds()))
            now_again(row)
        assert waits[:-1] == list(RETRY_SECONDS)
        assert sent.log.count() == len(receiver.requests) == len(RETRY_SECONDS) + 1
        assert deliver_due() == 0
        row.refresh_from_db()
        assert row.is_active, "one bad day is not three"
        assert "503" in str(sent.error)


def test_410_switches_it_off(club: Club, olga: User) -> None:
    with receiving(says(410)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row, 3)
        assert deliver_due() == 1
        row.refresh_from_db()
        assert (row.is_active, row.off_because) == (False, OffBecause.GONE)
        assert row.deliveries.filter(parked_at=None).count() == 0
        assert len(receiver.requests) == 1
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.action, entry.is_system, entry.detail["webhook"]) == ("webhook_off", True, row.pk)


@pytest.mark.parametrize(("days", "is_active"), [(2.9, True), (3.1, False)])
def test_three_days_in_which_everything_failed_switch_it_off(
    club: Club, olga: User, days: float, is_active: bool
) -> None:
    with receiving(says(500)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row)
        deliver_due()
        Webhook.objects.update(on_since=timezone.now() - datetime.timedelta(days=30))
        WebhookAttempt.objects.update(at=timezone.now() - datetime.timedelta(days=days))
        now_again(row)
        deliver_due()
        row.refresh_from_db()
        assert (row.is_active, row.off_because) == (is_active, "" if is_active else OffBecause.FAILING)


def test_one_success_in_between_keeps_it_on(club: Club, olga: User) -> None:
    with receiving(says(500)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row, 3)
        while WebhookAttempt.objects.count() < 3:  # A receiver that answers slowly is left alone for a while.
            deliver_due()
            now_again(row)
        Webhook.objects.update(on_since=timezone.now() - datetime.timedelta(days=30))
        first, second, *_ = WebhookAttempt.objects.all()
        WebhookAttempt.objects.filter(pk=first.pk).update(at=timezone.now() - datetime.timedelta(days=5))
        WebhookAttempt.objects.filter(pk=second.pk).update(
            at=timezone.now() - datetime.timedelta(days=1), status=200, error=None
        )
        now_again(row)
        deliver_due()
        row.refresh_from_db()
        assert row.is_active


def test_switched_on_again_it_has_three_days_again(club: Club, olga: User) -> None:
    with receiving(says(500)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row)
        deliver_due()
        WebhookAttempt.objects.update(at=timezone.now() - datetime.timedelta(days=4))
        now_again(row)
        deliver_due()
        row.refresh_from_db()
        assert row.is_active, "what failed before it was turned on doesn’t count"
