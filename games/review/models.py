"""What the cards of a finished hand were worth, once that is worked out. The row is the queue."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.tables.models import Hand


class HandReview(models.Model):
    """A hand to review, and its review. data: as `games.engine.analysis.hand_review` keeps it, without a name in it.
    figures: of it, what is summed up on player pages (`games.review.figures`).

    next_at: when the next attempt may begin. parked_at: it failed too often, and waits until someone asks again.
    """

    hand = models.OneToOneField(Hand, models.CASCADE, related_name="review")
    asked_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, editable=False)
    parked_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
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
