"""A whole progressive night through the browser, as a club has it, against a tally kept by hand beside it."""

import csv
import os
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.cast import PASSWORD, make_club, make_user
from tests.flows.night import LATE, LEAVES, NAMES, Course, Night
from tests.flows.night_scores import Hand, by_grid, corrected, disputed, hands_of, score, uneven, wrong_then_right
from tests.sizes import size
from tournaments.events.models import Event
from tournaments.integrity.rebuild import rebuild
from tournaments.integrity.verify import violations
from tournaments.rewards.queue import run_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHORT = Course([*NAMES[:8], LEAVES, LATE], 3, 2, 3, (1, 2), (2, 1), (3, 1), (2, 2))
LONG = Course(NAMES, 8, 3, 6, (2, 1), (3, 2), (4, 3), (5, 4))
GHOST = 7


@pytest.fixture(params=[size(SHORT, LONG)])
def night(request: pytest.FixtureRequest, site: str, worker: None, browser: Any, page: Any) -> Night:
    folder = Path(os.environ["SCREENSHOTS"]) if "SCREENSHOTS" in os.environ else None
    if folder:
        folder.mkdir(exist_ok=True)
    return Night(site, browser, page, folder, request.param)


def test_a_night_from_sign_up_to_the_final_standings(night: Night, tmp_path: Path) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    log_in(night, olga.email)
    set_up(night, club.get_absolute_url())
    import_and_check_in(night, tmp_path)
    chance = Random(2026)
    for number in range(1, night.course.rounds + 1):
        if number == night.course.comes_for:
            check_in(night, LATE)
        if number == night.course.leaves_before:
            leave(night, LEAVES)
        play(night, number, chance)
    night.go("console/")
    night.say(f"Round {night.course.rounds} was the last round.")
    night.shot("console-finished")
    final = read_standings(night)
    night.shot("final-standings")
    assert final == dict(night.tally)
    run_all()  # what gave way to people who waited comes back with the timers, and none run here
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
    expect(night.page.get_by_label("Side that moves")).to_have_value("losers")
    expect(night.page.get_by_label("Points at the ghost table")).to_have_value(str(GHOST))
    night.page.get_by_label("Rounds").fill(str(night.course.rounds))
    night.page.get_by_label("Entry fee").fill("5")
    night.shot("new-event")
    night.page.get_by_role("button", name="Set up event").click()
    night.page.wait_for_url("**/check-in/")
    night.slug = Event.objects.get().slug


def import_and_check_in(night: Night, tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    with roster.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Name", "E-mail", "Number", "Paid"])
        for row, name in enumerate(night.course.names, start=1):
            writer.writerow([name, "", f"{row:03}", "yes" if row % 3 else ""])
    night.shot("check-in-empty")
    night.page.get_by_label("File", exact=True).set_input_files(roster)
    night.page.get_by_role("button", name="Preview list").click()
    night.page.get_by_role("button", name=f"Add {len(night.course.names)} players").click()
    night.say(f"{len(night.course.names)} players entered.")
    for name in night.course.names:
        if name != LATE:
            check_in(night, name)
    expect(night.page.locator("#list-and-counts")).to_contain_text(f"{len(night.course.names) - 1} here")
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
    row.get_by_role("button", name=f"Mark as gone: {name}").click()
    night.page.locator(".notice--success", has_text=name).wait_for()


def play(night: Night, number: int, chance: Random) -> None:
    night.press(f"Draw round {number}")
    night.shot(f"round-{number}-draft")
    night.press(f"Publish round {number}")
    tables, ghosts = night.tables(), night.sitting_out()
    here = len(night.course.names) - (not night.course.comes_for <= number < night.course.leaves_before)
    assert 4 * len(tables) + len(ghosts) == here
    assert len({name for names in tables.values() for name in names} | set(ghosts)) == here
    if number in (1, night.course.rounds):
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
    course, place = night.course, (number, table)
    if place == course.by_grid:
        return by_grid(night, table, uneven(hands, chance))
    reporter, opponent = night.phone(names[0]), night.phone(names[1])
    if place == course.wrong_then_right:
        return wrong_then_right(night, reporter, opponent, table, hands)
    if place == course.disputed:
        return disputed(night, number, reporter, opponent, table, hands)
    reporter.report(table, hands)
    if place == (1, 1):
        night.shot("phone-after-slip", reporter.page)
        opponent.look(table)
        night.shot("phone-they-say", opponent.page)
    opponent.confirm(table)
    if place == course.corrected:
        return corrected(night, table, hands, chance)
    return score(hands)


def read_standings(night: Night) -> dict[str, int]:
    night.go("standings/")
    rows = night.page.locator("tbody tr").all()
    return {row.locator("th .row-link").inner_text(): int(row.locator("td.number").nth(1).inner_text()) for row in rows}
