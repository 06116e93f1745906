"""The organizer's laptop: a browser that counts what its owner does. A click is one, and so is a field typed into."""

from typing import Any

from django.urls import reverse

from games.accounts.models import User
from tests.tournaments.pages.browsing import log_in
from tournaments.events.models import Event


class Laptop:
    def __init__(self, site: str, page: Any, owner: User):
        self.site, self.page, self.taps = site, page, 0
        session = log_in(owner).cookies["session"].value
        page.context.add_cookies([{"name": "session", "value": session, "url": site}])

    def open(self, name: str, event: Event | None = None) -> None:
        """Where somebody is already when the counting begins."""
        self.page.goto(self.site + reverse(name, args=[event.slug] if event else []))

    def tap(self, role: str, name: str) -> None:
        self.taps += 1
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def type(self, label: str, text: str) -> None:
        self.taps += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def says(self, text: str) -> None:
        self.page.get_by_text(text, exact=False).first.wait_for()
