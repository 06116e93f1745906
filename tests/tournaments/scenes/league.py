"""A league in which tests play: Olga's two divisions, squads with their players, and cards made by dice."""

import datetime
from collections.abc import Sequence
from random import Random
from typing import Any

from django.utils import timezone

from games.accounts.models import Player, User
from tests.cast import context_of, make_club, make_user
from tournaments.clubs.models import Membership, Role, Venue
from tournaments.leagues import fixtures, line_ups, schedule, setup, squads
from tournaments.leagues.models import Fixture, League, Season, Squad, SquadPlayer
from tournaments.leagues.schedule import Plan

BIRDS = ("Wrens", "Larks", "Finches", "Robins", "Herons", "Swifts", "Kites", "Owls")
TREES = ("Elms", "Oaks", "Ashes", "Pines", "Maples", "Cedars", "Birches", "Alders")
FIRST_DAY = timezone.now().date() + datetime.timedelta(days=7)
SMALL = {"pairs": 1, "games": 1, "play_offs": 0, "up": 0, "down": 0}
"""House rules under which a fixture is one game of one pair."""


class Stage:
    """Olga, her club, a league, and a season in it that is being set up."""

    def __init__(
        self, rules: dict[str, Any] | None = None, divisions: Sequence[Sequence[str]] = (BIRDS[:4],), spare: int = 0
    ) -> None:
        self.olga: User = make_user("Olga")
        self.club = make_club(self.olga)
        names = [f"Division {number}" for number in range(1, len(divisions) + 1)]
        self.league: League = setup.create_league(self.club, "Elm League", names, context=self.context_of())
        self.season: Season = setup.create_season(
            self.league, "Fall", SMALL if rules is None else rules, context=self.context_of()
        )
        for section, teams in zip(self.season.sections.all(), divisions, strict=True):
            for name in teams:
                self.fill(setup.add_squad(section.pk, name, context=self.context_of()), spare)

    def context_of(self) -> Any:
        return context_of(self.olga)

    def fill(self, squad: Squad, spare: int) -> None:
        count = 2 * self.season.settings.pairs + spare
        for number in range(1, count + 1):
            name = f"{squad.team.name} {number}"
            squads.join_squad(squad.pk, name, FIRST_DAY, context=self.context_of(), captain=number == 1)

    def draft(self, **more: Any) -> Season:
        plan = Plan(FIRST_DAY, datetime.time(19), **more)
        return schedule.draft_fixtures(self.season.pk, plan, context=self.context_of())

    def open(self) -> None:
        if not self.season.fixtures.exists() and self.season.settings.kind == "fixtures":
            self.draft()
        schedule.open_season(self.season.pk, context=self.context_of())
        self.season.refresh_from_db()

    def squad(self, name: str) -> Squad:
        return Squad.objects.get(season=self.season, team__name=name)

    def players(self, name: str) -> list[Player]:
        rows = SquadPlayer.objects.filter(squad=self.squad(name), until__isnull=True).select_related("player")
        return [row.player for row in rows.order_by("pk")]

    def line_up(self, fixture: Fixture, squad: Squad, players: Sequence[Player] | None = None) -> Fixture:
        found = list(players or self.players(squad.team.name))
        pairs = [found[index : index + 2] for index in range(0, 2 * self.season.settings.pairs, 2)]
        return line_ups.set_line_up(fixture.pk, squad.pk, pairs, context=self.context_of())

    def fixture(self, home: str, away: str) -> Fixture:
        return self.season.fixtures.get(home__team__name=home, away__team__name=away)

    def play(self, fixture: Fixture, card: Sequence[Sequence[tuple[int, int]]]) -> Fixture:
        for squad in fixture.squads:
            if not fixture.line_up.filter(squad=squad).exists():
                self.line_up(fixture, squad)
        return fixtures.enter_card(fixture.pk, card, context=self.context_of())

    def play_all(self, dice: Random) -> dict[int, list[list[tuple[int, int]]]]:
        """Every fixture that is left, by dice. Fixture id → its card."""
        cards = {}
        for fixture in list(self.season.fixtures.filter(state="planned", event=None).order_by("starts_at", "number")):
            cards[fixture.pk] = a_card(self.season, dice)
            self.play(fixture, cards[fixture.pk])
        return cards


def a_card(season: Season, dice: Random) -> list[list[tuple[int, int]]]:
    rules = season.settings
    return [[a_game(rules.play_to, dice) for _ in range(rules.pairs)] for _ in range(rules.games)]


def a_game(play_to: int, dice: Random) -> tuple[int, int]:
    game = (play_to, dice.randrange(play_to))
    return game if dice.random() < 0.5 else (game[1], game[0])


def a_hall(stage: Stage, tables: int | None, name: str = "Elks Hall") -> Venue:
    return Venue.objects.create(club=stage.club, name=name, tables=tables)


def a_member(stage: Stage, name: str) -> Player:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=stage.club, player=player, role=Role.MEMBER)
    return player
