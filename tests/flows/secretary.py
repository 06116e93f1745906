"""A secretary's season: two divisions of eight squads, set up through the pages, played, beside a slow count."""

import datetime
import html
import re
from random import Random
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import context_of, make_club, make_user, publish
from tests.markup import squeezed
from tests.tournaments.formats.seasons.slow_table import Card, slow_levels, slow_points
from tests.tournaments.pages.browsing import finish_round, form, log_in
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, TREES, a_game
from tournaments.events.models import Event
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import closing, fixtures, line_ups, tables
from tournaments.leagues.models import Fixture, Season, SquadPlayer
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import GameFact
from tournaments.rewards.queue import run_all

DIVISIONS = {"Division 1": BIRDS, "Division 2": TREES}
DAY = datetime.timedelta(days=1)
RULES: dict[str, Any] = {
    "name": "Fall",
    "kind": "fixtures",
    "meetings": "single",
    "pairs": 1,
    "games": 1,
    "least": 0,
    "missing": "lost",
    "play_to": 10,
    "where": "physical",
    "for_game": 1,
    "for_win": 0,
    "for_draw": 0,
    "handicap": 0,
    "handicap_most": 3,
    "handicap_after": 2,
    "unplayed": 5,
    "late_card": 1,
    "late_second": 1,
    "late_more": 1,
    "approval": "captains",
    "card_days": 2,
    "borrowings": 1,
    "up": 2,
    "down": 2,
    "play_offs": 4,
    "points": "5-4-3-2-1",
    "ties": "full",
    "drop": 0,
    "credit": "regular",
}


class Secretary:
    """Olga at her laptop."""

    def __init__(self) -> None:
        self.olga = make_user("Olga")
        self.club = make_club(self.olga)
        self.laptop: Client = log_in(self.olga)
        self.cards: dict[int, Card] = {}
        self.dice = Random(8)

    def post(self, route: str, /, *args: Any, status: int = 302, **fields: Any) -> str:
        response = self.laptop.post(reverse(route, args=args), form(**fields))
        said = html.unescape(response.content.decode())
        assert response.status_code == status, said
        return said

    def season(self) -> Season:
        return Season.objects.get(name="Fall")

    def step(self, action: str, /, status: int = 302, **fields: Any) -> str:
        season = self.season()
        return self.post("move_season", season.slug, action, status=status, seen=season.version, **fields)

    def on_fixture(self, fixture: Fixture, action: str, /, status: int = 302, **fields: Any) -> str:
        fixture.refresh_from_db()
        about = self.season().slug, fixture.number, action
        return self.post("move_fixture", *about, status=status, **{"seen": fixture.revision} | fields)

    def preview(self, days: dict[str, Any]) -> str:
        return self.laptop.get(reverse("season_setup", args=["fall"]), days).content.decode()

    def set_up(self) -> None:
        self.post("new_league", self.club.slug, name="Elm League", divisions="\n".join(DIVISIONS))
        self.post("new_season", "elm-league", **RULES)
        for section in self.season().sections.all():
            for squad in DIVISIONS[str(section)]:
                names = "\n".join(f"{squad} {number}" for number in (1, 2, 3))
                fields = {"squad-section": section.pk, "squad-team": squad, "squad-players": names}
                self.step("squad", **fields, **{"squad-since": FIRST_DAY})
        days = {"days-first": FIRST_DAY, "days-at": "19:00", "days-every": 7, "days-blackouts": FIRST_DAY + 14 * DAY}
        assert "Preview: 7 weeks" in self.preview(days)
        self.step("draft", **days)
        self.step("open")

    def name_own(self, fixture: Fixture) -> None:
        for squad in fixture.squads:
            if not fixture.line_up.filter(squad=squad).exists():
                rows = SquadPlayer.objects.filter(squad=squad, until=None).order_by("pk")[:2]
                pair = [row.player for row in rows.select_related("player")]
                line_ups.set_line_up(fixture.pk, squad.pk, [pair], context=context_of(self.olga))

    def play(self, fixture: Fixture) -> None:
        """One card through the page, as simulated."""
        self.name_own(fixture)
        home, away = a_game(10, self.dice)
        fixture.refresh_from_db()
        about = self.season().slug, fixture.number
        self.post("card", *about, seen=0, revision=fixture.revision, h1_1=home, a1_1=away)
        self.cards[fixture.pk] = (str(fixture.home), str(fixture.away), [(home, away)])

    def table(self, squads: Any) -> list[str]:
        """The squads in the order of the public page."""
        shown = Client().get(reverse("season", args=["fall"])).content.decode()
        found = re.findall(r'<th scope="row"><a class="row-link"[^>]*>([^<]+)</a>', squeezed(shown))
        return [name for name in found if name in squads]


def run_a_season(desk: Secretary) -> None:
    """From founding the league to setting up the next season."""
    desk.set_up()
    season = desk.season()
    rows = list(season.fixtures.select_related("home__team", "away__team").order_by("number"))
    assert len(rows) == 56
    weeks = sorted({(row.starts_at.astimezone(season.zone).date() - FIRST_DAY).days for row in rows})
    assert weeks == [0, 7, 21, 28, 35, 42, 49], "not on the blackout"

    first = rows[0]
    lender = next(name for name in BIRDS if name not in (str(first.home), str(first.away)))
    star = SquadPlayer.objects.get(player__name=f"{lender} 3").player
    own = SquadPlayer.objects.get(player__name=f"{first.home} 1").player
    desk.on_fixture(first, "line-up", seen=0, side=0, p1_0=own.pk, p1_1=star.pk)
    desk.play(first)
    # The star has been borrowed once, and once is all that is allowed.
    later = next(
        row for row in rows[1:] if first.home in (row.home, row.away) and lender not in (str(row.home), str(row.away))
    )
    side = [later.home, later.away].index(first.home)
    said = desk.on_fixture(later, "line-up", 422, seen=0, side=side, p1_0=own.pk, p1_1=star.pk)
    assert f"{star} can substitute once a season (so far: {first}). Choose another player." in said

    desk.on_fixture(first, "late", side=0)
    moved = rows[8]
    there = (FIRST_DAY + 10 * DAY).isoformat()
    desk.on_fixture(moved, "postpone", to=f"{there}T18:30", reason="The hall is being painted")
    assert "The hall is being painted" in Client().get(moved.get_absolute_url()).content.decode()
    goes, to = SquadPlayer.objects.get(player__name="Elms 1"), season.squads.get(team__name="Oaks")
    desk.step("transfer", player=goes.player_id, to=to.pk, on=FIRST_DAY + 9 * DAY)
    refused = rows[9]
    fixtures.rule(refused.pk, "walkover", "Three were ill", context=context_of(desk.olga), at_fault=1)

    for row in rows[1:]:
        if row.pk != refused.pk:
            desk.play(row)
    settle_unsettled()
    tables.settle_stale_seasons()

    given = {str(first.home): -1, str(refused.home): 5}
    for squads in DIVISIONS.values():
        cards = [card for card in desk.cards.values() if card[0] in squads]
        # The walkover is a fixture won without a game: 5 points, and a win that the slow count adds as a game of 1–0.
        if str(refused.home) in squads:
            given[str(refused.home)] -= 1
            cards.append((str(refused.home), str(refused.away), [(1, 0)]))
        points = slow_points(squads, cards, given)
        shown = desk.table(squads)
        assert [points[name] for name in shown] == sorted(points.values(), reverse=True)
        lines = {str(row.squad): row.points for row in season_lines(season) if str(row.squad) in squads}
        assert lines == points
        if str(refused.home) not in squads:
            order = iter(shown)
            for level in slow_levels(squads, cards, given):
                assert {next(order) for _ in level} == level

    games = GameFact.objects.filter(facts__season=season.pk)
    assert games.count() == 55
    assert games.filter(participations__player=star).exists(), "statistics follow the person"
    run_all()
    assert (found := verify.violations()) == [], found
    before, after = rebuild()
    assert before == after

    for one in closing.shared_places(season):
        if one.matters:
            order = {f"squad_{place}": squad.number for place, squad in enumerate(one.squads, start=1)}
            about = {"section": one.section.pk, "count": len(order), "method": "organizers", "reason": "Agreed"}
            desk.post("move_season", season.slug, "decide", seen=0, **about, **order)
    for section in season.sections.all():
        desk.step("play-offs", section=section.pk, at=f"{FIRST_DAY + 60 * DAY}T19:00")
        event = Event.objects.get(play_off__section=section)
        seeds = [str(seat.squad) for seat in event.play_off.seats.all()]
        assert seeds == desk.table(DIVISIONS[str(section)])[:4]
        for number in (1, 2):
            finish_round(event.stages.get(), desk.olga)
            if number == 1:
                publish(event, desk.olga, 2)
    desk.step("close")
    page = Client().get(reverse("season", args=["fall"])).content.decode()
    assert squeezed(page).count("Champion</span>") == 2
    assert squeezed(page).count("goes up</span>") == squeezed(page).count("goes down</span>") == 2
    desk.step("follow", name="Spring", on=FIRST_DAY + 100 * DAY)
    spring = Season.objects.get(name="Spring")
    assert [section.squads.count() for section in spring.sections.all()] == [8, 8]
    settle_unsettled()
    tables.settle_stale_seasons()
    run_all()
    assert (found := verify.violations()) == [], found
    before, after = rebuild()
    assert before == after, "a champion squad's player who never sat keeps the trophy"


def season_lines(season: Season) -> Any:
    return [line for section in season.sections.all() for line in section.lines.select_related("squad__team")]
