"""How the site is, as values: the health page says them in words, and /metrics says them to a monitor in numbers."""

import contextlib
import datetime
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from games.jobs.models import OutgoingMail
from tournaments.rewards.models import RewardJob
from tournaments.rounds.models import Match


@dataclass(frozen=True)
class DatabaseAnswer:
    seconds: float
    takes_changes: bool


@dataclass(frozen=True)
class Queue:
    """count: how much waits for a worker. oldest: since when; None where nothing waits."""

    count: int
    oldest: datetime.datetime | None

    @property
    def age(self) -> float:
        """Seconds that the oldest has waited."""
        return max(0.0, (timezone.now() - self.oldest).total_seconds()) if self.oldest else 0.0


def ask_database() -> DatabaseAnswer:
    began = time.perf_counter()
    takes_changes = _takes_changes()
    return DatabaseAnswer(time.perf_counter() - began, takes_changes)


def _takes_changes() -> bool:
    """Asks the database itself; of SQLite also its file, for it reads from a read-only disk without a word."""
    question = "SELECT current_setting('transaction_read_only') = 'off'"
    with connection.cursor() as cursor:
        cursor.execute(question if connection.vendor == "postgresql" else "SELECT 1")
        [answer] = cursor.fetchone()
    if connection.vendor == "postgresql":
        return bool(answer)
    file = Path(connection.settings_dict["NAME"])
    return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)


def database_size() -> int:
    """Bytes."""
    of_sqlite = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    of_postgres = "SELECT pg_database_size(current_database())"
    with connection.cursor() as cursor:
        cursor.execute(of_postgres if connection.vendor == "postgresql" else of_sqlite)
        [size] = cursor.fetchone()
    return int(size)


def scores() -> Queue:
    """Matches whose results nothing has been computed from yet."""
    return _queue(Match.objects.exclude(unsettled_since=None), "unsettled_since")


def rewards() -> Queue:
    """Ratings, achievements and the like to compute again."""
    return _queue(RewardJob.objects.filter(parked_at=None), "since")


def emails() -> Queue:
    return _queue(OutgoingMail.objects.all(), "made_at")


def parked_jobs() -> int:
    """Those that failed too many times, and wait for someone to look."""
    return RewardJob.objects.exclude(parked_at=None).count()


def newest_backup() -> datetime.datetime | None:
    """When it was made, or was last found up to date."""
    files = settings.BACKUP_FOLDER.glob("backup-*.sqlite3") if settings.BACKUP_FOLDER.is_dir() else ()
    newest = 0.0
    for file in files:
        with contextlib.suppress(FileNotFoundError):  # one too many, and just removed
            newest = max(newest, file.stat().st_mtime)
    return datetime.datetime.fromtimestamp(newest, tz=datetime.UTC) if newest else None


def _queue(waiting: QuerySet[Any], since: str) -> Queue:
    return Queue(**waiting.aggregate(count=Count("pk"), oldest=Min(since)))
