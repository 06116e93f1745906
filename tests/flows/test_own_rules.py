"""Everyone plays by their own rules, in browsers: a hall of pairs by two to 15, tables of three with rules of the
club's own, a league fixture of Bid Euchre online, and a table of six on a phone. Each against a tally kept by hand.

SCREENSHOTS names a folder for pictures of the pages.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.accounts.models import User
from games.engine.choices import Deck, Sides, Variant
from games.engine.language import score_text
from games.engine.rules import HouseRules
from games.tables import play, presence
from games.tables.models import Table
from tests.cast import context_of, enter, enter_pairs, make_club, make_user
from tests.flows.browsers import open_browser
from tests.flows.night import Course, Night
from tests.flows.phones import Phone
from tests.games.tables.cast import command_by
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import with_link
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.leagues import line_ups
from tournaments.leagues.models import Fixture, Season
from tournaments.results.models import MatchTable
from tournaments.results.scoring import table_rules
from tournaments.results.standings_update import settle_unsettled
from tournaments.results.table_results import take_waiting

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Score = tuple[int, ...]
PICKED = re.compile(r"/rules/(picker/)?\?")
"""What the picker asks after each touch."""
SIZES = {"phone": (360, 740), "desk": (1280, 800)}


class Desk:
    """Olga's browser, in which she turns rules; and a camera."""

    def __init__(self, site: str, browser: Any, olga: User, **how: Any):
        self.site, self.browser, self.olga = site, browser, olga
        self.page = open_browser(browser, site, olga, **how)
        self.folder = Path(os.environ["SCREENSHOTS"]) if "SCREENSHOTS" in os.environ else None

    def go(self, path: str) -> None:
        self.page.goto(self.site + path)

    def turn(self, **rules: str) -> None:
        """Rule → the words on its radio."""
        for name, words in rules.items():
            row = self.page.locator(f"#row-{name}")
            folded = row.locator("xpath=ancestor::details[not(@open)]")
            while folded.count():
                folded.first.locator("> summary").click()
            with self.page.expect_response(PICKED):
                row.get_by_role("radio", name=words, exact=True).click()

    def picture(self, name: str, page: Any = None) -> None:
        if not self.folder:
            return
        shown = page or self.page
        before = shown.viewport_size
        for size, (width, height) in SIZES.items():
            shown.set_viewport_size({"width": width, "height": height})
            shown.screenshot(path=self.folder / f"{name}-{size}.png", full_page=True)
        shown.set_viewport_size(before)


@pytest.fixture
def olga(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def club(olga: User) -> Club:
    return make_club(olga)


@pytest.fixture
def desk(site: str, browser: Any, olga: User) -> Iterator[Desk]:
    found = Desk(site, browser, olga)
    yield found
    found.page.context.close()


def night_at(desk: Desk, event: Event) -> Night:
    """An event that is set up and entered, to be played by phones."""
    night = Night(desk.site, desk.browser, desk.page, None, Course([], 0, 0, 0, (0, 0), (0, 0), (0, 0), (0, 0)))
    night.slug = event.slug
    return night


def set_up(desk: Desk, club: Club, format_key: str, fields: Callable[[Any], None], **rules: str) -> Event:
    """On the page of a new event, with rules from the picker."""
    desk.go(reverse("new_event", args=[club.slug]) + f"?format={format_key}")
    desk.turn(**rules)
    fields(desk.page)
    desk.picture(f"{format_key}-new-event")
    desk.page.get_by_role("button", name="Set up event").click()
    desk.page.wait_for_url("**/check-in/")
    return Event.objects.get()


def final_only(phone: Phone, table: int, scores: dict[str, int]) -> None:
    """The final score by the names of the sides, not yet sent."""
    phone.look(table)
    if phone.page.get_by_label("Enter only the final score").count():
        phone.page.get_by_label("Enter only the final score").check()
    phone.fill(scores)


def table_of(page: Any) -> dict[str, int]:
    """Name → points, as the standings show them."""
    heads = [cell.inner_text().strip() for cell in page.locator("thead th").all()]
    rows = page.locator("tbody tr").all()
    place = heads.index("Points")
    return {
        row.locator("th .row-link").inner_text(): int(row.locator("td, th").nth(place).inner_text()) for row in rows
    }


class TestPairsByTwo:
    """A round robin of four pairs; the winner needs 15 points and two more than the others."""

    TAPPED: ClassVar = [(side, points, points == 4) for side in (1, 0) for points in (4, 4, 4, 2)] + [(0, 2, False)]
    """The second score, hand by hand."""
    SCORES: tuple[Score, ...] = ((15, 9), (16, 14), (21, 19), (13, 15), (17, 15), (15, 0))

    @pytest.mark.heavy
    def test_a_hall_night_to_15_by_two(self, desk: Desk, club: Club) -> None:
        def fields(page: Any) -> None:
            page.get_by_label("Hands per table").fill("")
            page.get_by_label("Points to win a game").fill("15")

        event = set_up(desk, club, "round_robin", fields, win_by_two="yes")
        assert table_rules(event.stages.get()) == HouseRules(play_to=15, win_by_two=True, stick_the_dealer=True)
        enter_pairs(event, desk.olga, 4)
        night, tally, scores = night_at(desk, event), Counter[str](), iter(self.SCORES)
        for number in (1, 2, 3):
            night.press(f"Draw round {number}")
            night.press(f"Publish round {number}")
            for table, names in night.tables().items():
                sides = [f"{names[0]} & {names[2]}", f"{names[1]} & {names[3]}"]
                written = dict(zip(sides, next(scores), strict=True))
                reporter, opponent = night.phone(names[0]), night.phone(names[1])
                if (number, table) == (1, 1):
                    self.refused(desk, reporter, table, sides)
                if (number, table) == (1, 2):
                    reporter.look(table)
                    reporter.tap(self.TAPPED)
                else:
                    final_only(reporter, table, written)
                reporter.send()
                if (number, table) == (1, 2):
                    desk.picture("by-two-they-say", opponent.page)
                opponent.confirm(table)
                tally.update(written)
            night.press(f"Close round {number}")
        settle_unsettled()
        night.go("standings/")
        desk.picture("by-two-standings")
        assert table_of(desk.page) == dict(tally)
        assert violations() == []
        close(night)

    def refused(self, desk: Desk, phone: Phone, table: int, sides: list[str]) -> None:
        """One point ahead is not won, and the phone says so."""
        final_only(phone, table, dict(zip(sides, (15, 14), strict=True)))
        phone.page.locator("[data-slip-submit]").click()
        state = phone.page.locator("[data-slip-state]")
        state.get_by_text("At 15–14, the leader isn’t 2 points ahead, so the game goes on.").wait_for()
        desk.picture("by-two-refused", phone.page)
        state.get_by_role("button", name="Discard what I typed").click()
        phone.page.locator("[data-slip][data-state=idle]").wait_for()


class TestTablesOfThree:
    """Nine players at tables of three, eight hands a round; who takes every trick against a maker scores four."""

    SCORES: tuple[Score, ...] = ((6, 4, 3), (5, 4, 3), (8, 3, 2), (30, 28, 0), (2, 9, 1), (7, 6, 1))

    @pytest.mark.heavy
    def test_three_scores_a_slip(self, desk: Desk, club: Club) -> None:
        def fields(page: Any) -> None:
            page.get_by_label("Rounds", exact=True).fill("2")
            page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
            page.locator("[name=short_table]").select_option("three_handed")

        event = set_up(desk, club, "progressive", fields, defended_sweep="yes", joker="yes")
        three = table_rules(event.stages.get(), 3)
        assert (three.players, three.sides, three.defended_sweep, three.joker) == (3, Sides.SOLO, True, True)
        enter(event, desk.olga, [f"Player {letter}" for letter in "ABCDEFGHI"])
        night, tally, scores = night_at(desk, event), Counter[str](), iter(self.SCORES)
        for number in (1, 2):
            night.press(f"Draw round {number}")
            night.press(f"Publish round {number}")
            tables = night.tables()
            assert [len(names) for names in tables.values()] == [3, 3, 3]
            for table, names in tables.items():
                written = dict(zip(names, next(scores), strict=True))
                reporter, opponent = night.phone(names[0]), night.phone(names[1])
                final_only(reporter, table, written)
                if (number, table) == (1, 1):
                    desk.picture("three-slip", reporter.page)
                reporter.send()
                opponent.confirm(table)
                tally.update(written)
            night.press(f"Close round {number}")
        settle_unsettled()
        night.go("standings/")
        desk.picture("three-standings")
        assert table_of(desk.page) == dict(tally)
        assert violations() == []
        close(night)


class TestABidFixtureOnline:
    """A league's season of Bid Euchre: its fixture is dealt at a table of the site."""

    @pytest.mark.heavy
    def test_from_the_season_to_the_result(self, desk: Desk, club: Club) -> None:
        season = self.season(desk, club)
        fixture = season.fixtures.get()
        desk.go(fixture.get_absolute_url())
        desk.page.get_by_role("button", name="Start with phone scoring").click()
        desk.page.locator(".notice--success").wait_for()
        fixture.refresh_from_db()
        table = MatchTable.objects.get().table
        assert (table.house_rules.variant, table.house_rules.cards_each, table.house_rules.play_to) == (
            Variant.BID,
            6,
            12,
        )
        points = self.play(desk, fixture, table)
        assert take_waiting() == 1
        desk.go(reverse("console", args=[fixture.event.slug]))
        desk.page.get_by_role("button", name="Close round 1").click()
        desk.page.locator(".notice--success").wait_for()
        desk.go(fixture.get_absolute_url())
        desk.page.get_by_role("button", name="Record result").click()
        desk.page.locator(".notice--success").wait_for()
        desk.picture("bid-fixture")
        assert score_text(points) in desk.page.locator("main").inner_text()

    def season(self, desk: Desk, club: Club) -> Season:
        """Two squads of two, set up on the pages from the league on."""
        page = desk.page
        desk.go(reverse("new_league", args=[club.slug]))
        page.get_by_label("Name", exact=True).fill("Elm League")
        page.get_by_label("Divisions").fill("Division 1")
        page.locator("main form").get_by_role("button").last.click()
        page.wait_for_url("**/leagues/elm-league/**")
        desk.go(reverse("new_season", args=["elm-league"]))
        with page.expect_response(PICKED):
            page.get_by_label("House rules").select_option("trickster_bid")
        desk.turn(no_trump="high", stick_the_dealer="yes")
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        page.get_by_label("Name", exact=True).fill("Fall")
        for name, value in {
            "pairs": "1",
            "games": "1",
            "play_to": "12",
            "play_offs": "0",
            "up": "0",
            "down": "0",
        }.items():
            page.locator(f"[name={name}]").fill(value)
        page.locator("[name=meetings]").select_option("single")
        page.locator("[name=where]").select_option("online")
        desk.picture("bid-new-season")
        page.get_by_role("button", name="Continue to teams").click()
        page.wait_for_url("**/setup/")
        season = Season.objects.get()
        for squad in ("Wrens", "Larks"):
            page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
            page.locator("[name=squad-team]").fill(squad)
            page.locator("[name=squad-players]").fill(f"{squad} 1\n{squad} 2")
            page.get_by_role("button", name="Add team").click()
            page.locator(".notice--success").wait_for()
        page.locator("main form[method=get] button").click()
        page.get_by_role("button", name="Create schedule").click()
        page.locator(".notice--success").wait_for()
        page.get_by_role("button", name="Open the season").click()
        page.locator(".notice--success").wait_for()
        fixture = season.fixtures.get()
        for squad in fixture.squads:
            pair = [row.player for row in squad.players.order_by("pk")]
            line_ups.set_line_up(fixture.pk, squad.pk, [pair], context=context_of(desk.olga))
        return season

    def play(self, desk: Desk, fixture: Fixture, table: Table) -> Score:
        """One of them plays the first hand in a browser. The points, home first."""
        people = {seat.number: seat.player for seat in table.seats.select_related("player")}
        session = with_link(fixture.event, desk.olga, people[0]).cookies["session"].value
        context = desk.browser.new_context(viewport={"width": 360, "height": 740})
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "session", "value": session, "url": desk.site}])
        phone = context.new_page()
        phone.goto(desk.site + reverse("my_seat", args=[fixture.event.slug]))
        phone.get_by_role("link", name="Go to your table").click()
        phone.locator("#live[data-live-topic^='table:']").wait_for()
        for player in people.values():
            presence.be_here(table, player)
        game, taps = play.running_game(table), 0
        assert game
        while play.running_game(table):
            row = play.running_hand(game)
            if row is None:
                play.deal_next(table.pk, command_by(people[1], table))
                continue
            state = play.state_of(row)
            legal = [str(action) for action in state.legal_actions]
            if row.number == 1 and state.turn == 0:
                self.tap(phone, table)
                taps += 1
                continue
            # The even seats bid only where they must, the odd ones everything: so it is over in a few hands.
            act = legal[0] if state.turn % 2 == 0 or legal[0] != "pass" else legal[-1]
            play.act(table.pk, act, command_by(people[state.turn], table))
        desk.picture("bid-table", phone)
        context.close()
        assert taps >= 6, "six cards at least"
        game.refresh_from_db()
        home = {row.player for row in fixture.line_up.filter(squad=fixture.home)}
        return tuple(game.points) if people[0] in home else tuple(reversed(game.points))

    def tap(self, phone: Any, table: Table) -> None:
        """The first thing that the page offers."""
        table.refresh_from_db()
        phone.locator(f"#live[data-live-version='{table.version}']").wait_for()
        passing = phone.get_by_role("button", name="Pass", exact=True)
        if phone.locator(".bid-box").count() and not passing.count():  # the dealer, who must bid
            for step in phone.locator(".bid-box__step").all():
                step.locator("label").first.click()
        phone.locator(".table-choices button:enabled, .my-hand__card:enabled").first.click()
        phone.locator(f"#live:not([data-live-version='{table.version}'])").wait_for()


class TestSixAtATable:
    """From the tables of the site to one of six, two teams of three, with the joker, to 15."""

    MOST = 12

    def test_in_a_dozen_taps_on_a_phone(self, site: str, browser: Any) -> None:
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(site + reverse("lobby"))
        taps = 0

        def tap(there: Any) -> None:
            nonlocal taps
            taps += 1
            there.tap()

        tap(page.get_by_role("link", name="Open a table"))
        tap(page.get_by_text("Change the rules"))
        for name, words in {"players": "6", "sides": "3v3", "joker": "yes", "play_to": "15"}.items():
            with page.expect_response(PICKED):
                tap(page.locator(f"#row-{name}").get_by_role("radio", name=words, exact=True))
        expect(page.locator("#picker-status")).to_contain_text("Sides: 3v3")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        tap(page.get_by_role("button", name="Open table"))
        page.locator("#live[data-live-topic^='table:']").wait_for()
        rules = HouseRules(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN, joker=True, play_to=15)
        assert Table.objects.get().house_rules == rules
        assert taps <= self.MOST
        context.close()


def close(night: Night) -> None:
    for phone in night.phones.values():
        phone.close()
