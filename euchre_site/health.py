"""Is the site well? A page for staff, and two short answers for load balancers that tell strangers nothing."""

import datetime
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.db.models import Min
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from euchre_site import heartbeats
from tournaments.models import Due, Heartbeat, Match

SILENT = datetime.timedelta(seconds=90)
OLD_WORK = datetime.timedelta(minutes=2)
OLD_BACKUP = datetime.timedelta(hours=1)
LEAST_FREE = 1_000_000_000


@dataclass(frozen=True)
class Sign:
    """One thing looked at. words: how it is, and what to do when it is not well. link: where that can be done."""

    name: str
    is_well: bool
    words: str
    link: str = ""


def database() -> Sign:
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    milliseconds = 1000 * (time.perf_counter() - began)
    return Sign("Database", True, f"{connection.display_name} answers in {milliseconds:.1f} ms.")


def broker() -> Sign:
    if not settings.REDIS_URL:
        return Sign("Broker", True, "Inside this process; nothing to run.")
    try:
        redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.4, socket_timeout=0.4).ping()
    except (redis.RedisError, OSError):
        return Sign("Broker", False, "Redis does not answer. Scores are saved; what follows from them waits for it.")
    return Sign("Broker", True, "Redis answers.")


def worker() -> Sign:
    return _heartbeat("Worker", heartbeats.WORKER, "Start a worker, or “manage.py serve”, which has one.")


def timers() -> Sign:
    return _heartbeat("Timers", heartbeats.CLOCK, "Start one beat, or “manage.py serve”, which has one.")


def _heartbeat(name: str, part: str, advice: str) -> Sign:
    row = Heartbeat.objects.filter(part=part).first()
    if row is None:
        return Sign(name, False, f"Never seen. {advice}")
    is_well = timezone.now() - row.at < SILENT
    return Sign(name, is_well, f"Last seen {_ago(row.at)}.{'' if is_well else f' {advice}'}")


def scores() -> Sign:
    waiting = Match.objects.exclude(unsettled_since=None)
    oldest = waiting.aggregate(oldest=Min("unsettled_since"))["oldest"]
    return _queue("Scores to settle", waiting.count(), oldest)


def work() -> Sign:
    waiting = Due.objects.filter(parked_at=None)
    return _queue("Honours to compute", waiting.count(), waiting.aggregate(oldest=Min("since"))["oldest"])


def _queue(name: str, count: int, oldest: datetime.datetime | None) -> Sign:
    if oldest is None:
        return Sign(name, True, "None.")
    is_well = timezone.now() - oldest < OLD_WORK
    return Sign(name, is_well, f"{count}, the oldest from {_ago(oldest)}.{'' if is_well else ' Is a worker running?'}")


def parked() -> Sign:
    count = Due.objects.exclude(parked_at=None).count()
    link = f"{reverse('admin:tournaments_due_changelist')}?parked=yes"
    if not count:
        return Sign("Parked work", True, "None.", link)
    return Sign("Parked work", False, f"{count} failed too often. Read why, mend it, then try again.", link)


def backup() -> Sign:
    if connection.vendor != "sqlite" or not settings.BACKUPS_KEPT:
        return Sign("Backup", True, "Not made by the site: the database's own means are used.")
    files = settings.BACKUP_FOLDER.glob("backup-*.sqlite3") if settings.BACKUP_FOLDER.is_dir() else ()
    newest = max((file.stat().st_mtime for file in files), default=0.0)
    if not newest:
        return Sign("Backup", False, "None yet. The timers make one every ten minutes, “manage.py backup” one now.")
    at = datetime.datetime.fromtimestamp(newest, tz=datetime.UTC)
    is_well = timezone.now() - at < OLD_BACKUP
    return Sign("Backup", is_well, f"The last one is from {_ago(at)}; none is made while nothing changes.")


def disk() -> Sign:
    free = shutil.disk_usage(settings.RIGHT_BOWER_HOME).free
    is_well = free > LEAST_FREE
    advice = "" if is_well else " Make room: nothing is saved on a full disk."
    return Sign("Disk", is_well, f"{free / 1e9:.1f} GB free.{advice}")


SIGNS: tuple[Callable[[], Sign], ...] = (database, broker, worker, timers, scores, work, parked, backup, disk)


def _ago(at: datetime.datetime) -> str:
    seconds = (timezone.now() - at).total_seconds()
    return f"{max(0, round(seconds))} s ago" if seconds < 120 else f"{timesince(at)} ago"


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """For staff. Whoever waits for it to change reloads it."""
    if not request.user.is_staff:
        raise PermissionDenied
    signs = [look() for look in SIGNS]
    return render(request, "health.html", {"signs": signs, "ill": sum(not sign.is_well for sign in signs)})


@login_not_required
@require_safe
@never_cache
def live(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"live": True})


@login_not_required
@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """It can do its work: the database answers. Without a broker it can, too."""
    try:
        database()
    except (DatabaseError, OSError):
        return JsonResponse({"ready": False}, status=503)
    return JsonResponse({"ready": True})
