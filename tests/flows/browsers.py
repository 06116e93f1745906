"""Browsers of people who are logged in already, for tests in which logging in is not the point."""

from typing import Any

from games.accounts.models import User
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import log_in


def open_browser(browser: Any, site: str, user: User, **options: Any) -> Any:
    """A page in a browser of its own. Close its context at the end."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
    context.set_default_timeout(PATIENCE)
    session = log_in(user).cookies["session"].value
    context.add_cookies([{"name": "session", "value": session, "url": site}])
    return context.new_page()
