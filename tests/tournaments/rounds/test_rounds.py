"""The life of a round: drawn, published, unpublished, closed; each step once, by those who may, from what they saw."""

from collections.abc import Callable

import pytest

from games.engine.errors import RuleError
from tests.cast import Table, enter, on_grid, on_phone, publish, slip
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Match, Round, Seat

Status = Round.Status


def play(table: Table, row: Round | None = None) -> None:
    for match in (row or table.round).matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))


def close(table: Table, row: Round | None = None) -> Round:
    row = row or table.round
    play(table, row)
    return rounds.close_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)


def draft(table: Table) -> Round:
    close(table)
    return rounds.draw_round(table.stage.pk, 2, context=on_grid(table.olga))


def seating(row: Round) -> set[tuple[int, int, int | None]]:
    return set(Seat.objects.filter(round=row).values_list("match__table", "position", "entry__number"))


def traces(table: Table) -> tuple[object, ...]:
    rows = [list(model.objects.order_by("pk").values()) for model in (Round, Match, Seat)]
    return *rows, AuditLogEntry.objects.count()


def test_draw_seats_everyone_who_is_here_once(table: Table) -> None:
    entries.drop_out(table.event.entries.get(number=8).pk, context=on_grid(table.olga))
    row = draft(table)
    placed = [seat.entry.number for seat in Seat.objects.filter(round=row).select_related("entry") if seat.entry]
    placed += [bye.entry.number for bye in row.byes.select_related("entry")]
    assert sorted(placed) == [1, 2, 3, 4, 5, 6, 7]
    assert (row.status, row.revision, row.version) == (Status.DRAFT, 1, 0)
    assert row.based_on == list(
        Match.objects.order_by("standing").values_list("standing", flat=True).exclude(round=row)
    )


def test_same_request_draws_the_same_round_again(table: Table) -> None:
    first = draft(table)
    before = seating(first)
    again = rounds.draw_round(table.stage.pk, 2, context=on_grid(table.olga), expected_version=1)
    assert (again.pk, again.revision, seating(again)) == (first.pk, 2, before)


def test_draft_is_shown_to_no_player_and_published_to_all(table: Table) -> None:
    row = draft(table)
    with pytest.raises(Conflict, match="isn’t published"):
        results.record_result(row.matches.all()[0].pk, slip(10, 6), context=on_grid(table.olga))
    row = rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=1)
    assert (row.status, row.version, row.revision) == (Status.PUBLISHED, 1, 2)
    assert [finding for finding in findings(row) if finding.hard] == []


def test_second_publication_is_distinguished_from_the_first(table: Table) -> None:
    row = rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=2)
    row = rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
    assert (row.version, row.revision) == (2, 4)


def test_round_with_a_report_is_not_taken_back(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    before = traces(table)
    with pytest.raises(RuleError, match=r"Scores have already come in for these tables: 1\."):
        rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=2)
    assert traces(table) == before


def test_round_closes_only_when_every_table_is_decided(table: Table) -> None:
    with pytest.raises(RuleError, match="These tables don’t have a final result yet: 1, 2"):
        rounds.close_round(table.round.pk, context=on_grid(table.olga), expected_version=2)
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.void_result(
        table.round.matches.get(table=2).pk, reason="Left", context=on_grid(table.olga), expected_version=0
    )
    with pytest.raises(RuleError, match="These tables don’t have a final result yet: 1"):
        rounds.close_round(table.round.pk, context=on_grid(table.olga), expected_version=2)
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    assert rounds.close_round(table.round.pk, context=on_grid(table.olga), expected_version=2).status == Status.CLOSED


def test_draft_with_a_violation_is_published_only_with_a_reason(table: Table) -> None:
    row = draft(table)
    entries.drop_out(table.event.entries.get(number=3).pk, context=on_grid(table.olga))
    before = traces(table)
    name = table.event.entries.get(number=3).name
    with pytest.raises(RuleError, match=rf"We didn’t publish this round\. {name} has a seat but isn’t checked in"):
        rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=1)
    assert traces(table) == before
    rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=1, override="Back in a minute")
    assert AuditLogEntry.objects.filter(action="publish_round").latest("pk").reason == "Back in a minute"
    assert violations() == []


def test_draft_taken_back_is_no_violation_while_people_come_and_go(table: Table) -> None:
    rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=2)
    entries.drop_out(table.event.entries.get(number=3).pk, context=on_grid(table.olga))
    enter(table.event, table.olga, ["Rose"])
    assert violations() == []


def test_stage_ends_after_its_rounds(table: Table) -> None:
    table.event.stages.update(config=table.stage.config | {"rounds": 2})
    close(table, publish_next(table, 2))
    with pytest.raises(RuleError, match="Round 2 was the last round of this stage"):
        rounds.draw_round(table.stage.pk, 3, context=on_grid(table.olga))


def publish_next(table: Table, number: int) -> Round:
    close(table)
    return publish(table.event, table.olga, number)


REFUSALS: dict[str, tuple[Callable[[Table], object], type[Exception], str]] = {
    "drawing while a round is open": (
        lambda t: rounds.draw_round(t.stage.pk, 2, context=on_grid(t.olga)),
        RuleError,
        "Round 1 is still open",
    ),
    "drawing a round that is published": (
        lambda t: rounds.draw_round(t.stage.pk, 1, context=on_grid(t.olga)),
        Conflict,
        "Olga just published Round 1",
    ),
    "drawing over a draft that is gone": (
        lambda t: rounds.draw_round(t.stage.pk, 2, context=on_grid(t.olga), expected_version=1),
        Conflict,
        "draft for round 2 is gone",
    ),
    "drawing by a stranger": (
        lambda t: rounds.draw_round(t.stage.pk, 2, context=on_grid(t.sam)),
        NotAllowed,
        "run the event",
    ),
    "drawing by a player": (
        lambda t: rounds.draw_round(t.stage.pk, 2, context=on_phone(t.pam)),
        NotAllowed,
        "run the event",
    ),
    "publishing what is published": (
        lambda t: rounds.publish_round(t.round.pk, context=on_grid(t.olga), expected_version=2),
        Conflict,
        "Olga just published",
    ),
    "publishing by a stranger": (
        lambda t: rounds.publish_round(t.round.pk, context=on_grid(t.sam), expected_version=2),
        NotAllowed,
        "run the event",
    ),
    "taking back what an older page showed": (
        lambda t: rounds.unpublish_round(t.round.pk, context=on_grid(t.olga), expected_version=1),
        Conflict,
        "Olga just published",
    ),
    "taking back by a stranger": (
        lambda t: rounds.unpublish_round(t.round.pk, context=on_grid(t.sam), expected_version=2),
        NotAllowed,
        "run the event",
    ),
    "closing what an older page showed": (
        lambda t: rounds.close_round(t.round.pk, context=on_grid(t.olga), expected_version=1),
        Conflict,
        "Olga just published",
    ),
    "closing by a stranger": (
        lambda t: rounds.close_round(t.round.pk, context=on_grid(t.sam), expected_version=2),
        NotAllowed,
        "run the event",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refuses_and_writes_nothing(table: Table, name: str) -> None:
    ask, kind, reason = REFUSALS[name]
    before = traces(table)
    with pytest.raises(kind, match=reason):
        ask(table)
    assert traces(table) == before


def test_draft_is_replaced_only_by_who_saw_it(table: Table) -> None:
    draft(table)
    before = traces(table)
    for seen in (None, 0, 2):
        with pytest.raises(Conflict, match="Olga just drew Round 2"):
            rounds.draw_round(table.stage.pk, 2, context=on_grid(table.olga), expected_version=seen)
    with pytest.raises(Conflict):
        rounds.draw_round(table.stage.pk, 3, context=on_grid(table.olga), expected_version=1)
    assert traces(table) == before


def test_a_round_without_players_is_refused_in_words(table: Table) -> None:
    close(table)
    table.event.entries.update(status=Entry.Status.DROPPED)
    with pytest.raises(RuleError, match=r"at least 4 players, and you have 0"):
        rounds.draw_round(table.stage.pk, 2, context=on_grid(table.olga))
    assert table.stage.rounds.count() == 1
