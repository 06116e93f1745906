"""An event is one tournament or night; a stage is one format inside it."""

import secrets
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.choices import Variant
from games.engine.language import say
from games.tables.options import Clock
from tournaments.clubs.models import Club, Venue
from tournaments.formats.base import Format
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.config import config_from
from tournaments.formats.standings.unplayed import NEWEST, UnplayedRule

MAX_DAYS_BEFORE = 14
"""So early people can be asked if they come."""
LOWEST = -999
"""What a side can end with where failed bids are taken off."""


class Confirmation(models.TextChoices):
    OPPONENTS = "opponents", _("An opponent confirms them")
    NONE = "none", _("Score slips count right away")


class Where(models.TextChoices):
    """Where the matches of an event are played."""

    PHYSICAL = "physical", _("In person")
    ONLINE = "online", _("Online: a table for every match")
    MIXED = "mixed", _("Both: in person or online")


TIMES_ONLINE: list[tuple[str, Any]] = [
    (clock.value, _("No time limit") if clock is Clock.OFF else format_lazy(_("{number} seconds"), number=clock.value))
    for clock in Clock
]


class Event(models.Model):
    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="events")
    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    starts_at = models.DateTimeField()
    confirmation = models.CharField(max_length=12, choices=Confirmation, default=Confirmation.OPPONENTS)
    fee = models.PositiveIntegerField(_("entry fee"), default=0)
    where = models.CharField(_("in person or online"), max_length=8, choices=Where, default=Where.PHYSICAL)
    time_online = models.CharField(
        _("online time limit per bid or card"), max_length=3, choices=TIMES_ONLINE, default=Clock.THIRTY.value
    )
    is_watchable = models.BooleanField(
        _("spectators at online tables"), default=False, help_text=_("Anyone can watch, with hands face down.")
    )
    ask_days_before = models.PositiveSmallIntegerField(
        _("ask who’s coming"),
        null=True,
        blank=True,
        help_text=_("Number of days before the event. Leave empty to never ask."),
    )
    in_charge = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="events_in_charge")
    closed_tables = models.JSONField(default=list, blank=True, help_text=_("The numbers of tables that are closed."))
    version = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("The number of the latest activity log entry.")
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    cancelled_at = models.DateTimeField(null=True, blank=True, editable=False)
    cancelled_because = models.CharField(
        max_length=200, blank=True, editable=False, help_text=_("Players see this while the event is canceled.")
    )

    class Meta:
        ordering: ClassVar = ["-starts_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(where__in=Where.values), name="event_where_known"),
            models.CheckConstraint(
                condition=models.Q(cancelled_at__isnull=True, cancelled_because="")
                | models.Q(cancelled_at__isnull=False) & ~models.Q(cancelled_because=""),
                name="cancelled_event_says_why",
            ),
            models.CheckConstraint(
                condition=models.Q(cancelled_at__isnull=True) | models.Q(finished_at__isnull=True),
                name="cancelled_event_is_not_finished",
            ),
            models.CheckConstraint(
                condition=models.Q(ask_days_before=None)
                | models.Q(ask_days_before__gte=1, ask_days_before__lte=MAX_DAYS_BEFORE),
                name="event_asks_within_two_weeks",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    @property
    def has_online_tables(self) -> bool:
        """Whether a match here may be played at an online table."""
        return self.where != Where.PHYSICAL

    @property
    def topic(self) -> str:
        """What browsers subscribe to."""
        return f"event:{self.pk}"

    @property
    def has_prizes(self) -> bool:
        """Whether prizes are promised. Select `offer` with it."""
        return hasattr(self, "offer")

    @property
    def local_start(self) -> Any:
        return self.starts_at.astimezone(ZoneInfo(self.club.zone))


class EventTemplate(models.Model):
    """A set-up that a club keeps under a name, to start new events from.

    setup: an `EventSetup` as data, but for its venue and start. starts_at: of the event that it was saved from; the
    weekday and hour of new ones, and the day that times of registration count from.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="event_templates")
    name = models.CharField(max_length=80)
    starts_at = models.DateTimeField()
    venue = models.ForeignKey(Venue, models.SET_NULL, null=True, blank=True, related_name="+")
    setup = models.JSONField(encoder=DjangoJSONEncoder)

    class Meta:
        ordering: ClassVar = [Lower("name"), "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint("club", Lower("name"), name="event_template_name_once_per_club"),
            models.CheckConstraint(condition=~models.Q(name=""), name="event_template_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def local_start(self) -> Any:
        return self.starts_at.astimezone(ZoneInfo(self.club.zone))

    @property
    def stage_titles(self) -> list[str]:
        titles = [stage["name"] or FORMATS[stage["format"]].name for stage in self.setup["stages"]]
        return [say(title) for title in titles]


def new_seed() -> str:
    """256 bits in hex. Everything a stage leaves to chance is derived from it and can be replayed."""
    return secrets.token_hex(32)


class Stage(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=40, blank=True)
    sources = models.JSONField(
        default=list,
        blank=True,
        help_text=_("Ranks from earlier stages that advance to this one. Leave empty for everyone."),
    )
    format = models.CharField(max_length=20, choices=[(key, _(format_.name)) for key, format_ in FORMATS.items()])
    config = models.JSONField(default=dict, blank=True)
    criteria = models.JSONField(default=list, blank=True)
    unplayed = models.CharField(
        _("rule for unplayed rounds"),
        max_length=12,
        default=NEWEST.value,
        choices=[(rule.value, _(rule.label)) for rule in UnplayedRule],
    )
    rules = models.JSONField(_("house rules"))
    is_cut_short = models.BooleanField(_("rounds end at a bell or on the clock"), default=False)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    settled_version = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("The standings include everything up to this activity log entry.")
    )

    class Meta:
        ordering: ClassVar = ["event", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_stage_per_number"),
            models.CheckConstraint(condition=models.Q(format__in=list(FORMATS)), name="stage_format_known"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.title}"

    @property
    def title(self) -> str:
        return say(self.name or self.play.name)

    @property
    def kept_title(self) -> str:
        """In English, for what is stored."""
        with translation.override("en"):
            return self.title

    @property
    def topic(self) -> str:
        """What browsers that show the standings subscribe to."""
        return f"stage:{self.pk}"

    @property
    def play(self) -> Format:
        """The format's row in the catalogue."""
        return FORMATS[self.format]

    @property
    def settings(self) -> Any:
        """The format's config, checked."""
        return config_from(self.play.config, self.config)

    @property
    def opens_singly(self) -> bool:
        """Whether each match opens as soon as its sides are known, and not a round when the one before it is over."""
        return self.play.opens_singly(self.settings)

    @property
    def lowest_score(self) -> int:
        """What a side can end with: below nothing only where a failed bid is taken off."""
        return LOWEST if self.rules["variant"] == Variant.BID else 0


class Announcement(models.Model):
    """A line for everyone at the event: on its pages and on the boards until it is withdrawn."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=200)
    is_withdrawn = models.BooleanField(default=False)
    journal = models.ForeignKey("AuditLogEntry", models.PROTECT, related_name="announcements")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.text
