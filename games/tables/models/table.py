"""A table, who sits at it, and who may be there."""

import json
import secrets
from functools import lru_cache
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from games.engine.rules import HouseRules
from games.house_rules.models import rules_in
from games.message_field import MessageField
from games.tables.options import TableOptions, options_from

OWNERS = "'s table"


def new_code() -> str:
    """A table's address: 80 random bits, because anyone who knows it may come in."""
    return secrets.token_urlsafe(10)


class Visibility(models.TextChoices):
    """Who finds a table and may look at it."""

    PRIVATE = "private", _("Private: anyone with the address")
    PUBLIC = "public", _("Public: on the list of live games")
    HIDDEN = "hidden", _("Hidden: only people you invite")


@lru_cache(maxsize=256)
def conduct_in(text: str) -> TableOptions:
    return options_from(json.loads(text))


class Table(models.Model):
    """A table online. Its version grows by one with everything that those round it can see."""

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=60)
    owner = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tables_owned",
        help_text="Nobody: opened for a match of an event, which says who sits where.",
    )
    home = models.CharField(max_length=200, blank=True, help_text="The event's page to which its players go back.")
    rules = models.JSONField("house rules")
    options = models.JSONField("conduct", default=dict, blank=True)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE)
    topic_code = models.CharField(
        max_length=20, unique=True, default=new_code, editable=False, help_text="Told only to whoever sees the page."
    )
    version = models.PositiveIntegerField(default=0, editable=False)
    due_at = models.DateTimeField(
        null=True, blank=True, editable=False, db_index=True, help_text="When the site itself does something here."
    )
    clock_ends_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the site plays for the seat to act, however present."
    )
    turn_since = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Since when the seat to act could have acted."
    )
    turn_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, editable=False, help_text="In a game by the day: the person's seat that is to act."
    )
    starts_at = models.DateTimeField(null=True, blank=True, help_text="When the site begins the next game.")
    starts_with_bots = models.BooleanField("bots take the seats that are empty then", default=False)
    notice = MessageField(null=True, blank=True, help_text="What the site says here until the next game.")
    reset_at = models.DateTimeField(
        null=True, blank=True, editable=False, db_index=True, help_text="When the site looks whether anybody is left."
    )
    listed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        db_index=True,
        help_text="When what the lobby shows of it last changed; empty: it was never there.",
    )
    is_imported = models.BooleanField(
        "imported", default=False, editable=False, help_text="Nobody plays here: it holds games that a file told of."
    )
    is_found = models.BooleanField(
        "found", default=False, editable=False, help_text="Opened for people who looked for a game; closes after them."
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="table_has_a_name"),
            models.CheckConstraint(condition=Q(visibility__in=Visibility.values), name="table_visibility_known"),
            models.CheckConstraint(
                condition=Q(is_imported=False) | Q(closed_at__isnull=False, owner__isnull=False),
                name="imported_table_is_closed",
            ),
            models.CheckConstraint(
                condition=Q(turn_seat=None) | Q(clock_ends_at__isnull=False, closed_at=None),
                name="a_turn_by_the_day_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        """The table's name, or if it has none, its owner's."""
        owner = self.name.removesuffix(OWNERS)
        return say("{player}’s table", player=owner) if owner != self.name else self.name

    def get_absolute_url(self) -> str:
        return reverse("table_games" if self.is_imported else "table", args=[self.code])

    @property
    def notice_words(self) -> str:
        return str(self.notice or "")

    @property
    def is_official(self) -> bool:
        """Opened for a match: one game, seats as drawn, and no one at the table decides about it."""
        return self.owner_id is None

    @property
    def topic(self) -> str:
        """What the browsers round it subscribe to."""
        return f"table:{self.topic_code}"

    @property
    def house_rules(self) -> HouseRules:
        return rules_in(self.rules)

    @property
    def conduct(self) -> TableOptions:
        """How people play here. In a match of a competition some things are off, whatever the table says."""
        chosen = conduct_in(json.dumps(self.options))
        return chosen.in_match() if self.is_official else chosen


class Seat(models.Model):
    """A chair that is taken; empty chairs have no row. key, last_action: of the last thing that its player did, against
    repeats."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(help_text="From 0, clockwise.")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    is_bot_controlled = models.BooleanField("a bot plays for the player, who is away", default=False)
    seen_at = models.DateTimeField(default=timezone.now, help_text="When the player's page was last heard of.")
    missed_since = models.DateTimeField(null=True, blank=True, help_text="Since when the others see that it is silent.")
    key = models.UUIDField(null=True, blank=True, editable=False)
    device = models.CharField(max_length=28, blank=True, editable=False, help_text="The page that plays it.")
    last_action = models.CharField(max_length=80, blank=True, editable=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["table", "player"], name="one_seat_per_player_and_table"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in seat {self.number}"

    @property
    def is_played_by_bot(self) -> bool:
        return self.is_bot_controlled or self.player.is_bot


MAX_WATCHERS = 10


class CoOwner(models.Model):
    """A player whom the table's owner has let run it too."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="co_owners")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "player"], name="one_co_owner_per_player_and_table")
        ]

    def __str__(self) -> str:
        return f"{self.player} runs {self.table} too"


class Silence(models.Model):
    """A player whom the table's owner or an administrator has muted there."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="silences")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "player"], name="muted_once_per_table")]

    def __str__(self) -> str:
        return f"{self.player} is muted at {self.table}"


class Watcher(models.Model):
    """Someone without a seat who looks on, in one of ten places, as long as the page reports in."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="watchers")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["table", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "place"], name="one_watcher_per_place"),
            models.UniqueConstraint(fields=["table", "player"], name="one_place_per_watcher"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=MAX_WATCHERS), name="ten_watchers_at_most"),
        ]

    def __str__(self) -> str:
        return f"{self.player} watches {self.table}"


class Invitation(models.Model):
    """A link to a table. Anyone who holds it may come in, into a seat of their own if it names one."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"Invitation to {self.table}"

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and self.expires_at > timezone.now()


class TableGuest(models.Model):
    """Someone who has come to a table by invitation, and may come again."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="guests")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    invitation = models.ForeignKey(Invitation, models.PROTECT, related_name="guests")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "player"], name="one_invited_guest_per_player_and_table")
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.table}"
