"""The page on which people make tokens for their programs, and end them."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import tokens
from games.accounts.models import ApiToken, User
from tests.cast import PASSWORD, make_user
from tests.tournaments.pages.browsing import certain, differences, form, log_in, text_of, world

pytestmark = pytest.mark.django_db

PAGE = "/me/tokens/"


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


@pytest.fixture
def browser(olga: User) -> Client:
    return certain(log_in(olga))


def filled(**changed: Any) -> dict[str, Any]:
    return form(name="Scoreboard", scopes=["report"], days=90) | changed


def token_on(response: Any) -> str:
    found = re.search(r'<code class="token">(rb_[^<]+)</code>', response.content.decode())
    return found[1] if found else ""


def test_a_new_token_is_shown_once(browser: Client, olga: User) -> None:
    made = browser.post(PAGE, filled())
    token = token_on(made)
    row = tokens.token_from(token)
    assert row
    assert (made.status_code, row.user, row.scopes) == (200, olga, ["report"])
    assert "no-store" in made["Cache-Control"]
    later = browser.get(PAGE)
    assert token not in later.content.decode()
    assert f"{token[:8]}…" in text_of(later)
    assert token not in str(world())


def test_the_same_form_again_makes_no_second_one(browser: Client) -> None:
    sent = filled()
    token = token_on(browser.post(PAGE, sent))
    before = world()
    again = browser.post(PAGE, sent)
    assert again.status_code == 409
    assert "show it only once" in text_of(again)
    assert token not in again.content.decode()
    assert differences(before, world()) == set()
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "   "}, {"scopes": ["everything"]}, {"days": 1000}, {"days": "x"}]
)
def test_a_form_that_cannot_be_is_shown_again(browser: Client, wrong: dict[str, Any]) -> None:
    answer = browser.post(PAGE, filled(**wrong))
    assert answer.status_code == 422
    assert token_on(answer) == ""
    assert not ApiToken.objects.exists()


def test_a_form_without_its_key_makes_nothing(browser: Client) -> None:
    for key in ("", "x"):
        assert browser.post(PAGE, filled(key=key)).status_code in (400, 422)
    assert not ApiToken.objects.exists()


def test_one_is_ended(browser: Client) -> None:
    token = token_on(browser.post(PAGE, filled()))
    path = reverse("end_token", args=[ApiToken.objects.get().pk])
    assert path in browser.get(PAGE).content.decode()
    for _ in range(2):
        assert browser.post(path).status_code == 302
    assert tokens.token_from(token) is None
    page = browser.get(PAGE)
    assert "revoked" in text_of(page)
    assert path not in page.content.decode()


def test_looking_at_the_address_ends_nothing(browser: Client) -> None:
    token = token_on(browser.post(PAGE, filled()))
    assert browser.get(reverse("end_token", args=[ApiToken.objects.get().pk])).status_code == 405
    assert tokens.token_from(token)


def test_the_twenty_first_is_refused_in_words(browser: Client, olga: User) -> None:
    for _ in range(tokens.MAX_TOKENS):
        tokens.make_token(olga, "One of many", [], key=uuid.uuid4())
    answer = browser.post(PAGE, filled())
    assert answer.status_code == 422
    assert "You already have 20 tokens, which is the limit. Revoke one you don’t need." in text_of(answer)
    assert ApiToken.objects.count() == tokens.MAX_TOKENS


def test_tokens_of_others_are_neither_shown_nor_ended(browser: Client) -> None:
    sam = make_user("Sam")
    token, row = tokens.make_token(sam, "Sam's bot", [], key=uuid.uuid4())
    assert "Sam's bot" not in text_of(browser.get(PAGE))
    browser.post(reverse("end_token", args=[row.pk]))
    assert tokens.token_from(token)


def test_strangers_log_in_first() -> None:
    for answer in (Client().get(PAGE), Client().post(PAGE, filled())):
        assert (answer.status_code, answer["Location"].startswith(reverse("account_login"))) == (302, True)
    assert not ApiToken.objects.exists()


def test_a_name_is_text(browser: Client) -> None:
    browser.post(PAGE, filled(name="<script>alert(1)</script>"))
    page = browser.get(PAGE).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_who_makes_one_types_the_password_once_more(olga: User) -> None:
    browser = log_in(olga)
    assert browser.get(PAGE).status_code == 200
    asked = browser.post(PAGE, filled(name="Board"))
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert not ApiToken.objects.exists()
    made = browser.post(asked["Location"], {"password": PASSWORD})
    assert tokens.token_from(token_on(made)), "and goes on where it was"
    assert "no-store" in made["Cache-Control"]
