"""Works out the reviews that were asked for, the oldest first, in a process beside this one.

A hand takes a second or more of a processor in plain Python. In a thread here it would slow every page down, so it goes
to a child that knows the engine alone and gives way to everything else. A worker first moves a row's `next_at` forward
and holds no transaction while the child works: one that dies costs that time, and a second one takes another row.
"""

import datetime
import json
import logging
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine.notation import hand_text
from games.jobs.time_boxed import TIME_BOX, Seconds, TimeBoxedWorker
from games.locks import locked
from games.review.commands import TASK
from games.review.figures import figures_in
from games.review.models import HandReview
from games.tables.states import state_of

log = logging.getLogger(__name__)

MAX_SECONDS: Seconds = 120.0
"""For a hand: ten times what the longest rules took (docs/analysis.md)."""
MAX_ATTEMPTS = 3
SEED = 1
"""Of the estimates: anyone gets the same ones again."""

_worker = TimeBoxedWorker(TASK)


def review_due(seconds: Seconds = TIME_BOX) -> int:
    """Review what waits, within the time. How many rows were tried."""
    return _worker.run(lambda: _due().exists(), _review_next, seconds)


def _due() -> QuerySet[HandReview]:
    return HandReview.objects.filter(done_at=None, parked_at=None, next_at__lte=timezone.now())


def _review_next() -> bool:
    review = _take()
    if review is None:
        return False
    now = timezone.now
    done = HandReview.objects.filter(pk=review.pk, done_at=None)
    try:
        data = _work_out(review)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        log.exception("the review of hand %s failed", review.hand_id)
        parked_at = now() if review.attempts >= MAX_ATTEMPTS else None
        done.update(error=f"{type(error).__name__}: {error}"[:300], parked_at=parked_at)
    else:
        done.update(data=data, figures=figures_in(data, review.hand), done_at=now(), error="")
    return True


def _take() -> HandReview | None:
    """The next one that is due, reserved so that no one else takes it; None when there is none."""
    while pk := _due().order_by("next_at", "pk").values_list("pk", flat=True).first():
        with transaction.atomic():
            review = locked(_due()).select_related("hand__game", "hand__prepared").filter(pk=pk).first()
            if review:
                review.attempts += 1
                review.next_at = timezone.now() + datetime.timedelta(seconds=2 * MAX_SECONDS)
                review.save(update_fields=["attempts", "next_at"])
                return review
    return None


def _work_out(review: HandReview) -> dict[str, Any]:
    hand = review.hand
    asked = {"rules": hand.game.rules, "hand": hand_text(state_of(hand)), "seed": SEED, "deals": 0}
    child = subprocess.run(
        [sys.executable, "-m", "games.engine.analysis"],
        cwd=settings.BASE_DIR,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=MAX_SECONDS,
        check=True,
    )
    answer: dict[str, Any] = json.loads(child.stdout)
    if "refused" in answer:
        raise ValueError(answer["refused"])
    return answer
