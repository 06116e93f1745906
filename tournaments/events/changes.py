"""What every event has, changed after it was set up: each setting as long as nothing hangs on it yet."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any, Self

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.clubs.models import Venue
from tournaments.clubs.venues import venue_named
from tournaments.commands import command, lock_club, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event, Stage, Where
from tournaments.leagues.models import Fixture
from tournaments.permissions import Permission
from tournaments.prizes.models import PotEntry
from tournaments.results.scoring import online_refusal
from tournaments.rounds.models import Round

ACTIONS = (
    Action.CREATE_EVENT,
    Action.DUPLICATE_EVENT,
    Action.USE_TEMPLATE,
    Action.SAVE_SETUP,
    Action.CHANGE_EVENT,
    Action.CANCEL_EVENT,
    Action.RESTORE_EVENT,
)
LABELS: Mapping[str, str] = {
    "name": mark("Name"),
    "starts_at": mark("Starts at"),
    "venue": mark("Venue"),
    "fee": mark("Entry fee"),
    "confirmation": mark("Phone score slips"),
    "where": mark("In person or online"),
    "time_online": mark("Online time limit per bid or card"),
    "is_watchable": mark("Spectators at online tables"),
    "ask_days_before": mark("Ask who’s coming"),
}


@dataclass(frozen=True)
class EventSettings:
    """venue: one of the club's, the name of one that may be new, or None. fee: in cents. ask_days_before: None where
    people aren't asked if they come."""

    name: str
    starts_at: datetime
    venue: Venue | str | None
    fee: int
    confirmation: str
    where: str
    time_online: str
    is_watchable: bool
    ask_days_before: int | None

    @classmethod
    def of(cls, event: Event) -> Self:
        """As they are now."""
        return cls(**{field.name: getattr(event, field.name) for field in fields(cls)})


def lock_with_club(event_id: int) -> Event:
    """The club first: a venue may be new to it."""
    lock_club(Event.objects.values_list("club_id", flat=True).get(pk=event_id))
    return lock_event(event_id)


@command(Action.CHANGE_EVENT, lock=lock_with_club, permission=Permission.RUN_EVENT)
def change_event(
    event: Event, wanted: EventSettings, *, context: Context, expected_version: int | None = None
) -> Event:
    """Gives the event these settings, and logs each change with old and new value.

    expected_version: `settings_version` of what the form showed; None where only what was touched is asked for.
    Conflict when they were changed since, RuleError for a setting that can no longer change.
    """
    last = _last_change(event)
    if expected_version is not None and last and last.number != expected_version:
        raise Conflict("{name} changed this event’s settings while you had them open.", name=actor_name(last))
    wanted = replace(wanted, name=" ".join(wanted.name.split()))
    if isinstance(wanted.venue, str):
        wanted = replace(wanted, venue=venue_named(event.club, wanted.venue, context=context))
    before = EventSettings.of(event)
    changed = [field.name for field in fields(wanted) if getattr(wanted, field.name) != getattr(before, field.name)]
    if not changed:
        return event
    held = held_settings(event)
    for name in changed:
        if reason := held.get(name):
            raise RuleError("You can’t change “{label}”. {reason}", label=say(LABELS[name]), reason=reason)
        setattr(event, name, getattr(wanted, name))
    event.clean_fields()
    if "where" in changed and event.where == Where.ONLINE:
        _check_online(event)
    event.save(update_fields=changed)
    difference = {name: [_kept(getattr(before, name)), _kept(getattr(wanted, name))] for name in changed}
    context.log(detail={"changed": difference, "zone": event.club.zone})
    return event


def held_settings(event: Event) -> dict[str, str]:
    """Settings that can no longer change, each with the reason."""
    if event.finished_at:
        reason = say("The event is finished.")
        return {field.name: reason for field in fields(EventSettings) if field.name != "name"}
    held: dict[str, str] = {}
    out = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).select_related("stage")
    if first := out.order_by("stage__number", "number").first():
        held["starts_at"] = say("{round} is published, so the event has started.", round=first)
        held["where"] = say("{round} is published, so matches already have tables.", round=first)
    if fees_taken(event):
        held["fee"] = say("Players have already paid.")
    if Fixture.objects.filter(event=event).exists():
        held["starts_at"] = held["venue"] = say("The league schedule sets this field. Change it on the match page.")
    return held


def fees_taken(event: Event) -> bool:
    """Whether anyone has paid the entry fee and did not get it back."""
    fees = PotEntry.objects.filter(event=event, kind=PotEntry.Kind.FEE, reverses=None, reversal=None)
    return fees.exists()


def settings_version(event: Event) -> int:
    """The number of the log entry that last said something about the settings."""
    last = _last_change(event)
    return last.number or 0 if last else 0


def changes_since(event: Event, version: int) -> list[AuditLogEntry]:
    """What was logged about the settings after that version of them, the newest first."""
    entries = event.audit_log.filter(action__in=ACTIONS, number__gt=version)
    return list(
        entries.select_related("user__player", "player", "match", "round", "result", "entry").order_by("-number")
    )


def _last_change(event: Event) -> AuditLogEntry | None:
    entries = event.audit_log.filter(action__in=ACTIONS).select_related("user__player", "player")
    return entries.order_by("-number").first()


def _check_online(event: Event) -> None:
    for stage in Stage.objects.filter(event=event):
        if refusal := online_refusal(stage.play, is_cut_short=stage.is_cut_short):
            raise RuleError(refusal)


def _kept(value: Any) -> Any:
    """As the log keeps it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds")
    return value.name if isinstance(value, Venue) else value
