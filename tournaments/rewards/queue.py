"""The work that changed facts leave behind. A row per thing to compute again is the queue; Celery is only the doorbell.

Facts touch rows in the transaction that changes them and never wait for a computation. Work that was begun before the
last touch does not count as done.
"""

import datetime
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.jobs.doorbell import enqueue_on_commit
from games.jobs.load import is_busy
from games.locks import locked
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.honours.facts import Placing, PlayedGame, Position
from tournaments.rewards.models import RewardJob

# Work that failed too often: tried again when somebody has mended what was wrong.


@transaction.atomic
def try_again(due_ids: Iterable[int], *, context: Context) -> int:
    """Put them into the queue again, at once. For the site's staff: what is due belongs to no club. How many."""
    user = context.actor.user
    if not context.actor.is_system and not (user and user.is_active and user.is_staff):
        raise NotAllowed("You can’t start background work again. Ask the site’s staff.")
    found = list(RewardJob.objects.filter(pk__in=list(due_ids)).values_list("pk", flat=True))
    for pk in found:
        retry(pk)
    return len(found)


log = logging.getLogger(__name__)

Fact = PlayedGame | Placing
MAX_ATTEMPTS = 5
FIRST_WAIT = datetime.timedelta(seconds=5)
PORTION = 200
IN_A_RUSH = 10
"""Of a sweep, while people wait for pages in this process: nothing stands still, however long they come."""
MAX_RINGS = 50
"""Beyond them one ring asks for portions, until nothing is left."""
PORTION_TASK = "tournaments.tasks.run_portion_task"
WORK_TASK = "tournaments.tasks.run_job_task"


@dataclass(frozen=True)
class Honour:
    """One kind of derived thing. keys: of what a fact has a say in. recompute: writes one of them afresh, whatever is
    there; earliest: the first game that changed, None for all of them. forget: deletes every derived row. all_keys:
    of everything there should be. check: one sentence for each that differs from its facts."""

    kind: str
    keys: Callable[[Fact], Iterable[str]]
    recompute: Callable[[str, Position | None], None]
    forget: Callable[[], None]
    all_keys: Callable[[], Iterable[str]]
    check: Callable[[], Iterator[str]]


_honours: tuple[Honour, ...] = ()


def register(*honours: Honour) -> None:
    """Every kind there is, in the order in which they are computed: tournaments/receivers.py, when the site starts."""
    global _honours
    _honours = honours


def honours() -> tuple[Honour, ...]:
    return _honours


def touch(before: Fact | None, after: Fact | None) -> None:
    """A fact came (before is None), went (after is None) or changed: whatever it has a say in is due."""
    facts = [fact for fact in (before, after) if fact is not None]
    earliest = min((fact.position for fact in facts if isinstance(fact, PlayedGame)), default=None)
    for honour in honours():
        enqueue(honour.kind, {key for fact in facts for key in honour.keys(fact)}, earliest)


@transaction.atomic
def enqueue(kind: str, keys: Iterable[str], earliest: Position | None = None) -> None:
    """Compute all of these again, from the earliest game on (None: from the first). The rows say what is left."""
    in_order = sorted(set(keys))
    for start in range(0, len(in_order), PORTION):
        _enqueue_portion(kind, in_order[start : start + PORTION], earliest)
    if len(in_order) > MAX_RINGS:
        enqueue_on_commit(PORTION_TASK)
    else:
        for key in in_order:
            enqueue_on_commit(WORK_TASK, kind, key)


def _enqueue_portion(kind: str, keys: Sequence[str], earliest: Position | None) -> None:
    """In a few questions, however many they are. Missing rows first, which waits for others who make the same; then
    the locks, in one order."""
    where = {"from_at": earliest.ended_at, "from_number": earliest.game} if earliest else {}
    RewardJob.objects.bulk_create([RewardJob(kind=kind, key=key, **where) for key in keys], ignore_conflicts=True)
    found = RewardJob.objects.filter(kind=kind, key__in=keys)
    list(locked(found).order_by("key").values_list("pk", flat=True))
    now = timezone.now()
    found.update(revision=F("revision") + 1, attempts=0, error="", parked_at=None, next_at=now)
    if earliest is None:
        found.update(from_at=None, from_number=None)
    else:
        later = Q(from_at__gt=earliest.ended_at) | Q(from_at=earliest.ended_at, from_number__gt=earliest.game)
        found.filter(later).update(**where)


def position_of(row: RewardJob) -> Position | None:
    return Position(row.from_at, row.from_number) if row.from_at and row.from_number is not None else None


def compute(honour: Honour, key: str) -> None:
    """Compute it now from the first game on. What fails is due."""
    try:
        with transaction.atomic():
            honour.recompute(key, None)
    except Exception:
        log.exception("%s %s could not be computed", honour.kind, key)
        enqueue(honour.kind, [key])


def run(kind: str, key: str) -> bool:
    """Compute it now, if it is due; whether nothing of it is left. A failure is written down and tried again later."""
    row = RewardJob.objects.filter(kind=kind, key=key, parked_at=None).first()
    if row is None:
        return True
    honour = next(one for one in honours() if one.kind == kind)
    try:
        with transaction.atomic():
            honour.recompute(key, position_of(row))
            return bool(RewardJob.objects.filter(pk=row.pk, revision=row.revision).delete()[0])
    except Exception as error:
        log.exception("%s %s could not be computed", kind, key)
        _failed(row, error)
        return False


def run_due(most: int = 500) -> int:
    """The sweep: everything due whose time has come, in a rush only some of it. How many were tried."""
    rows = list(RewardJob.objects.filter(parked_at=None, next_at__lte=timezone.now()).values_list("kind", "key")[:most])
    for done, (kind, key) in enumerate(rows):
        if done >= IN_A_RUSH and is_busy():
            return done
        run(kind, key)
    return len(rows)


def run_all() -> None:
    """Everything whose time has come, until nothing of it is left."""
    while run_due():
        continue


def retry(due_id: int) -> None:
    """Try parked work again, at once."""
    row = RewardJob.objects.get(pk=due_id)
    enqueue(row.kind, [row.key], position_of(row))


def _failed(row: RewardJob, error: Exception) -> None:
    attempts = row.attempts + 1
    now = timezone.now()
    RewardJob.objects.filter(pk=row.pk, revision=row.revision).update(
        attempts=attempts,
        error=f"{type(error).__name__}: {error}"[:300],
        next_at=now + FIRST_WAIT * 4**row.attempts,
        parked_at=now if attempts >= MAX_ATTEMPTS else None,
    )
