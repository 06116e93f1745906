"""Ratings as derived rows: what each game did to each player's rating, and how everybody stands now."""

from typing import ClassVar

from django.db import models

from games.models import Player
from tournaments.models.clubs import Club
from tournaments.models.honours import CountedGame

TEXT = 120
"""Long enough for a rating as `ratings.stored` writes it."""


class RatingPool(models.Model):
    """Ratings that can be compared with each other. key: how the queue calls it. club empty: friendly games."""

    key = models.CharField(max_length=40, unique=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="rating_pools")
    variant = models.CharField(max_length=12)
    has_bots = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["key"]

    def __str__(self) -> str:
        return self.key


class RatingChange(models.Model):
    """Derived: what a game did to a player's rating. before and after are exact; mu and sigma are after it, to draw.

    Each row is also where a replay can start again: nothing else has to be kept for that.
    """

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="changes")
    counted = models.ForeignKey(CountedGame, models.CASCADE, related_name="rating_changes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes")
    ended_at = models.DateTimeField()
    before = models.CharField(max_length=TEXT)
    after = models.CharField(max_length=TEXT)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering: ClassVar = ["ended_at", "counted", "player"]
        indexes: ClassVar = [
            models.Index(fields=["pool", "ended_at", "counted"], name="changes_in_pool_order"),
            models.Index(fields=["pool", "player", "ended_at", "counted"], name="changes_of_player_in_order"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["counted", "player"], name="one_rating_change_per_game_and_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in game {self.counted_id}"


class PlayerRating(models.Model):
    """Derived: a player's rating in a pool after the newest game. text is exact; number, give_or_take and
    is_provisional are as shown on the day of that game."""

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    text = models.CharField(max_length=TEXT)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    number = models.IntegerField()
    give_or_take = models.PositiveIntegerField()
    is_provisional = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["pool", "is_provisional", "-number", "player"]
        indexes: ClassVar = [
            models.Index("pool", "is_provisional", models.F("number").desc(), "player", name="ratings_from_the_top"),
            models.Index(fields=["pool", "last_at"], name="ratings_by_last_game"),
        ]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "player"], name="one_rating_per_pool")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.number}"
