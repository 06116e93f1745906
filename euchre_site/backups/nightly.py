"""When the next drill is due, and what came of the last one, so that any process can show it."""

import datetime
import logging

from django.db import DatabaseError
from django.db.models import Max
from django.utils import timezone

from euchre_site.backups.drill import Drill, hold_drill
from tournaments.activity_log.models import AuditLogEntry
from tournaments.rewards.models import Heartbeat

log = logging.getLogger(__name__)

PASSED, FAILED = "drill", "failed drill"
ONCE_IN = datetime.timedelta(hours=20)
QUIET = datetime.timedelta(minutes=30)


def is_drill_due() -> bool:
    """Whether the daily drill is due: once a day, when no one has entered anything for a while.

    A hall's laptop may never be on at four in the morning, and a site of many zones has no night.
    """
    now = timezone.now()
    last = Heartbeat.objects.filter(part__in=[PASSED, FAILED]).aggregate(at=Max("at"))["at"]
    if last and now - last < ONCE_IN:
        return False
    written = AuditLogEntry.objects.aggregate(at=Max("at"))["at"]
    return written is None or now - written > QUIET


def hold_noted_drill() -> Drill:
    """Whatever it fails for is a failure: what cannot be tried is no backup either."""
    try:
        drill = hold_drill()
    except Exception:
        _note(FAILED)
        raise
    _note(PASSED)
    return drill


def _note(part: str) -> None:
    try:
        Heartbeat.objects.update_or_create(part=part, defaults={"at": timezone.now()})
    except DatabaseError:
        log.warning("the outcome of the drill could not be written down")
