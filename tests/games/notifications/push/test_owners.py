"""A push subscription ends with the log-in that made it, in whatever way that ends."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.accounts.sessions import end_sessions
from games.notifications.push import sender
from games.notifications.push.models import PushSubscription
from games.notifications.push.payloads import payload_of
from games.notifications.push.sender import Outcome, Result
from tests.cast import PASSWORD
from tests.games.notifications.push.receiver import Browser, browsing
from tests.games.notifications.push.turning import is_on, turn_on
from tests.tournaments.pages.browsing import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("laptop")]


def send(subscription: PushSubscription) -> Outcome:
    subscription = PushSubscription.objects.select_related("player__user").get(pk=subscription.pk)
    return sender.send(subscription, payload_of("", "", "/", ""), ttl=1, urgency="low", topic=None, seconds=5)


def expire(client: Client, user: User) -> None:
    Session.objects.update(expire_date=timezone.now())


def grow_old(client: Client, user: User) -> None:
    session = client.session
    session["logged_in_at"] = 1
    session.save()


def change_password(client: Client, user: User) -> None:
    user.set_password("only-for-this-test-9")
    user.save()


def close_account(client: Client, user: User) -> None:
    user.is_active = False
    user.save()


def hand_over(client: Client, user: User) -> None:
    """The player's record belongs to another account by now."""
    Player.objects.filter(user=user).update(user=User.objects.create_user("other@example.org", PASSWORD))


ENDINGS: list[Callable[[Client, User], None]] = [
    expire,
    grow_old,
    change_password,
    close_account,
    hand_over,
    lambda client, user: end_sessions(user),
    lambda client, user: client.session.flush(),
]


def test_while_the_log_in_lasts_so_does_it(olga: User) -> None:
    """The positive control of what follows."""
    with browsing() as browser:
        subscription = turn_on(log_in(olga), browser)
        olga.language = "fr"
        olga.save()
        assert send(subscription).result == Result.DELIVERED


@pytest.mark.parametrize("end", ENDINGS)
def test_it_ends_with_the_log_in(olga: User, end: Callable[[Client, User], None]) -> None:
    client = log_in(olga)
    with browsing() as browser:
        subscription = turn_on(client, browser)
        end(client, olga)
        assert send(subscription) == Outcome(Result.GONE)
        assert browser.requests == []
    assert not PushSubscription.objects.exists()


def test_logging_out_ends_it_at_once_and_no_other_browser(olga: User) -> None:
    client, other = log_in(olga), log_in(olga)
    with browsing() as browser:
        turn_on(client, browser)
        kept = turn_on(other, Browser(browser.service, 2))
        client.post(reverse("account_logout"))
        assert [one.pk for one in PushSubscription.objects.all()] == [kept.pk]
        assert send(kept).result == Result.DELIVERED


def test_a_new_password_keeps_the_browser_in_which_it_was_typed(olga: User) -> None:
    client = log_in(olga)
    client.force_login(olga, backend="allauth.account.auth_backends.AuthenticationBackend")
    new = "only-for-this-test-9"
    with browsing() as browser:
        subscription = turn_on(client, browser)
        before = client.session.session_key
        client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new, "password2": new})
        olga.refresh_from_db()
        assert olga.check_password(new)
        assert client.session.session_key != before
        assert send(subscription).result == Result.DELIVERED


def test_another_log_in_of_the_same_person_is_not_the_one_that_ended(olga: User) -> None:
    client = log_in(olga)
    with browsing() as browser:
        turn_on(client, browser)
        end_sessions(olga)
        assert not is_on(log_in(olga), browser)
        turn_on(log_in(olga), browser)
        assert is_on(log_in(olga), browser)


class TestGuests:
    @pytest.fixture
    def guest(self, db: None) -> Client:
        """Plays at tables online without an account."""
        client = Client()
        session = client.session
        session["guest_player"] = Player.objects.create(name="Guest 1", is_guest=True).pk
        session.save()
        return client

    def test_a_guest_is_known_by_the_browser(self, guest: Client) -> None:
        with browsing() as browser:
            subscription = turn_on(guest, browser)
            assert subscription.player.name == "Guest 1"
            assert send(subscription).result == Result.DELIVERED
            assert is_on(guest, browser)

    def test_it_ends_when_the_browser_forgets_the_guest(self, guest: Client) -> None:
        with browsing() as browser:
            subscription = turn_on(guest, browser)
            guest.session.flush()
            assert send(subscription).result == Result.GONE

    def test_a_guest_who_logs_in_becomes_someone_else(self, guest: Client, olga: User) -> None:
        """The same session goes on under another key, and still knows the guest."""
        with browsing() as browser:
            subscription = turn_on(guest, browser)
            guest.force_login(olga)
            assert send(subscription).result == Result.DELIVERED
            assert not is_on(guest, browser), "it is the guest's, not Olga's"
            assert turn_on(guest, browser).player == olga.player
        assert PushSubscription.objects.count() == 1


def test_strangers_speak_for_no_one(db: None, settings: Any) -> None:
    with browsing() as browser:
        for link in ("", "1", "season-1", "guest", "x" * 900, "\0"):
            assert not is_on(Client(), browser, link)
            answer = Client().post(reverse("push_on"), browser.form("", link=link))
            assert answer.status_code == 403
            assert answer.json() == {"message": "Log in, or open your personal link again."}
    assert not PushSubscription.objects.exists()
