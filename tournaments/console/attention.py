"""The tables that are being played and have no result yet: who waits for the organizer, who still plays.

Reads only; two queries, however many tables there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.engine.language import say
from tournaments.calls.models import Call
from tournaments.calls.selectors import open_calls
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.results import match_state
from tournaments.results.history import opened_at
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Clock, Match, Round


@dataclass(frozen=True)
class Claim:
    """What one side said. lines: the winners first, as people say it."""

    entry: ResultEntry
    lines: tuple[str, ...]


@dataclass(frozen=True)
class OpenTable:
    """A table without a result.

    since: when it began to wait for someone; heard: its last sign of life, or when the round was published. is_missing:
    time is up and no one has reported anything.
    """

    match: Match
    sides: Sequence[dict[str, Any]]
    claims: tuple[Claim, ...]
    since: datetime
    heard: datetime
    is_missing: bool

    @property
    def needs_somebody(self) -> bool:
        return self.is_missing or bool(self.claims)

    @property
    def seconds_waiting(self) -> int:
        return _seconds(self.since)

    @property
    def seconds_quiet(self) -> int:
        return _seconds(self.heard)

    @property
    def badge(self) -> str:
        return say("No score, and time is up") if self.is_missing else self.match.get_state_display()


@dataclass(frozen=True)
class CallingTable:
    """A table that calls an organizer."""

    call: Call
    sides: Sequence[dict[str, Any]]


def calling(event: Event) -> list[CallingTable]:
    """Every open call, the longest wait first. Two queries, three if there is a call."""
    return [CallingTable(call, boards.sides_of(call.match)) for call in open_calls(event)]


def open_tables(rounds: Sequence[Round], clock: Clock | None) -> list[OpenTable]:
    """Every table of the rounds being played that has no result yet, the one that has waited longest first."""
    matches = [
        boards.in_round(match, round_)
        for round_ in rounds
        if round_.status == Round.Status.PUBLISHED
        for match in round_.matches.all()
        if not match.is_terminal
    ]
    opened = opened_at(matches)
    said: dict[int, list[ResultEntry]] = {match.pk: [] for match in matches}
    entries = ResultEntry.objects.filter(match__in=said).select_related("player", "user__player")
    for entry in entries.order_by("match", "version"):
        said[entry.match_id].append(entry)
    time_was_up = timezone.now() + timedelta(seconds=clock.left()) if clock and clock.left() < 0 else None
    tables = [_open_table(match, said[match.pk], opened[match.pk], time_was_up) for match in matches]
    return sorted(tables, key=lambda table: (table.since, table.match.table))


def _open_table(
    match: Match, entries: Sequence[ResultEntry], published: datetime, time_was_up: datetime | None
) -> OpenTable:
    sides = boards.sides_of(match)
    claims = tuple(
        Claim(claim, tuple(boards.score_lines(sides, claim))) for claim in match_state.replay(entries).claims
    )
    heard = entries[-1].at if entries else published
    is_missing = not claims and time_was_up is not None
    since = claims[0].entry.at if claims else (time_was_up or published)
    return OpenTable(match, sides, claims, since, heard, is_missing)


def _seconds(moment: datetime) -> int:
    return max(0, int((timezone.now() - moment).total_seconds()))
