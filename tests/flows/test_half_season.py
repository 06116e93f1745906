"""Half a season of each published league, by its captains and its secretary, on pages: line-ups, cards that one captain
sends and the other confirms, a disputed one, a late one, a short team, a substitute, a transfer, a withdrawal, a
deciding match, wherever the league's sheet has them. The table equals a count from what was typed.

In the Cornish league each captain has a phone. In the others two have one; the other two send what their pages send."""

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from tests.flows.browsers import open_browser
from tests.flows.phones import Phone
from tests.tournaments.pages.browsing import form, text_of
from tests.tournaments.scenes.league import BIRDS, Stage
from tournaments.formats.seasons.templates import TEMPLATES
from tournaments.integrity.rebuild import rebuild
from tournaments.integrity.verify import violations
from tournaments.leagues import closing, ranking, squads, tables
from tournaments.leagues.models import Fixture, LineUpPlayer, SectionLine, SquadPlayer
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_all

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.heavy, pytest.mark.django_db(transaction=True)]

WRENS, LARKS, FINCHES, ROBINS = BIRDS[:4]
NINE = 9
FULL = 6
"""Players of three pairs."""
LONG_AGO = 9
"""Days: longer than any sheet gives a captain for the card."""
Places = Mapping[str, int]
"""Chairs of a line-up: the name of a field, and the player's id."""
Cells = Mapping[str, int]
"""Points of a card by the names of its fields."""


def places_of(players: Sequence[Player]) -> Places:
    return {f"p{index // 2 + 1}_{index % 2}": player.pk for index, player in enumerate(players)}


class Captain(Protocol):
    def name_line_up(self, fixture: Fixture, side: int, players: Sequence[Player]) -> str:
        """What the page answers."""

    def games_of(self, fixture: Fixture) -> list[str]:
        """The games on the card that are played: "1_1" is round 1, table 1."""

    def send(self, fixture: Fixture, cells: Cells) -> None: ...
    def confirm(self, fixture: Fixture) -> None: ...
    def close(self) -> None: ...


class WithPhone:
    """A captain in a browser."""

    def __init__(self, phone: Phone, site: str) -> None:
        self.phone, self.page, self.site = phone, phone.page, site

    def go(self, name: str, fixture: Fixture) -> None:
        self.page.goto(self.site + reverse(name, args=[fixture.season.slug, fixture.number]))

    def name_line_up(self, fixture: Fixture, side: int, players: Sequence[Player]) -> str:
        self.go("fixture", fixture)
        self.page.get_by_role("heading", name="Lineups").wait_for()
        chosen = places_of(players)
        for pair in (1, 2, 3):
            for chair in (0, 1):
                field = f"p{pair}_{chair}"
                self.page.locator(f"select[name={field}]").select_option(str(chosen.get(field, "")))
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=f"Set lineup for {fixture.squads[side]}").click()
        return str(self.page.locator("main").inner_text())

    def games_of(self, fixture: Fixture) -> list[str]:
        self.go("card", fixture)
        fields = self.page.locator("input[name^=h]:not([readonly])")
        return list(fields.evaluate_all("(all) => all.map((one) => one.name.slice(1))"))

    def send(self, fixture: Fixture, cells: Cells) -> None:
        for name, points in cells.items():
            self.page.locator(f"[name={name}]").fill(str(points))
        self.page.locator("[data-card-submit]").click()
        self.page.wait_for_url("**/fixtures/*/")

    def confirm(self, fixture: Fixture) -> None:
        self.go("fixture", fixture)
        self.page.get_by_role("button", name="Confirm card").click()
        self.page.get_by_text("Card confirmed.").wait_for()

    def dispute(self, fixture: Fixture, why: str) -> None:
        self.go("fixture", fixture)
        self.page.get_by_text("Report a problem").click()
        self.page.get_by_label("Problem").fill(why)
        self.page.get_by_role("button", name="Dispute card").click()
        self.page.get_by_text("Card disputed.").wait_for()

    def close(self) -> None:
        self.phone.close()


class ByRequests:
    """A captain whose phone is not looked at: what its pages would send."""

    def __init__(self, link: str) -> None:
        self.client = Client()
        assert self.client.get(link).status_code == 200
        assert self.client.post(link).status_code == 302

    def name_line_up(self, fixture: Fixture, side: int, players: Sequence[Player]) -> str:
        return self._post(fixture, "line-up", seen=fixture.named[side], side=side, **places_of(players))

    def games_of(self, fixture: Fixture) -> list[str]:
        return [f"{number}_{table}" for number in (1, 2, 3) for table in (1, 2, 3)]

    def send(self, fixture: Fixture, cells: Cells) -> None:
        path = reverse("card", args=[fixture.season.slug, fixture.number])
        answer = self.client.post(path, form(seen=fixture.card_steps.count(), **cells), follow=True)
        assert "Card sent." in text_of(answer)

    def confirm(self, fixture: Fixture) -> None:
        assert "Card confirmed." in self._post(fixture, "confirm", seen=fixture.card_steps.count())

    def close(self) -> None:
        self.client.session.flush()

    def _post(self, fixture: Fixture, action: str, **fields: Any) -> str:
        path = reverse("move_fixture", args=[fixture.season.slug, fixture.number, action])
        return text_of(self.client.post(path, form(**fields), follow=True))


class Desk:
    """The secretary at a laptop."""

    def __init__(self, page: Any, site: str, stage: Stage) -> None:
        self.page, self.site, self.stage = page, site, stage

    def go(self, route: str) -> None:
        self.page.goto(self.site + reverse(route, args=[self.stage.season.slug]))

    def press(self, button: str) -> None:
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=button, exact=True).click()

    def take_late_points(self, team: str, points: int) -> None:
        """By the league's rule, from the one card that came late."""
        self.go("season_cards")
        assert self.page.get_by_text("Late. Deduct points from").count() == 1
        self.press(f"{team} −{points}")

    def transfer(self, player: Player, to: str) -> None:
        self.go("season_setup")
        self.page.locator("summary", has_text="Transfer player").click()
        self.page.locator("#move-player").select_option(str(player.pk))
        self.page.locator("#move-to").select_option(label=to)
        self.page.locator("#move-on").fill(timezone.now().date().isoformat())
        self.press("Transfer")

    def withdraw(self, team: str, why: str) -> None:
        """With all that it played."""
        self.page.goto(self.site + self.stage.squad(team).get_absolute_url())
        self.page.locator("summary", has_text="Withdraw or expel this team").click()
        self.page.locator("#leave-results").select_option("expunge")
        self.page.locator("#why-leave").fill(why)
        self.press("Confirm departure")
        self.page.get_by_text(f"{team} left the season.").wait_for()

    def decide(self, *order: str, how: str, why: str) -> None:
        self.go("season_setup")
        asked = self.page.locator("form", has_text="Your rules call for a deciding match.")
        for place, team in enumerate(order, start=1):
            asked.locator(f"select[name=squad_{place}]").select_option(label=team)
        asked.get_by_label("Decided by").select_option(label=how)
        asked.get_by_label("Reason").fill(why)
        self.press("Break tie")

    def close_season(self) -> None:
        self.go("season_setup")
        self.press("Close the season")


class League:
    """phones: whose captains have a browser."""

    def __init__(self, browser: Any, site: str, key: str, phones: Sequence[str]) -> None:
        template = TEMPLATES[key]
        self.site, self.stage = site, Stage({**template.rules, "meetings": "single"}, (BIRDS[:4],), spare=1)
        ranking.set_order(self.stage.season.pk, template.criteria, context=self.stage.context_of())
        self.stage.open()
        self.rules = self.stage.season.settings
        SquadPlayer.objects.update(since=timezone.now().date() - datetime.timedelta(days=30))
        self.phones: dict[str, WithPhone] = {}
        self.captains: dict[str, Captain] = {}
        for name in BIRDS[:4]:
            token = squads.issue_season_pass(
                self.stage.squad(name).pk, self.stage.players(name)[0], context=self.stage.context_of()
            )
            link = reverse("open_season_pass", args=[self.stage.season.slug, token])
            if name in phones:
                phone = Phone(browser, site + link, self.stage.players(name)[0].name, lands="**/squads/**")
                self.captains[name] = self.phones[name] = WithPhone(phone, site)
            else:
                self.captains[name] = ByRequests(link)
        self.desk = Desk(open_browser(browser, site, self.stage.olga), site, self.stage)
        self.evenings = iter((2, 2, 1))
        """Days ago, of matches whose cards are in time."""
        self.won: dict[int, Counter[str]] = {}
        """Games won by both teams, as typed, by fixture."""
        self.scored: dict[int, Counter[str]] = {}
        """Points at tables, likewise."""

    def close(self) -> None:
        for captain in self.captains.values():
            captain.close()
        self.desk.page.context.close()

    def tonight(self, home: str, away: str, days_ago: int | None = None) -> Fixture:
        """The fixture of these two, in either order, on the next evening, or so long ago."""
        found = self.stage.season.fixtures.filter(home__team__name__in=[home, away])
        fixture = found.get(away__team__name__in=[home, away])
        back = datetime.timedelta(days=next(self.evenings) if days_ago is None else days_ago)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() - back)
        return self.now(fixture)

    def now(self, fixture: Fixture) -> Fixture:
        return Fixture.objects.select_related("home__team", "away__team", "season__league__club").get(pk=fixture.pk)

    def name_line_ups(self, fixture: Fixture, short: str = "", guests: Mapping[str, Player] | None = None) -> None:
        """short: comes with four players. guests: who substitutes for which team."""
        for side, squad in enumerate(fixture.squads):
            team = str(squad)
            own = self.stage.players(team)
            # Someone who came from another team plays.
            players = [*own[: FULL - 1], (guests or {}).get(team, own[-1])]
            named = players[:4] if team == short else players
            said = self.captains[team].name_line_up(self.now(fixture), side, named)
            assert f"Lineup set for {team}." in said
            assert LineUpPlayer.objects.filter(fixture=fixture, squad=squad).count() == len(named)

    def send(self, sender: str, fixture: Fixture, winner: str, wins: int) -> None:
        """The sender's captain types a card on which the winner wins so many of the games that are played."""
        captain = self.captains[sender]
        games = captain.games_of(self.now(fixture))
        home, away = (str(squad) for squad in fixture.squads)
        won, scored, cells = Counter[str](), Counter[str](), {}
        loser = away if winner == home else home
        for number, game in enumerate(games):
            first = winner if number < wins else loser
            won[first] += 1
            for letter, team in zip("ha", (home, away), strict=True):
                points = self.rules.play_to if team == first else number % 5 + self.rules.play_to // 2
                cells[f"{letter}{game}"] = points
                scored[team] += points
        captain.send(self.now(fixture), cells)
        self.won[fixture.pk], self.scored[fixture.pk] = won, scored

    def play(self, home: str, away: str, winner: str, wins: int, days_ago: int | None = None, **how: Any) -> Fixture:
        fixture = self.tonight(home, away, days_ago)
        self.name_line_ups(fixture, **how)
        sender, other = (str(squad) for squad in fixture.squads)
        self.send(sender, fixture, winner, wins)
        self.captains[other].confirm(self.now(fixture))
        return fixture

    def play_disputed(self, home: str, away: str, winner: str, wins: int) -> Fixture:
        """The first card has it the other way round."""
        fixture = self.tonight(home, away)
        self.name_line_ups(fixture)
        sender, other = (str(squad) for squad in fixture.squads)
        self.send(sender, fixture, home if winner == away else away, wins)
        self.phones[other].dispute(fixture, "Round 2, table 1 was ours")
        self.send(sender, fixture, winner, wins)
        self.captains[other].confirm(self.now(fixture))
        return fixture

    def agree_on_transfer(self, player: Player, old: str, new: str) -> None:
        """One captain asks, the other one agrees."""
        ask, answer = self.phones[new].page, self.phones[old].page
        ask.goto(self.site + self.stage.squad(new).get_absolute_url())
        ask.locator("summary", has_text="Ask for a player").click()
        ask.get_by_label("Player").first.select_option(label=player.name)
        ask.get_by_role("button", name="Ask for player").click()
        ask.get_by_role("button", name="Cancel transfer").wait_for()
        answer.goto(self.site + self.stage.squad(old).get_absolute_url())
        answer.get_by_role("button", name="Agree to transfer").click()
        answer.get_by_role("button", name="Agree to transfer").wait_for(state="detached")
        assert player in self.stage.players(new)

    def withdraw(self, team: str) -> None:
        self.desk.withdraw(team, "Too few players")
        settle_unsettled()
        for pk in [pk for pk, won in self.won.items() if team in won]:
            del self.won[pk], self.scored[pk]

    def games(self, team: str) -> tuple[int, int]:
        """Won and lost, as typed."""
        own = [won for won in self.won.values() if team in won]
        return sum(won[team] for won in own), sum(won.total() - won[team] for won in own)

    def matches(self, team: str) -> int:
        """Won, by the games that were typed."""
        return sum(max(won, key=lambda name: won[name]) == team for won in self.won.values())

    def differences(self, team: str) -> int:
        """Of points at tables."""
        return sum(2 * one[team] - one.total() for one in self.scored.values() if team in one)

    def table(self) -> dict[str, tuple[Fraction, Fraction, Fraction]]:
        """Points, games won and games lost of everybody, the best first."""
        rows = SectionLine.objects.select_related("squad__team").order_by("place", "squad__number")
        return {str(row.squad): (Fraction(row.points), Fraction(row.games[0]), Fraction(row.games[1])) for row in rows}

    def check_all(self) -> None:
        """After the work that no worker did here."""
        tables.settle_stale_seasons()
        run_all()
        assert violations() == []
        before, after = rebuild()
        assert before == after


@pytest.fixture
def league(browser: Any, site: str, request: pytest.FixtureRequest) -> Iterator[League]:
    found = League(browser, site, *request.param)
    yield found
    found.close()


@pytest.mark.parametrize("league", [("cornish", BIRDS[:4])], indirect=True, ids=["cornish"])
def test_half_a_season_on_the_captains_phones(league: League) -> None:
    stage, desk = league.stage, league.desk
    # Of nine games each of the three wins five against the next: a circle.
    league.play(WRENS, LARKS, WRENS, 5)
    league.play_disputed(FINCHES, ROBINS, FINCHES, 6)

    # The Larks come with four. Five of the six games that are played are theirs, the others' pair wins three unplayed.
    came_short = league.play(LARKS, FINCHES, LARKS, 5, short=LARKS)
    assert league.won[came_short.pk] == {LARKS: 5, FINCHES: 1}
    league.won[came_short.pk][FINCHES] += 3

    league.agree_on_transfer(stage.players(ROBINS)[-1], ROBINS, FINCHES)
    league.play(WRENS, ROBINS, ROBINS, 7, days_ago=LONG_AGO)
    desk.take_late_points(WRENS, 1)
    league.play(FINCHES, WRENS, FINCHES, 5, days_ago=0)

    league.withdraw(ROBINS)
    teams, taken = (WRENS, LARKS, FINCHES), {WRENS: 1}
    counted = {name: (2 * league.matches(name) - taken.get(name, 0), *league.games(name)) for name in teams}
    shown = league.table()
    assert {name: shown[name] for name in teams} == counted
    assert counted == {WRENS: (1, 9, 9), LARKS: (2, 9, 9), FINCHES: (2, 9, 9)}

    assert len(closing.shared_places(stage.season)) == 1
    desk.decide(FINCHES, LARKS, how="Deciding match", why="At the Bell, 21–17")
    desk.close_season()
    desk.page.goto(league.site + stage.season.get_absolute_url())
    assert desk.page.locator(".badge", has_text="Champion").locator("xpath=ancestor::li").inner_text().count(FINCHES)
    league.check_all()


@pytest.mark.parametrize("league", [("guernsey", (FINCHES, ROBINS))], indirect=True, ids=["guernsey"])
def test_half_a_season_in_guernsey(league: League) -> None:
    """A point a game, and no team of four. A player substitutes, and a late card costs a point."""
    stage, desk = league.stage, league.desk
    league.play(WRENS, LARKS, WRENS, 6)
    league.play_disputed(FINCHES, ROBINS, FINCHES, 6)
    fixture = league.tonight(LARKS, FINCHES)
    side = [str(squad) for squad in fixture.squads].index(LARKS)
    said = league.captains[LARKS].name_line_up(fixture, side, stage.players(LARKS)[:4])
    assert "Choose 3 pairs, 6 players in all." in said
    assert not fixture.line_up.exists()
    league.name_line_ups(fixture)
    home, away = (str(squad) for squad in fixture.squads)
    league.send(home, fixture, LARKS, 5)
    league.captains[away].confirm(league.now(fixture))

    guest = stage.players(LARKS)[-2]
    league.agree_on_transfer(stage.players(ROBINS)[-1], ROBINS, FINCHES)
    late = league.play(WRENS, ROBINS, ROBINS, 5, days_ago=LONG_AGO, guests={WRENS: guest})
    assert not late.line_up.get(player=guest).is_own
    desk.take_late_points(WRENS, 1)
    league.play(FINCHES, WRENS, FINCHES, 5, days_ago=0)

    league.withdraw(ROBINS)
    teams, taken = (WRENS, LARKS, FINCHES), {WRENS: 1}
    counted = {name: (league.games(name)[0] - taken.get(name, 0), *league.games(name)) for name in teams}
    shown = league.table()
    assert {name: shown[name] for name in teams} == counted
    # Level on points and matches won, the Wrens have the better games.
    assert counted == {WRENS: (9, 10, 8), FINCHES: (9, 9, 9), LARKS: (8, 8, 10)}
    assert (league.matches(WRENS), league.matches(FINCHES)) == (1, 1)
    assert list(shown) == [WRENS, FINCHES, LARKS, ROBINS]
    league.check_all()


@pytest.mark.parametrize("league", [("us_bar", (FINCHES, ROBINS))], indirect=True, ids=["us_bar"])
def test_half_a_season_of_an_american_bar_league(league: League) -> None:
    """The weaker team of a match starts with games, percentage decides, and the organizer transfers players. No card
    costs points here."""
    stage, desk = league.stage, league.desk
    league.play(WRENS, LARKS, WRENS, 7)
    league.play_disputed(FINCHES, ROBINS, FINCHES, 6)
    league.play(LARKS, FINCHES, LARKS, 5)
    desk.transfer(moved := stage.players(ROBINS)[-1], FINCHES)
    assert moved in stage.players(FINCHES)
    league.play(WRENS, ROBINS, WRENS, 8, days_ago=LONG_AGO)
    desk.go("season_cards")
    assert desk.page.get_by_text("Deduct points from").count() == 0

    # Games won in a match so far: 7½ and 5. Of the difference, 80 percent are two games.
    averages = [Fraction(7 + 8, 2), Fraction(6 + 4, 2)]
    start = int((averages[0] - averages[1]) * Fraction(80, 100) * 2) // 2
    last = league.play(FINCHES, WRENS, WRENS, 5, days_ago=0)
    league.phones[FINCHES].go("fixture", last)
    league.phones[FINCHES].page.get_by_text(f"The score includes a handicap of {start} games for {FINCHES}.").wait_for()
    league.won[last.pk][FINCHES] += start
    assert league.won[last.pk] == {FINCHES: 6, WRENS: 5}

    league.withdraw(ROBINS)
    teams = (WRENS, LARKS, FINCHES)
    shares = {name: Fraction(league.games(name)[0], sum(league.games(name))) for name in teams}
    shown = league.table()
    assert {name: shown[name][1:] for name in teams} == {name: league.games(name) for name in teams}
    assert list(shown) == [*sorted(teams, key=lambda name: -shares[name]), ROBINS]
    assert shares == {WRENS: Fraction(12, 20), FINCHES: Fraction(10, 20), LARKS: Fraction(7, 18)}
    desk.page.goto(league.site + stage.season.get_absolute_url())
    rows = desk.page.locator(".standings tbody tr").all_inner_texts()
    won, lost = league.games(WRENS)
    for place, name in enumerate((WRENS, FINCHES, LARKS)):
        own_won, own_lost = league.games(name)
        behind = Fraction((won - lost) - (own_won - own_lost), 2)
        percent, back = [cell.strip() for cell in rows[place].split("\t")][-2:]
        assert name in rows[place]
        assert 0 <= 100 * shares[name] - Fraction(percent.strip("%")) < Fraction(1, 10)
        assert back == (str(behind.numerator // behind.denominator) + "½" * (behind.denominator - 1) if behind else "–")
    league.check_all()
