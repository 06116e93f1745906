"""People: a user logs in, a player sits at tables. Most players of a club never log in; some users never play."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account. It logs in by its email address; others see the player's name."""

    email = models.EmailField(_("email address"), unique=True)
    is_staff = models.BooleanField(_("admin access"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    manages_tables = models.BooleanField(
        _("online table moderator"),
        default=False,
        help_text=_("This person can skip turns, mute players and remove players at any online table."),
    )
    language = models.CharField(_("email language"), max_length=10, blank=True)
    date_joined = models.DateTimeField(_("date joined"), default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("email"),
                name="one_user_per_email",
                violation_error_message=_("That email address is taken. Use a different one."),
            )
        ]

    def __str__(self) -> str:
        return self.email

    def get_short_name(self) -> str:
        """What the page's corner says: the player's name, or the address until there is one."""
        return self.player.name if hasattr(self, "player") else self.email


FORMER = "Former player"
"""What a player whose data has been erased is called, with the record's number."""


class Face(models.TextChoices):
    """A small picture beside the name at tables. Each is drawn in static/svg/faces.svg."""

    CAT = "cat", _("Cat")
    FOX = "fox", _("Fox")
    BEAR = "bear", _("Bear")
    OWL = "owl", _("Owl")
    FROG = "frog", _("Frog")
    RABBIT = "rabbit", _("Rabbit")
    PIG = "pig", _("Pig")
    MOUSE = "mouse", _("Mouse")


class Player(models.Model):
    """A person (or bot) who sits at tables, with or without an account."""

    name = models.CharField(max_length=80)
    mark = models.CharField(
        max_length=20,
        blank=True,
        editable=False,
        help_text=_("Shown after the name to tell club members with the same name apart."),
    )
    face = models.CharField(max_length=6, choices=Face.choices, blank=True, editable=False)
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    is_bot = models.BooleanField(_("bot"), default=False)
    is_guest = models.BooleanField(
        _("guest"), default=False, editable=False, help_text=_("Plays at online tables without an account.")
    )
    hides_name = models.BooleanField(
        _("name hidden"), default=False, help_text=_("Hides the name on public pages from everyone outside the club.")
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text=_("The date when all personal data was erased.")
    )

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=models.Q(face__in=["", *Face.values]), name="player_face_known"),
            models.CheckConstraint(
                condition=models.Q(erased_at=None) | models.Q(name__startswith=FORMER),
                name="erased_players_are_numbers",
            ),
        ]

    def __str__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """The name as pages show it: with what tells the player from a namesake, as in "John Smith (2)"."""
        return f"{self.name} ({self.mark})" if self.mark else self.name


class Scope(models.TextChoices):
    """What a program may do with an account. Reading what the account's player may read is always in it."""

    PLAY = "play", _("Play at online tables and see your own cards")
    REPORT = "report", _("Report, confirm and dispute scores as a player, and sign up for events")
    ORGANIZE = "organize", _("Do everything you can do in your clubs")


class ApiToken(models.Model):
    """256 random bits that stand for an account, kept only as a hash. prefix: its first letters, to tell it by."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=8, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes: Any = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_on = models.DateField(null=True, blank=True, editable=False, help_text="The last day on which it was used.")
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    key = models.UUIDField(unique=True, editable=False, help_text="Of the form that made it.")
    second_step = models.BooleanField(
        default=False, editable=False, help_text="Whether a code of the second factor was typed for it."
    )
    connection = models.ForeignKey(
        "games.Connection",
        models.CASCADE,
        null=True,
        blank=True,
        editable=False,
        related_name="tokens",
        help_text="What the person allowed the app that has it; empty for a token that the person made.",
    )

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = "token"
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="token_has_a_name"),
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="token_ends_after_it_began"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_good(self) -> bool:
        return self.ended_at is None and self.expires_at > timezone.now()


class ApiAnswer(models.Model):
    """What a write by a program was answered, so that the same key gets the same answer. digest: of what was asked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True, help_text="JSON, in the order in which it was sent.")
    version = models.CharField(max_length=64, blank=True, help_text="Of what it shows, as the answer named it.")
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_user_and_key")]

    def __str__(self) -> str:
        return f"Answer {self.status} to {self.key}"
