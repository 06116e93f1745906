"""A night in the browser: Olga's console, everybody's phones, and the tally kept by hand beside them."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.flows.phones import Phone

NAMES = [
    "Zoë Ångström",
    "Seán O’Brien",
    "José Núñez",
    "François Lefèvre",
    "Ann Miller",
    "Bob Miller",
    "Maximiliana Featherstonehaugh-Cholmondel",
    "Łukasz Wójcik",
    "Dee Hart",
    "Earl Finch",
    "Flo Marsh",
    "Gus Penn",
    "Hattie Lowe",
    "Ike Dunn",
    "June Park",
    "Kit Rowe",
    "Lou Vance",
    "Mae Stone",
    "Ned Cole",
    "Opal Reed",
    "Pam Ferris",
    "Quinn Talbot",
]


LATE, LEAVES = "Quinn Talbot", "Ike Dunn"
Place = tuple[int, int]
"""A round and a table of it."""


@dataclass(frozen=True)
class Course:
    """What happens on a night, and when: at every other table one side reports and the other confirms."""

    names: list[str]
    rounds: int
    comes_for: int
    """The first round of LATE."""
    leaves_before: int
    """The round that LEAVES no longer plays."""
    wrong_then_right: Place
    disputed: Place
    by_grid: Place
    corrected: Place


class Night:
    """Olga's browser, all phones, and the tally."""

    def __init__(self, site: str, browser: Any, page: Any, folder: Path | None, course: Course):
        self.course = course
        self.site, self.browser, self.page, self.folder = site, browser, page, folder
        self.phones: dict[str, Phone] = {}
        self.tally: Counter[str] = Counter()
        self.slug = ""
        self.shots = 0

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site}/events/{self.slug}/{path}")

    def shot(self, name: str, page: Any = None) -> None:
        if self.folder:
            self.shots += 1
            (page or self.page).screenshot(path=self.folder / f"night-{self.shots:02}-{name}.png", full_page=True)

    def say(self, text: str) -> None:
        self.page.get_by_text(text, exact=False).first.wait_for()

    def phone(self, name: str) -> Phone:
        if name not in self.phones:
            self.go("check-in/")
            row = self.page.locator("li[data-filter-text]").filter(has_text=name)
            row.locator("summary").click()
            row.get_by_role("button", name=f"Personal link for {name}").click()
            link = self.page.locator("section.card a").get_attribute("href")
            self.phones[name] = Phone(self.browser, link, name)
        return self.phones[name]

    def rest(self) -> None:
        """Four phones stay open all night and follow it by themselves; the others go back into their pockets."""
        for phone in list(self.phones.values())[4:]:
            if phone.page.url == phone.home:
                phone.page.goto("about:blank")

    def press(self, button: str) -> None:
        self.go("console/")
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.locator(".notice--success").wait_for()

    def tables(self) -> dict[int, list[str]]:
        """Who sits where, read off the public seating: table → North, East, South, West."""
        self.go("seating/")
        cards = self.page.locator("#live > section ul.grid > li.card").all()
        found = {}
        for card in cards:
            number = int(card.locator("h3").inner_text().split()[-1])
            found[number] = [name.inner_text() for name in card.locator(".list-rows__main").all()]
        return found

    def sitting_out(self) -> list[str]:
        text = self.page.locator("#live > section").inner_text()
        line = next((row for row in text.splitlines() if row.startswith("Sitting out:")), "")
        return [name for name in self.course.names if name in line]
