"""Mails about accounts: in plain words, in the reader's language, signed by the site."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a gaggle of trumps"


@pytest.fixture(autouse=True)
def ours(settings: SimpleNamespace) -> None:
    settings.SITE_NAME = "Jack & Bower"
    settings.EMAIL_SUBJECT_PREFIX = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Jack & Bower] "
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def sign_up(client: Client, address: str) -> None:
    form = {"name": "Ada", "email": address, "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_signup"), form)


def ask_for_a_password(client: Client, address: str) -> None:
    client.post(reverse("account_reset_password"), {"email": address})


def make_account(address: str) -> None:
    user = User.objects.create_user(address, PASSWORD)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)


Act = Callable[[Client, str], None]
MAILS: dict[str, tuple[bool, Act, str, str, str, str]] = {
    "confirm": (
        False,
        sign_up,
        "Confirm your address",
        "Someone, probably you, entered this address on Jack & Bower.",
        "Confirmez votre adresse",
        "a saisi cette adresse sur Jack & Bower.",
    ),
    "signed up twice": (
        True,
        sign_up,
        "You already have an account",
        "with this address, which already has an account.",
        "Vous avez déjà un compte",
        "avec cette adresse, qui en a déjà un.",
    ),
    "forgotten": (
        True,
        ask_for_a_password,
        "Choose a new password",
        "asked Jack & Bower for a new password. Choose it on this page:",
        "Choisir un nouveau mot de passe",
        "Choisissez-le sur cette page",
    ),
    "forgotten by a stranger": (
        False,
        ask_for_a_password,
        "No account has this address",
        "but no account has this address.",
        "Aucun compte n’a cette adresse",
        "mais aucun compte n’a cette adresse.",
    ),
}


@pytest.mark.parametrize("kind", MAILS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_says_who_asked_for_what_and_has_one_link(kind: str, language: str) -> None:
    has_account, act, subject, words, sujet, mots = MAILS[kind]
    address = f"{language}-{kind.replace(' ', '-')}@example.org"  # each may be written to once in three minutes
    if has_account:
        make_account(address)
    act(Client(headers={"accept-language": language}), address)
    (message,) = mail.outbox
    text = str(message.body)
    assert message.subject == f"[Jack & Bower] {sujet if language == 'fr' else subject}"
    assert (mots if language == "fr" else words) in text
    assert text.startswith("Bonjour," if language == "fr" else "Hello,")
    assert text.count("http://testserver/accounts/") == 1
    assert text.rstrip().endswith("Jack & Bower\ntestserver")
    assert "&amp;" not in text
