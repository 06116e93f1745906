"""What the secretary decides beside the scores: points given or taken, who leaves, who is above whom at the end."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import Player
from games.engine.language import mark, say
from tournaments.activity_log.models import AuditLogEntry
from tournaments.formats.seasons.moves import Way
from tournaments.leagues.models.fixtures import Fixture
from tournaments.leagues.models.teams import Season, Section, Squad


class FinalPlace(models.Model):
    """Where a squad ended when the season was closed, and where it goes: frozen, whatever is corrected later."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="final_places")
    squad = models.OneToOneField(Squad, models.PROTECT, related_name="final_place")
    place = models.PositiveSmallIntegerField()
    is_champion = models.BooleanField(default=False)
    way = models.CharField(max_length=8, choices=[(way.value, _(way.label)) for way in Way])

    class Meta:
        ordering: ClassVar = ["squad__section__division__level", "place", "squad__number"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(way__in=["up", "stays", "down"]), name="final_way_known")
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.squad}"

    @property
    def way_words(self) -> Any:
        return self.get_way_display()


LATE_CARD = mark("Late score card ({days}-day limit)")
LATE_AGAIN = mark("Late score card no. {offence} this season ({days}-day limit)")


class PointsAdjustment(models.Model):
    """Points given to a squad or taken from it by ruling. One that was a mistake is taken back by another row.

    offence: which late card of the squad in the season it was, from 1; empty for other rulings, and for old rows.
    """

    class Kind(models.TextChoices):
        LATE_CARD = "late_card", _("late score card")
        RULING = "ruling", _("Ruling")
        TAKEN_BACK = "taken_back", _("undone")

    season = models.ForeignKey(Season, models.PROTECT, related_name="adjustments")
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="adjustments")
    fixture = models.ForeignKey(Fixture, models.PROTECT, null=True, blank=True, related_name="adjustments")
    kind = models.CharField(max_length=12, choices=Kind)
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=200)
    offence = models.PositiveSmallIntegerField(null=True, blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(points=0) & ~Q(reason=""), name="adjustment_has_points_and_a_reason"),
            models.CheckConstraint(
                condition=Q(kind="taken_back", reverses__isnull=False)
                | (Q(kind__in=["late_card", "ruling"]) & Q(reverses__isnull=True)),
                name="only_a_reversal_takes_back",
            ),
            models.CheckConstraint(
                condition=~Q(kind="late_card") | Q(fixture__isnull=False, points__lt=0), name="late_card_is_a_fixtures"
            ),
            models.UniqueConstraint(
                fields=["fixture", "squad"], condition=Q(kind="late_card"), name="one_late_card_per_squad_and_fixture"
            ),
            models.CheckConstraint(
                condition=Q(offence__isnull=True) | Q(kind="late_card", offence__gte=1),
                name="only_a_late_card_is_counted_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points:+d}: {self.why}"

    @property
    def why(self) -> str:
        """The reason, translated for the reader where the site gave it. What is stored is English."""
        if self.kind == self.Kind.LATE_CARD:
            again = self.offence and self.offence > 1
            days = self.season.settings.card_days
            return say(LATE_AGAIN, days=days, offence=self.offence) if again else say(LATE_CARD, days=days)
        return self.reason


class Withdrawal(models.Model):
    """A squad left its season, or that was undone (RETURNED). Rows are appended, numbered from 1 for each squad: the
    last one holds. results: what became of its fixtures. on: the day."""

    class Kind(models.TextChoices):
        WITHDREW = "withdrew", pgettext_lazy("team", "Withdrew")
        EXPELLED = "expelled", pgettext_lazy("team", "Expelled")
        RETURNED = "returned", pgettext_lazy("team", "Returned")

    class Results(models.TextChoices):
        EXPUNGE = "expunge", _("None of the team’s results count")
        KEEP = "keep", _("Results so far count, and the rest aren’t played")
        AWARD = "award", _("Results so far count, and the opponents win the rest")

    season = models.ForeignKey(Season, models.PROTECT, related_name="withdrawals")
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="withdrawals")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    results = models.CharField(max_length=8, choices=Results, blank=True)
    on = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["squad", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["squad", "number"], name="one_withdrawal_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1) & ~Q(reason=""), name="withdrawal_has_a_reason"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["withdrew", "expelled"], results__in=["expunge", "keep", "award"], on__isnull=False
                )
                | Q(kind="returned", results="", on__isnull=True),
                name="withdrawal_says_what_counts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.squad}: {self.get_kind_display()}"

    @property
    def is_gone(self) -> bool:
        return self.kind != Withdrawal.Kind.RETURNED


class WithdrawnFixture(models.Model):
    """A fixture that a withdrawal decided, as it was before: what undoing it brings back."""

    withdrawal = models.ForeignKey(Withdrawal, models.PROTECT, related_name="fixtures")
    fixture = models.ForeignKey(Fixture, models.PROTECT, related_name="withdrawn")
    state = models.CharField(max_length=12, choices=Fixture.State)
    at_fault = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["withdrawal", "fixture"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["withdrawal", "fixture"], name="fixture_withdrawn_once_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture}: {self.get_state_display()}"


class WithdrawnLineUp(models.Model):
    """A player who was named for a fixture that a withdrawal decided.

    pair: from 1; chair: 0 or 1 of the pair. is_own: as one of the squad's own players.
    """

    withdrawn = models.ForeignKey(WithdrawnFixture, models.CASCADE, related_name="line_up")
    squad = models.ForeignKey(Squad, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="withdrawn_places")
    pair = models.PositiveSmallIntegerField()
    chair = models.PositiveSmallIntegerField()
    is_own = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["withdrawn", "squad", "pair", "chair"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["withdrawn", "player"], name="player_once_per_withdrawn_fixture"),
            models.UniqueConstraint(
                fields=["withdrawn", "squad", "pair", "chair"], name="one_player_per_withdrawn_chair"
            ),
            models.CheckConstraint(condition=Q(chair__in=[0, 1], pair__gte=1), name="withdrawn_chair_known"),
        ]

    def __str__(self) -> str:
        return say("{player} for {squad}", player=self.player, squad=self.squad_id)


class PlaceDecision(models.Model):
    """How a place that exactly these squads of a section shared was decided. The last turn counts; the others stay to
    be seen. about: their numbers, ascending: 3,7. order: the same, the best first; empty where it was undone."""

    class Method(models.TextChoices):
        MATCH = "match", _("Deciding match")
        ORGANIZERS = "organizers", _("Organizers’ decision")
        UNDONE = "undone", _("Undone")

    section = models.ForeignKey(Section, models.PROTECT, related_name="decisions")
    about = models.CharField(max_length=200)
    turn = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=12, choices=Method)
    order = models.JSONField(default=list, blank=True)
    reason = models.CharField(max_length=200)
    journal = models.ForeignKey(AuditLogEntry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["section", "about", "turn"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["section", "about", "turn"], name="one_place_decision_per_turn"),
            models.CheckConstraint(condition=Q(turn__gte=1) & ~Q(reason=""), name="place_decision_has_a_reason"),
            models.CheckConstraint(
                condition=Q(method__in=["match", "organizers", "undone"]), name="place_decision_method_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about}: {self.get_method_display()}"
