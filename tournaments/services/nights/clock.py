"""The clock of a round: started, paused, set going again, given more time, the last hand called. It ends nothing by
itself."""

from django.db import transaction
from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.errors import Stale
from tournaments.models import Clock, Round
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.nights.rounds import lock_round

MOST_MINUTES = 240


@transaction.atomic
def start_clock(round_id: int, minutes: int, *, by: By) -> Clock:
    """Set a published round's clock to so many minutes and let it run. RuleError when it has one already."""
    row, body = lock_round(round_id), {"round": round_id, "minutes": minutes}
    if journal.replayed(by, "start_clock", body):
        return row.clock
    require(by.actor, Verb.RUN_EVENT, row)
    _check_round(row)
    if not 1 <= minutes <= MOST_MINUTES:
        raise RuleError("A round lasts from 1 to {most_minutes} minutes.", most_minutes=MOST_MINUTES)
    if Clock.objects.filter(round=row).exists():
        raise Stale("The clock of this round is set already. Give it more time, or less.")
    clock = Clock.objects.create(round=row, seconds_left=minutes * 60, running_since=timezone.now())
    journal.write(row.stage.event, "start_clock", by, body, round=row)
    return clock


@transaction.atomic
def pause_clock(round_id: int, *, by: By) -> Clock:
    """Stop the clock where it is. Two helpers who press it agree."""
    return _touch(round_id, "pause_clock", by, is_running=False)


@transaction.atomic
def resume_clock(round_id: int, *, by: By) -> Clock:
    """Let the clock run on from where it was paused."""
    return _touch(round_id, "resume_clock", by, is_running=True)


@transaction.atomic
def add_time(round_id: int, minutes: int, *, by: By) -> Clock:
    """Give the round more minutes; a negative number takes some away."""
    if not minutes or abs(minutes) > MOST_MINUTES:
        raise RuleError("Add from 1 to {most_minutes} minutes, or take as many away.", most_minutes=MOST_MINUTES)
    return _touch(round_id, "add_time", by, minutes=minutes)


@transaction.atomic
def call_last_hand(round_id: int, *, by: By) -> Clock:
    """Tell everybody, beside the clock, that the hand being played is the last one."""
    return _call(round_id, "call_last_hand", by, is_called=True)


@transaction.atomic
def recall_last_hand(round_id: int, *, by: By) -> Clock:
    """Take the call back: more hands are played."""
    return _call(round_id, "recall_last_hand", by, is_called=False)


def _call(round_id: int, verb: str, by: By, *, is_called: bool) -> Clock:
    row, body = lock_round(round_id), {"round": round_id}
    clock = _clock_of(row)
    if journal.replayed(by, verb, body):
        return clock
    require(by.actor, Verb.RUN_EVENT, row)
    _check_round(row)
    if is_called == (clock.last_hand_at is not None):
        return clock
    clock.last_hand_at = timezone.now() if is_called else None
    clock.save(update_fields=["last_hand_at"])
    journal.write(row.stage.event, verb, by, body, round=row)
    return clock


def _touch(round_id: int, verb: str, by: By, *, minutes: int = 0, is_running: bool | None = None) -> Clock:
    row, body = lock_round(round_id), {"round": round_id, "minutes": minutes}
    clock = _clock_of(row)
    if journal.replayed(by, verb, body):
        return clock
    require(by.actor, Verb.RUN_EVENT, row)
    _check_round(row)
    is_running = clock.is_running if is_running is None else is_running
    if not minutes and is_running == clock.is_running:
        return clock
    clock.seconds_left = clock.left() + minutes * 60
    clock.running_since = timezone.now() if is_running else None
    clock.save()
    journal.write(row.stage.event, verb, by, body, round=row, detail={"minutes": minutes} if minutes else {})
    return clock


def _clock_of(row: Round) -> Clock:
    clock = Clock.objects.filter(round=row).first()
    if clock is None:
        raise RuleError("This round has no clock yet. Start it first.")
    return clock


def _check_round(row: Round) -> None:
    if row.status != Round.Status.PUBLISHED:
        raise RuleError("Only a round that is being played has a clock.")
