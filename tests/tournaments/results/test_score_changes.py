"""What an official changed after a score was reported: old, new, why. What both sides agreed on is no change."""

import pytest

from tests.cast import Table, on_grid, on_phone, slip
from tournaments.events import boards
from tournaments.results import commands as results
from tournaments.results.official_changes import ScoreChange, score_changes


def changes_at(table: Table) -> tuple[ScoreChange, ...]:
    return score_changes(table.match.results.order_by("version"))


def test_a_correction_shows_the_old_score_the_new_one_and_why(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    results.correct_result(
        table.match.pk, slip(6, 10), reason="Read upside down", context=on_grid(table.olga), expected_version=1
    )
    results.void_result(table.match.pk, reason="Wrong players", context=on_grid(table.olga), expected_version=2)
    changes = (ScoreChange("10–6", "6–10", "Read upside down"), ScoreChange("6–10", "void", "Wrong players"))
    assert changes_at(table) == changes
    assert boards.seat_cards(table.event, table.pam)[0].score_changes == changes
    theirs = (ScoreChange("6–10", "10–6", "Read upside down"), ScoreChange("10–6", "void", "Wrong players"))
    assert boards.seat_cards(table.event, table.quinn)[0].score_changes == theirs, "with the own points first"


def test_a_decision_strikes_the_claim_that_lost(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.record_result(table.match.pk, slip(9, 7), context=on_phone(table.quinn))
    results.record_result(table.match.pk, slip(9, 7), context=on_grid(table.olga))
    assert changes_at(table) == (ScoreChange("10–6", "9–7", ""),)


def test_a_decision_of_its_own_strikes_both(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.record_result(table.match.pk, slip(9, 7), context=on_phone(table.quinn))
    results.record_result(table.match.pk, slip(8, 7), context=on_grid(table.olga))
    assert changes_at(table) == (ScoreChange("10–6 and 9–7", "8–7", ""),)


def test_a_changed_claim_that_is_agreed_on_is_no_change(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.record_result(table.match.pk, slip(9, 7), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=2)
    assert changes_at(table) == ()


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ((10, 6), "Pam & Ann won 10 to 6 against Quinn & Bob."),
        ((6, 10), "Quinn & Bob won 10 to 6 against Pam & Ann."),
        ((7, 7), "Quinn & Bob won 7 to 7 against Pam & Ann by reaching that score first."),
    ],
)
def test_the_winner_in_words(table: Table, score: tuple[int, int], words: str) -> None:
    tie = {"tie_winner": 1} if score[0] == score[1] else {}
    claim = results.record_result(table.match.pk, slip(*score, **tie), context=on_phone(table.pam))
    assert boards.winner_words(boards.sides_of(table.match), claim) == words
