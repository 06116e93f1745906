"""Who owns an event and who may do what in a club."""

import zoneinfo
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Player, PlayerSettings

LARGEST_MARGIN = 10


def check_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("Not a time zone: write it like America/Detroit."))


class Club(models.Model):
    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[check_zone])
    about = models.TextField(blank=True)
    colour = models.CharField(
        max_length=5, choices=PlayerSettings.Felt.choices, default=PlayerSettings.Felt.GREEN,
        help_text=_("Of the head of its pages and boards."),
    )  # fmt: skip
    rating_margin = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(LARGEST_MARGIN)],
        help_text=_(
            "0: ratings ask who won, and nothing else. Else a win by more than so many points of victory counts "
            "for more. All ratings of the club are computed again when it is changed."
        ),
    )  # fmt: skip
    players = models.ManyToManyField(Player, through="Membership", related_name="clubs")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(colour__in=PlayerSettings.Felt.values), name="club_colour_known"
            ),
            models.CheckConstraint(
                condition=models.Q(rating_margin__lte=LARGEST_MARGIN), name="club_rating_margin_possible"
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class Venue(models.Model):
    club = models.ForeignKey(Club, models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    address = models.CharField(max_length=200, blank=True)
    tables = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("How many it has; empty: enough."))

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "name"], name="venue_name_once_per_club")]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    ORGANIZER = "organizer", _("Organizer")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")
    GUEST = "guest", _("Guest")


class Membership(models.Model):
    """A player known to a club. Guests are known by name only; the other roles are explained in `permissions`."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role, default=Role.MEMBER)
    number = models.CharField(_("club number"), max_length=20, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)

    class Meta:
        ordering: ClassVar = ["player__name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="one_membership_per_player"),
            models.UniqueConstraint(
                fields=["club", "number"], condition=~models.Q(number=""), name="club_number_once_per_club"
            ),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.get_role_display()})"
