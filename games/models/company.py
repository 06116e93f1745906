"""The company at a table online: what is said, who may not speak, who watches, and how each player likes his table."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.kept_words import told
from games.models.people import Player
from games.models.tables import Table

MOST_WATCHERS = 10
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
    text = models.CharField(max_length=LONGEST_LINE, blank=True, help_text="Empty: forgotten.")
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
        return self.text if self.kind == self.Kind.TEXT else told(self.text)


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
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=MOST_WATCHERS), name="ten_watchers_at_most"
            ),
        ]  # fmt: skip

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
        ]  # fmt: skip

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
    autoplay = models.BooleanField(_("play my forced cards by themselves"), default=False)
    suggestions = models.BooleanField(_("offer to say what a bot would do"), default=True)
    shortcuts = models.BooleanField(_("keys play cards and press buttons"), default=True)
    back = models.OneToOneField(CardPicture, models.SET_NULL, null=True, editable=False, related_name="+")
    faces = models.OneToOneField(CardPicture, models.SET_NULL, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name_plural = "player settings"

    def __str__(self) -> str:
        return f"Table settings of {self.player}"
