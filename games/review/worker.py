"""Works out the reviews and pars that were asked for, the oldest first, in a process beside this one.

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
from games.review.models import DealPar, HandReview
from games.tables.states import state_of

log = logging.getLogger(__name__)

MAX_SECONDS: Seconds = 120.0
"""For a hand: ten times what the longest rules took (docs/analysis.md)."""
MAX_ATTEMPTS = 3
SEED = 1
"""Of the estimates: anyone gets the same ones again."""

_worker = TimeBoxedWorker(TASK)


def review_due(seconds: Seconds = TIME_BOX) -> int:
    """Work out what waits, within the time. How many rows were tried."""
    return _worker.run(
        lambda: _due(HandReview).exists() or _due(DealPar).exists(),
        lambda: _do_next(HandReview) or _do_next(DealPar),
        seconds,
    )


def _due(model: type[HandReview] | type[DealPar]) -> "QuerySet[Any]":
    return model.objects.filter(done_at=None, parked_at=None, next_at__lte=timezone.now())


def _do_next(model: type[HandReview] | type[DealPar]) -> bool:
    """Whether there was one."""
    waiting = _take(model)
    if waiting is None:
        return False
    undone = model.objects.filter(pk=waiting.pk, done_at=None)
    try:
        answers = _work_out(waiting)
    except Exception as error:
        log.exception("%s failed", waiting)
        parked_at = timezone.now() if waiting.attempts >= MAX_ATTEMPTS else None
        undone.update(error=f"{type(error).__name__}: {error}"[:300], parked_at=parked_at)
    else:
        undone.update(**answers, done_at=timezone.now(), error="")
    return True


def _take(model: type[HandReview] | type[DealPar]) -> HandReview | DealPar | None:
    """The next one that is due, reserved so that no one else takes it; None when there is none."""
    while pk := _due(model).order_by("next_at", "pk").values_list("pk", flat=True).first():
        with transaction.atomic():
            waiting: HandReview | DealPar | None = locked(_due(model)).filter(pk=pk).first()
            if waiting and waiting.attempts >= MAX_ATTEMPTS:
                # Each of its workers ended before it could say why.
                waiting.error, waiting.parked_at = "The worker ended.", timezone.now()
                waiting.save(update_fields=["error", "parked_at"])
            elif waiting:
                waiting.attempts += 1
                waiting.next_at = timezone.now() + datetime.timedelta(seconds=2 * MAX_SECONDS)
                waiting.save(update_fields=["attempts", "next_at"])
                return waiting
    return None


def _work_out(waiting: HandReview | DealPar) -> dict[str, Any]:
    """By column what is found."""
    if isinstance(waiting, DealPar):
        return {"par": _ask({"rules": waiting.rules, "deal": waiting.deal})}
    hand = waiting.hand
    data = _ask({"rules": hand.game.rules, "hand": hand_text(state_of(hand)), "seed": SEED, "deals": 0})
    return {"data": data, "figures": figures_in(data, hand)}


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    """The child's answer. ValueError where the engine refuses."""
    child = subprocess.run(
        [sys.executable, "-m", "games.engine.analysis"],
        cwd=settings.BASE_DIR,
        input=json.dumps(question),
        capture_output=True,
        text=True,
        timeout=MAX_SECONDS,
        check=True,
    )
    answer: dict[str, Any] = json.loads(child.stdout)
    if "refused" in answer:
        raise ValueError(answer["refused"])
    return answer
