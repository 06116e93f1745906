"""What the cards of a finished hand, and of a deal, were worth, once that is worked out. The rows are the queue."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.tables.models import Hand


class Analysis(models.Model):
    """Something to work out. next_at: when the next attempt may begin. parked_at: it failed too often, and waits until
    someone asks again."""

    asked_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, editable=False)
    parked_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class HandReview(Analysis):
    """A hand to review, and its review. data: as `games.engine.analysis.hand_review` keeps it, without a name in it.
    figures: of it, what is summed up on player pages (`games.review.figures`)."""

    hand = models.OneToOneField(Hand, models.CASCADE, related_name="review")
    data: Any = models.JSONField(null=True, blank=True, editable=False)
    figures: Any = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["next_at"], condition=Q(done_at=None, parked_at=None), name="reviews_to_do")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(done_at=None, data__isnull=True, figures__isnull=True)
                | Q(done_at__isnull=False, data__isnull=False, figures__isnull=False),
                name="review_is_done_with_its_data",
            ),
            models.CheckConstraint(condition=Q(parked_at=None) | Q(done_at=None), name="review_is_parked_or_done"),
        ]

    def __str__(self) -> str:
        return f"Review of {self.hand}"


class DealPar(Analysis):
    """The par of a deal that is secret no longer, wherever it was played. deal: in the engine's notation. digest: of
    rules and deal. par: as `games.engine.analysis.hand_review` keeps it."""

    digest = models.CharField(max_length=64, unique=True)
    rules = models.JSONField("house rules")
    deal = models.TextField()
    par: Any = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["next_at"], condition=Q(done_at=None, parked_at=None), name="pars_to_do")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(done_at=None, par__isnull=True) | Q(done_at__isnull=False, par__isnull=False),
                name="par_is_done_with_its_data",
            ),
            models.CheckConstraint(condition=Q(parked_at=None) | Q(done_at=None), name="par_is_parked_or_done"),
        ]

    def __str__(self) -> str:
        return f"Par of {self.deal[:40]}"
