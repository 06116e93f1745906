"""Tables online: who sits where, the games played there, and every hand as its seed and its actions.

A hand is never stored as cards in seats: its deck follows from the seed, its state from the actions.
"""

import json
import secrets
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from games.engine.rules import HouseRules
from games.house_rules.models import rules_in
from games.message_field import MessageField
from games.tables.options import TableOptions, options_from

OWNERS = "'s table"


def new_code() -> str:
    """A table's address: 80 random bits, for whoever knows it may come in."""
    return secrets.token_urlsafe(10)


class Visibility(models.TextChoices):
    """Who finds a table and may look at it."""

    PRIVATE = "private", _("Private: whoever has its address")
    PUBLIC = "public", _("Public: on the list of live games")
    HIDDEN = "hidden", _("Hidden: only whom you invite")


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
        ]

    def __str__(self) -> str:
        """A table that nobody has named is called after its owner."""
        owner = self.name.removesuffix(OWNERS)
        return say("{player}'s table", player=owner) if owner != self.name else self.name

    def get_absolute_url(self) -> str:
        return reverse("table_games" if self.is_imported else "table", args=[self.code])

    @property
    def notice_words(self) -> str:
        return str(self.notice or "")

    @property
    def is_official(self) -> bool:
        """Opened for a match: one game, seats as drawn, nobody at the table decides about it."""
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
    """A chair that is taken; empty chairs have no row. key, deed: of the last thing that its player did, against
    repeats."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(help_text="From 0, clockwise.")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    is_minded = models.BooleanField("a bot plays for the player, who is away", default=False)
    seen_at = models.DateTimeField(default=timezone.now, help_text="When the player's page was last heard of.")
    missed_since = models.DateTimeField(null=True, blank=True, help_text="Since when the others see that it is silent.")
    key = models.UUIDField(null=True, blank=True, editable=False)
    device = models.CharField(max_length=28, blank=True, editable=False, help_text="The page that plays it.")
    deed = models.CharField(max_length=80, blank=True, editable=False)
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
        return self.is_minded or self.player.is_bot


class Game(models.Model):
    """One game at a table, under the rules that held when it began. points: per side, as it stands or ended.

    A game that was broken off has no end and is no result. start, names: of an imported game only; what the score was
    before its first hand, and what the file calls whoever sat there.
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
    """The table's journal: everything done at it but the actions of a hand, which the hand itself keeps."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="journal")
    version = models.PositiveIntegerField()
    verb = models.CharField(max_length=20)
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
        return f"{self.verb} at {self.at:%Y-%m-%d %H:%M}"


class ChipAccount(models.Model):
    """Whose chips. The bank gives them out and stakes the bots; a pot is what a game is played for."""

    class Kind(models.TextChoices):
        BANK = "bank", "bank"
        PLAYER = "player", "player"
        POT = "pot", "pot"

    kind = models.CharField(max_length=6, choices=Kind.choices)
    player = models.OneToOneField(Player, models.PROTECT, null=True, blank=True, related_name="chips")
    game = models.OneToOneField(Game, models.PROTECT, null=True, blank=True, related_name="pot")
    balance = models.IntegerField(default=0, help_text="What the ledger comes to; `verify` compares.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind"], condition=Q(kind="bank"), name="one_chip_bank"),
            models.CheckConstraint(
                condition=Q(kind="bank", player=None, game=None)
                | Q(kind="player", player__isnull=False, game=None)
                | Q(kind="pot", player=None, game__isnull=False),
                name="chip_account_belongs_to_somebody",
            ),
            models.CheckConstraint(condition=Q(kind="bank") | Q(balance__gte=0), name="chips_are_never_owed"),
        ]

    def __str__(self) -> str:
        return f"Chips of {self.player or self.game or 'the bank'}"


class ChipEntry(models.Model):
    """Chips that went from one account to another. player: about whom it is; game: a finished one pays him once."""

    class Kind(models.TextChoices):
        GRANT = "grant", _("To begin with")
        REFILL = "refill", _("Filled up")
        STAKE = "stake", _("Buy-in")
        PRIZE = "prize", pgettext_lazy("chips", "Won")
        BACK = "back", _("Buy-in returned")

    kind = models.CharField(max_length=6, choices=Kind.choices)
    debit = models.ForeignKey(ChipAccount, models.PROTECT, related_name="given")
    credit = models.ForeignKey(ChipAccount, models.PROTECT, related_name="received")
    amount = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="chip_entries")
    game = models.ForeignKey(Game, models.PROTECT, null=True, blank=True, related_name="chip_entries")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Which seat a stake is for.")
    day = models.DateField(null=True, blank=True, help_text="Of a refill, in UTC.")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "chip entries"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="chip_entry_moves_chips"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="chip_entry_between_two_accounts"),
            models.CheckConstraint(
                condition=Q(kind="grant", game=None, day=None, seat=None)
                | Q(kind="refill", game=None, day__isnull=False, seat=None)
                | Q(kind__in=["stake", "prize", "back"], game__isnull=False, day=None, seat__isnull=False),
                name="chip_entry_says_what_for",
            ),
            models.UniqueConstraint(fields=["player"], condition=Q(kind="grant"), name="chips_granted_once"),
            models.UniqueConstraint(
                fields=["player", "day"], condition=Q(kind="refill"), name="chips_refilled_once_a_day"
            ),
            models.UniqueConstraint(
                fields=["game", "player"], condition=Q(kind="stake"), name="one_stake_per_player_and_game"
            ),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(kind__in=["prize", "back"]),
                name="one_payout_per_player_and_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.amount} chips, {self.player}"


MAX_WATCHERS = 10


LONGEST_LINE = 200


class TableLine(models.Model):
    """One line of a table's chat; lines are appended. Without a player the site itself speaks, or a forgotten one."""

    class Kind(models.TextChoices):
        PHRASE = "phrase"
        TEXT = "text"
        SITE = "site"

    table = models.ForeignKey(Table, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    text = models.CharField(max_length=LONGEST_LINE, blank=True, help_text="Of people. Empty: forgotten.")
    said = MessageField(null=True, blank=True, help_text="Of the site. Empty: forgotten.")
    key = models.UUIDField(null=True, editable=False)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering: ClassVar = ["table", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_line_per_number_and_table"),
            models.UniqueConstraint(fields=["table", "player", "key"], name="one_line_per_request"),
            models.CheckConstraint(condition=~Q(kind="site") | Q(player=None), name="the_site_speaks_for_nobody"),
        ]

    def __str__(self) -> str:
        return f"Line {self.number} at {self.table}"

    @property
    def words(self) -> str:
        """The site's own lines and phrases in the reader's language."""
        if self.kind == self.Kind.SITE:
            return str(self.said or "")
        return say(self.text) if self.kind == self.Kind.PHRASE else self.text

    @property
    def is_forgotten(self) -> bool:
        return not (self.text or self.said)


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
    """Somebody without a seat who looks on, in one of ten places, as long as the page is heard of."""

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


class CardPicture(models.Model):
    """A player's own card back, or sheet of faces, as the site drew it anew. Nobody else is shown it.

    digest: of the body, and its address, so that a browser may keep it.
    """

    class Kind(models.TextChoices):
        BACK = "back", _("Card back")
        FACES = "faces", _("Card faces")

    player = models.ForeignKey(Player, models.CASCADE, related_name="card_pictures")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    layout = models.CharField(max_length=10, blank=True, help_text="How the faces lay on the sheet that came.")
    digest = models.CharField(max_length=64)
    body = models.BinaryField(help_text="WebP.")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind"], name="one_card_picture_per_player_and_kind"),
            models.CheckConstraint(
                condition=Q(kind="back", layout="") | (Q(kind="faces") & ~Q(layout="")),
                name="a_back_or_faces_with_their_layout",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.player}"

    def get_absolute_url(self) -> str:
        return reverse("card_picture", args=[self.digest])


class PlayerSettings(models.Model):
    """How one player likes his tables, wherever he sits."""

    class Cards(models.TextChoices):
        STANDARD = "standard", _("Standard")
        LARGE = "large", _("Large index")
        PLAIN = "plain", _("Rank and suit only")

    class Felt(models.TextChoices):
        GREEN = "green", _("Green")
        BLUE = "blue", _("Blue")
        RED = "red", _("Burgundy")
        SLATE = "slate", _("Slate")

    class Turn(models.TextChoices):
        GOLD = "gold", _("Gold")
        WHITE = "white", _("White")
        SKY = "sky", _("Sky blue")
        LIME = "lime", _("Lime")

    player = models.OneToOneField(Player, models.CASCADE, related_name="settings")
    cards = models.CharField(_("card design"), max_length=8, choices=Cards.choices, default=Cards.STANDARD)
    four_colours = models.BooleanField(_("four colours: clubs green, diamonds blue"), default=False)
    felt = models.CharField(_("table colour"), max_length=5, choices=Felt.choices, default=Felt.GREEN)
    turn = models.CharField(_("colour of whose turn it is"), max_length=5, choices=Turn.choices, default=Turn.GOLD)
    two_taps = models.BooleanField(_("tap twice to play a card"), default=False)
    autoplay = models.BooleanField(_("play my forced cards by themselves"), default=False)
    suggestions = models.BooleanField(_("offer to say what a bot would do"), default=True)
    shortcuts = models.BooleanField(_("keys play cards and press buttons"), default=True)
    back = models.OneToOneField(CardPicture, models.SET_NULL, null=True, editable=False, related_name="+")
    faces = models.OneToOneField(CardPicture, models.SET_NULL, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name_plural = "player settings"

    def __str__(self) -> str:
        return f"Table settings of {self.player}"


class Invitation(models.Model):
    """A link to a table. Whoever holds it may come in, into a seat of his own if it names one."""

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
    """Somebody who has come to a table by invitation, and may come again."""

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
