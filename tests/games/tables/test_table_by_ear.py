"""The table in a browser: keys, what is told aloud, where the focus goes, settings, talk, axe in both themes."""

import re
import uuid
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.accounts.models import Player
from games.tables import play, talk
from games.tables.models import Hand, Table
from tests.flows.gone_wrong.test_online_player_vanishes import open_as
from tests.games.tables.cast import command_by, table_for

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def turn_of(table: Table, people: list[Player]) -> Player:
    row = play.running_hand(play.running_game(table))
    assert row
    return people[play.state_of(row).turn or 0]


def act(table: Table, people: list[Player], text: str = "") -> None:
    who = turn_of(table, people)
    legal = play.state_of(Hand.objects.get()).legal_actions
    play.act(table.pk, text or str(next(iter(legal))), command_by(who, table))


@pytest.mark.heavy
def test_keys_narration_and_focus(site: str, browser: Any) -> None:
    table, people = table_for(chat="text")
    play.start_game(table.pk, command_by(people[0], table))
    who = turn_of(table, people)
    page = open_as(browser, site, who.name, table.get_absolute_url())
    voice = page.locator("[data-voice]")
    expect(voice).to_have_text("")
    page.keyboard.press("?")
    page.locator("#advice .notice").wait_for()
    page.keyboard.press("p")
    page.locator(".table-choices").wait_for(state="detached")
    voice.get_by_text(f"{who.name} passes.").wait_for()
    expect(page.locator("#prompt")).to_be_focused()
    told = voice.inner_text()
    act(table, people, "order")
    act(table, people)
    other = people[(people.index(who) + 1) % 4].name
    voice.get_by_text(f"{other} assists.").wait_for()
    assert voice.inner_text().count(f"{who.name} passes.") == 1
    expect(voice).to_contain_text(told)
    while turn_of(table, people) != who:
        act(table, people)
    page.locator(".my-hand__card:enabled").first.wait_for()
    cards = page.locator(".my-hand__card")
    place = next(n for n in range(cards.count()) if cards.nth(n).is_enabled())
    name = cards.nth(place).locator(".visually-hidden").first.inner_text()
    page.keyboard.press(str(place + 1))
    voice.get_by_text(f"{who.name} plays the {name}.").wait_for()
    page.keyboard.press("c")
    page.keyboard.type("p1 is text, no key")
    page.keyboard.press("Enter")
    page.locator(".talk__lines").get_by_text("p1 is text, no key").wait_for()
    expect(page.locator("#say")).to_have_value("")
    page.keyboard.type("and again")
    page.keyboard.press("Enter")
    page.locator(".talk__lines").get_by_text("and again").wait_for()
    page.locator(".table-menu > summary").click()
    page.get_by_role("link", name="Rules").click()
    page.locator("dialog[open]").get_by_text("Chat during a game").wait_for()
    assert page.url.endswith(table.get_absolute_url())
    page.context.close()


@pytest.mark.heavy
def test_a_line_that_is_sent_while_others_talk_leaves_its_field(site: str, browser: Any) -> None:
    """News of the talk wait for the answer: they took away the place where it goes, and the field stayed full."""
    table, people = table_for(chat="text")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    held: list[Any] = []
    page.route("**/say/", lambda route: held.append(route))
    page.locator("#say").fill("Mine")
    page.keyboard.press("Enter")
    page.locator("form.say.htmx-request").wait_for()
    talk.say(table.pk, people[1], uuid.uuid4(), text="Theirs")
    page.wait_for_timeout(1500)
    held[0].continue_()
    page.locator(".talk__lines").get_by_text("Mine").wait_for()
    page.locator(".talk__lines").get_by_text("Theirs").wait_for()
    expect(page.locator("#say")).to_have_value("")
    page.context.close()


@pytest.mark.heavy
def test_a_fold_that_is_opened_by_a_tap_holds_nothing_up(site: str, browser: Any) -> None:
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    act(table, people, "pass")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    page.set_viewport_size({"width": 390, "height": 844})
    summary = page.locator("[data-keep=story] > summary")
    summary.click()
    expect(summary).to_be_focused()
    for actions in (2, 3):
        act(table, people, "pass")
        expect(page.locator("[data-keep=story] li")).to_have_count(actions)
        expect(page.locator("[data-keep=story]")).to_have_attribute("open", "")
        expect(summary).to_be_focused()
    expect(page.locator(".live-held")).to_have_count(0)
    page.context.close()


@pytest.mark.heavy
def test_settings_are_seen_at_once_and_axe_is_clean(site: str, browser: Any) -> None:
    table, people = table_for(announcements="chatty", deck_upload=True)
    page = open_as(browser, site, "Olga", f"/tables/settings/?back={table.code}")
    page.get_by_label("Burgundy").check()
    expect(page.locator("[data-taste-sample]")).to_have_class(re.compile("felt-red"))
    page.get_by_label("Large index").check()
    assert problems(page) == []
    page.get_by_role("button", name="Save settings").click()
    page.wait_for_url(f"**{table.get_absolute_url()}")
    play.start_game(table.pk, command_by(people[0], table))
    act(table, people, "order")
    act(table, people)
    act(table, people)
    page.reload()
    expect(page.locator("#live.felt-red.cards-large")).to_have_count(1)
    page.get_by_text("Manage the table").click()
    assert problems(page) == []
    for path in (f"{table.get_absolute_url()}prepare/", f"{table.get_absolute_url()}rules/"):
        page.goto(site + path)
        assert problems(page) == []
    page.context.close()


def problems(page: Any) -> list[str]:
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        violations = Axe().run(page).response["violations"]
        found += [f"{scheme} {one['id']}: {one['nodes'][0]['html'][:150]}" for one in violations]
    return found
