"""The pages of webhooks: the secret once, the log by pages, and as many questions for a hundred rows as for one."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.engine.messages import message, verbatim
from tests.cast import make_club, make_user
from tests.tournaments.pages.browsing import HOSTILE, Answer, form, log_in, text_of
from tests.tournaments.pages.test_query_counts import queries
from tests.tournaments.scenes.webhook import PUBLIC, queued, webhook
from tournaments.clubs.models import Club
from tournaments.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery

LIST, LOG, ONE = 7, 9, 8
"""Questions to the database, two of them about who is logged in."""


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def club(olga: User) -> Club:
    return make_club(olga)


@pytest.fixture
def owner(olga: User) -> Client:
    return log_in(olga)


def secret_on(page: Answer) -> list[str]:
    return re.findall(r"<code[^>]*>(whsec_[^<]+)</code>", page.content.decode())


def at(row: Webhook, action: str = "") -> str:
    return reverse("move_webhook" if action else "webhook", args=[row.club.slug, row.pk, *([action] if action else [])])


def test_a_secret_is_shown_once_when_it_is_made_and_when_it_is_renewed(club: Club, owner: Client) -> None:
    there = reverse("webhooks", args=[club.slug])
    made = owner.post(there, form(address=PUBLIC, kinds=["round.published"]))
    row = Webhook.objects.get()
    assert secret_on(made) == [row.shown_secret]
    renewed = owner.post(at(row, "renew"), form(seen=1))
    old, row = row, Webhook.objects.get()
    assert secret_on(renewed) == [row.shown_secret] != [old.shown_secret]
    [sent] = queued(row)
    for path in (there, at(row), reverse("webhook_delivery", args=[club.slug, row.pk, sent.number])):
        page = owner.get(path).content.decode()
        for one in (row, old):
            assert one.secret not in page
            assert one.shown_secret not in page


def test_what_is_typed_wrong_comes_back_with_what_to_do(club: Club, owner: Client) -> None:
    there = reverse("webhooks", args=[club.slug])
    none = owner.post(there, form(address=PUBLIC))
    assert none.status_code == 422
    assert "Choose an option under “What to send”." in text_of(none)
    inside = owner.post(there, form(address="https://127.0.0.1/", kinds=["round.published"]))
    assert inside.status_code == 422
    assert "on a private network" in text_of(inside)
    assert not Webhook.objects.exists()


def test_the_address_that_was_refused_is_still_in_the_field(club: Club, owner: Client) -> None:
    there = reverse("webhooks", args=[club.slug])
    page = owner.post(there, form(address="http://example.org/hook", kinds=["round.published"]))
    assert page.status_code == 422
    assert 'value="http://example.org/hook"' in page.content.decode()
    assert "The address must start with https://, so no one can read deliveries on the way" in text_of(page)
    row = webhook(club, User.objects.get(email="olga@example.org"))
    page = owner.post(at(row, "change"), form(address="https://10.0.0.7/", kinds=["round.published"], seen=1))
    assert page.status_code == 422
    assert 'value="https://10.0.0.7/"' in page.content.decode()


def test_from_set_up_to_removal(club: Club, owner: Client) -> None:
    owner.post(reverse("webhooks", args=[club.slug]), form(address=PUBLIC, kinds=["round.published"]))
    row = Webhook.objects.get()
    owner.post(at(row, "test"), form())
    sent = WebhookDelivery.objects.get()
    page = text_of(owner.get(at(row)))
    assert "A test notification" in page
    assert "Waiting" in page
    WebhookDelivery.objects.update(parked_at=timezone.now(), error=message("The answer was 500."), attempts=8)
    WebhookAttempt.objects.create(delivery=sent, status=500, milliseconds=12, error=message("The answer was 500."))
    one = reverse("webhook_delivery", args=[club.slug, row.pk, sent.number])
    page = text_of(owner.get(one))
    assert "On hold: we won’t try again automatically. The answer was 500." in page
    assert str(sent.number) in page
    owner.post(reverse("send_again", args=[club.slug, row.pk, sent.number]), form())
    sent.refresh_from_db()
    assert (sent.parked_at, sent.attempts, sent.log.count()) == (None, 0, 1)
    owner.post(at(row, "off"), form(seen=1))
    assert "This webhook is off" in text_of(owner.get(at(row)))
    owner.post(at(row, "on"), form(seen=2))
    body = form(seen=3)
    for _ in range(2):
        gone = owner.post(at(row, "remove"), body, follow=True)
        assert "No webhooks yet" in text_of(gone)


def test_ids_of_another_club_are_as_good_as_none(club: Club, owner: Client) -> None:
    oscar = make_user("Oscar")
    theirs = webhook(make_club(oscar, "Oak Street"), oscar)
    [sent] = queued(theirs)
    paths = [
        reverse("webhook", args=[club.slug, theirs.pk]),
        reverse("webhook_delivery", args=[club.slug, theirs.pk, sent.number]),
    ]
    assert [owner.get(path).status_code for path in paths] == [404, 404]
    own = webhook(club, User.objects.get(email="olga@example.org"))
    for action in ("test", "renew", "off", "change", "remove"):
        path = reverse("move_webhook", args=[club.slug, theirs.pk, action])
        answer = owner.post(path, form(seen=1, address=f"{PUBLIC}/x", kinds=["round.published"]))
        assert answer.status_code == (409 if action == "remove" else 404), action
    crossed = reverse("send_again", args=[club.slug, own.pk, sent.number])
    assert owner.post(crossed, form()).status_code == 404
    theirs.refresh_from_db()
    assert (theirs.revision, theirs.deliveries.count()) == (1, 1)


@pytest.mark.parametrize("rows", [1, 100])
def test_as_many_questions_for_a_hundred_as_for_one(club: Club, olga: User, owner: Client, rows: int) -> None:
    hooks = [webhook(club, olga, f"{PUBLIC}/{number}") for number in range(min(rows, 10))]
    sent = queued(hooks[0], rows)
    WebhookDelivery.objects.filter(pk=sent[0].pk).update(delivered_at=timezone.now())
    WebhookAttempt.objects.bulk_create(
        WebhookAttempt(delivery=sent[-1], status=500, milliseconds=1, error=message("The answer was 500."))
        for _ in range(rows)
    )
    one = reverse("webhook_delivery", args=[club.slug, hooks[0].pk, sent[-1].number])
    found = queries(owner, reverse("webhooks", args=[club.slug])), queries(owner, at(hooks[0])), queries(owner, one)
    assert found == (LIST, LOG, ONE)


def test_the_log_has_pages(club: Club, olga: User, owner: Client) -> None:
    row = webhook(club, olga)
    queued(row, 120)
    pages = [owner.get(f"{at(row)}?page={number}").content.decode() for number in (1, 2, 3)]
    assert [page.count("/sent/") for page in pages] == [50, 50, 20]
    assert "Page 3 of 3" in pages[2]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_in_what_was_sent_are_only_words(club: Club, olga: User, owner: Client, text: str) -> None:
    row = webhook(club, olga)
    [sent] = queued(row)
    WebhookDelivery.objects.update(body={"name": text}, error=verbatim(text))
    for path in (at(row), reverse("webhook_delivery", args=[club.slug, row.pk, sent.number])):
        page = owner.get(path).content.decode()
        assert "<script>document" not in page
        assert "<img src=x" not in page


def test_a_new_one_speaks_the_language_of_the_reader(club: Club, owner: Client) -> None:
    owner.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    page = owner.get(reverse("webhooks", args=[club.slug])).content.decode()
    assert '<option value="fr" selected>' in page


def test_only_owners_find_it_from_the_clubs_page(club: Club, owner: Client) -> None:
    there = reverse("webhooks", args=[club.slug])
    assert there in owner.get(club.get_absolute_url()).content.decode()
    assert there not in Client().get(club.get_absolute_url()).content.decode()


@pytest.mark.slow
def test_the_admin_lists_what_is_parked_and_shows_no_secret(club: Club, olga: User) -> None:
    ada: Any = log_in(User.objects.create_superuser("ada@example.org", "a long password"))
    row = webhook(club, olga, f"{PUBLIC}/a-password-in-the-path")
    parked, _ = queued(row, 2)
    WebhookDelivery.objects.filter(pk=parked.pk).update(parked_at=timezone.now(), error=message("The answer was 503."))
    listing = reverse("admin:tournaments_webhookdelivery_changelist")
    shown = ada.get(f"{listing}?parked=yes")
    assert "1 webhook delivery" in text_of(shown)
    assert "The answer was 503." in text_of(shown)
    detail = ada.get(reverse("admin:tournaments_webhookdelivery_change", args=[parked.pk]))
    for page in (shown, ada.get(listing), detail):
        assert page.status_code == 200
        assert row.secret not in page.content.decode()
        assert "a-password-in-the-path" not in page.content.decode()
