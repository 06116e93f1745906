"""What players tell the organizers from their phones: I am late, I have to leave. Only an organizer acts on it."""

from django.db.models import Q, QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, Notice
from tournaments.commands import command, lock_event, lock_event_of
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.permissions import Permission, require

Kind, Status = Notice.Kind, Notice.Status
MAX_MINUTES = 240


def _lock(notice_id: int) -> Notice:
    event = lock_event_of(Notice, notice_id)
    notice = Notice.objects.select_related("entry", "player").get(pk=notice_id)
    notice.event = notice.entry.event = event
    return notice


@command(Action.SAY_LATE, lock=lock_event, permission=None, replay=lambda done: done.notices.get())
def give_notice(
    event: Event, player: Player, kind: Notice.Kind, *, context: Context, minutes: int | None = None
) -> Notice:
    """Tell the organizers that a player comes late or has to leave; what was said before is taken back."""
    entry = entry_of(event, player)
    if entry is None:
        raise RuleError("{player} isn’t entered in this event.", player=player)
    entry.event = event
    require(context.actor, Permission.GIVE_NOTICE, entry)
    _check(entry, player, kind, minutes)
    Notice.objects.filter(event=event, player=player, status=Status.OPEN).update(status=Status.WITHDRAWN)
    written = context.log(action=Action(f"say_{kind.value}"), entry=entry)
    return Notice.objects.create(event=event, entry=entry, player=player, kind=kind, minutes=minutes, journal=written)


def _may_take_back(notice: Notice, context: Context) -> None:
    require(context.actor, Permission.GIVE_NOTICE, notice.entry)


@command(Action.TAKE_BACK_NOTICE, lock=_lock, permission=_may_take_back)
def take_back(notice: Notice, *, context: Context) -> Notice:
    """The player does not come late, or stays, after all."""
    return _set_status(notice, Status.WITHDRAWN, context)


@command(Action.AGREE_NOTICE, lock=_lock, permission=Permission.RUN_EVENT)
def agree(notice: Notice, *, context: Context) -> Notice:
    """An organizer agrees. A player who has to leave is marked as gone: not seated from the next draw on."""
    _set_status(notice, Status.AGREED, context)
    if notice.kind == Kind.LEAVING:
        entries.drop_out(notice.entry_id, context=context)
    return notice


@command(Action.DECLINE_NOTICE, lock=_lock, permission=Permission.RUN_EVENT)
def decline(notice: Notice, *, context: Context) -> Notice:
    """An organizer wants to talk about it first; nothing changes."""
    return _set_status(notice, Status.DECLINED, context)


def open_notices(event: Event) -> QuerySet[Notice]:
    """What waits for an organizer, oldest first. Players who have since arrived, or already left, are not listed."""
    late = Q(kind=Kind.LATE, entry__status=Entry.Status.REGISTERED)
    leaving = Q(kind=Kind.LEAVING) & ~Q(entry__status=Entry.Status.DROPPED)
    notices = event.notices.filter(late | leaving, status=Status.OPEN).select_related("player", "entry")
    return notices.prefetch_related("entry__lineup__player").order_by("pk")


def notice_of(event: Event, player: Player) -> Notice | None:
    """What the player said last and did not take back."""
    return event.notices.filter(player=player).exclude(status=Status.WITHDRAWN).first()


def entry_of(event: Event, player: Player) -> Entry | None:
    """The entry that a player plays for now."""
    return Entry.objects.filter(event=event, lineup__player=player, lineup__is_active=True).first()


def _check(entry: Entry, player: Player, kind: Notice.Kind, minutes: int | None) -> None:
    if entry.status == Entry.Status.DROPPED:
        raise RuleError("{player} is already marked as gone. Ask an organizer.", player=player)
    if kind == Kind.LATE and entry.status == Entry.Status.CHECKED_IN:
        raise RuleError("{player} is already checked in.", player=player)
    if minutes is not None and not 0 < minutes <= MAX_MINUTES:
        raise RuleError("Enter a number of minutes from 1 to {most}.", most=MAX_MINUTES)


def _set_status(notice: Notice, status: Notice.Status, context: Context) -> Notice:
    if notice.status == status:
        return notice
    if notice.status != Status.OPEN:
        raise Conflict(
            "{player}’s message has changed. Status: {status}. Reload the page.",
            player=notice.player,
            status=notice.get_status_display().lower(),
        )
    notice.status = status
    notice.save(update_fields=["status"])
    context.log(entry=notice.entry)
    return notice
