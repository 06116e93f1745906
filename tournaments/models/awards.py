"""Achievements: those a club made itself, what players have earned, and what was announced of it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player, User
from tournaments.models.clubs import Club
from tournaments.models.events import Event


class Icon(models.TextChoices):
    """The shapes of our own set of trophies."""

    CUP = "cup", _("Cup")
    STAR = "star", _("Star")
    FLAME = "flame", _("Flame")
    CARDS = "cards", _("Cards")
    SHIELD = "shield", _("Shield")
    MOON = "moon", _("Moon")
    PEOPLE = "people", _("People")
    PIN = "pin", _("Map pin")


class AchievementRule(models.Model):
    """An achievement that a club made itself: only its own games and places count.

    deed, scope and thresholds are judged by the pure rules. changed_at, players: the job that the last change left
    behind, to count everybody again.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="achievements")
    name = models.CharField(max_length=40)
    description = models.CharField(max_length=200, help_text=_("Plain words; {n} stands for the threshold."))
    deed = models.CharField(_("what is counted"), max_length=40)
    thresholds = models.JSONField()
    scope = models.CharField(_("within"), max_length=12, default="ever")
    icon = models.CharField(max_length=12, choices=Icon, default=Icon.CUP)
    is_secret = models.BooleanField(_("secret"), default=False, help_text=_("Shown only to those who have it."))
    is_active = models.BooleanField(_("in use"), default=True, help_text=_("Out of use it is quietly taken back."))
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    players = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("achievement")
        ordering: ClassVar = ["club", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="achievement_name_once_per_club"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(description=""), name="achievement_has_words"),
            models.CheckConstraint(condition=Q(icon__in=Icon.values), name="achievement_icon_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Feat(models.Model):
    """Somebody was awarded a tier of an achievement, once and for good. What was announced stays announced, whether the
    award stands, falls or stands again. The row is the queue: seen_at, mail say what was delivered.

    is_late: the evidence was of long ago; told in one line with others. club, event: of the evidence at that moment.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="feats")
    achievement = models.CharField(max_length=40)
    tier = models.PositiveSmallIntegerField()
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="feats")
    event = models.ForeignKey(Event, models.SET_NULL, null=True, blank=True, related_name="feats")
    is_late = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True, blank=True)
    mail = models.ForeignKey("NewsMail", models.SET_NULL, null=True, blank=True, related_name="feats")

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["club", "-at"], name="feats_of_club"),
            models.Index(fields=["player"], condition=Q(seen_at=None), name="feats_not_seen"),
            models.Index(fields=["player"], condition=Q(mail=None), name="feats_not_mailed"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "achievement", "tier"], name="announced_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.achievement} {self.tier}"


class Award(models.Model):
    """Derived: a tier of an achievement that a player has, by the facts as they stand now.

    evidence: the newest of the facts that led to it, the last one last, as "game 12" or "event 3".
    """

    feat = models.OneToOneField(Feat, models.CASCADE, related_name="award")
    player = models.ForeignKey(Player, models.CASCADE, related_name="awards")
    achievement = models.CharField(max_length=40)
    tier = models.PositiveSmallIntegerField()
    earned_at = models.DateTimeField()
    evidence = models.JSONField()

    class Meta:
        ordering: ClassVar = ["earned_at", "achievement", "tier"]
        indexes: ClassVar = [models.Index(fields=["achievement", "tier"], name="holders_of_a_tier")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "achievement", "tier"], name="one_award_per_tier"),
            models.CheckConstraint(condition=Q(tier__gt=0), name="tiers_begin_at_one"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.achievement} {self.tier}"


class AwardCounting(models.Model):
    """Derived: how far a player's games are counted for achievements, after so many of them (outings), and the last of
    these. A few are kept, of late and of long ago, so that a correction counts little again."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="countings")
    outings = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    last_number = models.PositiveBigIntegerField()
    counted = models.JSONField()

    class Meta:
        ordering: ClassVar = ["player", "outings"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "outings"], name="one_counting_per_player_and_outing")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} after {self.outings}"


class MailWish(models.Model):
    """Somebody wants to read about the own trophies by e-mail, the morning after."""

    user = models.OneToOneField(User, models.CASCADE, related_name="mail_wish")
    since = models.DateTimeField(default=timezone.now)
    address = models.CharField(max_length=200, help_text=_("Of the site, for the links in the mail."))

    def __str__(self) -> str:
        return f"{self.user_id}"


class NewsMail(models.Model):
    """One e-mail about trophies to one player, on one day: the row is made first, and sent once."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    day = models.DateField()
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["id"], condition=Q(sent_at=None), name="mails_not_sent")]
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "day"], name="one_news_mail_per_day")]

    def __str__(self) -> str:
        return f"{self.player_id}, {self.day}"


class Heartbeat(models.Model):
    """When a part of the site was last seen at work: "worker", "timers"."""

    part = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.part} {self.at:%H:%M:%S}"
