"""Statistics as derived rows: cards of days with the parts that people filter by, and totals from which boards read."""

from dataclasses import fields
from typing import Any, ClassVar

from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.honours.statistics.totals import Totals
from tournaments.models.clubs import Venue
from tournaments.models.events import Event

COUNT_FIELDS = tuple(field.name for field in fields(Totals))
SCOPE = 20


class Counts(models.Model):
    """What a player did, as `statistics.totals` counts it. company: streaks, partners and rivals, where they are kept.

    scope: "all" games of people; "friendly" ones of no club; those of a club, by its number; "bots": in which one sat.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    scope = models.CharField(max_length=SCOPE)
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    shared = models.PositiveIntegerField()
    points = models.PositiveIntegerField()
    points_against = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    calls = models.PositiveIntegerField()
    calls_made = models.PositiveIntegerField()
    side_calls = models.PositiveIntegerField()
    loners_tried = models.PositiveIntegerField()
    loners_made = models.PositiveIntegerField()
    own_loners = models.PositiveIntegerField()
    marches = models.PositiveIntegerField()
    euchres_made = models.PositiveIntegerField()
    euchres_suffered = models.PositiveIntegerField()
    sweeps = models.PositiveIntegerField()
    best = models.PositiveIntegerField()
    company: Any = models.JSONField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def totals(self) -> Totals:
        return Totals(*(getattr(self, name) for name in COUNT_FIELDS))


class DayCard(Counts):
    """Derived: a player's games of one day on the club's clock, or a part of them.

    part: "" is all of them, and only that one has company; else its own columns as a text, which tell what part it is.
    Parts with a table are those of that table; the others do not ask which.
    """

    day = models.DateField()
    part = models.CharField(max_length=80, blank=True)
    is_whole = models.BooleanField()
    venue = models.ForeignKey(Venue, models.CASCADE, null=True, blank=True, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="+")
    rules = models.CharField(max_length=30, blank=True)
    is_online = models.BooleanField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["player", "scope", "day", "part"]
        indexes: ClassVar = [
            models.Index(fields=["scope", "is_whole", "day"], name="day_cards_of_scope"),
            models.Index(fields=["is_whole", "day"], name="day_cards_by_day"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "scope", "day", "part"], name="one_card_per_day_and_part")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.scope} on {self.day} {self.part}".strip()


class SpanTotals(Counts):
    """Derived: a player's games of a month ("2026-11"), of a year ("2026") or of all times ("all").

    rate: the share of wins, shared ones half; the nearest float, by which equal fractions are equal. There is an index
    for each order of the boards, so that a page of one reads a page of rows.
    """

    span = models.CharField(max_length=8)
    rate = models.FloatField()

    class Meta:
        ordering: ClassVar = ["player", "scope", "span"]
        verbose_name_plural = _("span totals")
        indexes: ClassVar = [
            models.Index("scope", "span", *(F(name).desc() for name in order), "player", name=f"board_of_{label}")
            for label, order in (
                ("scores", ("best", "points")), ("winners", ("wins", "rate")), ("rate", ("rate", "games")),
            )
        ] + [
            models.Index("scope", "span", F(first).desc(), second, "player", name=f"board_of_{label}")
            for label, first, second in (
                ("points", "points", "games"), ("loners", "loners_made", "loners_tried"),
                ("marches", "marches", "games"), ("euchres", "euchres_made", "games"),
            )
        ]  # fmt: skip
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "scope", "span"], name="one_row_of_totals_per_span")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.scope}, {self.span}"


def milliseconds() -> int:
    """Since 1970."""
    return int(1000 * timezone.now().timestamp())


class Board(models.Model):
    """The version of everything that a scope's leaderboards show. It only grows, and is never less than the clock says,
    so that a site restored from a backup does not use one twice."""

    scope = models.CharField(max_length=SCOPE, primary_key=True)
    version = models.PositiveBigIntegerField(default=milliseconds)

    def __str__(self) -> str:
        return self.scope

    @property
    def topic(self) -> str:
        return f"board:{self.scope}"
