"""Clubs with their venues and members, and invitations to join one."""

import zoneinfo
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from games.engine.rules import HouseRules
from games.house_rules.models import new_code, rules_in
from games.tables.models import PlayerSettings
from tournaments.honours.wording import CURRENCIES

MAX_MARGIN = 10


def check_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("Enter a valid time zone, such as America/Detroit."))


class Club(models.Model):
    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[check_zone])
    about = models.TextField(blank=True)
    colour = models.CharField(
        max_length=5,
        choices=PlayerSettings.Felt.choices,
        default=PlayerSettings.Felt.GREEN,
        help_text=_("This color appears at the top of the club’s pages and screens."),
    )
    rating_margin = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(MAX_MARGIN)],
        help_text=_(
            "Enter 0 to count only wins and losses. Otherwise, a win by more than this number of points "
            "counts more. If you change the number, all the club’s ratings are recalculated."
        ),
    )
    counts_friendly_games = models.BooleanField(
        _("count friendly online games"),
        default=False,
        help_text=_(
            "With this setting, games at the club’s online tables count for leaderboards, ratings, and "
            "jackpots that include friendly games. The setting applies to tables opened from now on. Games "
            "with bots never count."
        ),
    )
    currency = models.CharField(
        _("currency"),
        max_length=3,
        blank=True,
        choices=[(code, _(name)) for code, name in CURRENCIES.items()],
        help_text=_("Amounts are shown in this currency. Changing the currency doesn’t convert them."),
    )
    players = models.ManyToManyField(Player, through="Membership", related_name="clubs")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(currency="") | models.Q(currency__in=list(CURRENCIES)), name="club_currency_known"
            ),
            models.CheckConstraint(condition=models.Q(colour__in=PlayerSettings.Felt.values), name="club_colour_known"),
            models.CheckConstraint(
                condition=models.Q(rating_margin__lte=MAX_MARGIN), name="club_rating_margin_possible"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    @property
    def venues_in_use(self) -> list["Venue"]:
        """Those that aren't retired. Prefetch `venues` on lists."""
        return [venue for venue in self.venues.all() if not venue.is_retired]


class Venue(models.Model):
    club = models.ForeignKey(Club, models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    address = models.CharField(max_length=200, blank=True)
    tables = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Enter the number of tables, or leave empty if there are always enough.")
    )
    is_retired = models.BooleanField(
        default=False, help_text=_("You can’t choose a retired venue for new events. Past events keep it.")
    )

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                "club",
                Lower("name"),
                name="venue_name_once_per_club",
                violation_error_message=_("The club already has a venue with that name. Choose another name."),
            )
        ]

    def __str__(self) -> str:
        return self.name


class ClubRules(models.Model):
    """House rules that a club plays by, under a name; its new events begin with the default ones."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="house_rules")
    name = models.CharField(max_length=60)
    rules = models.JSONField(_("house rules"))
    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    is_default = models.BooleanField(default=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-is_default", "name"]
        verbose_name_plural = "club rules"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="club_rules_name_once_per_club"),
            models.UniqueConstraint(fields=["club"], condition=Q(is_default=True), name="one_default_of_club_rules"),
            models.CheckConstraint(condition=~Q(name=""), name="club_rules_have_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("saved_rules", args=[self.code])

    @property
    def values(self) -> HouseRules:
        return rules_in(self.rules)


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
    email = models.EmailField(_("email address"), blank=True)

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


class ClubInvitation(models.Model):
    """A link that makes anyone who accepts it a member in a role: 128 random bits, kept only as a hash.

    most: how many people may accept it.
    """

    stays_here: ClassVar = True

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Role)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    most = models.PositiveSmallIntegerField(default=1)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    journal = models.OneToOneField("AuditLogEntry", models.PROTECT, related_name="club_invitation")

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(most__gte=1), name="club_invitation_is_for_somebody"),
            models.CheckConstraint(
                condition=Q(role__in=["owner", "organizer", "scorer", "member"]), name="club_invitation_role_known"
            ),
        ]

    def __str__(self) -> str:
        return say("Invitation to {club}", club=self.club)


class InvitationUse(models.Model):
    """An invitation was taken up. number: 1 for the first who did, so that the database can hold it to `most`."""

    stays_here: ClassVar = True

    invitation = models.ForeignKey(ClubInvitation, models.CASCADE, related_name="uses")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    most = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["invitation", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["invitation", "player"], name="invitation_taken_up_once_per_player"),
            models.UniqueConstraint(fields=["invitation", "number"], name="invitation_use_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=F("most")), name="invitation_used_within_its_number"
            ),
        ]

    def __str__(self) -> str:
        return say("{player} by invitation {number}", player=self.player, number=self.invitation_id)
