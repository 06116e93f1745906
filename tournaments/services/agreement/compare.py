"""Does what is stored for one event follow from its facts? Says in words what differs; mends it only when asked."""

from collections.abc import Iterator

from django.db import transaction
from django.utils import translation

from tournaments.formats.kept import kept, kept_part
from tournaments.formats.numbers import called
from tournaments.honours.wording import ordinal_kept
from tournaments.models import Entry, Event, JournalEntry, Match, ResultEntry, Stage, Standing
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.scores import positions, settle

State = Match.State
_NOT_COUNTED = kept("{name}: a score came in just now and is not counted yet. Compare again in a moment.")
_OTHER_RESULT = kept("Round {round}, table {table} is kept as “{stored}”, what was reported says “{computed}”.")
_TOO_MUCH = kept("{name}: {entry} is in the kept standings, and has no place in them.")
_MISSING = kept("{name}: {entry} is missing from the kept standings.")
_OTHER_REASON = kept(
    "{name}: {entry} is kept with other tie-breaks or another reason than the results give ({fields})."
)
_OTHER_LINE = kept("{name}: {entry} is kept as {stored}; the results say {computed}.")
_LINE = kept_part("{place} with {points} points ({rounds})")
_COUNTS = kept_part("Counts: {score}")
_STATES = {
    State.OPEN: kept_part("No score yet"), State.WAITING: kept_part("Waiting for the other side"),
    State.DISPUTED: kept_part("Disputed"), State.STANDING: kept_part("Counts"), State.VOID: kept_part("Void"),
}  # fmt: skip


@transaction.atomic
def compare(event_id: int, *, by: By) -> JournalEntry:
    """Compute everything derived again and compare. Only the journal is written: `detail["found"]` has a sentence for
    each difference, with entry numbers in the place of names."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if done := journal.replayed(by, "compare", body):
        return done
    require(by.actor, Verb.RUN_EVENT, event)
    found = _stored(event)
    return journal.write(event, "compare", by, body, detail={"found": found, "differences": len(found)})


@transaction.atomic
def mend(event_id: int, *, by: By) -> JournalEntry:
    """Write everything derived anew from the facts, which stay. `detail["found"]`: what was different."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if done := journal.replayed(by, "mend", body):
        return done
    require(by.actor, Verb.RUN_EVENT, event)
    found = _stored(event)
    for match in _matches(event):
        _mend_match(match)
    written = journal.write(event, "mend", by, body, detail={"found": found, "differences": len(found)})
    for stage in event.stages.order_by("number"):
        settle.settle_stage(stage.pk)
    return written


def _stored(event: Event) -> list[str]:
    """In English, whoever asks: others read it in their own language (`kept.told`)."""
    with translation.override("en"):
        return list(differences(event))


def differences(event: Event) -> Iterator[str]:
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
    rows = Match.objects.filter(round__stage__event=event).select_related("round", "standing")
    return list(rows.prefetch_related("results").order_by("round__stage__number", "round__number", "table"))


def _match_differences(match: Match) -> Iterator[str]:
    now = positions.fold(match.results.all())
    if (now.state, now.standing) != (match.state, match.standing):
        yield _OTHER_RESULT(
            round=match.round.number, table=match.table, stored=_state_text(State(match.state), match),
            computed=_state_text(now.state, match, now.standing),
        )  # fmt: skip


def _state_text(state: State, match: Match, standing: ResultEntry | None = None) -> str:
    entry = standing or match.standing
    return _COUNTS(score=entry.score) if state == State.STANDING and entry else _STATES[state]()


def _mend_match(match: Match) -> None:
    now = positions.fold(match.results.all())
    if (now.state, now.standing) != (match.state, match.standing):
        match.state, match.standing = now.state, now.standing
        match.save(update_fields=["state", "standing"])


def _standing_differences(stage: Stage) -> Iterator[str]:
    fresh = {line.entry_id: line for line in settle.standing_lines(stage)}
    stored = {row.entry_id: row for row in stage.standings.all()}
    numbers = dict(Entry.objects.filter(event=stage.event).values_list("pk", "number"))
    for entry_id in sorted(fresh.keys() | stored.keys(), key=lambda pk: numbers[pk]):
        line, row = fresh.get(entry_id), stored.get(entry_id)
        about = {"name": stage.title, "entry": called(numbers[entry_id])}
        if line is None:
            yield _TOO_MUCH(**about)
        elif row is None:
            yield _MISSING(**about)
        elif wrong := [field for field, value in line.fields().items() if getattr(row, field) != value]:
            yield _line_difference(about, row, line, wrong)


def _line_difference(about: dict[str, str], row: Standing, line: settle.Line, wrong: list[str]) -> str:
    if _line_text(row) == _line_text(line):
        return _OTHER_REASON(**about, fields=", ".join(wrong))
    return _OTHER_LINE(**about, stored=_line_text(row), computed=_line_text(line))


def _line_text(line: settle.Line | Standing) -> str:
    points = line.points_over if line.points_under == 1 else f"{line.points_over}/{line.points_under}"
    rounds = " + ".join(each or "–" for each in line.rounds)
    return _LINE(place=ordinal_kept(line.place), points=points, rounds=rounds)
