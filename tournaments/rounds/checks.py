"""The independent audit of a round, as it is in the database."""

import dataclasses
from collections.abc import Callable, Sequence

from tournaments.formats.audit.called import called_findings
from tournaments.formats.audit.round_audit import Finding, audit
from tournaments.formats.base import PlayedRound, RoundDraw
from tournaments.formats.catalogue import hard_rules
from tournaments.formats.constraints import constraints_from
from tournaments.formats.numbers import GHOST
from tournaments.results.history import bye_draw, field_of, played_rounds, request_after, rounds_with_seats, table_draw
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Round

Judge = Callable[[RoundDraw], Sequence[Finding]]


def findings(round_: Round) -> Sequence[Finding]:
    """What there is to say against a round, hard findings first."""
    judged = judge_of(round_)(drawn_round(round_))
    if not round_.opens_singly:
        return judged
    history = [played for played in played_rounds(round_.stage) if played.number <= round_.number]
    return (*(Finding(True, text) for text in called_findings(history)), *judged)


def judge_of(round_: Round) -> Judge:
    """The audit for this round as it is or could be. The field is who has a place in it, or, while it is a draft, who
    is here."""
    stage = round_.stage
    rules = hard_rules(stage.format, stage.settings)
    request = dataclasses.replace(request_after(stage, history_of(round_), ()), number=round_.number)
    if round_.status == Round.Status.DRAFT:
        request = dataclasses.replace(request, field=field_of(stage))
        return lambda drawn: audit(rules, request, drawn)
    request = dataclasses.replace(request, constraints=constraints_from(round_.wishes))
    return lambda drawn: audit(rules, dataclasses.replace(request, field=placed(drawn)), drawn)


def placed(drawn: RoundDraw) -> tuple[int, ...]:
    """Every entry that has a place in the round, ascending."""
    places = [*(number for table in drawn.tables for number in table.entries), *(bye.entry for bye in drawn.byes)]
    return tuple(sorted(number for number in places if number > GHOST))


def history_of(round_: Round) -> tuple[PlayedRound, ...]:
    """The rounds before, with the results that the draw was computed from: a later correction moves no one."""
    entries = ResultEntry.objects.filter(pk__in=round_.based_on).select_related("match__round")
    slips = {(entry.match.round.number, entry.match.table): entry.reported for entry in entries}
    return tuple(
        dataclasses.replace(
            played,
            tables=tuple(
                dataclasses.replace(table, slip=slips.get((played.number, table.draw.table))) for table in played.tables
            ),
        )
        for played in played_rounds(round_.stage)
        if played.number < round_.number
    )


def drawn_round(round_: Round) -> RoundDraw:
    """The round as the format drew it, or as it was edited since."""
    stored = rounds_with_seats(round_.stage).get(pk=round_.pk)
    tables = tuple(table_draw(match) for match in stored.matches.all())
    byes = tuple(bye_draw(bye) for bye in stored.byes.all())
    return RoundDraw(stored.number, tables, byes, tuple(stored.reasons))
