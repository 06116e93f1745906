"""The work that changed facts leave behind. A row per thing to compute again is the queue; Celery only wakes a worker.

Facts touch rows in the transaction that changes them and never wait for a computation. Work that was begun before the
last touch does not count as done.
"""

import datetime
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, islice
from operator import attrgetter, itemgetter, or_
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Case, F, PositiveBigIntegerField, Q, Value, When
from django.utils import timezone

from games.jobs.enqueuing import enqueue_on_commit
from games.jobs.load import is_busy
from games.locks import locked
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.honours.facts import Placing, PlayedGame, Position
from tournaments.rewards.models import RewardJob

# Work that failed too often: tried again when someone has fixed the cause.


@transaction.atomic
def try_again(due_ids: Iterable[int], *, context: Context) -> int:
    """Put them into the queue again, at once. For the site's staff: what is due belongs to no club. How many."""
    user = context.actor.user
    if not context.actor.is_system and not (user and user.is_active and user.is_staff):
        raise NotAllowed("You can’t restart background work. Ask the site’s staff.")
    jobs = list(RewardJob.objects.filter(pk__in=list(due_ids)).values_list("pk", flat=True))
    for pk in jobs:
        retry(pk)
    return len(jobs)


log = logging.getLogger(__name__)

Fact = PlayedGame | Placing
Part = TypeVar("Part")
MAX_ATTEMPTS = 5
FIRST_WAIT = datetime.timedelta(seconds=5)
PORTION = 200
BITE = 50
"""How many rows a sweep takes at a time, and leaves the next ones to other sweeps."""
LEASE = datetime.timedelta(seconds=30)
"""What a sweep has taken is due again after this long: it can have died."""
IN_A_RUSH = 10
"""Of a sweep, while people wait for pages in this process: nothing stands still, however long they come."""
MAX_WAKE_UPS = 50
"""Beyond them one wake-up asks for portions, until nothing is left."""
PORTION_TASK = "tournaments.tasks.run_portion_task"
WORK_TASK = "tournaments.tasks.run_job_task"


@dataclass(frozen=True)
class Honour:
    """One kind of derived thing. keys: of what a fact has a say in. recompute: writes some of them afresh, whatever is
    there; by key the first game that changed, None for all of them. forget: deletes every derived row. all_keys: of
    everything there should be. check: one sentence for each that differs from its facts. together: how many are best
    computed in one go."""

    kind: str
    keys: Callable[[Fact], Iterable[str]]
    recompute: Callable[[Mapping[str, Position | None]], None]
    forget: Callable[[], None]
    all_keys: Callable[[], Iterable[str]]
    check: Callable[[], Iterator[str]]
    together: int = 1


_honours: tuple[Honour, ...] = ()


def register(*honours: Honour) -> None:
    """Every kind there is, in the order in which they are computed: tournaments/receivers.py, when the site starts."""
    global _honours
    _honours = honours


def one_by_one(recompute: Callable[[str, Position | None], None]) -> Callable[[Mapping[str, Position | None]], None]:
    """For what gains nothing from being computed together with others."""

    def recompute_all(wanted: Mapping[str, Position | None]) -> None:
        for key, earliest in wanted.items():
            recompute(key, earliest)

    return recompute_all


def honours() -> tuple[Honour, ...]:
    return _honours


def touch(before: Fact | None, after: Fact | None) -> None:
    """A fact came (before is None), went (after is None) or changed: whatever it has a say in is due."""
    facts = [fact for fact in (before, after) if fact is not None]
    earliest = min((fact.position for fact in facts if isinstance(fact, PlayedGame)), default=None)
    enqueue_all({honour.kind: {key for fact in facts for key in honour.keys(fact)} for honour in honours()}, earliest)


def enqueue(kind: str, keys: Iterable[str], earliest: Position | None = None) -> None:
    """Compute all of these again, from the earliest game on (None: from the first). The rows say what is left."""
    enqueue_all({kind: keys}, earliest)


def enqueue_all(due: Mapping[str, Iterable[str]], earliest: Position | None = None) -> None:
    """The same for several kinds, in the order in which they are computed."""
    in_order = {kind: sorted(set(keys)) for kind, keys in due.items()}
    due_keys = [(kind, key) for kind, keys in in_order.items() for key in keys]
    while not _are_enqueued(due_keys, earliest):
        continue
    if len(due_keys) > MAX_WAKE_UPS:
        enqueue_on_commit(PORTION_TASK)
    else:
        for kind, keys in in_order.items():
            for some in in_portions(kind, keys):
                enqueue_on_commit(WORK_TASK, kind, *some)


class _TakenOut(Exception):
    """A worker was done with a row and took it out after we had seen that it's there, and before we had its lock."""


def _are_enqueued(due_keys: Sequence[tuple[str, str]], earliest: Position | None) -> bool:
    """If not, nothing was written and no lock is held: ask again. Two who hold locks could wait for each other."""
    try:
        with transaction.atomic():
            for start in range(0, len(due_keys), PORTION):
                _enqueue_portion(due_keys[start : start + PORTION], earliest)
    except _TakenOut:
        return False
    return True


def _enqueue_portion(due_keys: Sequence[tuple[str, str]], earliest: Position | None) -> None:
    """In a few questions, however many they are. Missing rows first, which waits for others who make the same; then
    the locks, in one order."""
    where = {"from_at": earliest.ended_at, "from_number": earliest.game} if earliest else {}
    RewardJob.objects.bulk_create(
        [RewardJob(kind=kind, key=key, **where) for kind, key in due_keys], ignore_conflicts=True
    )
    kinds = ((kind, [key for _, key in some]) for kind, some in groupby(due_keys, key=itemgetter(0)))
    reward_jobs = RewardJob.objects.filter(reduce(or_, (Q(kind=kind, key__in=keys) for kind, keys in kinds)))
    if len(locked(reward_jobs).order_by("pk").values_list("pk", flat=True)) < len(due_keys):
        raise _TakenOut
    since: dict[str, Any] = {"from_at": None, "from_number": None}
    if earliest is not None:
        later = Q(from_at__gt=earliest.ended_at) | Q(from_at=earliest.ended_at, from_number__gt=earliest.game)
        since = {
            "from_at": Case(When(later, then=Value(earliest.ended_at)), default=F("from_at")),
            "from_number": Case(
                When(later, then=Value(earliest.game)), default=F("from_number"), output_field=PositiveBigIntegerField()
            ),
        }
    reward_jobs.update(
        revision=F("revision") + 1, attempts=0, error="", parked_at=None, next_at=timezone.now(), **since
    )


def position_of(reward_job: RewardJob) -> Position | None:
    return (
        Position(reward_job.from_at, reward_job.from_number)
        if reward_job.from_at and reward_job.from_number is not None
        else None
    )


def in_portions(kind: str, parts: Iterable[Part]) -> Iterator[list[Part]]:
    """As many at a time as are best computed together."""
    together = next((honour.together for honour in honours() if honour.kind == kind), 1)
    rest = iter(parts)
    while some := list(islice(rest, together)):
        yield some


def compute_all(honour: Honour) -> None:
    """Compute everything of it now, from the first game on. What fails is due."""
    for some in in_portions(honour.kind, honour.all_keys()):
        try:
            with transaction.atomic():
                honour.recompute(dict.fromkeys(some))
        except Exception:
            log.exception("%s %s could not be computed", honour.kind, ", ".join(some))
            enqueue(honour.kind, some)


def run(kind: str, *keys: str) -> bool:
    """Compute these now, as far as they are due; whether nothing of them is left. When one fails, each is tried alone.
    A failure is written down and tried again later."""
    reward_jobs = list(RewardJob.objects.filter(kind=kind, key__in=keys, parked_at=None))
    return not reward_jobs or _compute(kind, reward_jobs)


def _compute(kind: str, reward_jobs: Sequence[RewardJob]) -> bool:
    """As they were read. What a fact has touched since then is computed once more, from its own rows."""
    honour = next(honour for honour in honours() if honour.kind == kind)
    try:
        with transaction.atomic():
            honour.recompute({reward_job.key: position_of(reward_job) for reward_job in reward_jobs})
            return _are_done(reward_jobs)
    except Exception as error:
        if len(reward_jobs) > 1:
            alone = [run(kind, reward_job.key) for reward_job in reward_jobs]
            return all(alone)
        log.exception("%s %s could not be computed", kind, reward_jobs[0].key)
        _failed(reward_jobs[0], error)
        return False


def _are_done(reward_jobs: Sequence[RewardJob]) -> bool:
    """Takes those out of the queue that no fact has touched since they were read. Whether all were."""
    now = locked(RewardJob.objects.filter(pk__in=[reward_job.pk for reward_job in reward_jobs])).order_by("pk")
    seen = {reward_job.pk: reward_job.revision for reward_job in reward_jobs}
    done = [pk for pk, revision in now.values_list("pk", "revision") if seen[pk] == revision]
    RewardJob.objects.filter(pk__in=done).delete()
    return len(done) == len(reward_jobs)


def run_due(most: int = 500) -> int:
    """The sweep: everything due whose time has come, in a rush only some of it. How many were tried. Several sweeps may
    run at the same time."""
    done = 0
    while done < most and (taken := _take(min(BITE, most - done))):
        by_kind = groupby(taken, key=attrgetter("kind"))
        portions = [(kind, portion) for kind, some in by_kind for portion in in_portions(kind, some)]
        for number, (kind, portion) in enumerate(portions):
            if done >= IN_A_RUSH and is_busy():
                _give_back(reward_job for _, left in portions[number:] for reward_job in left)
                return done
            _compute(kind, portion)
            done += len(portion)
    return done


@transaction.atomic
def _take(most: int) -> list[RewardJob]:
    """Rows that are due and that no other sweep has taken, the oldest first."""
    due = RewardJob.objects.filter(parked_at=None, next_at__lte=timezone.now())
    taken = list(locked(due, skip_locked=True)[:most])
    if taken:
        numbers = [reward_job.pk for reward_job in taken]
        RewardJob.objects.filter(pk__in=numbers).update(next_at=timezone.now() + LEASE)
    return taken


def _give_back(reward_jobs: Iterable[RewardJob]) -> None:
    numbers = [reward_job.pk for reward_job in reward_jobs]
    RewardJob.objects.filter(pk__in=numbers).update(next_at=timezone.now())


def run_all() -> None:
    """Everything whose time has come, until nothing of it is left."""
    while run_due():
        continue


def retry(due_id: int) -> None:
    """Try parked work again, at once."""
    reward_job = RewardJob.objects.get(pk=due_id)
    enqueue(reward_job.kind, [reward_job.key], position_of(reward_job))


def _failed(reward_job: RewardJob, error: Exception) -> None:
    attempts = reward_job.attempts + 1
    now = timezone.now()
    RewardJob.objects.filter(pk=reward_job.pk, revision=reward_job.revision).update(
        attempts=attempts,
        error=f"{type(error).__name__}: {error}"[:300],
        next_at=now + FIRST_WAIT * 4**reward_job.attempts,
        parked_at=now if attempts >= MAX_ATTEMPTS else None,
    )
