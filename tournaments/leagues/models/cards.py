"""Who plays for a side, and the steps of a fixture's score card."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models.eligibility import Exemption
from tournaments.leagues.models.fixtures import Fixture
from tournaments.leagues.models.teams import Season, Squad


class LineUpPlayer(models.Model):
    """A player in the line-up of a squad for a fixture. pair: from 1; chair: 0 or 1 of the pair.

    turn: which time in the season this player is borrowed, counted from 1; empty for one of the squad's own; most: the
    season's limit, so that the database can compare the two. loan: which of the borrowed players of the squad in the
    fixture this is, from 1; loans: the limit, empty for none. day: the fixture's where the club is, empty while it has
    none: no one plays twice on one. exemption: lets the player play outside the rules, and is not counted.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="line_up")
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="line_ups")
    player = models.ForeignKey(Player, models.PROTECT, related_name="fixture_places")
    pair = models.PositiveSmallIntegerField()
    chair = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    loan = models.PositiveSmallIntegerField(null=True, blank=True)
    loans = models.PositiveSmallIntegerField(null=True, blank=True)
    day = models.DateField(null=True, blank=True)
    exemption = models.ForeignKey(Exemption, models.PROTECT, null=True, blank=True, related_name="line_up")

    class Meta:
        ordering: ClassVar = ["fixture", "squad", "pair", "chair"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "player"], name="player_once_per_fixture"),
            models.UniqueConstraint(fields=["fixture", "squad", "pair", "chair"], name="one_player_per_line_up_chair"),
            models.UniqueConstraint(fields=["season", "player", "turn"], name="borrowing_counted_once"),
            models.CheckConstraint(
                condition=Q(turn__isnull=True, most__isnull=True) | Q(turn__gte=1, most__gte=F("turn")),
                name="borrowing_within_the_limit",
            ),
            models.UniqueConstraint(fields=["fixture", "squad", "loan"], name="loan_counted_once"),
            models.CheckConstraint(
                condition=Q(loans__isnull=True, loan__isnull=True)
                | Q(loans__isnull=True, turn__isnull=False, loan__gte=1)
                | Q(loans__isnull=False, loan__isnull=False, turn__isnull=False, loan__gte=1, loans__gte=F("loan")),
                name="loans_within_the_limit",
            ),
            models.UniqueConstraint(
                fields=["season", "player", "day"],
                condition=Q(exemption__isnull=True),
                name="one_line_up_per_player_and_day",
            ),
            models.CheckConstraint(
                condition=Q(exemption__isnull=True) | Q(turn__isnull=True, loan__isnull=True),
                name="exemption_is_not_counted",
            ),
            models.CheckConstraint(condition=Q(chair__in=[0, 1], pair__gte=1), name="line_up_chair_known"),
        ]

    def __str__(self) -> str:
        return say("{player} for {squad}", player=self.player, squad=self.squad_id)

    @property
    def is_borrowed(self) -> bool:
        return self.turn is not None

    @property
    def is_own(self) -> bool:
        """Named as one of the squad's own players."""
        return not self.is_borrowed and self.exemption_id is None


class CardStep(models.Model):
    """What was done with a fixture's score card. Rows are appended, never changed; numbers are dense from 1.

    side: of the captain, 0 home, 1 visitors; empty for an organizer. games: what a captain sent, round by round, home
    first. That is a claim. What counts is in the results of the fixture's event, and nowhere else. answers: the claim
    that was confirmed or disputed.
    """

    class Kind(models.TextChoices):
        REPORTED = "reported", pgettext_lazy("card", "sent")
        CONFIRMED = "confirmed", pgettext_lazy("card", "confirmed")
        DISPUTED = "disputed", pgettext_lazy("card", "disputed")
        ENTERED = "entered", pgettext_lazy("card", "entered")
        CORRECTED = "corrected", pgettext_lazy("card", "corrected")
        APPROVED = "approved", pgettext_lazy("card", "approved")

    fixture = models.ForeignKey(Fixture, models.PROTECT, related_name="card_steps")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    games = models.JSONField(null=True, blank=True)
    answers = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="answered_by")
    reason = models.CharField(max_length=200, blank=True)
    phone = models.ForeignKey(
        "Phone",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Identifies the phone that sent this score. We delete this ID 30 days after the night."),
    )
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["fixture", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "number"], name="one_card_step_per_number"),
            models.UniqueConstraint(fields=["answers", "kind"], name="card_is_answered_once_each_way"),
            models.CheckConstraint(condition=Q(number__gte=1), name="card_step_number_from_one"),
            models.CheckConstraint(
                condition=Q(kind__in=["reported", "confirmed", "disputed"], side__isnull=False, side__in=[0, 1])
                | Q(kind__in=["entered", "corrected", "approved"], side__isnull=True),
                name="card_step_of_a_captain_has_a_side",
            ),
            models.CheckConstraint(
                condition=Q(kind="reported", games__isnull=False) | (~Q(kind="reported") & Q(games__isnull=True)),
                name="only_a_sent_card_has_games",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["confirmed", "disputed"], answers__isnull=False)
                | (~Q(kind__in=["confirmed", "disputed"]) & Q(answers__isnull=True)),
                name="card_answer_answers_a_card",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["disputed", "corrected"]) | ~Q(reason=""),
                name="card_dispute_and_correction_have_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.get_kind_display()}"
