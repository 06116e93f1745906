"""A club with so many of everything, for what reading it costs: in tests and in `benchmarks/api.py`."""

import datetime
from typing import Any
from urllib.parse import quote

from django.utils import timezone

from games.accounts.models import Player
from games.engine.presets import preset
from games.tables.models import Game, Table, Visibility
from games.tables.opening import open_table
from games.tables.options import TableOptions
from tests.cast import context_of, make_event
from tests.tournaments.api.program import Program
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tests.tournaments.scenes.stages import crowded_round
from tests.tournaments.scenes.webhook import PUBLIC, webhook
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.models import Club, Membership, Venue
from tournaments.events import announcements
from tournaments.events.models import Announcement, Event
from tournaments.happenings.models import ClubStream, StreamedHappening
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS
from tournaments.leagues.models import Division, Fixture, League, Season, SectionLine, Squad, Team
from tournaments.results.models import Channel, Standing
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
from tournaments.webhooks.models import Happening, Webhook, WebhookAttempt, WebhookDelivery

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
        self.sit_down()
        self.more = range(2, size + 1)
        self.add_clubs()
        self.add_fixtures()
        self.add_rounds()
        self.add_standings()
        self.add_tables()
        self.add_honours()
        self.add_seats()
        self.add_webhooks()
        self.program = Program(self.olga)
        self.program.read("/me/")  # the day's first use of a token is noted

    def sit_down(self) -> None:
        """Olga is North at table 1."""
        north = self.round.matches.order_by("table")[0].seats.order_by("position")[0]
        EntryPlayer.objects.filter(player=north.player).update(player=self.olga.player)
        Seat.objects.filter(pk=north.pk).update(player=self.olga.player)

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
        """Of another event, all closed. A third one is planned."""
        make_event(self.club, self.olga, name="Soon")
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
        entered = Player.objects.filter(lineups__event=self.event, user=None)
        self.seated = entered.order_by("pk")[0]
        Membership.objects.bulk_create(Membership(club=self.club, player=one, role="member") for one in entered)
        matches = Match.objects.bulk_create(Match(round=one, table=1) for one in self.long.stages.get().rounds.all())
        entry = Entry.objects.create(event=self.long, number=1)
        EntryPlayer.objects.create(event=self.long, entry=entry, player=self.olga.player)
        Seat.objects.bulk_create(
            Seat(match=match, round=match.round, side=side, position=side, player=player, entry=entry)
            for match in matches
            for side, player in enumerate((self.olga.player, self.seated))
        )

    def add_webhooks(self) -> None:
        """Of one of them so many deliveries, the newest tried so often; and so many happenings in the club's line."""
        self.hook = webhook(self.club, self.olga)
        about = {"action": Action.ADD_WEBHOOK, "source": Channel.PAGE, "club": self.club, "user": self.olga}
        for number in self.more:
            log = AuditLogEntry.objects.create(**about)
            Webhook.objects.create(club=self.club, address=f"{PUBLIC}/{number}", secret="0" * 64, journal=log)
        sent = WebhookDelivery.objects.bulk_create(
            WebhookDelivery(webhook=self.hook, kind=Happening.RESULT, key=f"result:0:{number}", body={"number": number})
            for number in range(self.size)
        )
        self.sent = sent[-1]
        WebhookAttempt.objects.bulk_create(
            WebhookAttempt(delivery=self.sent, status=200, milliseconds=9) for _ in range(self.size)
        )
        body = {"type": Happening.RESULT, "timestamp": timezone.now().isoformat(), "data": {}}
        stream = ClubStream.objects.create(club=self.club, last=self.size, listened_on=timezone.now().date())
        StreamedHappening.objects.bulk_create(
            StreamedHappening(stream=stream, number=number, kind=Happening.RESULT, key=f"result:0:{number}", body=body)
            for number in range(1, self.size + 1)
        )

    def paths(self) -> dict[str, tuple[str, str]]:
        """Name → its address, and what its list is called."""
        night, long = (f"/events/{one.slug}/" for one in (self.event, self.long))
        season, table = f"/seasons/{self.league_stage.season.slug}/", f"/tables/{self.table.code}/"
        club, most = f"/clubs/{self.club.slug}/", "?limit=200"
        hook = f"{club}webhooks/{self.hook.pk}/"
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
            "own seat": (f"{night}my-seat/", "matches"),
            "own matches": (f"/me/matches/{most}", "results"),
            "a player's matches": (f"/players/{self.seated.pk}/matches/{most}", "results"),
            "a player's ratings": (f"/players/{self.hero.pk}/ratings/{most}", "results"),
            "a ranking of the past": (
                f"{club}ranking/?at={quote((timezone.now() + datetime.timedelta(hours=1)).isoformat())}",
                "results",
            ),
            "an export": (f"{night}export/", "entries"),
            "events by state": (f"/events/{most}&state=planned", "results"),
            "events changed since": (f"/events/{most}&changed_after=2020-01-01T00:00:00Z", "results"),
            "webhooks": (f"{club}webhooks/{most}", "results"),
            "deliveries": (f"{hook}deliveries/{most}", "results"),
            "a delivery": (f"{hook}deliveries/{self.sent.number}/", "log"),
            "happenings": (f"{club}happenings/?after=0&limit=200", "results"),
        }
