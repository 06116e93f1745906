"""A real browser finds nothing to complain about in our content policy: not in the admin, not at the door."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def olga(transactional_db: None) -> Any:
    return get_user_model().objects.create_superuser("olga@example.org", "a long password of hers")


@pytest.mark.heavy
def test_admin_works_under_its_policy(site: str, page: Any, olga: Any) -> None:
    client = Client()
    client.force_login(olga)
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    page.goto(f"{site}/admin/")
    assert page.locator("h1, h2").count()
    for path in ("games/user/", "games/user/add/", f"games/user/{olga.pk}/change/"):
        assert page.goto(f"{site}/admin/{path}").status == 200
    # The side bar folds by Alpine: its expressions are compiled, so the policy lets them.
    assert page.evaluate("typeof window.Alpine") == "object"


def test_log_in_works_under_the_strict_policy(site: str, page: Any, olga: Any) -> None:
    page.goto(f"{site}/admin/")
    assert "/accounts/login/" in page.url
    page.fill("input[name=login]", "olga@example.org")
    page.fill("input[name=password]", "a long password of hers")
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"{site}/admin/")


def test_strict_policy_stops_an_inline_script(site: str, browser: Any, olga: Any) -> None:
    """The positive control: without it a silent policy would pass the tests above too."""
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{site}/accounts/login/")
    page.evaluate(
        "() => { const s = document.createElement('script'); s.text = 'window.broken = 1'; document.body.append(s) }"
    )
    assert page.evaluate("window.broken") is None
    assert any("Content Security Policy" in text for text in said)
    context.close()
