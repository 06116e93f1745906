"""Half a season of a published league on its captains' phones: every card is sent by one captain and confirmed by the
other. One is disputed, one comes late, a team comes short, a player changes teams, a team withdraws, and a deciding
match decides the title. The table equals a count from what was typed."""

import datetime
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.flows.browsers import open_browser
from tests.flows.phones import Phone
from tests.tournaments.scenes.league import BIRDS, Stage
from tournaments.formats.seasons.templates import TEMPLATES
from tournaments.integrity.rebuild import rebuild
from tournaments.integrity.verify import violations
from tournaments.leagues import closing, line_ups, penalties, ranking, squads, withdrawals
from tournaments.leagues.models import Fixture, SectionLine, SquadPlayer
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WRENS, LARKS, FINCHES, ROBINS = BIRDS[:4]
CORNISH = TEMPLATES["cornish"]
NINE = 9


class League:
    def __init__(self, browser: Any, site: str) -> None:
        self.site, self.stage = site, Stage({**CORNISH.rules, "meetings": "single"}, (BIRDS[:4],), spare=1)
        ranking.set_order(self.stage.season.pk, CORNISH.criteria, context=self.stage.context_of())
        self.stage.open()
        SquadPlayer.objects.update(since=timezone.now().date() - datetime.timedelta(days=30))
        self.phones = {name: self._phone(browser, name) for name in BIRDS[:4]}
        self.laptop = open_browser(browser, site, self.stage.olga)
        self.evenings = iter(range(5, -1, -1))
        """Days ago: the last one is today."""
        self.won: dict[int, Counter[str]] = {}
        """Games won by both teams, as typed, by fixture."""

    def _phone(self, browser: Any, name: str) -> Phone:
        squad, captain = self.stage.squad(name), self.stage.players(name)[0]
        token = squads.issue_season_pass(squad.pk, captain, context=self.stage.context_of())
        path = reverse("open_season_pass", args=[self.stage.season.slug, token])
        return Phone(browser, self.site + path, captain.name, lands="**/squads/**")

    def close(self) -> None:
        for phone in self.phones.values():
            phone.close()
        self.laptop.context.close()

    def tonight(self, home: str, away: str, short: str = "") -> Fixture:
        """The fixture of these two, in either order, with both line-ups. short: comes with four players."""
        fixture = self.stage.season.fixtures.filter(home__team__name__in=[home, away]).get(
            away__team__name__in=[home, away]
        )
        day = timezone.now() - datetime.timedelta(days=next(self.evenings))
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=day)
        for squad in fixture.squads:
            found = self.stage.players(str(squad))
            # Someone who came from another team plays.
            players = [*found[:5], found[-1]]
            pairs = [players[:2], players[2:4], [] if str(squad) == short else players[4:]]
            line_ups.set_line_up(fixture.pk, squad.pk, pairs, context=self.stage.context_of())
        return Fixture.objects.select_related("home__team", "away__team").get(pk=fixture.pk)

    def address(self, name: str, fixture: Fixture) -> str:
        return self.site + reverse(name, args=[self.stage.season.slug, fixture.number])

    def send(self, sender: str, fixture: Fixture, winner: str, wins: int) -> None:
        """The sender's captain types a card on which the winner wins so many of the games that are played."""
        page = self.phones[sender].page
        page.goto(self.address("card", fixture))
        fields = page.locator("input[name^=h]:not([readonly])").evaluate_all(
            "(all) => all.map((one) => one.name.slice(1))"
        )
        short = [str(squad) for squad in fixture.squads if fixture.line_up.filter(squad=squad).count() < 6]
        won: Counter[str] = Counter()
        loser = next(str(squad) for squad in fixture.squads if str(squad) != winner)
        for number, game in enumerate(fields):
            first = winner if number < wins else loser
            won[first] += 1
            for side, squad in zip("ha", fixture.squads, strict=True):
                page.locator(f"[name={side}{game}]").fill("21" if str(squad) == first else str(10 + number % 5))
        for team in short:
            other = next(str(squad) for squad in fixture.squads if str(squad) != team)
            won[other] += NINE - len(fields)
        assert won.total() == NINE
        self.won[fixture.pk] = won
        page.locator("[data-card-submit]").click()
        page.wait_for_url("**/fixtures/*/")

    def confirm(self, confirmer: str, fixture: Fixture) -> None:
        page = self.phones[confirmer].page
        page.goto(self.address("fixture", fixture))
        page.get_by_role("button", name="Confirm card").click()
        page.get_by_text("Card confirmed.").wait_for()

    def play(self, home: str, away: str, winner: str, wins: int, **how: str) -> Fixture:
        fixture = self.tonight(home, away, **how)
        sender, other = (str(squad) for squad in fixture.squads)
        self.send(sender, fixture, winner, wins)
        self.confirm(other, fixture)
        return fixture

    def count(self, without: str, penalties: dict[str, int]) -> dict[str, tuple[int, int, int]]:
        """Points, games won and games lost, by the sheet: two points a match, games won decide."""
        found = {name: [0, 0, 0] for name in BIRDS[:4] if name != without}
        for won in self.won.values():
            if without in won:
                continue
            for name in won:
                found[name][1] += won[name]
                found[name][2] += NINE - won[name]
            found[max(won, key=lambda name: won[name])][0] += 2
        return {name: (row[0] - penalties.get(name, 0), row[1], row[2]) for name, row in found.items()}

    def table(self) -> dict[str, tuple[int, int, int]]:
        rows = SectionLine.objects.select_related("squad__team").order_by("place", "squad__number")
        return {str(row.squad): (int(row.points), int(row.games[0]), int(row.games[1])) for row in rows}


@pytest.fixture
def league(browser: Any, site: str) -> Iterator[League]:
    found = League(browser, site)
    yield found
    found.close()


def test_half_a_season_on_the_captains_phones(league: League) -> None:
    stage = league.stage
    # Of nine games each of the three wins five against the next: a circle.
    league.play(WRENS, LARKS, WRENS, 5)

    disputed = league.tonight(FINCHES, ROBINS)
    sender, other = (str(squad) for squad in disputed.squads)
    league.send(sender, disputed, ROBINS, 6)
    page = league.phones[other].page
    page.goto(league.address("fixture", disputed))
    page.get_by_text("Something is wrong").click()
    page.get_by_label("What is wrong").fill("Round 2, table 1 was ours")
    page.get_by_role("button", name="Dispute card").click()
    page.get_by_text("Card disputed.").wait_for()
    league.send(sender, disputed, FINCHES, 6)
    league.confirm(other, disputed)

    # The Larks come with four. Five of the six games that are played are theirs.
    came_short = league.play(LARKS, FINCHES, LARKS, 5, short=LARKS)
    assert league.won[came_short.pk] == {LARKS: 5, FINCHES: 4}

    # A player goes from the Robins to the Finches: one captain asks, the other agrees.
    moved = stage.players(ROBINS)[-1]
    ask = league.phones[FINCHES].page
    ask.goto(league.site + stage.squad(FINCHES).get_absolute_url())
    ask.locator("summary", has_text="Ask for a player").click()
    ask.get_by_label("Player").first.select_option(label=moved.name)
    ask.get_by_role("button", name="Ask for player").click()
    ask.get_by_role("button", name="Cancel transfer").wait_for()
    answer = league.phones[ROBINS].page
    answer.goto(league.site + stage.squad(ROBINS).get_absolute_url())
    answer.get_by_role("button", name="Agree to transfer").click()
    answer.get_by_role("button", name="Agree to transfer").wait_for(state="detached")
    assert moved in stage.players(FINCHES)

    late = league.play(WRENS, ROBINS, ROBINS, 7)
    penalties.late_card(late.pk, stage.squad(WRENS).pk, context=stage.context_of())
    league.play(FINCHES, WRENS, FINCHES, 5)

    today = timezone.now().date()
    leaving = stage.squad(ROBINS).pk, "withdrew", "expunge", today, "Too few players"
    withdrawals.withdraw(*leaving, context=stage.context_of(), expected_version=0)
    settle_unsettled()
    counted = league.count(without=ROBINS, penalties={WRENS: 1})
    shown = league.table()
    assert {name: shown[name] for name in counted} == counted
    assert counted == {WRENS: (1, 9, 9), LARKS: (2, 9, 9), FINCHES: (2, 9, 9)}

    assert len(closing.shared_places(stage.season)) == 1
    section = stage.season.sections.get()
    order = [stage.squad(FINCHES).number, stage.squad(LARKS).number]
    decided = section.pk, order, "match", "At the Bell, 21–17"
    ranking.decide_place(*decided, context=stage.context_of(), expected_version=0)
    closing.close_season(stage.season.pk, context=stage.context_of())
    page = league.laptop
    page.goto(league.site + stage.season.get_absolute_url())
    assert page.locator(".badge", has_text="Champion").locator("xpath=ancestor::li").inner_text().count(FINCHES)
    assert violations() == []
    before, after = rebuild()
    assert before == after
