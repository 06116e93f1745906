"""Who asks for a command, and which way it came."""

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypedDict, Unpack

from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.permissions import SYSTEM, Actor
from tournaments.results.models import Channel, ResultEntry
from tournaments.rounds.models import Match, Round


@dataclass(frozen=True)
class Device:
    """What a request tells of the browser that sent it. ident: of its signed cookie, which it has had since then."""

    ident: str
    since: datetime
    address: str
    browser: str


class About(TypedDict, total=False):
    """What an entry of the audit log says besides who did what, and when. No names: people can be erased."""

    round: Round | None
    match: Match | None
    entry: Entry | None
    result: ResultEntry | None
    detail: dict[str, Any]
    reason: str


class Running(Protocol):
    """The command that a context was given to."""

    def log(
        self, context: "Context", place: Event | Club | None, action: Action | None, about: About
    ) -> AuditLogEntry: ...


@dataclass(frozen=True)
class Context:
    """Who asks, through which face, the key that the client made for this one request, and from a player's page also
    the device.

    Inside of a command it belongs to that command: `log` writes that command's entry, and commands inside of it take it
    as it is, without the key, which is the outer one's.
    """

    actor: Actor
    channel: Channel
    key: uuid.UUID | None = None
    device: Device | None = None
    running: Running | None = field(default=None, compare=False, repr=False)

    def log(
        self, place: Event | Club | None = None, *, action: Action | None = None, **about: Unpack[About]
    ) -> AuditLogEntry:
        """Write down that the running command was done. place: in whose log, if not that of what was locked. action:
        where one command does several things."""
        assert self.running, "only what a command does is logged through its context"
        return self.running.log(self, place, action, about)


SITE = Context(SYSTEM, Channel.COMMAND)
