"""Every list and every sheet of the API asks the database the same number of questions, with one row or a hundred."""

import datetime
from typing import Any
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import Player
from games.engine.presets import preset
from games.tables.models import Game, Table, Visibility
from games.tables.opening import open_table
from games.tables.options import TableOptions
from tests.cast import context_of, enter_pairs, make_club, make_event, make_user, publish
from tests.tournaments.api.program import Program
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tests.tournaments.scenes.prize import prize_night, shares
from tests.tournaments.scenes.stages import crowded_round
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.models import Club, Membership, Venue
from tournaments.events import announcements
from tournaments.events.models import Announcement, Event
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS
from tournaments.leagues.models import Division, Fixture, League, Season, SectionLine, Squad, Team
from tournaments.results.models import Standing
from tournaments.rewards.models import (
    COUNT_FIELDS,
    Award,
    GameFact,
    PlayerRating,
    RatingChange,
    RatingPool,
    SpanTotals,
    Unlock,
)
from tournaments.rounds.models import Match, Round, Seat

pytestmark = pytest.mark.django_db

# List → questions for the program of a user who organizes in every club; the first one is about the token.
COUNTS = {
    "clubs": 3,
    "leagues": 3,
    "seasons": 2,
    "events": 3,
    "tables": 2,
    "players": 2,
    "fixtures": 4,
    "season table": 6,
    "entries": 6,
    "matches": 7,
    "announcements": 3,
    "rounds": 4,
    "a round": 9,
    "standings": 15,
    "ranking": 6,
    "leaderboard": 3,
    "a club's": 4,
    "achievements": 6,
    "games": 3,
    "members": 4,
    "a club's matches": 6,
    "with players and events": 10,
    "own matches": 7,
    "a player's matches": 9,
    "a player's ratings": 3,
    "a ranking of the past": 5,
    "an export": 31,
}

NO_COMPANY: dict[str, Any] = {"winning": [0] * 4, "losing": [0] * 4, "partners": {}, "rivals": {}}


class Crowd:
    """A club in which there are so many of everything, written straight into the database."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.league_stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:2],))
        self.olga, self.club = self.league_stage.olga, self.league_stage.club
        self.league_stage.open()
        self.round = crowded_round(self.club, self.olga, size)
        self.event = self.round.stage.event
        self.more = range(2, size + 1)
        self.add_clubs()
        self.add_fixtures()
        self.add_rounds()
        self.add_standings()
        self.add_tables()
        self.add_honours()
        self.add_seats()
        self.program = Program(self.olga)
        self.program.read("/me/")  # the day's first use of a token is noted

    def add_clubs(self) -> None:
        more, first = self.more, self.event
        clubs = Club.objects.bulk_create(Club(name=f"Club {n}", slug=f"club-{n}") for n in more)
        Membership.objects.bulk_create(Membership(club=one, player=self.olga.player, role="owner") for one in clubs)
        Venue.objects.bulk_create(Venue(club=one, name="Hall") for one in [self.club, *clubs])
        leagues = League.objects.bulk_create(League(club=one, name="L", slug=f"l-{one.pk}") for one in clubs)
        Division.objects.bulk_create(Division(league=one, level=1, name="First") for one in leagues)
        rules = self.league_stage.season.rules
        Season.objects.bulk_create(
            Season(league=one, name="S", slug=one.slug, state="open", rules=rules) for one in leagues
        )
        venue = self.club.venues.get()
        Event.objects.bulk_create(
            Event(club=one, name="E", slug=f"e-{one.pk}", starts_at=first.starts_at, venue=venue) for one in clubs
        )
        said = announcements.announce(first.pk, "Pizza is here", context=context_of(self.olga))
        Announcement.objects.bulk_create(Announcement(event=first, text="More", journal=said.journal) for _ in more)

    def add_fixtures(self) -> None:
        """Everyone plays the Wrens; all but the first game were forfeits."""
        season, section = self.league_stage.season, self.league_stage.season.sections.get()
        first = season.fixtures.get()
        teams = Team.objects.bulk_create(Team(league=season.league, name=f"Team {n}") for n in self.more)
        squads = Squad.objects.bulk_create(
            Squad(season=season, section=section, team=team, number=number) for number, team in enumerate(teams, 3)
        )
        Fixture.objects.bulk_create(
            Fixture(
                season=season,
                section=section,
                number=number,
                week=1,
                home=first.home,
                away=squad,
                state="walkover",
                at_fault=1,
                reason="Snow",
                starts_at=first.starts_at,
            )
            for number, squad in enumerate(squads, 2)
        )
        SectionLine.objects.all().delete()
        sums = {"played": 1, "won": 1, "drawn": 0, "lost": 0, "halves": [0, 0], "scored": [0, 0]}
        SectionLine.objects.bulk_create(
            SectionLine(section=section, squad=squad, place=place, points_over=9, **sums)
            for place, squad in enumerate([first.home, *squads], 1)
        )

    def add_rounds(self) -> None:
        """Of another event, all closed."""
        self.long = make_event(self.club, self.olga, name="Long")
        Round.objects.bulk_create(
            Round(stage=self.long.stages.get(), number=n, status="closed", version=1) for n in range(1, self.size + 1)
        )

    def add_standings(self) -> None:
        stage, entries = self.round.stage, list(self.event.entries.all())
        Standing.objects.all().delete()
        Standing.objects.bulk_create(
            Standing(stage=stage, entry=entry, place=place, points_over=3, values=["3"] * len(stage.criteria))
            for place, entry in enumerate(entries[: self.size], 1)
        )

    def add_tables(self) -> None:
        first = open_table(self.olga.player, preset("plain"), TableOptions(), visibility="public")
        Table.objects.bulk_create(
            Table(name="T", owner=first.owner, rules=first.rules, visibility=Visibility.PUBLIC) for _ in self.more
        )
        Game.objects.bulk_create(
            Game(
                table=first,
                number=n,
                rules=first.rules,
                first_dealer=0,
                points=[10, 6],
                winners=[0],
                ended_at=timezone.now(),
            )
            for n in range(1, self.size + 1)
        )
        self.table = first

    def add_honours(self) -> None:
        now, people = timezone.now(), list(Player.objects.filter(is_bot=False)[: self.size])
        pool = RatingPool.objects.create(key=f"{self.club.pk}:classic:0", club=self.club, variant="classic")
        text = f"26.5 2.0 90 {now.date()}T00:00:00+00:00#1"
        PlayerRating.objects.bulk_create(
            PlayerRating(
                pool=pool,
                player=one,
                text=text,
                mu=26.5,
                sigma=2.0,
                games=9,
                last_at=now,
                number=1500 + place,
                give_or_take=80,
                is_provisional=False,
            )
            for place, one in enumerate(people)
        )
        counts = dict.fromkeys(COUNT_FIELDS, 9)
        SpanTotals.objects.bulk_create(
            SpanTotals(player=one, scope=scope, span="all", rate=0.5, company=NO_COMPANY, **counts)
            for one in people
            for scope in ("all", str(self.club.pk))
        )
        self.trophies(people[0])
        self.hero = people[0]
        facts = GameFact.objects.bulk_create(
            GameFact(number=game.pk, game=game, ended_at=now, variant="classic", facts={}, event=self.event)
            for game in self.table.games.all()
        )
        # The hero's by every game, and one of everyone else.
        played = [(self.hero, fact) for fact in facts] + list(zip(people, facts, strict=True))[1:]
        RatingChange.objects.bulk_create(
            RatingChange(
                pool=pool,
                counted=fact,
                player=one,
                ended_at=now + datetime.timedelta(seconds=number),
                before=text,
                after=text,
                mu=26.5,
                sigma=2.0,
            )
            for number, (one, fact) in enumerate(played)
        )

    def trophies(self, player: Player) -> None:
        keys = list(ACHIEVEMENTS)[: self.size]
        unlocks = Unlock.objects.bulk_create(
            Unlock(player=player, achievement=key, tier=1, is_late=False, event=self.event) for key in keys
        )
        Award.objects.bulk_create(
            Award(
                unlock=unlock,
                player=player,
                achievement=unlock.achievement,
                tier=1,
                evidence=["game 1"],
                earned_at=unlock.at + datetime.timedelta(seconds=number),
            )
            for number, unlock in enumerate(unlocks)
        )

    def add_seats(self) -> None:
        """Olga and one of the crowd sit in every one of so many rounds that are over, and all are members."""
        self.seated = Player.objects.filter(seats__round=self.round).order_by("pk")[0]
        entered = Player.objects.filter(lineups__event=self.event)
        Membership.objects.bulk_create(Membership(club=self.club, player=one, role="member") for one in entered)
        matches = Match.objects.bulk_create(Match(round=one, table=1) for one in self.long.stages.get().rounds.all())
        entry = Entry.objects.create(event=self.long, number=1)
        EntryPlayer.objects.create(event=self.long, entry=entry, player=self.olga.player)
        Seat.objects.bulk_create(
            Seat(match=match, round=match.round, side=side, position=side, player=player, entry=entry)
            for match in matches
            for side, player in enumerate((self.olga.player, self.seated))
        )

    def paths(self) -> dict[str, tuple[str, str]]:
        """Name → its address, and what its list is called."""
        night, long = (f"/events/{one.slug}/" for one in (self.event, self.long))
        season, table = f"/seasons/{self.league_stage.season.slug}/", f"/tables/{self.table.code}/"
        club, most = f"/clubs/{self.club.slug}/", "?limit=200"
        return {
            **{
                name: (f"/{name}/{most}", "results")
                for name in ("clubs", "leagues", "seasons", "events", "tables", "players")
            },
            "fixtures": (f"{season}fixtures/{most}", "results"),
            "season table": (f"{season}table/", "results"),
            "entries": (f"{night}entries/{most}", "results"),
            "matches": (f"{night}matches/{most}", "results"),
            "announcements": (f"{night}announcements/{most}", "results"),
            "rounds": (f"{long}rounds/{most}", "results"),
            "a round": (f"{night}rounds/{self.round.pk}/", "matches"),
            "standings": (f"{night}standings/", "results"),
            "ranking": (f"{club}ranking/", "results"),
            "leaderboard": ("/leaderboard/", "results"),
            "a club's": (f"/leaderboard/?club={self.club.slug}", "results"),
            "achievements": (f"/players/{self.hero.pk}/achievements/", "results"),
            "games": (f"{table}games/{most}", "results"),
            "members": (f"{club}members/{most}", "results"),
            "a club's matches": (f"{club}matches/{most}", "results"),
            "with players and events": (f"{club}matches/{most}&expand=players,events", "results"),
            "own matches": (f"/me/matches/{most}", "results"),
            "a player's matches": (f"/players/{self.seated.pk}/matches/{most}", "results"),
            "a player's ratings": (f"/players/{self.hero.pk}/ratings/{most}", "results"),
            "a ranking of the past": (
                f"{club}ranking/?at={quote((timezone.now() + datetime.timedelta(hours=1)).isoformat())}",
                "results",
            ),
            "an export": (f"{night}export/", "entries"),
        }


def questions(program: Program, path: str, name: str) -> tuple[int, int]:
    """How many there were, and how many rows the answer has."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        answer = program.read(path)
    return len(asked), len(answer[name])


# Boards show 25 a page; there are no more achievements than the catalogue has, and some of those are secret.
FEWER = {"ranking": 25, "a ranking of the past": 25, "leaderboard": 25, "a club's": 25, "achievements": 40}


@pytest.mark.parametrize("size", [1, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_it_asks_as_many_questions_as_the_table_says(size: int) -> None:
    crowd = Crowd(size)
    found = {name: questions(crowd.program, *where) for name, where in crowd.paths().items()}
    assert {name: count for name, (count, _) in found.items()} == COUNTS
    least = {name: min(size, FEWER.get(name, size)) for name in found}
    assert {name: rows for name, (_, rows) in found.items() if rows < least[name]} == {}


@pytest.mark.parametrize("tables", [1, 25])
def test_so_does_the_own_seat(tables: int) -> None:
    olga, mia = make_user("Olga"), make_user("Mia")
    round_ = crowded_round(make_club(olga), olga, tables)
    own = round_.matches.order_by("table")[0].seats.order_by("position")[0]
    EntryPlayer.objects.filter(player=own.player).update(player=mia.player)
    Seat.objects.filter(pk=own.pk).update(player=mia.player)
    program = Program(mia)
    program.read("/me/")
    assert questions(program, f"/events/{round_.stage.event.slug}/my-seat/", "matches") == (10, 1)


PRIZES = {"prizes": (3, 3), "payouts": (36, 9)}
"""How many questions there are before payouts are published, and after."""


@pytest.mark.parametrize("pairs", [4, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_so_do_prizes_and_payouts(pairs: int) -> None:
    night = prize_night(pairs=pairs)
    night.promise(shares(*[100 // pairs] * pairs))
    program, path = Program(night.olga), f"/events/{night.event.slug}/"
    program.read("/me/")
    before = asked_of_prizes(program, path)
    night.show()
    after = asked_of_prizes(program, path)
    assert {name: (before[name][0], after[name][0]) for name in PRIZES} == PRIZES
    assert before["payouts"][1] == after["payouts"][1] == 2 * pairs
    payout = night.event.payouts.first()
    assert payout
    assert questions(program, f"{path}payouts/{payout.pk}/", "player") == (7, 2)


def asked_of_prizes(program: Program, path: str) -> dict[str, tuple[int, int]]:
    """Of an organizer's program: name → how many questions and rows."""
    return {
        name: questions(program, f"{path}{name}/", key) for name, key in (("prizes", "words"), ("payouts", "results"))
    }


@pytest.mark.parametrize("pairs", [4, 16])
def test_so_does_a_bracket(pairs: int) -> None:
    olga = Stage({**SMALL, "meetings": "single"}, (BIRDS[:2],)).olga
    cup = make_event(Club.objects.get(), olga, "elimination", name="Cup")
    enter_pairs(cup, olga, pairs)
    publish(cup, olga)
    program = Program(olga)
    program.read("/me/")
    count, matches = questions(program, "/events/cup/bracket/", "matches")
    assert (count, matches >= pairs - 1) == (13, True)
