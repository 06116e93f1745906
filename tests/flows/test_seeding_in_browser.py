"""The pages of the stages in a real browser: they fit and read well, and the order is changed by keyboard or mouse."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import User
from tests.cast import context_of, make_club, make_user
from tests.flows.crawler import look_at
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.stages import entry, field, knock_out, pairs_event, plan_stage, play_out
from tournaments.checkin import entries
from tournaments.events.models import Event, Stage
from tournaments.events.stage_plans import Places

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True)
class Cup:
    user: User
    event: Event
    bracket: Stage
    page: Any
    path: Callable[..., str]

    def move(self, words: str) -> Any:
        return self.page.get_by_role("button", name=words, exact=True)

    def seeds(self) -> list[str]:
        """The names in the table, as they stand."""
        rows: list[str] = self.page.locator("table[data-seeds] tbody th").all_inner_texts()
        return [row[:2] for row in rows]


@pytest.fixture
def cup(site: str, browser: Any) -> Any:
    """A league in which three are level; the one in place four has left. The best four go on to a bracket."""
    user = make_user("Olga")
    event = pairs_event(make_club(user), user, 5, stage_name="League")
    bracket = plan_stage(event, user, knock_out(Places(1, 1, 4)))
    league = event.stages.get(number=1)
    Stage.objects.filter(pk=league.pk).update(criteria=["head_to_head"])
    play_out(league, user, lambda one, other: (one, other) in ((1, 2), (2, 3), (3, 1)) or other > 3 > one or one == 3)
    entries.drop_out(entry(event, 5).pk, context=context_of(user))
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    session = log_in(user).cookies["session"].value
    context.add_cookies([{"name": "session", "value": session, "url": site}])
    yield Cup(
        user, event, bracket, context.new_page(), lambda name, *args: site + reverse(name, args=[event.slug, *args])
    )
    context.close()


@pytest.mark.heavy
def test_the_pages_fit_and_read_well(cup: Cup) -> None:
    complaints = []
    cup.page.on("pageerror", lambda error: complaints.append(str(error)))
    look = look_at(cup.page)
    addresses = [
        cup.path("stages"),
        cup.path("add_stage") + "?format=elimination",
        cup.path("console"),
        cup.path("begin_stage", cup.bracket.pk),
    ]
    for address in addresses:
        assert cup.page.goto(address).status == 200
        complaints += [f"{address}: {one}" for one in look(address)]
    assert complaints == []


@pytest.mark.heavy
def test_seeds_are_moved_by_keyboard_and_the_stage_begins(cup: Cup) -> None:
    cup.page.goto(cup.path("begin_stage", cup.bracket.pk))
    assert cup.seeds() == ["A1", "A2", "A3", "A5"]
    cup.move("Move down: A1 & B1").focus()
    cup.page.keyboard.press("Enter")
    assert cup.seeds() == ["A2", "A1", "A3", "A5"]
    assert cup.page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Move down: A1 & B1"
    expect(cup.page.locator("[data-seeds-voice]")).to_have_text("Seed for A1 & B1: 2")
    cup.move("Move up: A3 & B3").click()
    cup.move("Move up: A2 & B2").click()
    cup.page.get_by_label("Tiebreak method").fill("Cut cards")
    cup.page.get_by_role("button", name="Start Bracket").click()
    cup.page.get_by_text("Bracket started. Draw its first round.").wait_for()
    assert field(cup.bracket) == [2, 3, 1]


@pytest.mark.heavy
def test_seeds_are_dragged(cup: Cup) -> None:
    cup.page.goto(cup.path("begin_stage", cup.bracket.pk))
    rows = cup.page.locator("[data-seeds] [data-seed-row]")
    rows.nth(2).locator("td").nth(1).drag_to(rows.nth(0).locator("td").nth(1))
    assert cup.seeds() == ["A3", "A1", "A2", "A5"]
    assert [cup.page.get_by_label(f"Seed for A{number} & B{number}").input_value() for number in (3, 1, 2, 5)] == [
        "1",
        "2",
        "3",
        "",
    ]
