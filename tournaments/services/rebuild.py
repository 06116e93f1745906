"""Throw everything derived away and compute it again from the facts. Must change nothing."""

import hashlib
import json

from django.db import transaction

from tournaments.models import Event, Stage, Standing
from tournaments.services.settle import settle_stage


@transaction.atomic
def rebuild() -> tuple[str, str]:
    """Rebuild every stage's standings. Returns the digests before and after."""
    # The events' locks first, as every verb does: a score may be settled at this very moment.
    list(Event.objects.select_for_update().order_by("pk").values_list("pk", flat=True))
    before = derived_digest()
    Standing.objects.all().delete()
    for stage_id in Stage.objects.order_by("pk").values_list("pk", flat=True):
        settle_stage(stage_id)
    return before, derived_digest()


def derived_digest() -> str:
    """One number over all derived rows: equal digests, equal tables. Row ids do not count."""
    rows = Standing.objects.order_by("stage_id", "entry_id").values_list(
        "stage_id", "entry_id", "group", "place", "is_shared", "points_over", "points_under", "rounds", "values",
        "because",
    )  # fmt: skip
    return hashlib.sha256(json.dumps(list(rows), sort_keys=True).encode()).hexdigest()
