"""Who was asked whether they come, and what they answered."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture

Occasion = Event | Fixture
"""What people are asked about, and play in: an event, or a match of a league."""


class Attendance(models.Model):
    """What one person says about one event, or about one match of a league, which has no event before it begins.

    day: what they were asked about, or answered; it counts only while the event is on that day. asked, answered: in the
    log. answer: empty until there is one. left: their “no” gave up the spot that an organizer had given them.
    """

    class Answer(models.TextChoices):
        YES = "yes", _("Yes")
        MAYBE = "maybe", _("Maybe")
        NO = "no", _("No")

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="attendance")
    fixture = models.ForeignKey(Fixture, models.CASCADE, null=True, blank=True, related_name="attendance")
    player = models.ForeignKey(Player, models.PROTECT, related_name="attendance")
    day = models.DateField()
    asked = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    answer = models.CharField(max_length=5, choices=Answer.choices, blank=True)
    answered = models.ForeignKey(AuditLogEntry, models.PROTECT, null=True, blank=True, related_name="+")
    left = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = _("attendance")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="one_answer_per_person_and_event"),
            models.UniqueConstraint(fields=["fixture", "player"], name="one_answer_per_person_and_match"),
            models.CheckConstraint(
                condition=Q(event__isnull=False, fixture=None) | Q(event=None, fixture__isnull=False),
                name="answer_is_about_an_event_or_a_match",
            ),
            models.CheckConstraint(condition=Q(answer__in=["", "yes", "maybe", "no"]), name="coming_answer_known"),
            models.CheckConstraint(
                condition=Q(answer="", answered=None) | ~Q(answer="") & Q(answered__isnull=False),
                name="answer_is_in_the_log",
            ),
            models.CheckConstraint(
                condition=Q(asked__isnull=False) | Q(answered__isnull=False), name="someone_asked_or_answered"
            ),
            models.CheckConstraint(condition=Q(left=False) | Q(answer="no"), name="only_a_no_gives_up_the_spot"),
        ]

    def __str__(self) -> str:
        return say("{player}: {answer}", player=self.player_id, answer=self.get_answer_display() or "?")
