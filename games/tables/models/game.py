"""A game at a table: who plays it, its deals and hands, and what has happened."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from games.engine.language import say
from games.engine.rules import HouseRules
from games.house_rules.models import rules_in
from games.tables.models.table import Table


class Game(models.Model):
    """One game at a table, under the rules that held when it began. points: per side, current or final.

    A game that was broken off has no end and is no result. One that was forfeited has winners too.
    start, names: of an imported game only; the score before its first hand, and the players' names in the file.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="games")
    number = models.PositiveIntegerField()
    rules = models.JSONField("house rules")
    first_dealer = models.PositiveSmallIntegerField()
    start = models.JSONField(default=list, blank=True, help_text="Per side; empty: nothing.")
    names = models.JSONField(default=list, blank=True, help_text="By seat; empty: those of the players.")
    open_hands = models.BooleanField(default=False, help_text="All players saw all hands: it counts for nothing.")
    points = models.JSONField()
    winners = models.JSONField(default=list, blank=True, help_text="Sides; several share the win.")
    forfeited_by = models.PositiveSmallIntegerField(
        null=True, blank=True, editable=False, help_text="Broken off because the time of this seat was up."
    )
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    broken_off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["table", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_per_number_and_table"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None, broken_off_at=None), name="one_running_game_per_table"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(broken_off_at=None), name="game_ends_or_is_broken_off"
            ),
            models.CheckConstraint(
                condition=Q(forfeited_by=None) | Q(broken_off_at__isnull=False), name="forfeited_game_is_broken_off"
            ),
        ]

    def __str__(self) -> str:
        return say("Game {number} at {table}", number=self.number, table=self.table)

    @property
    def house_rules(self) -> HouseRules:
        return rules_in(self.rules)

    @property
    def score_before(self) -> tuple[int, ...]:
        """Per side, before the first hand."""
        return tuple(self.start) or (0,) * len(self.points)

    @property
    def is_practice(self) -> bool:
        """Played with open hands or prepared deals: it counts for nothing."""
        return self.open_hands or self.hands.exclude(prepared=None).exists()


class GamePlayer(models.Model):
    """Who sat where in a game. A seat that changed hands has several, each from the hand that he came in."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="games")
    from_hand = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["game", "seat", "from_hand"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat", "from_hand"], name="one_player_per_seat_and_hand")
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.game}"


class PreparedDeal(models.Model):
    """A deal for practice that a table's owner has written down. The hand that uses it points at it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="prepared")
    dealer = models.PositiveSmallIntegerField()
    deck = models.TextField(help_text="In the order of the deal, in the engine's notation.")
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"A deal prepared by {self.by}"


class Hand(models.Model):
    """One deal. The seal is public before the first card, the seed after the last; a prepared deal has neither."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, editable=False, blank=True)
    seal = models.CharField(max_length=64, editable=False, blank=True)
    prepared = models.OneToOneField(PreparedDeal, models.PROTECT, null=True, blank=True, editable=False)
    actions = models.TextField(blank=True, help_text="In the engine's notation.")
    stand_ins = models.JSONField(default=list, blank=True, help_text="Numbers of actions that a player did not choose.")
    points = models.JSONField(default=list, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_hand_per_number_and_game"),
            models.UniqueConstraint(fields=["game"], condition=Q(ended_at=None), name="one_running_hand_per_game"),
            models.CheckConstraint(
                condition=Q(prepared=None) & ~Q(seed="") & ~Q(seal="") | ~Q(prepared=None) & Q(seed="", seal=""),
                name="hand_is_sealed_or_prepared",
            ),
        ]

    def __str__(self) -> str:
        return f"Hand {self.number} of {self.game}"


class DealShown(models.Model):
    """Who was shown a deal, and from which seat: a row for each person who sat there while it was played.

    Without a seat: all of it, to one who watched a table where all hands lie open. Appended; bots need none.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="shown")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "deals shown"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "player"], name="one_hand_of_a_deal_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.hand}, shown to {self.player}"


class TableEntry(models.Model):
    """The table's log: everything done at it but the actions of a hand, which the hand itself keeps."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="journal")
    version = models.PositiveIntegerField()
    action = models.CharField(max_length=20)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+", help_text="Nobody: the site.")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    detail: Any = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["table", "version"]
        verbose_name_plural = "table journal"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "version"], name="one_table_entry_per_version")
        ]

    def __str__(self) -> str:
        return f"{self.action} at {self.at:%Y-%m-%d %H:%M}"
