"""A message arrives at one browser, encrypted and signed; what the push service answers decides what becomes of it."""

import datetime
import logging
import time
from collections.abc import Callable
from email.utils import format_datetime
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notifications.push import sender, site_keys
from games.notifications.push.encryption import to_text
from games.notifications.push.models import PushSubscription
from games.notifications.push.payloads import MAX_BODY, MAX_TITLE, payload_of, topic_of
from games.notifications.push.sender import MAX_FAILURES, Outcome, Result
from tests.games.notifications.push.receiver import TAKEN, Browser, browsing, who_says
from tests.games.notifications.push.turning import turn_on
from tests.games.outgoing import receivers
from tests.games.outgoing.receivers import Behaviour, receiving, says
from tests.tournaments.pages.browsing import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("laptop")]
PAYLOAD = payload_of("Table 4", "You play with Pam.", "/events/fall/me/", "round:7")


def send(subscription: PushSubscription, seconds: float = 5, **other: Any) -> Outcome:
    said = {"ttl": 600, "urgency": "high", "topic": topic_of("round:7")} | other
    return sender.send(subscription, PAYLOAD, seconds=seconds, **said)


def test_the_browser_reads_what_was_said_and_the_push_service_cannot(olga: User) -> None:
    with browsing() as browser:
        subscription = turn_on(log_in(olga), browser)
        assert send(subscription) == Outcome(Result.DELIVERED, 201)
        [(headers, body)] = browser.requests
        assert browser.read() == [
            {"title": "Table 4", "body": "You play with Pam.", "link": "/events/fall/me/", "tag": "round:7"}
        ]
    assert b"Pam" not in body
    claims, key = who_says(headers.pop("Authorization"))
    assert to_text(key) == site_keys.public_key() == subscription.site_key
    assert claims["aud"] == f"http://127.0.0.1:{browser.service.port}"
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    assert headers == {
        "": "POST /push/1 HTTP/1.1",
        "Host": f"127.0.0.1:{browser.service.port}",
        "Connection": "close",
        "Accept-Encoding": "identity",
        "Content-Length": str(len(body)),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "User-Agent": "right-bower-push",
        "TTL": "600",
        "Urgency": "high",
        "Topic": topic_of("round:7"),
    }
    subscription.refresh_from_db()
    assert subscription.delivered_at


def test_each_message_has_a_key_and_a_salt_of_its_own(olga: User) -> None:
    with browsing() as browser:
        subscription = turn_on(log_in(olga), browser)
        for _ in range(2):
            send(subscription, topic=None)
        (first, one), (_, other) = browser.requests
    assert "Topic" not in first
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]


@pytest.mark.parametrize(
    ("behaviour", "result", "status", "wait"),
    [
        pytest.param(says(200), Result.DELIVERED, 200, None, id="200"),
        pytest.param(says(404), Result.GONE, 404, None, id="404"),
        pytest.param(says(410), Result.GONE, 410, None, id="410"),
        pytest.param(says(429, "Retry-After: 90"), Result.LATER, 429, 90, id="429"),
        pytest.param(says(429), Result.LATER, 429, 60, id="429 without a time"),
        pytest.param(says(503, "Retry-After: 0"), Result.LATER, 503, 1, id="503 at once"),
        pytest.param(says(500, "Retry-After: soon"), Result.LATER, 500, 60, id="500 with nonsense"),
        pytest.param(says(503, "Retry-After: 99999999999"), Result.LATER, 503, 86_400, id="503 for an age"),
        pytest.param(receivers.stalls, Result.LATER, None, 60, id="stalls"),
        pytest.param(receivers.hangs_up, Result.LATER, None, 60, id="hangs up"),
        pytest.param(says(400), Result.REFUSED, 400, None, id="400"),
        pytest.param(says(403), Result.REFUSED, 403, None, id="403"),
        pytest.param(says(413), Result.REFUSED, 413, None, id="413"),
        pytest.param(says(302, "Location: http://127.0.0.1:1/"), Result.REFUSED, 302, None, id="redirects"),
    ],
)
def test_what_the_push_service_answers_is_what_becomes_of_it(
    olga: User, behaviour: Behaviour, result: Result, status: int | None, wait: int | None
) -> None:
    with browsing(behaviour) as browser:
        subscription = turn_on(log_in(olga), browser)
        outcome = send(subscription, seconds=1)
    assert (outcome.result, outcome.status, outcome.wait) == (result, status, wait)
    assert (outcome.error is None) == (result == Result.DELIVERED)
    assert len(browser.requests) == 1
    assert PushSubscription.objects.exists() == (result != Result.GONE)


def test_a_date_to_wait_for(olga: User) -> None:
    then = timezone.now() + datetime.timedelta(minutes=5)
    with browsing(says(503, f"Retry-After: {format_datetime(then, usegmt=True)}")) as browser:
        wait = send(turn_on(log_in(olga), browser)).wait
    assert wait
    assert 290 <= wait <= 300


def test_while_a_push_service_asks_for_time_nothing_is_sent_there(olga: User) -> None:
    with browsing(says(429, "Retry-After: 90")) as browser:
        subscription = turn_on(log_in(olga), browser)
        send(subscription)
        again = send(subscription)
        assert len(browser.requests) == 1
        PushSubscription.objects.update(free_at=timezone.now())
        send(subscription)
        assert len(browser.requests) == 2, "the positive control"
    assert again.result == Result.LATER
    assert again.wait
    assert 80 < again.wait <= 90


def test_refusals_are_logged_and_counted_and_after_some_in_a_row_no_more_is_sent(
    olga: User, caplog: pytest.LogCaptureFixture
) -> None:
    with browsing(says(403)) as browser:
        subscription = turn_on(log_in(olga), browser)
        for _ in range(MAX_FAILURES - 1):
            send(subscription)
        browser.service.behaviour = TAKEN
        send(subscription)
        browser.service.behaviour = says(403)
        with caplog.at_level(logging.WARNING):
            for count in range(1, MAX_FAILURES):
                assert send(subscription).result == Result.REFUSED
                assert PushSubscription.objects.get().failures == count, "the one that arrived began a new count"
        send(subscription)
    assert not PushSubscription.objects.exists()
    assert "refused: 403" in caplog.text
    assert browser.endpoint not in caplog.text, "who has the address can write to it"


def test_a_browser_that_was_turned_on_once_more_keeps_what_it_has(olga: User) -> None:
    """The answer to the earlier subscription comes late."""
    client = log_in(olga)
    with browsing(says(410)) as browser:
        earlier = turn_on(client, browser)
        turn_on(client, browser)
        send(earlier)
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize("networks", [[], ["10.0.0.0/8"]])
def test_nothing_leaves_for_an_address_that_is_not_public(olga: User, settings: Any, networks: list[str]) -> None:
    with browsing() as browser:
        subscription = turn_on(log_in(olga), browser)
        settings.WEBHOOKS_ALLOWED_NETWORKS = networks
        outcome = send(subscription)
        assert browser.requests == []
    assert (outcome.result, outcome.status) == (Result.REFUSED, None)
    assert "private network" in str(outcome.error)


def test_the_secret_of_a_browser_is_not_in_the_database(olga: User) -> None:
    with receiving(TAKEN) as service:
        browser = Browser(service)
        subscription = turn_on(log_in(olga), browser)
    row = PushSubscription.objects.filter(pk=subscription.pk).values().get()
    assert to_text(browser.secret) not in str(row)


@pytest.mark.parametrize("keeps", [True, False])
def test_a_new_secret_key_goes_on_only_with_the_former_one_beside_it(olga: User, settings: Any, keeps: bool) -> None:
    with browsing() as browser:
        subscription = turn_on(log_in(olga), browser)
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if keeps else []
        settings.SECRET_KEY = "another"
        outcome = send(subscription)
        assert len(browser.requests) == keeps
    assert outcome == (Outcome(Result.DELIVERED, 201) if keeps else Outcome(Result.GONE))
    assert PushSubscription.objects.exists() == keeps


@pytest.mark.parametrize("make", [lambda: "x" * 5000, lambda: "🂡" * 5000, lambda: "\x01" * 5000, lambda: '"' * 5000])
def test_long_words_are_cut_so_that_they_fit(make: Callable[[], str]) -> None:
    payload = payload_of(make(), make(), "/" + "a" * 299, "k" * 110)
    assert len(payload) <= 3993
    assert len(payload_of("x" * MAX_TITLE, "y" * MAX_BODY, "/", "").decode()) > MAX_TITLE + MAX_BODY, "and no more"
    assert "…" not in payload_of("x" * MAX_TITLE, "y" * MAX_BODY, "/", "").decode()


def test_a_link_that_does_not_fit_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="at most 3993"):
        payload_of("", "", "/" * 4000, "")


def test_a_topic_is_a_name_that_every_push_service_takes() -> None:
    topics = {topic_of(text) for text in ("round:7", "round:8", "Тур 9", "")}
    assert len(topics) == 4
    assert {len(topic) for topic in topics} == {32}
    assert set("".join(topics)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
