"""What players tell the organizers from their phones: I am late, I have to leave. Only an organizer acts on it."""

from django.db import transaction
from django.db.models import Q, QuerySet

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import Stale
from tournaments.models import Entry, Event, Notice
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.attendance import entries
from tournaments.services.journal import By

Kind, Status = Notice.Kind, Notice.Status
MOST_MINUTES = 240


@transaction.atomic
def give_notice(event_id: int, player: Player, kind: Notice.Kind, *, by: By, minutes: int | None = None) -> Notice:
    """Tell the organizers that a player comes late or has to leave; what was said before is taken back."""
    event, verb = journal.lock_event(event_id), f"say_{kind.value}"
    body = {"event": event_id, "player": player.pk, "minutes": minutes}
    if done := journal.replayed(by, verb, body):
        return done.notices.get()
    entry = entry_of(event, player)
    if entry is None:
        raise RuleError("{player} is not entered in this event.", player=player)
    entry.event = event
    require(by.actor, Verb.GIVE_NOTICE, entry)
    _check(entry, player, kind, minutes)
    Notice.objects.filter(event=event, player=player, status=Status.OPEN).update(status=Status.WITHDRAWN)
    written = journal.write(event, verb, by, body, entry=entry)
    return Notice.objects.create(
        event=event, entry=entry, player=player, kind=kind, minutes=minutes, journal=written
    )  # fmt: skip


@transaction.atomic
def take_back(notice_id: int, *, by: By) -> Notice:
    """The player does not come late, or stays, after all."""
    notice, body = _lock(notice_id), {"notice": notice_id}
    if journal.replayed(by, "take_back_notice", body):
        return notice
    require(by.actor, Verb.GIVE_NOTICE, notice.entry)
    return _set_status(notice, Status.WITHDRAWN, "take_back_notice", by, body)


@transaction.atomic
def agree(notice_id: int, *, by: By) -> Notice:
    """An organizer knows. Whoever has to leave is marked as gone: not seated from the next draw on."""
    notice, body = _lock(notice_id), {"notice": notice_id}
    if journal.replayed(by, "agree_notice", body):
        return notice
    require(by.actor, Verb.RUN_EVENT, notice.event)
    _set_status(notice, Status.AGREED, "agree_notice", by, body)
    if notice.kind == Kind.LEAVING:
        entries.drop_out(notice.entry_id, by=By(by.actor, by.source))
    return notice


@transaction.atomic
def decline(notice_id: int, *, by: By) -> Notice:
    """An organizer wants to talk about it first; nothing changes."""
    notice, body = _lock(notice_id), {"notice": notice_id}
    if journal.replayed(by, "decline_notice", body):
        return notice
    require(by.actor, Verb.RUN_EVENT, notice.event)
    return _set_status(notice, Status.DECLINED, "decline_notice", by, body)


def open_notices(event: Event) -> QuerySet[Notice]:
    """What waits for an organizer, oldest first. Whoever came meanwhile is late no more, whoever is gone has left."""
    late = Q(kind=Kind.LATE, entry__status=Entry.Status.REGISTERED)
    leaving = Q(kind=Kind.LEAVING) & ~Q(entry__status=Entry.Status.DROPPED)
    rows = event.notices.filter(late | leaving, status=Status.OPEN).select_related("player", "entry")
    return rows.prefetch_related("entry__lineup__player").order_by("pk")


def notice_of(event: Event, player: Player) -> Notice | None:
    """What the player said last and did not take back."""
    return event.notices.filter(player=player).exclude(status=Status.WITHDRAWN).first()


def entry_of(event: Event, player: Player) -> Entry | None:
    """The entry that a player plays for now."""
    return Entry.objects.filter(event=event, lineup__player=player, lineup__is_active=True).first()


def _check(entry: Entry, player: Player, kind: Notice.Kind, minutes: int | None) -> None:
    if entry.status == Entry.Status.DROPPED:
        raise RuleError("{player} is marked as gone already. Ask an organizer.", player=player)
    if kind == Kind.LATE and entry.status == Entry.Status.CHECKED_IN:
        raise RuleError("{player} is checked in as here already.", player=player)
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise RuleError("Write how late in minutes, from 1 to {most}.", most=MOST_MINUTES)


def _lock(notice_id: int) -> Notice:
    event = journal.lock_event(Notice.objects.values_list("event_id", flat=True).get(pk=notice_id))
    notice = Notice.objects.select_related("entry", "player").get(pk=notice_id)
    notice.event = notice.entry.event = event
    return notice


def _set_status(notice: Notice, status: Notice.Status, verb: str, by: By, body: dict[str, int]) -> Notice:
    if notice.status == status:
        return notice
    if notice.status != Status.OPEN:
        raise Stale(
            "{player}: {status}. Reload the page.", player=notice.player, status=notice.get_status_display().lower()
        )
    notice.status = status
    notice.save(update_fields=["status"])
    journal.write(notice.event, verb, by, body, entry=notice.entry)
    return notice
