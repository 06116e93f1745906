"""What honours are computed from, as derived rows, and the queue of what is still to be computed."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.language import say
from games.models import Game, Player
from tournaments.honours.facts import Contest
from tournaments.models.clubs import Club, Venue
from tournaments.models.events import Event
from tournaments.models.rounds import Match


class CountedGame(models.Model):
    """Derived: a match that stands, or a finished friendly game, as honours count it.

    Its number follows from the match or the game and never changes. facts: what `PlayedGame` needs besides the columns.
    club empty: a friendly game of nobody's club.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    match = models.OneToOneField(Match, models.CASCADE, null=True, blank=True, related_name="counted")
    game = models.OneToOneField(Game, models.CASCADE, null=True, blank=True, related_name="counted")
    ended_at = models.DateTimeField()
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="+")
    venue = models.ForeignKey(Venue, models.SET_NULL, null=True, blank=True, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="+")
    variant = models.CharField(max_length=12)
    has_bots = models.BooleanField(default=False)
    facts = models.JSONField()
    players = models.ManyToManyField(Player, through="Outing", related_name="+")

    class Meta:
        ordering: ClassVar = ["ended_at", "number"]
        indexes: ClassVar = [
            models.Index(fields=["club", "variant", "has_bots", "ended_at", "number"], name="counted_in_pool_order"),
            models.Index(fields=["club", "ended_at", "number"], name="counted_in_club_order"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(match__isnull=False, game__isnull=True) | Q(match__isnull=True, game__isnull=False),
                name="counted_is_a_match_or_a_game",
            )
        ]

    def __str__(self) -> str:
        return say("Game {number}", number=self.number)


class Outing(models.Model):
    """Derived: somebody played in a counted game."""

    counted = models.ForeignKey(CountedGame, models.CASCADE, related_name="outings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="outings")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="+")
    side = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["counted", "side", "player"]
        indexes: ClassVar = [models.Index(fields=["player", "ended_at", "counted"], name="outings_of_player_in_order")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["counted", "player"], name="one_outing_per_player_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in game {self.counted_id}"


class Due(models.Model):
    """Something derived that has to be computed again. A row stays until that was done with everything it names.

    revision: grows with every fact that touches it, so that work begun before is not taken for done. from_: the
    earliest game that came, went or changed; empty: everything. Parked after too many failures, until somebody tries
    again or a new fact arrives.
    """

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80)
    revision = models.PositiveIntegerField(default=1)
    from_at = models.DateTimeField(null=True, blank=True)
    from_number = models.PositiveBigIntegerField(null=True, blank=True)
    since = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now, db_index=True)
    error = models.CharField(max_length=300, blank=True)
    parked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("work due")
        verbose_name_plural = _("work due")
        ordering: ClassVar = ["since", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "key"], name="one_due_per_kind_and_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class CountedPlace(models.Model):
    """Derived: a player's place in an event, a season or a jackpot period that has ended, as honours count it.

    contest and number say in what: its number in its own table.
    """

    contest = models.CharField(max_length=8)
    number = models.PositiveBigIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="counted_places")
    place = models.PositiveIntegerField()
    field = models.PositiveIntegerField()
    ended_at = models.DateTimeField()
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    season = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["contest", "number", "place", "player"]
        indexes: ClassVar = [
            models.Index(fields=["club", "contest", "ended_at"], name="counted_places_of_a_club"),
            models.Index(fields=["player", "ended_at"], name="counted_places_of_a_player"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "number", "player"], name="one_place_per_player_and_contest"),
            models.CheckConstraint(
                condition=Q(contest__in=[one.value for one in Contest]), name="counted_place_contest_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.place} in {self.contest} {self.number}"
