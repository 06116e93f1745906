"""Does what is stored for one event follow from its facts? Says in words what differs; mends it only when asked."""

from collections.abc import Iterator

from django.db import transaction

from tournaments.honours.wording import ordinal
from tournaments.models import Entry, Event, JournalEntry, Match, ResultEntry, Stage, Standing
from tournaments.permissions import Verb, require
from tournaments.services import journal, results, settle
from tournaments.services.journal import By

State = Match.State


@transaction.atomic
def compare(event_id: int, *, by: By) -> JournalEntry:
    """Compute everything derived again and compare. Only the journal is written: `detail["found"]` has a sentence for
    each difference, with entry numbers in the place of names."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if done := journal.replayed(by, "compare", body):
        return done
    require(by.actor, Verb.RUN_EVENT, event)
    found = list(differences(event))
    return journal.write(event, "compare", by, body, detail={"found": found, "differences": len(found)})


@transaction.atomic
def mend(event_id: int, *, by: By) -> JournalEntry:
    """Write everything derived anew from the facts, which stay. `detail["found"]`: what was different."""
    event, body = journal.lock_event(event_id), {"event": event_id}
    if done := journal.replayed(by, "mend", body):
        return done
    require(by.actor, Verb.RUN_EVENT, event)
    found = list(differences(event))
    for match in _matches(event):
        _mend_match(match)
    written = journal.write(event, "mend", by, body, detail={"found": found, "differences": len(found)})
    for stage in event.stages.order_by("number"):
        settle.settle_stage(stage.pk)
    return written


def differences(event: Event) -> Iterator[str]:
    """One sentence for each thing that is stored otherwise than the facts say."""
    for match in _matches(event):
        yield from _match_differences(match)
    for stage in event.stages.order_by("number"):
        stage.event = event
        if Match.objects.filter(round__stage=stage, unsettled_since__isnull=False).exists():
            yield f"{stage.title}: a score came in just now and is not counted yet. Compare again in a moment."
        else:
            yield from _standing_differences(stage)


def _matches(event: Event) -> list[Match]:
    rows = Match.objects.filter(round__stage__event=event).select_related("round", "standing")
    return list(rows.prefetch_related("results").order_by("round__stage__number", "round__number", "table"))


def _match_differences(match: Match) -> Iterator[str]:
    now = results.fold(match.results.all())
    if (now.state, now.standing) != (match.state, match.standing):
        yield (
            f"{match.round}, {str(match).lower()} is kept as “{_state_text(State(match.state), match)}”, "
            f"what was reported says “{_state_text(now.state, match, now.standing)}”."
        )


def _state_text(state: State, match: Match, standing: ResultEntry | None = None) -> str:
    entry = standing or match.standing
    return f"{state.label}: {entry.score}" if state == State.STANDING and entry else state.label


def _mend_match(match: Match) -> None:
    now = results.fold(match.results.all())
    if (now.state, now.standing) != (match.state, match.standing):
        match.state, match.standing = now.state, now.standing
        match.save(update_fields=["state", "standing"])


def _standing_differences(stage: Stage) -> Iterator[str]:
    fresh = {line.entry_id: line for line in settle.standing_lines(stage)}
    stored = {row.entry_id: row for row in stage.standings.all()}
    numbers = dict(Entry.objects.filter(event=stage.event).values_list("pk", "number"))
    for entry_id in sorted(fresh.keys() | stored.keys(), key=lambda pk: numbers[pk]):
        line, row = fresh.get(entry_id), stored.get(entry_id)
        name = f"{stage.title}: No. {numbers[entry_id]}"
        if line is None:
            yield f"{name} is in the kept standings, and has no place in them."
        elif row is None:
            yield f"{name} is missing from the kept standings."
        elif wrong := [field for field, value in line.fields().items() if getattr(row, field) != value]:
            yield _line_difference(name, row, line, wrong)


def _line_difference(name: str, row: Standing, line: settle.Line, wrong: list[str]) -> str:
    if _line_text(row) == _line_text(line):
        return f"{name} is kept with other tie-breaks or another reason than the results give ({', '.join(wrong)})."
    return f"{name} is kept as {_line_text(row)}; the results say {_line_text(line)}."


def _line_text(line: settle.Line | Standing) -> str:
    points = line.points_over if line.points_under == 1 else f"{line.points_over}/{line.points_under}"
    rounds = " + ".join(each or "–" for each in line.rounds)
    return f"{ordinal(line.place)} with {points} points ({rounds})"
