"""Who guesses at an account locks out neither its owner nor themselves in: known browsers count for themselves."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from games.accounts.models import User
from tests.cast import PASSWORD, make_user

COOKIE = "device"
LOG_IN, WRONG = "/accounts/login/", "guessed"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def counted_from_nothing(settings: Any) -> Iterator[None]:
    yield
    if "locmem" in settings.CACHES["default"]["BACKEND"]:
        cache.clear()


@pytest.fixture
def pam() -> User:
    return make_user(f"Pam{uuid.uuid4().hex[:8]}")


def browser(*, known_as: Client | None = None) -> Client:
    """From an address of its own. known_as: with that one's device cookie."""
    found = Client(REMOTE_ADDR=f"fd00:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1")
    if known_as:
        found.cookies[COOKIE] = known_as.cookies[COOKIE].value
    return found


def try_password(client: Client, user: User, password: str = WRONG) -> str:
    answer = client.post(LOG_IN, {"login": user.email, "password": password})
    if answer.status_code == 302:
        return "in"
    return "wait" if "Too many failed attempts" in answer.content.decode() else "wrong"


def logged_in_and_out(user: User, client: Client | None = None) -> Client:
    client = client or browser()
    assert try_password(client, user, PASSWORD) == "in"
    client.post("/accounts/logout/")
    assert COOKIE in client.cookies
    return client


def attack(user: User) -> None:
    """Until the account is locked for strangers."""
    assert [try_password(browser(), user) for _ in range(6)] == ["wrong"] * 5 + ["wait"]
    assert try_password(browser(), user, PASSWORD) == "wait", "the positive control: any other browser waits"


def test_its_owner_comes_in_while_others_guess(pam: User) -> None:
    own = logged_in_and_out(pam)
    attack(pam)
    assert try_password(own, pam, PASSWORD) == "in"


def test_a_known_browser_has_five_tries_too_and_takes_none_from_others(pam: User) -> None:
    own, second = logged_in_and_out(pam), logged_in_and_out(pam)
    tries = [try_password(browser(known_as=own), pam) for _ in range(7)]
    assert tries == ["wrong"] * 5 + ["wait"] * 2
    assert try_password(second, pam, PASSWORD) == "in"
    assert try_password(browser(), pam, PASSWORD) == "in"


def test_it_is_known_for_its_own_accounts_alone(pam: User) -> None:
    sam = make_user(f"Sam{uuid.uuid4().hex[:8]}")
    sams = logged_in_and_out(sam)
    attack(pam)
    assert try_password(sams, pam, PASSWORD) == "wait"


@pytest.mark.slow
def test_a_laptop_of_several_is_known_for_each(pam: User) -> None:
    sam = make_user(f"Sam{uuid.uuid4().hex[:8]}")
    shared = logged_in_and_out(sam, logged_in_and_out(pam))
    for user in (pam, sam):
        attack(user)
        assert try_password(browser(known_as=shared), user, PASSWORD) == "in"


@pytest.mark.parametrize("change", ["letter", "other", "old"])
def test_a_cookie_that_we_did_not_make_or_not_lately_stands_for_nothing(
    pam: User, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = logged_in_and_out(pam)
    value = own.cookies[COOKIE].value
    own.cookies[COOKIE] = {"letter": value[:-1] + ("a" if value[-1] != "a" else "b"), "other": "x:y:z"}.get(
        change, value
    )
    if change == "old":
        monkeypatch.setattr("games.accounts.known_devices.KEPT_SECONDS", -1)
    attack(pam)
    assert try_password(own, pam, PASSWORD) == "wait"


def test_it_opens_nothing_and_scripts_cannot_read_it(pam: User) -> None:
    own = logged_in_and_out(pam)
    cookie = own.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Lax", "/", "")
    assert pam.email not in cookie.value
    assert browser(known_as=own).get("/me/tokens/").status_code == 302


def test_a_new_password_ends_the_wait_of_all(pam: User, mailoutbox: Any) -> None:
    EmailAddress.objects.get_or_create(user=pam, email=pam.email, defaults={"verified": True, "primary": True})
    own = logged_in_and_out(pam)
    attack(pam)
    own.post("/accounts/password/reset/", {"email": pam.email})
    link = next(word for word in mailoutbox[0].body.split() if "/password/reset/key/" in word)
    form = own.get(link.partition("testserver")[2], follow=True).redirect_chain[-1][0]
    own.post(form, {"password1": "a new long password", "password2": "a new long password"})
    assert try_password(browser(), pam, "a new long password") == "in"


class TestWhoHasAnAccount:
    """What a stranger learns by asking for an address that has one and for one that has none."""

    def asked(self, path: str, *addresses: str, **fields: str) -> list[tuple[int, str, str]]:
        answers = [
            browser().post(path, {name: value.format(address) for name, value in fields.items()})
            for address in addresses
        ]
        texts = [answer.content.decode() for answer in answers]
        return [
            (
                answer.status_code,
                answer.headers.get("Location", ""),
                re.sub(r'value="\w{64}"', "", text).replace(address, ""),
            )
            for answer, text, address in zip(answers, texts, addresses, strict=True)
        ]

    def test_not_by_logging_in_or_resetting_a_password(self, pam: User) -> None:
        for path, fields in (
            (LOG_IN, {"login": "{}", "password": WRONG}),
            ("/accounts/password/reset/", {"email": "{}"}),
        ):
            taken, free = self.asked(path, pam.email, f"{uuid.uuid4()}@example.org", **fields)
            assert taken == free

    @pytest.mark.parametrize("verification", ["mandatory", "optional"])
    def test_by_signing_up_only_where_addresses_need_not_be_confirmed(
        self, pam: User, verification: str, settings: Any, mailoutbox: Any
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = verification
        EmailAddress.objects.get_or_create(user=pam, email=pam.email, defaults={"verified": True, "primary": True})
        fields = {"name": "Pam", "email": "{}", "password1": PASSWORD, "password2": PASSWORD}
        taken, free = self.asked("/accounts/signup/", pam.email, f"{uuid.uuid4()}@example.org", **fields)
        assert (taken == free) is (verification == "mandatory")
        assert (pam.email in [to for mail in mailoutbox for to in mail.to]) is (verification == "mandatory")
