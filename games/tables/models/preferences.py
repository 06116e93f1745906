"""How a player likes the table: settings, and pictures of their own on the cards."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player


class CardPicture(models.Model):
    """A player's own card back, or sheet of faces, as the site redrew it. No one else is shown it.

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
        CONTRAST = "contrast", _("High contrast")

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

    class Sound(models.TextChoices):
        OFF = "off", _("Off")
        SOFT = "soft", _("Soft")
        LOUD = "loud", _("Loud")

    class Sounds(models.TextChoices):
        TURN = "turn", _("Only when it’s your turn")
        TABLE = "table", _("Everything: cards, tricks, hands, chat and clock")

    class Pause(models.TextChoices):
        TABLE = "table", _("About 2 seconds, then play continues")
        LONG = "long", _("4 seconds")
        TAP = "tap", _("Until you tap, at most 10 seconds")

    player = models.OneToOneField(Player, models.CASCADE, related_name="settings")
    cards = models.CharField(_("card design"), max_length=8, choices=Cards.choices, default=Cards.STANDARD)
    four_colours = models.BooleanField(_("four-color deck: green clubs, blue diamonds"), default=False)
    felt = models.CharField(_("table color"), max_length=5, choices=Felt.choices, default=Felt.GREEN)
    turn = models.CharField(
        _("color that marks whose turn it is"), max_length=5, choices=Turn.choices, default=Turn.GOLD
    )
    sound = models.CharField(_("sound"), max_length=4, choices=Sound.choices, default=Sound.OFF)
    sounds = models.CharField(_("sounds to play"), max_length=5, choices=Sounds.choices, default=Sounds.TABLE)
    pause = models.CharField(
        _("how long to show a finished trick"), max_length=5, choices=Pause.choices, default=Pause.TABLE
    )
    two_taps = models.BooleanField(_("tap twice to play a card"), default=False)
    autoplay = models.BooleanField(_("play forced cards automatically"), default=False)
    suggestions = models.BooleanField(_("bot hints on your turn"), default=True)
    shortcuts = models.BooleanField(_("keyboard shortcuts for cards and buttons"), default=True)
    back = models.OneToOneField(CardPicture, models.SET_NULL, null=True, editable=False, related_name="+")
    faces = models.OneToOneField(CardPicture, models.SET_NULL, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name_plural = "player settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(sounds__in=["turn", "table"]), name="settings_sounds_known"),
            models.CheckConstraint(condition=Q(pause__in=["table", "long", "tap"]), name="settings_pause_known"),
        ]

    def __str__(self) -> str:
        return f"Table settings of {self.player}"

    @property
    def pause_milliseconds(self) -> int:
        """So long the page keeps a finished trick, beyond what the table does."""
        return {self.Pause.LONG: 4000, self.Pause.TAP: 10_000}.get(self.Pause(self.pause), 0)
