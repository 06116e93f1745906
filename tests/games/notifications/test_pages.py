"""The pages of notifications, the links in emails, and what the mail service reports."""

import json
import re
from typing import Any

import pytest
from django.core import mail as outbox
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.accounts.models import Player
from games.notifications import delivery
from games.notifications.choices import KEPT, chosen_by, delete_old_notifications
from games.notifications.kinds import DEFAULTS, MailFrequency, NotificationKind
from games.notifications.mail import stop_token
from games.notifications.models import Notification, NotificationSettings
from tests.games.notifications.conftest import Tell

LIST, SETTINGS = reverse("notifications"), reverse("notification_settings")


@pytest.fixture
def browser_of_ann(ann: Player) -> Client:
    client = Client()
    client.force_login(ann.user)  # type: ignore[arg-type]
    return client


def form_as_it_is(ann: Player, **changed: str) -> dict[str, str]:
    data = {"quiet_from": "22:00", "quiet_until": "08:00", "zone": "America/Detroit"}
    for kind, chosen in chosen_by(ann).items():
        if chosen.push:
            data[f"push_{kind}"] = "on"
        data[f"mail_{kind}"] = chosen.mail
    return data | changed


def test_the_list_marks_what_is_new_once(browser_of_ann: Client, ann: Player, tell: Tell) -> None:
    assert "No notifications yet" in browser_of_ann.get(LIST).content.decode()
    tell(ann)
    first, second = (browser_of_ann.get(LIST).content.decode() for _ in range(2))
    assert "You have a spot at Signing" in first
    assert first.count('class="badge"') == 1
    assert 'class="badge"' not in second


def test_no_one_sees_what_others_were_told(ann: Player, tell: Tell, client: Client, django_user_model: Any) -> None:
    tell(ann)
    other = django_user_model.objects.create_user("bob@example.org", "bower-and-kitty")
    Player.objects.create(name="Bob", user=other)
    client.force_login(other)
    assert "Signing" not in client.get(LIST).content.decode()


def test_a_visitor_is_asked_to_log_in(client: Client, db: None) -> None:
    for address in (LIST, SETTINGS):
        assert client.get(address).url.startswith(reverse("account_login"))  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", [1, 50])
def test_the_list_asks_as_much_for_fifty_as_for_one(
    browser_of_ann: Client,
    ann: Player,
    tell: Tell,
    number: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for each in range(number):
        tell(ann, key=f"log:{each}")
    browser_of_ann.get(LIST)
    with django_assert_num_queries(5):
        browser_of_ann.get(LIST)


def test_choices_are_kept_and_shown_again(browser_of_ann: Client, ann: Player) -> None:
    sent = form_as_it_is(ann, mail_moved_up="daily", quiet_from="23:30", zone="Chicago")
    del sent["push_moved_up"]
    assert browser_of_ann.post(SETTINGS, sent).status_code == 302
    chosen = chosen_by(ann)
    assert (chosen[NotificationKind.MOVED_UP].push, chosen[NotificationKind.MOVED_UP].mail) == (
        False,
        MailFrequency.DAILY,
    )
    assert chosen[NotificationKind.PARTNER_REQUEST].mail == DEFAULTS[NotificationKind.PARTNER_REQUEST].mail
    wishes = NotificationSettings.objects.get()
    assert (wishes.zone, f"{wishes.quiet_from:%H:%M}") == ("America/Chicago", "23:30")
    page = browser_of_ann.get(SETTINGS).content.decode()
    assert 'value="23:30"' in page
    assert "America/Chicago" in page


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("zone", "Detriot", "Did you mean America/Detroit"),
        ("quiet_from", "late", "time"),
        ("mail_moved_up", "hourly", "hourly"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    browser_of_ann: Client, ann: Player, field: str, value: str, said: str
) -> None:
    response = browser_of_ann.post(SETTINGS, form_as_it_is(ann, **{field: value}))
    assert response.status_code == 422
    assert said in response.content.decode()
    assert not ann.notification_choices.exists()  # type: ignore[attr-defined]
    assert not NotificationSettings.objects.exists()


def test_a_test_is_sent_a_few_times_and_then_refused_for_a_while(
    browser_of_ann: Client, ann: Player, settings: Settings
) -> None:
    settings.FLOOD_LIMITS = True
    answers = [browser_of_ann.post(reverse("test_notification")).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]
    delivery.deliver_due()
    assert len(outbox.outbox) == 5
    assert outbox.outbox[0].subject.endswith("Notifications are working")


def test_the_link_in_an_email_stops_its_kind_without_log_in(ann: Player, tell: Tell, client: Client) -> None:
    NotificationSettings.objects.create(player=ann, quiet_from="12:00", quiet_until="12:00")
    tell(ann)
    delivery.deliver_due()
    link = re.search(r"http://localhost:8000(/notifications/stop/\S+)", outbox.outbox[0].body)
    assert link
    page = client.get(link[1]).content.decode()
    assert "You move up from the waiting list" in page
    assert chosen_by(ann)[NotificationKind.MOVED_UP].mail == MailFrequency.NOW
    # As mail programs do it: no cookie, no page before, this one field.
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(link[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    chosen = chosen_by(ann)
    assert (chosen[NotificationKind.MOVED_UP].push, chosen[NotificationKind.MOVED_UP].mail) == (True, MailFrequency.OFF)
    assert chosen[NotificationKind.PARTNER_REQUEST].mail == MailFrequency.NOW


def test_the_link_of_the_daily_email_stops_what_comes_daily(ann: Player, client: Client) -> None:
    daily = [kind for kind, usual in DEFAULTS.items() if usual.mail == MailFrequency.DAILY]
    client.post(reverse("stop_notifications", args=[stop_token(ann.pk, None)]))
    chosen = chosen_by(ann)
    assert {chosen[kind].mail for kind in daily} == {MailFrequency.OFF}
    assert chosen[NotificationKind.MOVED_UP].mail == MailFrequency.NOW


@pytest.mark.parametrize("token", ["", "x", "eyJ4IjoxfQ:1:abc"])
def test_a_made_up_link_stops_nothing(ann: Player, client: Client, token: str) -> None:
    real = stop_token(ann.pk, NotificationKind.MOVED_UP)
    altered = real[:-1] + ("E" if real.endswith("A") else "A")
    assert client.post(f"/notifications/stop/{token or altered}/").status_code == 404
    assert not ann.notification_choices.exists()  # type: ignore[attr-defined]


class TestBounces:
    ADDRESS = "/notifications/bounces/"
    TOKEN = "of-the-mail-service"  # for tests

    def report(self, client: Client, data: object, token: str = TOKEN) -> Any:
        return client.post(
            self.ADDRESS,
            data if isinstance(data, str) else json.dumps(data),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )

    def test_without_a_token_in_the_settings_there_is_no_such_address(self, client: Client, ann: Player) -> None:
        assert self.report(client, {"email": "ann@example.org"}, "").status_code == 404
        assert self.report(client, {"email": "ann@example.org"}).status_code == 404
        assert not NotificationSettings.objects.exists()

    def test_a_wrong_token_is_answered_like_no_address(self, client: Client, ann: Player, settings: Settings) -> None:
        settings.MAIL_BOUNCE_TOKEN = self.TOKEN
        assert self.report(client, {"email": "ann@example.org"}, "sécret").status_code == 404
        assert not NotificationSettings.objects.exists()

    @pytest.mark.parametrize("data", ["", "no json", [1], {"mail": "x"}, [{"email": 1}, {}]])
    def test_what_it_cannot_read_is_refused_in_words(
        self, client: Client, ann: Player, settings: Settings, data: object
    ) -> None:
        settings.MAIL_BOUNCE_TOKEN = self.TOKEN
        response = self.report(client, data)
        assert response.status_code == 400
        assert "email" in response.json()["error"]

    def test_it_is_noted_once_and_the_player_can_say_that_it_works(
        self, client: Client, ann: Player, settings: Settings, browser_of_ann: Client
    ) -> None:
        settings.MAIL_BOUNCE_TOKEN = self.TOKEN
        reported = [{"email": "Ann@example.org"}, {"email": "no-one@example.org"}]
        assert self.report(client, reported).json() == {"noted": 1}
        assert self.report(client, reported).json() == {"noted": 0}
        assert "An email to ann@example.org bounced" in browser_of_ann.get(SETTINGS).content.decode()
        browser_of_ann.post(reverse("mail_works"))
        assert "bounced" not in browser_of_ann.get(SETTINGS).content.decode()

    def test_it_can_be_noted_by_hand(self, ann: Player, capsys: Any) -> None:
        with pytest.raises(CommandError, match="no player with the address"):
            call_command("note_bounce", "no-one@example.org")
        call_command("note_bounce", "Ann@example.org")
        call_command("note_bounce", "Ann@example.org")
        said = capsys.readouterr().out.splitlines()
        assert said == ["No more emails go to Ann@example.org.", "Nothing to do: no emails go to Ann@example.org."]
        assert NotificationSettings.objects.get(player=ann).bounced_address == "ann@example.org"


def test_what_was_sent_in_a_month_is_shown(browser_of_ann: Client, ann: Player, tell: Tell) -> None:
    NotificationSettings.objects.create(player=ann, quiet_from="12:00", quiet_until="12:00")
    tell(ann)
    delivery.deliver_due()
    page = " ".join(browser_of_ann.get(SETTINGS).content.decode().split())
    assert "Sent to you in the last 30 days: 1 by email, 0 by push." in page


def test_old_ones_are_forgotten(ann: Player, tell: Tell) -> None:
    tell(ann)
    assert delete_old_notifications() == 0
    Notification.objects.update(made_at=Notification.objects.get().made_at - KEPT)
    delete_old_notifications()
    assert not Notification.objects.exists()
