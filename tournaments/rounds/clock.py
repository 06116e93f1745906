"""The clock of a round: started, paused, set going again, given more time, the last hand called. It ends nothing by
itself."""

from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, lock_round
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.permissions import Permission
from tournaments.rounds.models import Clock, Round

MAX_MINUTES = 240


def _clock_then(done: AuditLogEntry) -> Clock:
    assert done.round, "every command here logs its round"
    return done.round.clock


@command(Action.START_CLOCK, lock=lock_round, permission=Permission.RUN_EVENT, replay=_clock_then)
def start_clock(round_: Round, minutes: int, *, context: Context) -> Clock:
    """Sets a published round's clock to a number of minutes and starts it. RuleError when it has one already."""
    _check_round(round_)
    if not 1 <= minutes <= MAX_MINUTES:
        raise RuleError("A round can last 1 to {most_minutes} minutes.", most_minutes=MAX_MINUTES)
    if Clock.objects.filter(round=round_).exists():
        raise Conflict("This round’s clock is already set. Add or remove time instead.")
    clock = Clock.objects.create(round=round_, seconds_left=minutes * 60, running_since=timezone.now())
    context.log(round=round_)
    return clock


@command(Action.PAUSE_CLOCK, lock=lock_round, permission=Permission.RUN_EVENT, replay=_clock_then)
def pause_clock(round_: Round, *, context: Context) -> Clock:
    """Stop the clock where it is. Two helpers who press it agree."""
    return _touch(round_, context, is_running=False)


@command(Action.RESUME_CLOCK, lock=lock_round, permission=Permission.RUN_EVENT, replay=_clock_then)
def resume_clock(round_: Round, *, context: Context) -> Clock:
    """Let the clock run on from where it was paused."""
    return _touch(round_, context, is_running=True)


@command(Action.ADD_TIME, lock=lock_round, permission=Permission.RUN_EVENT, replay=_clock_then)
def add_time(round_: Round, minutes: int, *, context: Context) -> Clock:
    """Give the round more minutes; a negative number takes some away."""
    if not minutes or abs(minutes) > MAX_MINUTES:
        raise RuleError("You can add or remove 1 to {most_minutes} minutes.", most_minutes=MAX_MINUTES)
    return _touch(round_, context, minutes=minutes)


@command(Action.CALL_LAST_HAND, lock=lock_round, permission=Permission.RUN_EVENT, replay=_clock_then)
def call_last_hand(round_: Round, *, context: Context) -> Clock:
    """Shows everyone, beside the clock, that the hand being played is the last one."""
    return _call(round_, context, is_called=True)


@command(Action.RECALL_LAST_HAND, lock=lock_round, permission=Permission.RUN_EVENT, replay=_clock_then)
def recall_last_hand(round_: Round, *, context: Context) -> Clock:
    """Undo the call of the last hand: more hands are played."""
    return _call(round_, context, is_called=False)


def _call(round_: Round, context: Context, *, is_called: bool) -> Clock:
    clock = _clock_of(round_)
    _check_round(round_)
    if is_called == (clock.last_hand_at is not None):
        return clock
    clock.last_hand_at = timezone.now() if is_called else None
    clock.save(update_fields=["last_hand_at"])
    context.log(round=round_)
    return clock


def _touch(round_: Round, context: Context, *, minutes: int = 0, is_running: bool | None = None) -> Clock:
    clock = _clock_of(round_)
    _check_round(round_)
    is_running = clock.is_running if is_running is None else is_running
    if not minutes and is_running == clock.is_running:
        return clock
    clock.seconds_left = clock.left() + minutes * 60
    clock.running_since = timezone.now() if is_running else None
    clock.save()
    context.log(round=round_, detail={"minutes": minutes} if minutes else {})
    return clock


def _clock_of(round_: Round) -> Clock:
    clock = Clock.objects.filter(round=round_).first()
    if clock is None:
        raise RuleError("This round’s clock hasn’t started yet. Start it first.")
    return clock


def _check_round(round_: Round) -> None:
    if round_.status != Round.Status.PUBLISHED:
        raise RuleError("Only a round in progress has a clock.")
