"""Replacing a result that counts: needs a reason, an official and the present version; seats stay, standings follow."""

from collections.abc import Callable

import pytest

from games.engine.errors import RuleError
from tests.cast import Table, on_grid, on_phone, slip, traces
from tournaments.activity_log.models import AuditLogEntry
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round, Seat

State, Kind = Match.State, ResultEntry.Kind
correct, void = results.correct_result, results.void_result


@pytest.fixture
def counted(table: Table) -> Table:
    """Table 1 counts as 10–6, reported by Pam and confirmed by Quinn."""
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    return table


def play_on(table: Table) -> Round:
    """Every table of round 1 counts as 10–6, and round 2 is published."""
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    rounds.close_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    row = rounds.draw_round(table.stage.pk, 2, context=on_grid(table.olga))
    return rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)


def points(table: Table) -> dict[int, int]:
    settle_unsettled()
    return {row.entry.number: int(row.points) for row in table.stage.standings.select_related("entry")}


def test_correction_counts_and_the_old_version_stays(counted: Table) -> None:
    entry = correct(
        counted.match.pk, slip(9, 7), reason=" Read wrong ", context=on_grid(counted.olga), expected_version=2
    )
    assert counted.match.standing == entry
    assert [(row.kind, row.score, row.reason) for row in counted.match.results.order_by("version")] == [
        (Kind.CLAIM, "10–6", ""),
        (Kind.CONFIRM, "10–6", ""),
        (Kind.CORRECTION, "9–7", "Read wrong"),
    ]
    assert AuditLogEntry.objects.values_list("action", "reason")[0] == ("correct_result", "Read wrong")


def test_void_match_counts_for_no_one_but_is_decided(counted: Table) -> None:
    void(counted.match.pk, reason="Wrong seats", context=on_grid(counted.olga), expected_version=2)
    assert (counted.match.state, counted.match.standing, counted.match.is_terminal) == (State.VOID, None, True)
    assert set(points(counted).values()) == {0}


def test_void_match_can_be_corrected(counted: Table) -> None:
    void(counted.match.pk, reason="Wrong seats", context=on_grid(counted.olga), expected_version=2)
    correct(counted.match.pk, slip(9, 7), reason="They were right", context=on_grid(counted.olga), expected_version=3)
    assert counted.match.state == State.STANDING


def test_match_without_any_score_can_be_void(table: Table) -> None:
    void(table.match.pk, reason="Never played", context=on_grid(table.olga), expected_version=0)
    assert (table.match.state, table.match.last_version) == (State.VOID, 1)


REFUSALS: dict[str, tuple[Callable[[Table], object], type[Exception], str]] = {
    "correct without a reason": (
        lambda t: correct(t.match.pk, slip(9, 7), reason=" ", context=on_grid(t.olga), expected_version=2),
        RuleError,
        "short reason",
    ),
    "void without a reason": (
        lambda t: void(t.match.pk, reason="", context=on_grid(t.olga), expected_version=2),
        RuleError,
        "short reason",
    ),
    "correct an older version": (
        lambda t: correct(t.match.pk, slip(9, 7), reason="x", context=on_grid(t.olga), expected_version=1),
        Conflict,
        "the result is 10–6",
    ),
    "void an older version": (
        lambda t: void(t.match.pk, reason="x", context=on_grid(t.olga), expected_version=1),
        Conflict,
        "the result is 10–6",
    ),
    "correct to an impossible score": (
        lambda t: correct(t.match.pk, slip(33, 0), reason="x", context=on_grid(t.olga), expected_version=2),
        RuleError,
        "at most 32",
    ),
    "correct to a tie without its winner": (
        lambda t: correct(t.match.pk, slip(8, 8), reason="x", context=on_grid(t.olga), expected_version=2),
        RuleError,
        "first",
    ),
    "a player corrects": (
        lambda t: correct(t.match.pk, slip(9, 7), reason="x", context=on_phone(t.pam), expected_version=2),
        NotAllowed,
        "enter scores",
    ),
    "a player voids": (
        lambda t: void(t.match.pk, reason="x", context=on_phone(t.pam), expected_version=2),
        NotAllowed,
        "enter scores",
    ),
    "a stranger corrects": (
        lambda t: correct(t.match.pk, slip(9, 7), reason="x", context=on_grid(t.sam), expected_version=2),
        NotAllowed,
        "enter scores",
    ),
    "a stranger voids": (
        lambda t: void(t.match.pk, reason="x", context=on_grid(t.sam), expected_version=2),
        NotAllowed,
        "enter scores",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refuses_and_writes_nothing(counted: Table, name: str) -> None:
    ask, kind, reason = REFUSALS[name]
    before = traces(counted)
    with pytest.raises(kind, match=reason):
        ask(counted)
    assert traces(counted) == before


def test_there_is_nothing_to_correct_before_a_score_counts(table: Table) -> None:
    before = traces(table)
    with pytest.raises(RuleError, match="no result to correct yet"):
        correct(table.match.pk, slip(9, 7), reason="x", context=on_grid(table.olga), expected_version=0)
    assert traces(table) == before


def test_correction_after_the_next_pairing_leaves_it_and_changes_the_standings(table: Table) -> None:
    row = play_on(table)
    seats = list(Seat.objects.order_by("pk").values())
    before, pam = points(table), table.event.entries.get(players=table.pam).number
    correct(table.match.pk, slip(7, 9), reason="Sides were swapped", context=on_grid(table.olga), expected_version=1)
    assert list(Seat.objects.order_by("pk").values()) == seats
    assert before[pam] - points(table)[pam] == 3
    row.refresh_from_db()
    assert (row.status, row.version) == (Round.Status.PUBLISHED, 1)


@pytest.mark.slow
def test_pairing_made_before_a_correction_is_no_violation(table: Table) -> None:
    play_on(table)
    correct(table.match.pk, slip(6, 10), reason="Sides were swapped", context=on_grid(table.olga), expected_version=1)
    settle_unsettled()
    assert violations() == []


@pytest.mark.slow
def test_draft_made_before_a_correction_is_not_published(table: Table) -> None:
    row = play_on(table)
    row = rounds.unpublish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
    correct(table.match.pk, slip(6, 10), reason="Sides were swapped", context=on_grid(table.olga), expected_version=1)
    with pytest.raises(RuleError, match="A result changed after this draw"):
        rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
    row = rounds.draw_round(table.stage.pk, 2, context=on_grid(table.olga), expected_version=row.revision)
    rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
    settle_unsettled()
    assert violations() == []
