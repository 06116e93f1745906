"""The first lesson by keyboard alone, and what is heard of it: every hand, with a mistake at each question."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games.engine.card_names import card_name as name_of
from games.engine.cards import card_from
from games.engine.phases import Phase
from games.learn.first_hands import FIRST_HANDS, FirstHand
from games.learn.practice import reply
from tests.flows.test_grid_by_keyboard import COUNT_MOUSE
from tests.games.learn.test_first_hands import mistake_in
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NAMED = "(name) => document.activeElement.textContent.replace(/\\s+/g, ' ').trim() === name"


@pytest.fixture
def lesson(site: str, browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.add_init_script(COUNT_MOUSE)
    page.goto(site + reverse("learn"))
    yield page
    assert page.evaluate("() => window.mouseEvents") == 0
    assert complaints == []
    context.close()


@pytest.mark.heavy
def test_the_whole_lesson(lesson: Any) -> None:
    follow(lesson, "First hands")
    follow(lesson, "Start")
    for place, hand in enumerate(FIRST_HANDS):
        expect(lesson.get_by_role("heading", level=1)).to_have_text(hand.title)
        play(lesson, hand)
        assert violations(lesson) == []
        is_last = place + 1 == len(FIRST_HANDS)
        follow(lesson, "All 6 hands" if is_last else "Next hand")
    expect(lesson.get_by_text("You’ve played all 6 hands.")).to_be_visible()
    expect(lesson.get_by_text("Played", exact=True)).to_have_count(len(FIRST_HANDS))


def play(page: Any, hand: FirstHand) -> None:
    hears(page, hand.intro)
    for number, step in enumerate(hand.steps):
        expect(page.locator("#prompt")).to_have_text(step.question)
        if number:
            expect(page.locator("[data-voice]")).to_contain_text(step.question)
        mistake = mistake_in(hand, number)
        answer(page, hand, number, mistake)
        hears(page, f"Not quite. {reply(hand, number, mistake)}")
        assert violations(page) == []
        answer(page, hand, number, step.right)
        hears(page, f"Correct. {step.praise}")
    expect(page.locator("[data-voice]")).to_contain_text(page.locator("#prompt").inner_text())


def hears(page: Any, text: str) -> None:
    """The focus is on the sentence, which a screen reader reads then."""
    expect(page.locator("#said")).to_have_text(text)
    expect(page.locator("#said")).to_be_focused()


def answer(page: Any, hand: FirstHand, number: int, action: str) -> None:
    """A card by its number in the hand, a bid by Tab to its button: both have names that say what they do."""
    button = page.locator(f"button[name=action][value='{action}']")
    if hand.at(number).phase is Phase.PLAY:
        values = page.locator(".my-hand__card").evaluate_all("(cards) => cards.map((card) => card.value)")
        expect(button).to_have_accessible_name(re.compile(f"^{name_of(card_from(action[-2:]))}"))
        page.keyboard.press(str(values.index(action) + 1))
    else:
        for _ in range(30):
            page.keyboard.press("Tab")
            if button.evaluate("(one) => one === document.activeElement"):
                break
        page.keyboard.press("Enter")


def follow(page: Any, name: str) -> None:
    """Tab to the link of that name, and Enter."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(NAMED, name):
            break
    expect(page.locator("a:focus")).to_have_text(name)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def violations(page: Any) -> list[str]:
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in Axe().run(page).response["violations"]]
