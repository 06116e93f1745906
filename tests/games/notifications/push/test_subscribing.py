"""Push is turned on and off by the person at the browser, for that browser; a test goes out by a worker."""

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.notifications.push import site_keys, subscribing
from games.notifications.push.browsers import label_of
from games.notifications.push.models import PushSubscription
from games.tasks import send_push_tests
from tests.games.notifications.push.receiver import Browser, browsing
from tests.games.notifications.push.turning import is_on, turn_on
from tests.games.outgoing.receivers import says
from tests.tournaments.pages.browsing import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("laptop")]
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def test_on_and_off(olga: User) -> None:
    client = log_in(olga)
    with browsing() as browser:
        assert not is_on(client, browser)
        subscription = turn_on(client, browser, agent=FIREFOX)
        assert (subscription.player, subscription.label, subscription.language) == (
            olga.player,
            "Firefox, Android",
            "en",
        )
        assert is_on(client, browser)
        for _ in range(2):
            assert client.post(reverse("push_off"), {"endpoint": browser.endpoint}).json() == {"on": False}
        assert not is_on(client, browser)


def test_turned_on_twice_it_is_on_once_with_the_newest_keys(olga: User) -> None:
    client = log_in(olga)
    with browsing() as browser:
        first = turn_on(client, browser)
        PushSubscription.objects.update(failures=4, free_at=timezone.now() + datetime.timedelta(days=1))
        renewed = Browser(browser.service)
        again = turn_on(client, renewed)
    assert (again.pk, again.failures) == (first.pk, 0)
    assert again.browser_key != first.browser_key
    assert again.free_at <= timezone.now()


def test_a_browser_has_one_person_the_last_who_asked(olga: User, sam: User) -> None:
    with browsing() as browser:
        turn_on(log_in(olga), browser)
        turn_on(log_in(sam), browser)
        assert not is_on(log_in(olga), browser)
        assert PushSubscription.objects.get().player == sam.player


def test_no_one_turns_off_or_tries_out_the_browser_of_another(olga: User, sam: User) -> None:
    with browsing() as browser:
        turn_on(log_in(olga), browser)
        stranger = log_in(sam)
        stranger.post(reverse("push_off"), {"endpoint": browser.endpoint})
        answer = stranger.post(reverse("push_test"), {"endpoint": browser.endpoint})
    assert answer.status_code == 422
    assert "off in this browser" in answer.json()["message"]
    assert PushSubscription.objects.get().test_asked_at is None


def test_one_browser_too_many_takes_the_place_of_the_oldest(olga: User, sam: User) -> None:
    with browsing() as browser:
        others = turn_on(log_in(sam), browser)
        client = log_in(olga)
        for number in range(2, subscribing.MAX_BROWSERS + 3):
            turn_on(client, Browser(browser.service, number))
    left = {one.endpoint.rpartition("/")[2] for one in PushSubscription.objects.filter(player=olga.player)}
    assert left == {str(number) for number in range(3, subscribing.MAX_BROWSERS + 3)}
    assert PushSubscription.objects.filter(pk=others.pk).exists()


WRONG = {
    "no address": {"endpoint": ""},
    "plain http": {"endpoint": "http://push.example.net/1"},
    "no address of the web": {"endpoint": "ftp://push.example.net/1"},
    "a password": {"endpoint": "https://olga:x@push.example.net/1"},
    "a long address": {"endpoint": "https://push.example.net/" + "x" * 1000},
    "letters of no address": {"endpoint": "https://push.example.net/\r\nX-Other: 1"},
    "no key": {"browser_key": ""},
    "no point": {"browser_key": "A" * 87},
    "not base64": {"browser_key": "!" * 87},
    "a short secret": {"secret": "AAAA"},
    "another site's key": {"site_key": "A" * 87},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_browser_says_is_refused_in_words(olga: User, settings: Any, wrong: str) -> None:
    settings.WEBHOOKS_PLAIN = False
    with browsing() as browser:
        form = browser.form(site_keys.public_key()) | {"endpoint": "https://push.example.net/1"}
        answer = log_in(olga).post(reverse("push_on"), form | WRONG[wrong])
        assert log_in(olga).post(reverse("push_on"), form).status_code == 200, "the positive control"
    assert answer.status_code == 422
    assert answer.json()["message"].endswith(".")
    assert PushSubscription.objects.count() == 1


def test_a_long_address_of_a_push_service_is_taken(olga: User) -> None:
    with browsing() as browser:
        browser.endpoint += "x" * 800
        assert is_on(log_in(olga), browser) is False
        turn_on(log_in(olga), browser)


@pytest.mark.parametrize("endpoint", ["", "\0", "x" * 100_000, "https://[::1"])
def test_an_address_that_is_none_is_off(olga: User, endpoint: str) -> None:
    client = log_in(olga)
    answers = {
        name: client.post(reverse(name), {"endpoint": endpoint}) for name in ("push_check", "push_off", "push_test")
    }
    assert [answer.status_code for answer in answers.values()] == [200, 200, 422]
    assert answers["push_check"].json() == {"on": False}


def test_forms_of_other_sites_change_nothing(olga: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(olga)
    with browsing() as browser:
        for name in ("push_on", "push_off", "push_check", "push_test"):
            assert client.post(reverse(name), browser.form(site_keys.public_key())).status_code == 403
    assert not PushSubscription.objects.exists()


def test_too_often(olga: User, settings: Any) -> None:
    settings.FLOOD_LIMITS = True
    client = log_in(olga)
    answers = [client.post(reverse("push_check"), {"endpoint": "x"}) for _ in range(61)]
    assert [answer.status_code for answer in answers] == [200] * 60 + [429]
    assert answers[-1]["Retry-After"] == "300"
    assert "Wait 300 seconds" in answers[-1].json()["message"]


def test_a_new_key_of_the_site_is_off_until_it_is_turned_on_once_more(olga: User, settings: Any) -> None:
    client = log_in(olga)
    with browsing() as browser:
        turn_on(client, browser)
        PushSubscription.objects.update(site_key="A" * 87)
        assert not is_on(client, browser)


class TestTest:
    def ask(self, client: Client, browser: Browser, **more: str) -> Any:
        return client.post(reverse("push_test"), {"endpoint": browser.endpoint} | more)

    def test_a_worker_sends_it_once_in_the_language_of_the_page(self, olga: User) -> None:
        client = log_in(olga)
        client.cookies["language"] = "fr"
        with browsing() as browser:
            turn_on(client, browser)
            PushSubscription.objects.update(language="fr")
            assert self.ask(client, browser).json() == {"on": True}
            assert browser.requests == [], "not while the page waits"
            assert (send_push_tests(), send_push_tests()) == (1, 0)
            [said] = browser.read()
        assert said["link"] == "/notifications/push/"
        assert said["tag"] == "test"
        assert said["title"]

    def test_only_who_asked_gets_one(self, olga: User, sam: User) -> None:
        with browsing() as browser:
            other = Browser(browser.service, 2)
            turn_on(log_in(sam), other)
            client = log_in(olga)
            turn_on(client, browser)
            self.ask(client, browser)
            send_push_tests()
            assert (len(browser.requests), len(other.requests)) == (1, 0)

    def test_one_that_waited_long_is_not_sent(self, olga: User) -> None:
        client = log_in(olga)
        with browsing() as browser:
            turn_on(client, browser)
            self.ask(client, browser)
            PushSubscription.objects.update(test_asked_at=timezone.now() - datetime.timedelta(hours=1))
            send_push_tests()
            assert browser.requests == []

    def test_one_that_fails_is_not_sent_again(self, olga: User) -> None:
        client = log_in(olga)
        with browsing(says(500)) as browser:
            turn_on(client, browser)
            self.ask(client, browser)
            assert (send_push_tests(), send_push_tests()) == (1, 0)


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"
            " Safari/537.36 Edg/140.0.0.0",
            "Edge, Windows",
        ),
        ("curl/8", "Browser"),
        ("", "Browser"),
    ],
)
def test_what_a_browser_is_called(agent: str, label: str) -> None:
    assert label_of(agent) == label


class TestPage:
    def test_it_has_all_that_the_script_needs(self, olga: User) -> None:
        page = log_in(olga).get(reverse("push")).content.decode()
        assert f'data-key="{site_keys.public_key()}"' in page
        for name in ("push_on", "push_off", "push_check", "push_test", "worker"):
            assert f'"{reverse(name)}"' in page
        assert "csrfmiddlewaretoken" in page

    def test_who_is_no_one_here_logs_in_first(self, db: None) -> None:
        answer = Client().get(reverse("push"), {"link": "7"})
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login"))

    def test_an_account_without_a_player_is_told_what_is_missing(self, db: None) -> None:
        page = log_in(User.objects.create_user("new@example.org")).get(reverse("push")).content.decode()
        assert "Join a club or an online table first" in page
        assert "data-push" not in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "ftp://push.example.net/"},
        {"session_key": ""},
        {"sealed_secret": ""},
        {"browser_key": ""},
        {"site_key": ""},
    ],
)
def test_the_database_keeps_no_row_that_leads_nowhere(olga: User, wrong: dict[str, str]) -> None:
    with browsing() as browser:
        turn_on(log_in(olga), browser)
    with pytest.raises(IntegrityError), transaction.atomic():
        PushSubscription.objects.update(**wrong)
