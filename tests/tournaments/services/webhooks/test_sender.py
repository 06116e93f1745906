"""What is queued is sent until it has arrived or was tried too often; a bad receiver costs little and is told apart."""

import datetime
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.models import User
from games.outage import Outage
from tests import webhook_staging as staging
from tests.cast import make_user, on_grid, seat_table, slip
from tests.webhook_staging import Behaviour, after, queued, receiving, says, webhook
from tournaments import tasks
from tournaments.models import Club, Happening, JournalEntry, Webhook, WebhookAttempt, WebhookDelivery
from tournaments.services import results
from tournaments.services.webhooks import door, queue, sender, wire
from tournaments.services.webhooks.sender import WAITS, deliver_due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("laptop", "hasty")]
SECOND = datetime.timedelta(seconds=1)


@pytest.fixture
def olga(transactional_db: None) -> User:
    return make_user("Olga")


def now_again(row: Webhook) -> None:
    """Let all waiting times be over."""
    past = timezone.now() - SECOND
    Webhook.objects.filter(pk=row.pk).update(free_at=past)
    row.deliveries.filter(delivered_at=None, parked_at=None).update(next_at=past)


def test_what_arrives_is_signed_and_logged_once(club: Club, olga: User) -> None:
    with receiving(says(200)) as receiver:
        row = webhook(club, olga, receiver.address)
        [sent] = queued(row)
        assert (deliver_due(), deliver_due()) == (1, 0)
        [(headers, body)] = receiver.requests
    sent.refresh_from_db()
    assert headers["Webhook-Id"] == str(sent.number)
    assert body.decode() == sent.text
    assert sent.delivered_at
    assert (sent.status, sent.error, sent.attempts) == (200, "", 1)
    [attempt] = sent.log.all()
    assert (attempt.status, attempt.error) == (200, "")


def test_no_transaction_is_open_while_the_receiver_is_waited_for(
    club: Club, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def post(*args: Any) -> wire.Answer:
        seen.append(connection.in_atomic_block)
        return wire.Answer(200, "", 0.01)

    monkeypatch.setattr(wire, "post", post)
    queued(webhook(club, olga))
    deliver_due()
    assert seen == [False]


@pytest.mark.parametrize(
    ("behaviour", "status"),
    [
        pytest.param(says(500), 500, id="fails"),
        pytest.param(says(302, "Location: http://127.0.0.1:1/"), 302, id="redirects"),
        pytest.param(staging.stalls, None, id="stalls"),
        pytest.param(staging.drips, None, id="drips"),
        pytest.param(staging.hangs_up, None, id="hangs up"),
        pytest.param(staging.floods_with_promises, None, id="promises without end"),
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
        assert WAITS[0] - 2 < (sent.next_at - timezone.now()).total_seconds() <= WAITS[0]
        assert deliver_due() == 0, "not before its time"


def test_ten_gigabytes_are_an_answer_like_any_other(club: Club, olga: User) -> None:
    with receiving(staging.floods) as receiver:
        [sent] = queued(webhook(club, olga, receiver.address))
        deliver_due()
        sent.refresh_from_db()
        assert sent.delivered_at


def test_a_slow_receiver_gets_no_more_than_its_share(club: Club, olga: User, hasty: float) -> None:
    """A hundred deliveries for one that stalls: one request, then the good one has its turn."""
    with receiving(staging.stalls) as bad, receiving(says(200)) as good:
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
    monkeypatch.setattr(sender, "ring", lambda *task: rung.append(task))
    monkeypatch.setattr(wire, "post", lambda *args: wire.Answer(200, "", 0.01))
    queued(webhook(club, olga), 3)
    assert deliver_due(seconds=0) == 1
    assert rung == [("tournaments.tasks.deliver_task",)]
    assert deliver_due() == 2


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
        assert waits[:-1] == list(WAITS)
        assert sent.log.count() == len(receiver.requests) == len(WAITS) + 1
        assert deliver_due() == 0
        row.refresh_from_db()
        assert row.is_active, "one bad day is not three"
        assert "503" in sent.error


def test_410_switches_it_off(club: Club, olga: User) -> None:
    with receiving(says(410)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row, 3)
        assert deliver_due() == 1
        row.refresh_from_db()
        assert (row.is_active, row.off_because) == (False, sender.GAVE_UP)
        assert row.deliveries.filter(parked_at=None).count() == 0
        assert len(receiver.requests) == 1
    entry = JournalEntry.objects.latest("pk")
    assert (entry.verb, entry.is_system, entry.detail["webhook"]) == ("webhook_off", True, row.pk)


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
        assert (row.is_active, row.off_because) == (is_active, "" if is_active else sender.FAILING)


def test_one_success_in_between_keeps_it_on(club: Club, olga: User) -> None:
    with receiving(says(500)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row, 3)
        deliver_due()
        Webhook.objects.update(on_since=timezone.now() - datetime.timedelta(days=30))
        first, second, _ = WebhookAttempt.objects.all()
        WebhookAttempt.objects.filter(pk=first.pk).update(at=timezone.now() - datetime.timedelta(days=5))
        WebhookAttempt.objects.filter(pk=second.pk).update(
            at=timezone.now() - datetime.timedelta(days=1), status=200, error=""
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
        assert row.is_active, "what failed before it was switched on does not count"


def in_threads(count: int, work: Callable[[], Any]) -> list[Any]:
    """All at once, each with a connection of its own."""
    start, found = threading.Barrier(count), []

    def run() -> None:
        try:
            start.wait(10)
            found.append(work())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    return found


def test_of_eight_who_take_it_at_once_one_has_it(club: Club, olga: User) -> None:
    row = webhook(club, olga)
    for _ in range(5):
        queued(row)
        now_again(row)
        taken = in_threads(8, sender.take)
        assert len([one for one in taken if one]) == 1
        row.deliveries.all().delete()


def test_two_workers_never_send_to_one_receiver_at_once(
    club: Club, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in two processes, each with a lock of its own."""
    monkeypatch.setattr(sender, "AT_ONCE", 60.0)
    monkeypatch.setattr(sender, "_one_at_a_time", EverybodyMay())
    with receiving(after(0.1, says(200))) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row, 6)
        done = in_threads(3, deliver_due)
        while row.deliveries.filter(delivered_at=None).exists():
            done.append(deliver_due())
        assert receiver.most_at_once == 1
        assert sum(done) == len(receiver.requests) == 6
        assert len({headers["Webhook-Id"] for headers, _ in receiver.requests}) == 6


class EverybodyMay:
    def acquire(self, blocking: bool) -> bool:
        return True

    def release(self) -> None:
        return None


def test_in_one_process_one_thread_sends(club: Club, olga: User) -> None:
    with receiving(after(0.3, says(200))) as one, receiving(after(0.3, says(200))) as other:
        for receiver in (one, other):
            queued(webhook(club, olga, receiver.address))
        began = time.monotonic()
        found = in_threads(2, deliver_due)
        assert sorted(found) == [0, 2], "who came second had time for something else"
        assert time.monotonic() - began > 0.5


def test_a_worker_that_died_holds_it_up_for_a_while_only(club: Club, olga: User) -> None:
    with receiving(says(200)) as receiver:
        row = webhook(club, olga, receiver.address)
        [sent] = queued(row)
        assert sender.take()
        assert deliver_due() == 0
        Webhook.objects.update(free_at=F("free_at") - sender.LEASE)
        assert deliver_due() == 1
        [(headers, _)] = receiver.requests
        assert headers["Webhook-Id"] == str(sent.number)


def test_what_comes_of_it_is_written_even_after_the_lease(club: Club, olga: User) -> None:
    """Two sent it after all: both attempts are on record, and a late failure takes no arrival back."""
    row = webhook(club, olga)
    [sent] = queued(row)
    slow = sender.take()
    Webhook.objects.update(free_at=timezone.now() - SECOND)
    quick = sender.take()
    assert slow
    assert quick
    sender._write(quick, wire.Answer(200, "", 0.01))
    sender._write(slow, wire.Answer(None, "There was no answer.", 1.0))
    sent.refresh_from_db()
    assert sent.delivered_at
    assert [one.error for one in sent.log.all()] == ["", "There was no answer."]


def test_removed_while_it_is_sent(club: Club, olga: User) -> None:
    row = webhook(club, olga)
    queued(row)
    taken = sender.take()
    assert taken
    row.delete()
    sender._write(taken, wire.Answer(200, "", 0.01))
    assert WebhookDelivery.objects.count() == 0


@pytest.mark.postgres
def test_a_result_is_recorded_although_the_webhook_is_removed_in_the_same_moment(club: Club, olga: User) -> None:
    row = webhook(club, olga)
    is_asked, is_removed = threading.Event(), threading.Event()

    def said() -> dict[str, Any]:
        is_asked.set()
        assert is_removed.wait(10)
        return {}

    def tell() -> None:
        try:
            with transaction.atomic():
                queue.tell(club.pk, Happening.RESULT, "result:1:1", said)
        finally:
            connections.close_all()

    teller = threading.Thread(target=tell)
    teller.start()
    assert is_asked.wait(10)
    door.remove_webhook(club.pk, row.pk, by=staging.by(olga, key=staging.uuid4()), seen=1)
    is_removed.set()
    teller.join(10)
    assert row.deliveries.count() == 1, "the transaction with the result is committed"
    assert not sender.due().exists(), "and nothing is sent there"


def test_without_a_broker_the_sweep_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr("celery.app.task.Task.apply_async", away)
    monkeypatch.setattr("games.doorbell._outage", Outage())
    with receiving(says(200)) as receiver:
        table = seat_table()
        webhook(table.event.club, table.olga, receiver.address, ["result.standing"])
        results.record_result(table.match.pk, slip(10, 6), by=on_grid(table.olga))
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
        results.record_result(table.match.pk, slip(10, 6), by=on_grid(table.olga))
        wait_until(lambda: WebhookDelivery.objects.exclude(delivered_at=None).exists())
        assert len(receiver.requests) == 1


def test_the_secret_is_in_no_log(club: Club, olga: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with receiving(says(500)) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row)
        deliver_due()
        door.renew_secret(row.pk, by=staging.by(olga, key=staging.uuid4()), seen=1)
        row.refresh_from_db()
    assert row.secret not in caplog.text
    assert not JournalEntry.objects.filter(detail__icontains=row.secret).exists()
