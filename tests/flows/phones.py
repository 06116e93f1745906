"""A player's phone: a browser of its own, opened with the personal link that the organizer showed."""

from typing import Any

from tests.sizes import PATIENCE


class Phone:
    def __init__(self, browser: Any, link: str, name: str, lands: str = "**/me/", **how: Any):
        looks = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
        self.context = browser.new_context(**looks, **how)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.goto(link)
        self.page.get_by_role("heading", name=f"Are you {name}?").wait_for()
        self.page.get_by_role("button", name="Yes, that’s me").click()
        self.page.wait_for_url(lands)
        self.home = self.page.url

    def close(self) -> None:
        self.context.close()

    def look(self, table: int) -> None:
        """From the seat card, which has followed the rounds by itself, to the table's score."""
        if self.page.url != self.home:
            self.page.goto(self.home)
        self.page.locator(".seat-card__place", has_text=f"Table {table} ·").wait_for()
        self.page.locator("a.btn--big").click()
        self.page.wait_for_url("**/slips/**")
        self.page.get_by_role("heading", name=f"Table {table}").wait_for()

    def tap(self, hands: list[tuple[int, int, bool]]) -> None:
        for side, points, _ in hands:
            self.page.locator(f"[data-slip-side='{side}'] [data-slip-points='{points}']").click()

    def fill(self, scores: dict[str, int]) -> None:
        """Only the final score, by the names of the side."""
        for names, points in scores.items():
            self.page.get_by_role("spinbutton", name=names).fill(str(points))

    def send(self) -> None:
        self.page.locator("[data-slip-submit]").click()
        self.page.wait_for_url("**/me/")

    def report(self, table: int, hands: list[tuple[int, int, bool]]) -> None:
        self.look(table)
        self.tap(hands)
        self.send()

    def confirm(self, table: int) -> None:
        self.look(table)
        self.page.get_by_role("button", name="Yes, that’s right").click()
        self.page.wait_for_url("**/me/")
