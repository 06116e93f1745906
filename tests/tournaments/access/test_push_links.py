"""Push on a phone that has only a personal link: it ends with the link."""

import datetime
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.notifications.push import sender
from games.notifications.push.models import PushSubscription
from games.notifications.push.payloads import payload_of
from games.notifications.push.sender import Result
from tests.cast import Table, context_of, enter, make_event
from tests.games.notifications.push.receiver import browsing
from tests.games.notifications.push.turning import is_on, turn_on
from tests.games.outgoing.conftest import laptop  # noqa: F401  (a fixture)
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.league import Stage
from tournaments.access.models import Pass
from tournaments.access.passes import issue_pass, issue_passes, make_pass
from tournaments.privacy.erasing import erase_player
from tournaments.privacy.forgetting import forget_old

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("laptop")]


def send(subscription: PushSubscription) -> Result:
    subscription = PushSubscription.objects.select_related("player__user").get(pk=subscription.pk)
    said = payload_of("Table 4", "", "/", "")
    return sender.send(subscription, said, ttl=1, urgency="high", topic=None, seconds=5).result


def link_of(table: Table) -> str:
    return str(table.event.pk)


def test_the_links_player_is_reached_without_an_account(table: Table, quinn_client: Client) -> None:
    with browsing() as browser:
        subscription = turn_on(quinn_client, browser, link_of(table))
        assert (subscription.player, subscription.link) == (table.quinn, link_of(table))
        assert is_on(quinn_client, browser, link_of(table))
        assert send(subscription) == Result.DELIVERED
        assert [said["title"] for said in browser.read()] == ["Table 4"]
    page = quinn_client.get(reverse("push"), {"link": link_of(table)}).content.decode()
    assert f'data-link="{link_of(table)}"' in page
    assert "until your personal link expires" in page


def test_a_link_is_not_made_up(table: Table, quinn_client: Client) -> None:
    with browsing() as browser:
        for client, link in (
            (quinn_client, "0"),
            (quinn_client, f"season-{link_of(table)}"),
            (Client(), link_of(table)),
        ):
            assert client.post(reverse("push_on"), browser.form("", link=link)).status_code == 403
    assert not PushSubscription.objects.exists()


ENDINGS: list[Callable[[Table, Client], object]] = [
    lambda table, client: issue_pass(table.event.pk, table.quinn, context=context_of(table.olga)),
    lambda table, client: issue_passes(table.event.pk, context=context_of(table.olga)),
    lambda table, client: Pass.objects.update(expires_at=timezone.now()),
    lambda table, client: Pass.objects.all().delete(),
    lambda table, client: client.post(reverse("forget_phone", args=[table.event.slug])),
    lambda table, client: client.session.flush(),
]


@pytest.mark.parametrize("end", ENDINGS)
def test_it_ends_with_the_link(table: Table, quinn_client: Client, end: Callable[[Table, Client], object]) -> None:
    with browsing() as browser:
        subscription = turn_on(quinn_client, browser, link_of(table))
        end(table, quinn_client)
        assert send(subscription) == Result.GONE
        assert browser.requests == []
    assert not PushSubscription.objects.exists()


def test_a_phone_with_a_link_that_logs_in_keeps_the_link(table: Table, quinn_client: Client) -> None:
    """The session goes on under another key; the account's own notices are turned on by themselves."""
    with browsing() as browser:
        subscription = turn_on(quinn_client, browser, link_of(table))
        quinn_client.force_login(table.sam)
        assert send(subscription) == Result.DELIVERED
        assert not is_on(quinn_client, browser)
        quinn_client.post(reverse("account_logout"))
    assert not PushSubscription.objects.exists(), "logging out forgets the links of the browser too"


def test_a_second_link_on_the_phone_leaves_the_first_alone(table: Table, quinn_client: Client) -> None:
    other = make_event(table.event.club, table.olga)
    [ann] = enter(other, table.olga, ["Ann"])
    with browsing() as browser:
        subscription = turn_on(quinn_client, browser, link_of(table))
        before = quinn_client.session.session_key
        token = issue_pass(other.pk, ann, context=context_of(table.olga))
        quinn_client.post(reverse("open_pass", args=[other.slug, token]))
        assert quinn_client.session.session_key != before
        assert send(subscription) == Result.DELIVERED
        later = turn_on(quinn_client, browser, str(other.pk))
    assert (later.pk, later.player) == (subscription.pk, ann)


def test_a_captains_link_is_one_of_a_season() -> None:
    stage = Stage()
    stage.open()
    captain = stage.players(stage.season.fixtures.first().home.team.name)[0]
    token, _ = make_pass(stage.season, captain)
    phone, link = Client(), f"season-{stage.season.pk}"
    phone.post(reverse("open_season_pass", args=[stage.season.slug, token]))
    with browsing() as browser:
        subscription = turn_on(phone, browser, link)
        assert subscription.player == captain
        assert send(subscription) == Result.DELIVERED
        phone.post(reverse("forget_season_pass", args=[stage.season.slug]))
        assert send(subscription) == Result.GONE


def test_the_night_of_a_link_says_how_long(table: Table, quinn_client: Client) -> None:
    with browsing() as browser:
        subscription = turn_on(quinn_client, browser, link_of(table))
        Pass.objects.update(expires_at=timezone.now() + datetime.timedelta(seconds=30))
        assert send(subscription) == Result.DELIVERED


def test_erasing_a_person_takes_it_away(table: Table, quinn_client: Client) -> None:
    table.event.starts_at = timezone.now() - datetime.timedelta(days=2)
    table.event.save()
    with browsing() as browser:
        turn_on(quinn_client, browser, link_of(table))
        erase_player(table.quinn.pk, typed=table.quinn.name, context=context_of(table.olga))
    assert not PushSubscription.objects.exists()


def test_what_ended_without_another_message_is_forgotten(table: Table, quinn_client: Client) -> None:
    with browsing() as browser:
        lasting = turn_on(log_in(table.olga), browser)
        forget_old()
        assert PushSubscription.objects.count() == 1
        browser.endpoint += "0"
        turn_on(quinn_client, browser, link_of(table))
        quinn_client.session.flush()
        forget_old()
    assert PushSubscription.objects.get() == lasting
