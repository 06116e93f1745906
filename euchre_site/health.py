"""Is the site well? A page for staff, and two short answers for load balancers that tell strangers nothing."""

import datetime
import shutil
from collections.abc import Callable
from dataclasses import dataclass

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from euchre_site import heartbeats, vitals
from euchre_site.backups.nightly import FAILED, PASSED
from games.engine.language import say, say_number
from games.jobs.models import OutgoingMail
from tournaments.rewards.models import Heartbeat

SILENT = datetime.timedelta(seconds=90)
OLD_WORK = datetime.timedelta(minutes=2)
OLD_BACKUP = datetime.timedelta(hours=1)
OLD_DRILL = datetime.timedelta(days=8)
MIN_FREE = 1_000_000_000


@dataclass(frozen=True)
class Sign:
    """One thing looked at. words: how it is, and what to do when it is not well. link: where that can be done."""

    name: str
    is_well: bool
    words: str
    link: str = ""


def database() -> Sign:
    answer = vitals.ask_database()
    if not answer.takes_changes:
        state = say(
            "{database} is read-only, so nothing can be saved. Make it writable.", database=connection.display_name
        )
        return Sign(say("Database"), False, state)
    state = say(
        "{database} answered in {time} ms.",
        database=connection.display_name,
        time=floatformat(1000 * answer.seconds, 1),
    )
    return Sign(say("Database"), True, state)


def broker() -> Sign:
    if not settings.REDIS_URL:
        return Sign(say("Broker"), True, say("The broker runs inside this process, so there’s nothing to start."))
    try:
        redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.4, socket_timeout=0.4).ping()
    except (redis.RedisError, OSError):
        state = say(
            "Redis isn’t answering. Scores are saved, but anything calculated from them waits until Redis is back."
        )
        return Sign(say("Broker"), False, state)
    return Sign(say("Broker"), True, say("Redis is answering."))


def worker() -> Sign:
    return _heartbeat(
        say("Worker"),
        heartbeats.WORKER,
        say("Start a background worker, or run “manage.py serve”, which includes one."),
    )


def timers() -> Sign:
    return _heartbeat(
        say("Timers"),
        heartbeats.CLOCK,
        say("Start one Celery beat process, or run “manage.py serve”, which includes one."),
    )


def _heartbeat(name: str, part: str, advice: str) -> Sign:
    heartbeat = Heartbeat.objects.filter(part=part).first()
    if heartbeat is None:
        return _sign(name, False, say("No heartbeat yet."), advice)
    is_well = timezone.now() - heartbeat.at < SILENT
    return _sign(name, is_well, say("Last heartbeat {ago}.", ago=_ago(heartbeat.at)), advice)


def _sign(name: str, is_well: bool, state: str, advice: str) -> Sign:
    """advice: said only where it is not well."""
    return Sign(name, is_well, state if is_well else f"{state} {advice}")


def scores() -> Sign:
    return _queue(say("Scores to process"), vitals.scores())


def work() -> Sign:
    return _queue(say("Ratings and achievements to update"), vitals.rewards())


def mails() -> Sign:
    error = OutgoingMail.objects.exclude(error="").values_list("error", flat=True).last()
    advice = say("Is the mail server in EMAIL_URL up? The error was: {error}.", error=error) if error else ""
    return _queue(say("Emails to send"), vitals.emails(), advice)


def _queue(name: str, queue: vitals.Queue, advice: str = "") -> Sign:
    if queue.oldest is None:
        return Sign(name, True, say("None."))
    is_well = timezone.now() - queue.oldest < OLD_WORK
    state = say("{number} waiting. The oldest is from {ago}.", number=queue.count, ago=_ago(queue.oldest))
    return _sign(name, is_well, state, advice or say("Is a background worker running?"))


def parked() -> Sign:
    count = vitals.parked_jobs()
    link = f"{reverse('admin:tournaments_rewardjob_changelist')}?parked=yes"
    if not count:
        return Sign(say("Failed jobs"), True, say("None."), link)
    state = say_number(
        "{number} job failed too many times. Check the error, fix it, then retry.",
        "{number} jobs failed too many times. Check the error, fix it, then retry.",
        count,
    )
    return Sign(say("Failed jobs"), False, state, link)


def backup() -> Sign:
    if not settings.BACKUPS_KEPT:
        return Sign(say("Backup"), True, say("Backups are off (BACKUPS_KEPT)."))
    if connection.vendor != "sqlite":
        state = say(
            "The site makes one backup a day, during the test restore. For more backups, use PostgreSQL’s own tools."
        )
        return Sign(say("Backup"), True, state)
    newest = vitals.newest_backup()
    if newest is None:
        state = say("No backup yet. The timers make one every 10 minutes. Run “manage.py backup” to make one now.")
        return Sign(say("Backup"), False, state)
    is_well = timezone.now() - newest < OLD_BACKUP
    state = say(
        "The last backup was up to date when we checked {ago}. We make a new one only when something changes.",
        ago=_ago(newest),
    )
    return Sign(say("Backup"), is_well, state)


def drill() -> Sign:
    beats = dict(Heartbeat.objects.filter(part__in=[PASSED, FAILED]).values_list("part", "at"))
    passed, failed = beats.get(PASSED), beats.get(FAILED)
    if failed and (passed is None or failed > passed):
        advice = say("Run “manage.py drill” to try again and see why. Until it passes, don’t rely on the backups.")
        return _sign(say("Test restore"), False, say("The last test restore failed {ago}.", ago=_ago(failed)), advice)
    if not settings.BACKUPS_KEPT:
        return Sign(
            say("Test restore"),
            True,
            say("Automatic test restores are off (BACKUPS_KEPT). Run “manage.py drill” to do a test restore now."),
        )
    if passed is None:
        state = say("No test restore yet. One runs daily, when the site has been quiet for 30 minutes.")
        return Sign(say("Test restore"), True, state)
    is_well = timezone.now() - passed < OLD_DRILL
    state = say("A test restore passed {ago}: every row matched the backup.", ago=_ago(passed))
    return _sign(
        say("Test restore"),
        is_well,
        state,
        say("Are the timers running? Run “manage.py drill” to do a test restore now."),
    )


def disk() -> Sign:
    free = shutil.disk_usage(settings.RIGHT_BOWER_HOME).free
    state = say("{number} GB free.", number=floatformat(free / 1e9, 1))
    return _sign(
        say("Disk"), free > MIN_FREE, state, say("Free up space. The site can’t save anything on a full disk.")
    )


SIGNS: tuple[Callable[[], Sign], ...] = (
    database,
    broker,
    worker,
    timers,
    scores,
    work,
    parked,
    mails,
    backup,
    drill,
    disk,
)


def _ago(at: datetime.datetime) -> str:
    seconds = (timezone.now() - at).total_seconds()
    if seconds < 120:
        return say("{number} s ago", number=max(0, round(seconds)))
    return say("{time} ago", time=timesince(at))


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """For staff: what needs attention first. Reload it to see changes."""
    if not request.user.is_staff:
        raise PermissionDenied
    signs = sorted((look() for look in SIGNS), key=lambda sign: sign.is_well)
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
    """It can do its work: the database answers and takes changes. Without a broker it can, too."""
    try:
        is_ready = database().is_well
    except (DatabaseError, OSError):
        is_ready = False
    return JsonResponse({"ready": is_ready}, status=200 if is_ready else 503)
