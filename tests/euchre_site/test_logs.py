"""One-time tokens stay out of the log; what helps to find an error stays in."""

import secrets

import pytest

from euchre_site.logs import hide_tokens


@pytest.mark.parametrize("size", [16, 32])
def test_hides_tokens_in_addresses(size: int) -> None:
    for _ in range(50):
        for token in (secrets.token_urlsafe(size), secrets.token_hex(size)):
            assert hide_tokens(f"Not Found: /t/{token}/card") == "Not Found: /t/.../card"


def test_keeps_slugs_and_names() -> None:
    text = "Internal Server Error: /e/spring-progressive-night-2026/rounds/4 in tournaments.services.results"
    assert hide_tokens(text) == text
