"""Does what is stored for one event follow from its facts? Says in words what differs; mends it only when asked."""

from collections.abc import Iterator
from typing import Any

from games.engine.messages import Message, message
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.events.models import Event, Stage
from tournaments.formats.numbers import EntryRef
from tournaments.honours.wording import Ordinal
from tournaments.permissions import Permission
from tournaments.results import match_state, standings_update
from tournaments.results.models import ResultEntry, Standing
from tournaments.rounds.models import Match

State = Match.State
_NOT_COUNTED = message("{name}: a score just came in and isn’t counted yet. Compare again in a moment.")
_OTHER_RESULT = message(
    "Table {table} in round {round} is saved as “{stored}”, but the reported scores give “{computed}”."
)
_TOO_MUCH = message("{name}: {entry} is in the saved standings but doesn’t belong there.")
_MISSING = message("{name}: {entry} is missing from the saved standings.")
_OTHER_REASON = message("{name}: the saved tiebreakers or reasons for {entry} don’t match the results ({fields}).")
_OTHER_LINE = message("{name}: {entry} is saved as {stored}, but the results give {computed}.")
_LINE = message("{place} with a score of {points} ({rounds})")
_COUNTS = message("Counted: {score}")
_STATES = {
    State.OPEN: message("No score yet"),
    State.WAITING: message("Waiting for the other side"),
    State.DISPUTED: message("Disputed"),
    State.STANDING: message("Counted"),
    State.VOID: message("Void"),
}


@command(Action.COMPARE, lock=lock_event, permission=Permission.RUN_EVENT)
def compare(event: Event, *, context: Context) -> AuditLogEntry:
    """Compute everything derived again and compare. Only the audit log is written: `detail["found"]` has a message for
    each difference."""
    texts = _stored(event)
    return context.log(detail={"found": texts, "differences": len(texts)})


@command(Action.MEND, lock=lock_event, permission=Permission.RUN_EVENT)
def mend(event: Event, *, context: Context) -> AuditLogEntry:
    """Compute everything derived again from the facts, which don't change. `detail["found"]`: what was different."""
    texts = _stored(event)
    for match in _matches(event):
        _mend_match(match)
    written = context.log(detail={"found": texts, "differences": len(texts)})
    for stage in event.stages.order_by("number"):
        standings_update.settle_stage(stage.pk)
    return written


def _stored(event: Event) -> list[Any]:
    return [difference.as_data() for difference in differences(event)]


def differences(event: Event) -> Iterator[Message]:
    """One sentence for each thing that is stored otherwise than the facts say."""
    for match in _matches(event):
        yield from _match_differences(match)
    for stage in event.stages.order_by("number"):
        stage.event = event
        if Match.objects.filter(round__stage=stage, unsettled_since__isnull=False).exists():
            yield _NOT_COUNTED(name=stage.title)
        else:
            yield from _standing_differences(stage)


def _matches(event: Event) -> list[Match]:
    matches = Match.objects.filter(round__stage__event=event).select_related("round", "standing")
    return list(matches.prefetch_related("results").order_by("round__stage__number", "round__number", "table"))


def _match_differences(match: Match) -> Iterator[Message]:
    now = match_state.replay(match.results.all())
    if (now.state, now.standing) != (match.state, match.standing):
        yield _OTHER_RESULT(
            round=match.round.number,
            table=match.table,
            stored=_state_text(State(match.state), match),
            computed=_state_text(now.state, match, now.standing),
        )


def _state_text(state: State, match: Match, standing: ResultEntry | None = None) -> Message:
    entry = standing or match.standing
    return _COUNTS(score=entry.score) if state == State.STANDING and entry else _STATES[state]


def _mend_match(match: Match) -> None:
    now = match_state.replay(match.results.all())
    if (now.state, now.standing) != (match.state, match.standing):
        match.state, match.standing = now.state, now.standing
        match.save(update_fields=["state", "standing"])


def _standing_differences(stage: Stage) -> Iterator[Message]:
    fresh = {line.entry_id: line for line in standings_update.standing_lines(stage)}
    stored = {stored_line.entry_id: stored_line for stored_line in stage.standings.all()}
    numbers = dict(Entry.objects.filter(event=stage.event).values_list("pk", "number"))
    for entry_id in sorted(fresh.keys() | stored.keys(), key=lambda pk: numbers[pk]):
        line, standing = fresh.get(entry_id), stored.get(entry_id)
        about = {"name": stage.title, "entry": EntryRef(numbers[entry_id])}
        if line is None:
            yield _TOO_MUCH(**about)
        elif standing is None:
            yield _MISSING(**about)
        elif wrong := [field for field, value in line.fields().items() if getattr(standing, field) != value]:
            yield _line_difference(about, standing, line, wrong)


def _line_difference(
    about: dict[str, Any], standing: Standing, line: standings_update.Line, wrong: list[str]
) -> Message:
    if _line_text(standing) == _line_text(line):
        return _OTHER_REASON(**about, fields=", ".join(wrong))
    return _OTHER_LINE(**about, stored=_line_text(standing), computed=_line_text(line))


def _line_text(line: standings_update.Line | Standing) -> Message:
    points = line.points_over if line.points_under == 1 else f"{line.points_over}/{line.points_under}"
    rounds = " + ".join(each or "–" for each in line.rounds)
    return _LINE(place=Ordinal(line.place), points=points, rounds=rounds)
