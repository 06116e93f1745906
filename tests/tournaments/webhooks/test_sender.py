"""What is queued is sent, signed and logged; a bad receiver costs little, and the secret is in no log."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.accounts.models import User
from games.jobs import time_boxed
from games.jobs.outage import CircuitBreaker
from games.outgoing import wire
from tests.cast import on_grid, seat_table, slip
from tests.games.outgoing import receivers
from tests.games.outgoing.receivers import Behaviour, receiving, says
from tests.tournaments.scenes.webhook import context_of, queued, uuid4, webhook
from tournaments import tasks
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.results import commands as results
from tournaments.webhooks import commands, sender
from tournaments.webhooks.models import WebhookDelivery
from tournaments.webhooks.sender import RETRY_SECONDS, deliver_due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("laptop", "hasty")]


def test_what_arrives_is_signed_and_logged_once(club: Club, olga: User) -> None:
    with receiving(says(200)) as receiver:
        row = webhook(club, olga, receiver.address)
        [sent] = queued(row)
        assert (deliver_due(), deliver_due()) == (1, 0)
        [(headers, body)] = receiver.requests
    sent.refresh_from_db()
    assert headers["Webhook-Id"] == str(sent.number)
    assert (headers["Content-Type"], headers["User-Agent"]) == ("application/json", "right-bower-webhooks")
    assert body.decode() == sent.text
    assert sent.delivered_at
    assert (sent.status, sent.error, sent.attempts) == (200, None, 1)
    [attempt] = sent.log.all()
    assert (attempt.status, attempt.error) == (200, None)


def test_no_transaction_is_open_while_the_receiver_is_waited_for(
    club: Club, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def post(*args: Any, **how: Any) -> wire.Answer:
        seen.append(connection.in_atomic_block)
        return wire.Answer(200, None, 0.01)

    monkeypatch.setattr(wire, "post", post)
    queued(webhook(club, olga))
    deliver_due()
    assert seen == [False]


@pytest.mark.parametrize(
    ("behaviour", "status"),
    [
        pytest.param(says(500), 500, id="fails"),
        pytest.param(says(302, "Location: http://127.0.0.1:1/"), 302, id="redirects"),
        pytest.param(receivers.stalls, None, id="stalls"),
        pytest.param(receivers.drips, None, id="drips"),
        pytest.param(receivers.hangs_up, None, id="hangs up"),
        pytest.param(receivers.floods_with_promises, None, id="promises without end"),
    ],
)
def test_what_fails_is_tried_again_later_and_the_worker_is_free_in_time(
    club: Club, olga: User, hasty: float, behaviour: Behaviour, status: int | None
) -> None:
    with receiving(behaviour) as receiver:
        [sent] = queued(webhook(club, olga, receiver.address))
        began = time.monotonic()
        assert deliver_due() == 1
        assert time.monotonic() - began < hasty + 1
        sent.refresh_from_db()
        assert (sent.status, sent.delivered_at, sent.parked_at, sent.attempts) == (status, None, None, 1)
        assert sent.error
        assert RETRY_SECONDS[0] - 2 < (sent.next_at - timezone.now()).total_seconds() <= RETRY_SECONDS[0]
        assert deliver_due() == 0, "not before its time"


def test_ten_gigabytes_are_an_answer_like_any_other(club: Club, olga: User) -> None:
    with receiving(receivers.floods) as receiver:
        [sent] = queued(webhook(club, olga, receiver.address))
        deliver_due()
        sent.refresh_from_db()
        assert sent.delivered_at


@pytest.mark.slow
def test_a_slow_receiver_gets_no_more_than_its_share(club: Club, olga: User, hasty: float) -> None:
    """A hundred deliveries for one that stalls: one request, then the good one has its turn."""
    with receiving(receivers.stalls) as bad, receiving(says(200)) as good:
        stalling, fine = (webhook(club, olga, one.address) for one in (bad, good))
        queued(stalling, 100)
        queued(fine, 3)
        began = time.monotonic()
        assert deliver_due() == 4
        assert time.monotonic() - began < hasty + 2
        assert (len(bad.requests), len(good.requests)) == (1, 3)
        stalling.refresh_from_db()
        rest = (stalling.free_at - timezone.now()).total_seconds()
        assert 3 * hasty < rest <= sender.REST * (hasty + 1)


def test_after_its_time_other_work_has_its_turn(club: Club, olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[Any] = []
    monkeypatch.setattr(time_boxed, "enqueue_on_commit", lambda *task: rung.append(task))
    monkeypatch.setattr(wire, "post", lambda *args, **how: wire.Answer(200, None, 0.01))
    queued(webhook(club, olga), 3)
    assert deliver_due(seconds=0) == 1
    assert rung == [("tournaments.tasks.deliver_task",)]
    assert deliver_due() == 2


@pytest.mark.slow
def test_without_a_broker_the_sweep_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr("celery.app.task.Task.apply_async", away)
    monkeypatch.setattr("games.jobs.enqueuing._outage", CircuitBreaker())
    with receiving(says(200)) as receiver:
        table = seat_table()
        webhook(table.event.club, table.olga, receiver.address, ["result.standing"])
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        assert receiver.requests == []
        tasks.sweep()
        assert len(receiver.requests) == 1
        tasks.sweep()
        assert len(receiver.requests) == 1


@pytest.mark.slow
def test_with_a_worker_it_goes_out_by_itself(worker: None, wait_until: Callable[..., Any]) -> None:
    with receiving(says(200)) as receiver:
        table = seat_table()
        webhook(table.event.club, table.olga, receiver.address, ["result.standing"])
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        wait_until(lambda: WebhookDelivery.objects.exclude(delivered_at=None).exists())
        assert len(receiver.requests) == 1


def test_the_secret_is_in_no_log(club: Club, olga: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with receiving(says(500)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row)
        deliver_due()
        commands.renew_secret(row.pk, context=context_of(olga, key=uuid4()), expected_version=1)
        row.refresh_from_db()
    assert row.secret not in caplog.text
    assert not AuditLogEntry.objects.filter(detail__icontains=row.secret).exists()
