"""What happened in a club, as webhooks tell it, kept for some days for programs that ask.

Nothing here is a fact of play, and nothing here travels.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.clubs.models import Club
from tournaments.webhooks.models import Happening


class ClubStream(models.Model):
    """A club's happenings in one line. There is one from when a program first asks for them.

    last: the number of the newest. listened_on: when a program asked last; a month later nothing more is kept, until
    one asks again.
    """

    stays_here: ClassVar = True
    club = models.OneToOneField(Club, models.CASCADE, related_name="stream")
    last = models.PositiveBigIntegerField(default=0)
    listened_on = models.DateField()

    def __str__(self) -> str:
        return f"{self.club} {self.last}"


class StreamedHappening(models.Model):
    """One thing that happened, written in the transaction that made it happen.

    number: its place in the line, given once it is committed (`happenings.stream.number_new`): those that read up to a
    number have missed none before it. key, body: as in a webhook's delivery.
    """

    stays_here: ClassVar = True
    stream = models.ForeignKey(ClubStream, models.CASCADE, related_name="happenings")
    number = models.PositiveBigIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=20, choices=Happening)
    key = models.CharField(max_length=80)
    body = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["stream", "number"]
        indexes: ClassVar = [
            models.Index(fields=["stream"], condition=Q(number=None), name="happenings_without_number"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stream", "key"], name="happened_once_per_club"),
            models.UniqueConstraint(fields=["stream", "number"], name="one_happening_per_number"),
            models.CheckConstraint(condition=Q(kind__in=Happening.values), name="happening_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
