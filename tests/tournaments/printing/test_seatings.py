"""From the code on a slip to its match: of this round, of an earlier one, never of a seating that was taken back."""

import pytest

from games.engine.errors import RuleError
from tests.cast import Table, context_of, enter, make_event, publish
from tests.tournaments.pages.browsing import finish_round
from tournaments.printing.seatings import match_on_slip, seating_number
from tournaments.printing.slip_codes import Place, code_of
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round


def code(row: Round, table: int) -> str:
    return code_of(row.stage.event_id, Place(seating_number(row), table))


def again(row: Round, table: Table) -> Round:
    """Taken back and published once more."""
    row = rounds.unpublish_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
    return rounds.publish_round(row.pk, context=context_of(table.olga), expected_version=row.revision)


def test_the_code_or_the_number_finds_the_table(table: Table) -> None:
    second = table.round.matches.get(table=2)
    assert match_on_slip(table.event, code(table.round, 2), table.round) == second
    assert match_on_slip(table.event, " 2 ", table.round) == second


def test_a_slip_of_an_earlier_round_finds_its_own_table(table: Table) -> None:
    early = code(table.round, 1)
    finish_round(table.stage, table.olga)
    row = publish(table.event, table.olga, 2)
    assert match_on_slip(table.event, early, row) == table.match
    assert match_on_slip(table.event, code(row, 1), row).round == row
    assert code(row, 1) != early


def test_a_slip_of_a_seating_that_was_taken_back_is_refused(table: Table) -> None:
    old = code(table.round, 1)
    row = again(table.round, table)
    with pytest.raises(RuleError, match="from an old seating"):
        match_on_slip(table.event, old, row)
    assert match_on_slip(table.event, code(row, 1), row) == row.matches.get(table=1)


def test_so_it_is_while_the_round_is_a_draft_again(table: Table) -> None:
    old = code(table.round, 1)
    row = rounds.unpublish_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)
    with pytest.raises(RuleError, match="from an old seating"):
        match_on_slip(table.event, old, row)


def test_a_table_that_is_not_there_is_said_to_be_missing(table: Table) -> None:
    for typed in ("3", "0", "999999999999", code(table.round, 3)):
        with pytest.raises(RuleError, match="There’s no table"):
            match_on_slip(table.event, typed, table.round)


def test_a_slip_of_another_event_finds_nothing(table: Table) -> None:
    other = make_event(table.event.club, table.olga, name="Other")
    enter(other, table.olga, ["Abe", "Bea", "Cleo", "Don"])
    row = publish(other, table.olga)
    with pytest.raises(RuleError):
        match_on_slip(table.event, code(row, 1), table.round)
