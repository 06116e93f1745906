"""A whole progressive night through the browser, as a club has it, against a tally kept by hand beside it."""

import csv
import os
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.cast import PASSWORD, make_club, make_user
from tests.flows.phones import Phone
from tests.sizes import size
from tournaments.models import Event
from tournaments.services.rebuild import rebuild
from tournaments.services.verify import violations

pytestmark = [pytest.mark.browser, pytest.mark.both, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NAMES = [
    "Zoë Ångström", "Seán O’Brien", "José Núñez", "François Lefèvre", "Ann Miller", "Bob Miller",
    "Maximiliana Featherstonehaugh-Cholmondel", "Łukasz Wójcik", "Dee Hart", "Earl Finch", "Flo Marsh", "Gus Penn",
    "Hattie Lowe", "Ike Dunn", "June Park", "Kit Rowe", "Lou Vance", "Mae Stone", "Ned Cole", "Opal Reed",
    "Pam Ferris", "Quinn Talbot",
]  # fmt: skip
LATE, LEAVES = "Quinn Talbot", "Ike Dunn"
ROUNDS = size(5, 8)
COMES_FOR, LEAVES_BEFORE = 3, size(5, 6)
GHOST = 7
Hand = tuple[int, int, bool]


class Night:
    """Olga's browser, everybody's phones, and the tally."""

    def __init__(self, site: str, browser: Any, page: Any, folder: Path | None):
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
        return [name for name in NAMES if name in line]


def hands_of(chance: Random) -> list[Hand]:
    """Eight hands that can have been played."""
    hands = []
    for _ in range(8):
        points = chance.choices((1, 2, 4), (70, 22, 8))[0]
        hands.append((chance.randrange(2), points, points == 4))
    return hands


def score(hands: list[Hand]) -> tuple[int, int]:
    return sum(points for side, points, _ in hands if side == 0), sum(points for side, points, _ in hands if side == 1)


@pytest.fixture
def night(site: str, worker: None, browser: Any, page: Any) -> Night:
    folder = Path(os.environ["SCREENSHOTS"]) if "SCREENSHOTS" in os.environ else None
    if folder:
        folder.mkdir(exist_ok=True)
    return Night(site, browser, page, folder)


def test_a_night_from_sign_up_to_the_final_standings(night: Night, tmp_path: Path) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    log_in(night, olga.email)
    set_up(night, club.get_absolute_url())
    import_and_check_in(night, tmp_path)
    chance = Random(2026)
    for number in range(1, ROUNDS + 1):
        if number == COMES_FOR:
            check_in(night, LATE)
        if number == LEAVES_BEFORE:
            leave(night, LEAVES)
        play(night, number, chance)
    night.go("console/")
    night.say(f"All {ROUNDS} rounds are played.")
    night.shot("console-finished")
    final = read_standings(night)
    night.shot("final-standings")
    assert final == dict(night.tally)
    assert violations() == []
    before, after = rebuild()
    assert before == after
    for phone in night.phones.values():
        phone.close()


def log_in(night: Night, email: str) -> None:
    night.page.goto(f"{night.site}/accounts/login/")
    night.page.get_by_label("Email").fill(email)
    night.page.get_by_label("Password", exact=True).fill(PASSWORD)
    night.page.get_by_role("button", name=re.compile("log in|sign in", re.IGNORECASE)).last.click()
    night.page.wait_for_url(f"{night.site}/")


def set_up(night: Night, club_path: str) -> None:
    night.page.goto(night.site + club_path)
    night.page.get_by_role("link", name="New event").click()
    night.shot("format-cards")
    night.page.get_by_role("link", name="Progressive").click()
    night.page.get_by_label("Name").fill("The Night")
    # The card's defaults are the club's night: check that, instead of typing them.
    expect(night.page.get_by_label("Rounds")).to_have_value("8")
    expect(night.page.get_by_label("Hands per round")).to_have_value("8")
    expect(night.page.get_by_label("Who moves")).to_have_value("losers")
    expect(night.page.get_by_label("Points at the ghost table")).to_have_value(str(GHOST))
    night.page.get_by_label("Rounds").fill(str(ROUNDS))
    night.page.get_by_label("Entry fee").fill("5")
    night.shot("new-event")
    night.page.get_by_role("button", name="Set up the event").click()
    night.page.wait_for_url("**/check-in/")
    night.slug = Event.objects.get().slug


def import_and_check_in(night: Night, tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    with roster.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Name", "E-mail", "Number", "Paid"])
        writer.writerows([name, "", f"{row:03}", "yes" if row % 3 else ""] for row, name in enumerate(NAMES, start=1))
    night.shot("check-in-empty")
    night.page.get_by_label("CSV file").set_input_files(roster)
    night.page.get_by_role("button", name="Import").click()
    night.say("22 players entered.")
    for name in NAMES:
        if name != LATE:
            check_in(night, name)
    expect(night.page.locator("#list-and-counts")).to_contain_text("21 here")
    night.shot("check-in")


def check_in(night: Night, name: str) -> None:
    """By type-ahead, without the mouse; accents need not be typed."""
    night.go("check-in/")
    plain = {"Łukasz Wójcik": "lukasz", "Zoë Ångström": "zoe a", "José Núñez": "nunez", "Seán O’Brien": "sean"}
    night.page.locator("#find").fill(plain.get(name, name))
    night.page.keyboard.press("Enter")
    night.page.locator(".notice--success", has_text=name).wait_for()


def leave(night: Night, name: str) -> None:
    night.go("check-in/")
    row = night.page.locator("li[data-filter-text]").filter(has_text=name)
    row.locator("summary").click()
    row.get_by_role("button", name=f"{name} leaves").click()
    night.page.locator(".notice--success", has_text=name).wait_for()


def play(night: Night, number: int, chance: Random) -> None:
    night.press(f"Draw round {number}")
    night.shot(f"round-{number}-draft")
    night.press(f"Publish round {number}")
    tables, ghosts = night.tables(), night.sitting_out()
    here = 22 if COMES_FOR <= number < LEAVES_BEFORE else 21
    assert 4 * len(tables) + len(ghosts) == here
    assert len({name for names in tables.values() for name in names} | set(ghosts)) == here
    if number in (1, ROUNDS):
        night.shot(f"round-{number}-seating")
    night.tally.update(dict.fromkeys(ghosts, GHOST))
    for table, names in tables.items():
        hands = hands_of(chance)
        points = enter(night, number, table, names, hands, chance)
        night.rest()
        night.tally.update({name: points[position % 2] for position, name in enumerate(names)})
    night.press(f"Close round {number}")


def enter(
    night: Night, number: int, table: int, names: list[str], hands: list[Hand], chance: Random
) -> tuple[int, int]:
    """Get a table's score in, each of the ways that the night calls for. Returns what must count."""
    if (number, table) == (4, 3):
        return by_grid(night, table, uneven(hands, chance))
    reporter, opponent = night.phone(names[0]), night.phone(names[1])
    if (number, table) == (2, 1):
        return wrong_then_right(night, reporter, opponent, table, hands)
    if (number, table) == (3, 2):
        return disputed(night, number, reporter, opponent, table, hands)
    reporter.report(table, hands)
    if (number, table) == (1, 1):
        night.shot("phone-after-slip", reporter.page)
        opponent.look(table)
        night.shot("phone-they-say", opponent.page)
    opponent.confirm(table)
    if (number, table) == (5, 4):
        return corrected(night, table, hands, chance)
    return score(hands)


def uneven(hands: list[Hand], chance: Random) -> list[Hand]:
    while score(hands)[0] == score(hands)[1]:
        hands = hands_of(chance)
    return hands


def by_grid(night: Night, table: int, hands: list[Hand]) -> tuple[int, int]:
    """The organizer types it from the paper card, with the keyboard alone."""
    night.go("scores/")
    cells = night.page.locator("tr", has=night.page.get_by_role("link", name=f"Table {table}", exact=True))
    cells.locator("input[type=number]").first.focus()
    for points in score(hands):
        night.page.keyboard.type(str(points))
        night.page.keyboard.press("Enter")
    cells.locator("[data-row-state]", has_text="saved").wait_for()
    night.shot("grid")
    return score(hands)


def wrong_then_right(night: Night, reporter: Phone, opponent: Phone, table: int, hands: list[Hand]) -> tuple[int, int]:
    """The first slip has the sides mixed up; nobody has confirmed it, so the same side sends it again."""
    reporter.report(table, [(1 - side, points, alone) for side, points, alone in hands])
    reporter.look(table)
    reporter.page.get_by_role("button", name="Start over").click()
    reporter.tap(hands)
    reporter.send()
    opponent.confirm(table)
    return score(hands)


def disputed(
    night: Night, number: int, reporter: Phone, opponent: Phone, table: int, hands: list[Hand]
) -> tuple[int, int]:
    """Both sides type different scores; neither counts until Olga has looked at the paper."""
    other = [(0, 1, False)] * 8
    reporter.report(table, other)
    opponent.look(table)
    opponent.page.locator("details summary").first.click()
    opponent.tap(hands)
    opponent.send()
    night.go("console/")
    night.page.locator("#attention").wait_for()
    night.shot("console-disputed")
    night.page.locator("section", has=night.page.locator("#attention")).get_by_role("link").click()
    night.shot("match-disputed")
    first, second = score(hands)
    night.page.locator("#points-0").fill(str(first))
    night.page.locator("#points-1").fill(str(second))
    if first == second:
        night.page.get_by_role("radio").first.check()
    night.page.get_by_role("button", name="Save", exact=True).click()
    night.page.locator(".notice--success").wait_for()
    return score(hands)


def corrected(night: Night, table: int, hands: list[Hand], chance: Random) -> tuple[int, int]:
    """Both sides agreed on a score, and then somebody finds the mistake: Olga corrects it, with the reason."""
    right = uneven(hands_of(chance), chance)
    night.go("console/")
    night.page.get_by_role("link", name=f"Table {table}", exact=True).first.click()
    for side, points in enumerate(score(right)):
        night.page.locator(f"#points-{side}").fill(str(points))
    night.page.get_by_label("Why is it corrected?").fill("One hand was written on the wrong side")
    night.page.get_by_role("button", name="What would change?").first.click()
    night.say("Nothing is saved yet")
    night.shot("match-preview")
    night.page.get_by_role("button", name="Correct the score").click()
    night.page.locator(".notice--success").wait_for()
    night.say("One hand was written on the wrong side")
    night.shot("match-corrected")
    return score(right)


def read_standings(night: Night) -> dict[str, int]:
    night.go("standings/")
    rows = night.page.locator("tbody tr").all()
    return {row.locator("th").inner_text(): int(row.locator("td").nth(1).inner_text()) for row in rows}
