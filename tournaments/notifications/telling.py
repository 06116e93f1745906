"""Keeps what people have to be told of in the transaction in which it happens, and tells them right after.

The transaction writes one row, however many people are concerned, so a round isn't slowed by them. A score that players
report writes none: the match that waits is the row (decision 83).
"""

import datetime
import logging

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.jobs.enqueuing import enqueue_on_commit
from games.jobs.time_boxed import TIME_BOX, Seconds, TimeBoxedWorker
from games.locks import locked
from games.notifications.kinds import DEFAULTS, NotificationKind
from games.notifications.models import Notification
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.notifications import tellers
from tournaments.notifications.models import Untold
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Match, Round

log = logging.getLogger(__name__)

TELL_TASK = "tournaments.tasks.tell_task"
TELL_OF_SCORE_TASK = "tournaments.tasks.tell_of_score_task"
RETRY_SECONDS = (15, 60, 300)
"""Seconds until it's tried again, after the first failure, the second …; after the last one it's given up."""

_worker = TimeBoxedWorker(TELL_TASK)


def keep(entry: AuditLogEntry) -> None:
    """Those whom the log's entry concerns will be told. For the transaction that logs it."""
    if not tellers.concerns_people(entry):
        return
    if entry.action == Action.RECORD_RESULT and entry.result and tellers.is_claim(entry.result):
        enqueue_on_commit(TELL_OF_SCORE_TASK, entry.pk)
    else:
        Untold.objects.create(entry=entry)
        enqueue_on_commit(TELL_TASK)


def tell_of_score(entry_id: int) -> None:
    """Tell the other side of a score that waits for it; told once, by its key."""
    tellers.tell(_entry(entry_id))


def tell_of_scores() -> None:
    """For the sweep: scores that wait or are disputed, of which a lost wake-up told no one."""
    since = timezone.now() - DEFAULTS[NotificationKind.SCORE_WAITS].ttl
    waiting = AuditLogEntry.objects.filter(
        action=Action.RECORD_RESULT,
        at__gt=since,
        result__kind=ResultEntry.Kind.CLAIM,
        result__version=F("match__last_version"),
        match__state__in=(Match.State.WAITING, Match.State.DISPUTED),
        match__round__status=Round.Status.PUBLISHED,
    )
    keys = {tellers.key_of(pk): pk for pk in waiting.order_by("pk").values_list("pk", flat=True)}
    kinds = (NotificationKind.SCORE_WAITS, NotificationKind.SCORE_DISPUTED)
    known = Notification.objects.filter(kind__in=kinds, key__in=keys).values_list("key", flat=True)
    for key in keys.keys() - set(known):
        tell_of_score(keys[key])


def tell_due(seconds: Seconds = TIME_BOX) -> int:
    """Tell people of whatever they weren't told yet, the oldest first. Returns the number of actions."""
    return _worker.run(lambda: _due().exists(), _tell_one, seconds)


def _due() -> QuerySet[Untold]:
    return Untold.objects.filter(next_at__lte=timezone.now()).order_by("pk")


def _tell_one() -> bool:
    """Whether there was one. Told, or given up, in the transaction that takes the row away: once."""
    first = _due().values_list("pk", flat=True).first()
    if first is None:
        return False
    try:
        with transaction.atomic():
            untold = locked(Untold.objects).filter(pk=first).first()
            if untold:
                tellers.tell(_entry(untold.entry_id))
                untold.delete()
    except Exception:
        # One that can't be told, whatever is wrong with it, must not keep the others waiting.
        log.exception("people could not be told of the log's entry of row %s", first)
        _put_off(first)
    return True


def _entry(pk: int) -> AuditLogEntry:
    related = ("event__club", "event__venue", "club", "match__round", "round", "result", "entry")
    return AuditLogEntry.objects.select_related(*related).get(pk=pk)


@transaction.atomic
def _put_off(pk: int) -> None:
    untold = locked(Untold.objects).filter(pk=pk).first()
    if untold is None:
        return
    if untold.attempts == len(RETRY_SECONDS):
        untold.delete()
        return
    untold.next_at = timezone.now() + datetime.timedelta(seconds=RETRY_SECONDS[untold.attempts])
    untold.attempts += 1
    untold.save(update_fields=["next_at", "attempts"])
