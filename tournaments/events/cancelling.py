"""An event that won't take place: canceled with a reason for players, restored, or deleted while it is empty.

What was played or paid is never lost: an event with a published round is finished instead, and one that was ever
published, or that money was taken for, is not deleted.
"""

from collections.abc import Iterator

from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.language import say, say_number
from games.live import publish
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.attendance.models import Attendance
from tournaments.commands import command, lock_event, require_reason
from tournaments.context import Context
from tournaments.cups.models import CupMatch
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture, PlayOff, SeriesNight
from tournaments.permissions import Permission
from tournaments.prizes.models import PotEntry
from tournaments.registration.models import PartnerAsk
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Round


@command(Action.CANCEL_EVENT, lock=lock_event, permission=Permission.RUN_EVENT)
def cancel_event(event: Event, reason: str, *, context: Context) -> Event:
    """Call the event off. Players read the reason wherever the event is shown; nothing is thrown away."""
    said = require_reason(reason)
    if event.cancelled_at:
        return event
    if refusal := why_not_cancelled(event):
        raise RuleError(refusal)
    event.cancelled_at, event.cancelled_because = timezone.now(), said
    event.save(update_fields=["cancelled_at", "cancelled_because"])
    context.log(reason=said)
    return event


@command(Action.RESTORE_EVENT, lock=lock_event, permission=Permission.RUN_EVENT)
def restore_event(event: Event, *, context: Context) -> Event:
    """Undo a cancellation: everything is as it was before."""
    if event.cancelled_at is None:
        return event
    event.cancelled_at, event.cancelled_because = None, ""
    event.save(update_fields=["cancelled_at", "cancelled_because"])
    context.log()
    return event


def why_not_cancelled(event: Event) -> str:
    """Why the event can't be canceled as it is; empty if it can."""
    if event.finished_at:
        return say("{event} is finished, so you can’t cancel it.", event=event)
    if Fixture.objects.filter(event=event).exists():
        return say("{event} is a league match. Postpone it on the match’s page.", event=event)
    if ResultEntry.objects.filter(match__round__stage__event=event).exists():
        return say("{event} already has scores, so you can’t cancel it. Finish it to keep the scores.", event=event)
    out = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).select_related("stage")
    if round_ := out.order_by("stage__number", "number").first():
        return say("{round} is published. Unpublish it, then cancel the event.", round=round_)
    return ""


@command(Action.DELETE_EVENT, lock=lock_event, permission=Permission.RUN_EVENT)
def delete_event(event: Event, *, context: Context, expected_version: int) -> None:
    """Delete an event that nothing happened in, with its entries and its own log. The club's log keeps that it existed.

    expected_version: the event's version that the page showed. Conflict when something happened since.
    """
    if event.version != expected_version:
        raise Conflict("{event} changed while you had this page open. Review what will be deleted.", event=event)
    if refusal := why_not_deleted(event):
        raise RuleError(refusal)
    about = {"name": event.name, "starts_at": event.starts_at.isoformat(timespec="seconds")}
    context.log(event.club, detail=about | {"slug": event.slug})
    topic, version = event.topic, event.version + 1
    _delete_rows(event)
    publish(topic, version)


def why_not_deleted(event: Event) -> str:
    """Why the event has to stay; empty if it can go."""
    kinds = (Fixture, SeriesNight, PlayOff, CupMatch)
    if any(kind._default_manager.filter(event=event).exists() for kind in kinds):
        return say("{event} belongs to a season, so you can’t delete it.", event=event)
    published = AuditLogEntry.objects.filter(event=event, action=Action.PUBLISH_ROUND).exists()
    if published or Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).exists():
        return say("{event} had a published round, so you can’t delete it.", event=event)
    if PotEntry.objects.filter(event=event).exists():
        return say("You’ve collected money for {event}, so you can’t delete it.", event=event)
    return ""


def what_goes(event: Event) -> Iterator[str]:
    """What is deleted with the event, in words."""
    if number := event.entries.count():
        yield say_number("{number} entry", "{number} entries", number)
    if number := event.registrations.count():
        yield say_number("{number} registration", "{number} registrations", number)
    if number := Round.objects.filter(stage__event=event).count():
        yield say_number("{number} draft round", "{number} draft rounds", number)
    if number := event.announcements.count():
        yield say_number("{number} announcement", "{number} announcements", number)
    if event.has_prizes:
        yield say("the event’s prizes")
    yield say_number(
        "the event’s stage and house rules", "the event’s {number} stages and their house rules", event.stages.count()
    )
    yield say_number("{number} activity log entry", "{number} activity log entries", event.version)


def _delete_rows(event: Event) -> None:
    """Drafts before the entries that they seat, registrations before theirs, and what points at the log before it."""
    Round.objects.filter(stage__event=event).delete()
    PartnerAsk.objects.filter(event=event).delete()
    Attendance.objects.filter(event=event).delete()
    for queryset in (event.registrations, event.notices, event.announcements, event.tie_decisions, event.named_winners):
        queryset.all().delete()
    event.delete()
