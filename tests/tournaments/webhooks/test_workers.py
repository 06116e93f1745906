"""Several workers at once: a delivery is taken by one, a dead one holds nothing up for long, removal stops it."""

import datetime
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.models import F
from django.utils import timezone

from games.accounts.models import User
from games.engine.messages import message
from games.outgoing import wire
from tests.games.outgoing.receivers import after, receiving, says
from tests.tournaments.scenes.webhook import context_of, now_again, queued, uuid4, webhook
from tournaments.clubs.models import Club
from tournaments.webhooks import commands, queue, sender
from tournaments.webhooks.models import Happening, Webhook, WebhookDelivery
from tournaments.webhooks.sender import deliver_due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("laptop", "hasty")]


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


@pytest.mark.slow
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
    monkeypatch.setattr(sender, "SLOW_SECONDS", 60.0)
    monkeypatch.setattr(sender._worker, "_one_at_a_time", EveryoneMay())
    with receiving(after(0.1, says(200))) as receiver:
        row = webhook(club, olga, receiver.address)
        queued(row, 6)
        done = in_threads(3, deliver_due)
        while row.deliveries.filter(delivered_at=None).exists():
            done.append(deliver_due())
        assert receiver.most_at_once == 1
        assert sum(done) == len(receiver.requests) == 6
        assert len({headers["Webhook-Id"] for headers, _ in receiver.requests}) == 6


class EveryoneMay:
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
    Webhook.objects.update(free_at=timezone.now() - datetime.timedelta(seconds=1))
    quick = sender.take()
    assert slow
    assert quick
    sender._write(quick, wire.Answer(200, None, 0.01))
    sender._write(slow, wire.Answer(None, message("There was no answer."), 1.0))
    sent.refresh_from_db()
    assert sent.delivered_at
    assert [str(one.error or "") for one in sent.log.all()] == ["", "There was no answer."]


def test_removed_while_it_is_sent(club: Club, olga: User) -> None:
    row = webhook(club, olga)
    queued(row)
    taken = sender.take()
    assert taken
    row.delete()
    sender._write(taken, wire.Answer(200, None, 0.01))
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
                queue.enqueue(club.pk, Happening.RESULT, "result:1:1", said)
        finally:
            connections.close_all()

    teller = threading.Thread(target=tell)
    teller.start()
    assert is_asked.wait(10)
    commands.remove_webhook(club.pk, row.pk, context=context_of(olga, key=uuid4()), expected_version=1)
    is_removed.set()
    teller.join(10)
    assert row.deliveries.count() == 1, "the transaction with the result is committed"
    assert not sender.due().exists(), "and nothing is sent there"
