"""A league's card between two captains' phones and the secretary's laptop: sent without a network, disputed, sent
again, confirmed, counted, approved and corrected."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse

from tests.flows.browsers import open_browser
from tests.flows.phones import Phone
from tests.flows.wire import Wire
from tests.tournaments.leagues.test_cards import CARD, OTHER, Match
from tournaments.integrity.verify import violations
from tournaments.leagues import squads
from tournaments.leagues.card_steps import State
from tournaments.leagues.models import CardStep
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Until = Callable[..., Any]


class League:
    """A fixture of today, and everybody's browser. The home captain's goes through the wire."""

    def __init__(self, browser: Any, site: str, wire: Wire) -> None:
        self.match, self.wire = Match(), wire
        self.site = site
        about = self.match.stage.season.slug, self.match.fixture.number
        self.card, self.fixture = reverse("card", args=about), reverse("fixture", args=about)
        self.home = self.phone(browser, wire.address, 0)
        self.away = self.phone(browser, site, 1)
        self.laptop = open_browser(browser, site, self.match.stage.olga)

    def phone(self, browser: Any, address: str, side: int) -> Phone:
        squad, captain = self.match.fixture.squads[side], self.match.captain(side)
        token = squads.issue_season_pass(squad.pk, captain, context=self.match.stage.context_of())
        path = reverse("open_season_pass", args=[self.match.stage.season.slug, token])
        return Phone(browser, address + path, captain.name, lands="**/squads/**")

    def close(self) -> None:
        self.home.close()
        self.away.close()
        self.laptop.context.close()

    def table(self) -> list[list[str]]:
        """Team and points, as everybody reads them."""
        self.laptop.goto(self.site + self.match.stage.season.get_absolute_url())
        rows = self.laptop.locator(".standings tbody tr").all_inner_texts()
        return [re.split(r"\s*\t\s*", row) for row in rows]


@pytest.fixture
def league(browser: Any, site: str) -> Iterator[League]:
    with Wire(site) as wire:
        found = League(browser, site, wire)
        yield found
        found.close()


def type_card(page: Any, games: Any) -> None:
    for number, row in enumerate(games, start=1):
        for table, game in enumerate(row, start=1):
            for side, points in zip("ha", game, strict=True):
                page.locator(f"[name={side}{number}_{table}]").fill(str(points))


@pytest.mark.heavy
def test_a_card_is_sent_disputed_sent_again_confirmed_and_counts(league: League, wait_until: Until) -> None:
    match, home, away, laptop = league.match, league.home.page, league.away.page, league.laptop
    home.get_by_role("link", name="Send card").click()
    home.wait_for_url("**/card/")
    home.evaluate("() => navigator.serviceWorker.ready")
    home.reload()

    league.wire.cut()
    type_card(home, CARD)
    home.locator("[data-card-total]", has_text="Games 3–1, points 36–31").wait_for()
    home.locator("[data-card-submit]").click()
    home.get_by_text("We’ll send it automatically when the network is back.").wait_for()
    home.reload()
    assert home.locator("[name=a2_2]").input_value() == "9", "kept on the phone, and read without a network"
    assert CardStep.objects.count() == 0
    league.wire.mend()
    home.wait_for_url("**/fixtures/*/")
    wait_until(lambda: match.card.state is State.REPORTED)
    assert CardStep.objects.count() == 1

    away.goto(away.url)
    away.get_by_role("link", name="Check the card").click()
    away.locator(".card-game", has_text="10–9").wait_for()
    away.get_by_text("Report a problem").click()
    away.get_by_label("Problem").fill("Round 2, table 2 was 9–10")
    away.get_by_role("button", name="Dispute card").click()
    away.get_by_text("Card disputed.").wait_for()

    desk = league.site + reverse("season_cards", args=[match.stage.season.slug])
    laptop.goto(desk)
    laptop.locator(".card-row", has_text="Round 2, table 2 was 9–10").wait_for()
    assert match.line(0).points == 0

    home.goto(league.wire.address + league.card)
    assert home.locator("[name=a2_2]").input_value() == "9", "the own card is where to go on"
    type_card(home, [[("", 4), (6, 10)], OTHER[1]])
    home.locator("[data-card-submit]").click()
    wrong = home.locator("[data-card-game='1_1'] .field__error", has_text="Enter both teams’ points.")
    wrong.wait_for()
    assert home.locator("[name=a2_2]").input_value() == "10"
    home.locator("[name=h1_1]").fill("10")
    home.locator("[data-card-submit]").click()
    home.wait_for_url("**/fixtures/*/")

    away.goto(league.site + league.fixture)
    away.get_by_role("button", name="Confirm card").click()
    away.get_by_text("Card confirmed.").wait_for()
    assert (match.card.state, match.fixture.state) == (State.CONFIRMED, "played")
    points = {str(squad): match.line(side).points for side, squad in enumerate(match.fixture.squads)}
    assert set(points.values()) == {2}

    laptop.goto(desk)
    laptop.get_by_role("button", name="Approve card").click()
    laptop.get_by_text("Card approved. It now counts.").wait_for()
    laptop.goto(league.site + league.card + "?as=organizer")
    type_card(laptop, CARD)
    laptop.get_by_label("Reason").fill("Both captains read it out again")
    laptop.locator("[data-card-submit]").click()
    laptop.get_by_text("Card corrected. It now counts.").wait_for()
    assert (match.line(0).points, match.line(1).points) == (3, 1)
    text = "\n".join("\t".join(row) for row in league.table())
    assert str(match.fixture.home) in text
    settle_unsettled()
    assert violations() == []
