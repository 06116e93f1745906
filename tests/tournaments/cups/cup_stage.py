"""A league with a cup in which tests play."""

import datetime
from random import Random
from typing import Any

from django.utils import timezone

from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage, a_card
from tournaments.cups import commands, draws
from tournaments.cups.models import Cup, CupMatch, CupRound
from tournaments.cups.progress import Meeting, Progress, progress_of
from tournaments.leagues.models import Season

CUP_DAY = datetime.datetime.combine(FIRST_DAY, datetime.time(19), datetime.UTC) + datetime.timedelta(days=400)
"""Long after the league's last day."""


class CupStage(Stage):
    """Eleven teams of two divisions, whose season is open, and a cup for all of them."""

    def __init__(
        self,
        method: str = "hat",
        divisions: Any = (BIRDS[:6], TREES[:5]),
        kind: str = "teams",
        rules: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(rules or {**SMALL, "meetings": "single"}, divisions)
        self.open()
        self.cup = self.new_cup("Elm Cup", method, kind, **more)
        self.rounds = 0

    def new_cup(self, name: str, method: str = "hat", kind: str = "teams", **more: Any) -> Cup:
        return commands.create_cup(self.season.pk, name, kind, method, context=self.context_of(), **more)

    def enter(self, names: Any = None, cup: Cup | None = None) -> None:
        """These teams, or all of the season, the first one as the best seed. Their region is their division."""
        squads = self.season.squads.select_related("team", "section__division").order_by("number")
        chosen = [one for one in squads if names is None or str(one) in names]
        teams = [(one.pk, str(one.section)) for one in chosen]
        commands.set_teams((cup or self.cup).pk, teams, context=self.context_of())

    def draw(self, cup: Cup | None = None, **more: Any) -> CupRound:
        """A week after the round before."""
        starts_at = CUP_DAY + datetime.timedelta(days=7 * self.rounds)
        self.rounds += 1
        play_by = starts_at.date() + datetime.timedelta(days=3)
        return draws.draw_round((cup or self.cup).pk, starts_at, play_by, context=self.context_of(), **more)

    @property
    def now(self) -> Progress:
        return progress_of(Cup.objects.select_related("season__league__club").get(pk=self.cup.pk))

    @property
    def last(self) -> tuple[Meeting, ...]:
        found = self.now.last
        assert found
        return found.matches

    def play_round(self, dice: Random) -> None:
        for one in self.last:
            assert one.match.fixture
            fixture = self.season.fixtures.select_related("home__team", "away__team").get(pk=one.match.fixture.pk)
            self.play(fixture, a_card(self.season, dice))

    def refreshed(self) -> Season:
        return Season.objects.select_related("league__club").get(pk=self.season.pk)


def sides_of(row: CupRound) -> list[str]:
    matches = CupMatch.objects.filter(round=row).select_related("home__squad__team", "away__squad__team")
    return sorted(str(side) for one in matches for side in (one.home, one.away) if side)


def yesterday() -> datetime.datetime:
    return timezone.now() - datetime.timedelta(days=1)
