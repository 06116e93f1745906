"""Push services can check who writes to them, and the site's key is the same after a restore."""

from typing import Any

import pytest

from games.notifications.push import site_keys, vapid
from games.notifications.push.encryption import to_text
from tests.games.notifications.push.receiver import who_says

NOW = 1_800_000_000
KEY = vapid.key_from("a secret")


def test_the_token_is_for_one_push_service_and_half_a_day() -> None:
    said = vapid.authorization("https://push.example.net:8443/send/abc?d=e", KEY, "mailto:olga@example.org", NOW)
    claims, key = who_says(said)
    assert claims == {
        "aud": "https://push.example.net:8443",
        "exp": NOW + 12 * 3600,
        "sub": "mailto:olga@example.org",
    }
    assert to_text(key) == vapid.public_text(KEY)


def test_a_secret_has_one_key_and_another_secret_another() -> None:
    keys = [vapid.public_text(vapid.key_from(secret)) for secret in ("a secret", "a secret", "another", "")]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    assert {len(key) for key in keys} == {87}
    # Written down: were it derived in another way, all browsers would have to be turned on once more.
    assert keys[0] == "BN4qKqmP_J49l-ssYiK73E_2fUoxd3OXlpsbWzJf7gE0Q3tKckbScWYayprMyshs3rLJew0JEg3tNljDhb1g8iI"


def test_former_secrets_go_on_for_the_browsers_that_know_them(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    old = site_keys.public_key()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    assert site_keys.public_key() != old
    found = site_keys.key_for(old)
    assert found
    assert vapid.public_text(found) == old
    settings.SECRET_KEY_FALLBACKS = []
    assert site_keys.key_for(old) is None
    assert site_keys.key_for(site_keys.public_key())


@pytest.mark.parametrize(
    ("site", "sender", "said"),
    [
        ("olga@example.org", "euchre@localhost", "mailto:olga@example.org"),
        ("https://example.org/contact", "euchre@localhost", "https://example.org/contact"),
        ("", "Elm Street <night@example.org>", "mailto:night@example.org"),
        ("http://example.org/contact", "night@example.org", "mailto:night@example.org"),
    ],
)
def test_whom_a_push_service_writes_to(settings: Any, site: str, sender: str, said: str) -> None:
    settings.SITE_CONTACT, settings.DEFAULT_FROM_EMAIL = site, sender
    assert site_keys.contact() == said
