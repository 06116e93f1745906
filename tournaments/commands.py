"""The one way to write. A command locks, answers a repeated key, asks who may, compares versions, does what it is for,
and logs it, always in this order."""

import dataclasses
import hashlib
import inspect
import json
import uuid
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, get_args, get_type_hints

from django.db.models import Model

from games.engine.errors import RuleError
from games.locks import Level, lock_once, locked, locking
from tournaments import audit_log
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club
from tournaments.context import About, Context
from tournaments.events.models import Event, Stage
from tournaments.permissions import Permission, Thing, require
from tournaments.rounds.models import Match, Round

P = ParamSpec("P")
Key = TypeVar("Key")
Row = TypeVar("Row")
Answer = TypeVar("Answer")


def command(
    action: Action,
    *,
    lock: Callable[[Key], Row],
    permission: Permission | Callable[[Row, Context], None] | None,
    version: Callable[[Row, Any], None] | None = None,
    replay: Callable[[AuditLogEntry], Any] | None = None,
    not_hashed: Collection[str] = (),
) -> Callable[[Callable[Concatenate[Row, P], Answer]], Callable[Concatenate[Key, P], Answer]]:
    """Make a function a command: it gets the locked row in the place of the id that it is called with.

    lock: finds the row by the first argument and locks it. permission: what the actor needs on the row, or who asks
    that; None: the function does, because it depends on more than the row. version: Conflict unless the row is still
    what `expected_version` says. replay: the answer to a key that comes again, where it is neither the row nor what the
    log's entry points at. not_hashed: arguments that a repeat may have otherwise, because they say what was seen and
    not what is asked for.
    """

    def decorate(body: Callable[Concatenate[Row, P], Answer]) -> Callable[Concatenate[Key, P], Answer]:
        signature = inspect.signature(body)

        @wraps(body)
        def run(key: Key, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
            context = cast(Context, kwargs["context"])
            if context.running:
                context = dataclasses.replace(context, key=None)
            bound = signature.bind(cast(Any, key), *args, **kwargs)
            bound.apply_defaults()
            hashed = {name: value for name, value in bound.arguments.items() if name not in ("context", *not_hashed)}
            digest = digest_of(action, hashed)
            with locking():
                row = lock(key)
                if previous := audit_log.find_previous(context, digest):
                    return cast(Answer, replay(previous) if replay else _answer_of(body, row, previous))
                if isinstance(permission, Permission):
                    require(context.actor, permission, row if isinstance(row, Thing) else event_or_club_of(row))
                elif permission:
                    permission(row, context)
                if version and kwargs.get("expected_version") is not None:
                    version(row, kwargs["expected_version"])
                inner = dataclasses.replace(context, running=_Running(action, row, context.key, digest))
                return body(row, *args, **cast(Any, {**kwargs, "context": inner}))

        return run

    return decorate


@dataclasses.dataclass
class _Running:
    """A command under way. key: for its first entry in the log. Later entries have none."""

    action: Action
    row: object
    key: uuid.UUID | None
    digest: str

    def log(self, context: Context, place: Event | Club | None, action: Action | None, about: About) -> AuditLogEntry:
        key, self.key = self.key, None
        place = place or event_or_club_of(self.row)
        return audit_log.write(place, action or self.action, context, key=key, digest=self.digest, **about)


def event_or_club_of(row: object) -> Event | Club:
    """The event, or else the club, that a row belongs to: who may is asked there, and what is done logged there."""
    if isinstance(row, Event | Club):
        return row
    ways = ("season", "event", "round", "stage", "league", "jackpot", "club")
    return event_or_club_of(next(there for way in ways if (there := getattr(row, way, None)) is not None))


def digest_of(action: Action, asked: Mapping[str, Any]) -> str:
    """Of a request, to tell a repeat of it from another one."""
    text = json.dumps([action, asked], sort_keys=True, separators=(",", ":"), default=_as_json)
    return hashlib.sha256(text.encode()).hexdigest()


def require_reason(reason: str) -> str:
    """The reason without blanks around it; RuleError when there is none."""
    if not reason.strip():
        raise RuleError("Enter a short reason, so others know why you did this.")
    return reason.strip()


def no_lock(key: Key) -> Key:
    """Of a command that makes the row which others lock."""
    return key


def lock_event(event_id: int) -> Event:
    """The first lock of every write to an event. On SQLite the transaction itself is the lock (IMMEDIATE)."""
    return _lock_event_of(event_id, pk=event_id)


def _lock_event_of(event_id: int | Callable[[], int], **which: int) -> Event:
    events = locked(Event.objects).select_related("club")
    return lock_once(Level.EVENT, event_id, lambda: events.get(**which))


def lock_event_of(model: type[Model], pk: int) -> Event:
    """The lock of whatever belongs to an event and has none of its own."""
    return lock_event(model._default_manager.values_list("event_id", flat=True).get(pk=pk))


def lock_club(club: Club | int) -> Club:
    """The first lock of a write to a club that belongs to no event yet."""
    pk = club if isinstance(club, int) else club.pk
    return lock_once(Level.CLUB, pk, lambda: locked(Club.objects).get(pk=pk))


def lock_match(match_id: int) -> Match:
    """The event first, then the match, always in this order. The match comes with its seats."""
    numbers = Match.objects.values_list("round__stage__event_id", flat=True)
    event = _lock_event_of(lambda: numbers.get(pk=match_id), stages__rounds__matches=match_id)
    matches = locked(Match.objects).select_related("round__stage", "standing").prefetch_related("seats")
    match = matches.get(pk=match_id)
    match.round.stage.event = event
    return match


def lock_stage(stage_id: int) -> Stage:
    """The event's lock is the lock of its stages, rounds and entries."""
    numbers = Stage.objects.values_list("event_id", flat=True)
    event = _lock_event_of(lambda: numbers.get(pk=stage_id), stages=stage_id)
    stage = Stage.objects.get(pk=stage_id)
    stage.event = event
    return stage


def lock_round(round_id: int) -> Round:
    numbers = Round.objects.values_list("stage__event_id", flat=True)
    event = _lock_event_of(lambda: numbers.get(pk=round_id), stages__rounds=round_id)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    round_.stage.event = event
    return round_


def lock_entry(entry_id: int) -> Entry:
    numbers = Entry.objects.values_list("event_id", flat=True)
    event = _lock_event_of(lambda: numbers.get(pk=entry_id), entries=entry_id)
    entry = Entry.objects.prefetch_related("lineup__player").get(pk=entry_id)
    entry.event = event
    return entry


def _answer_of(body: Callable[..., Any], row: object, previous: AuditLogEntry) -> object:
    """What a repeated command answers: the row, or what its entry in the log points at, by what it returns."""
    wanted = get_type_hints(body)["return"]
    kinds = get_args(wanted) or (wanted,)
    answers = (
        result
        for result in (row, previous.result, previous.round, previous.entry, previous)
        if isinstance(result, kinds)
    )
    answer = next(answers, None)
    assert answer is not None or type(None) in kinds, f"{body.__qualname__} needs to say what it answers to a repeat"
    return answer


def _as_json(value: object) -> object:
    """What JSON has no words for. Rows are named by their ids; files by what is in them, or
    by the digest that they bring."""
    if isinstance(value, Model):
        return [value._meta.label_lower, value.pk]
    if isinstance(own := getattr(value, "digest", None), str):
        return own
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    if isinstance(value, Enum):
        return value.value
    return getattr(value, "__qualname__", None) or str(value)
