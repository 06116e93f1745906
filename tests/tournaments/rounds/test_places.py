"""How numbers of tables are listed."""

import pytest

from tournaments.rounds.places import listed


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ([], ""),
        ([3], "3"),
        ([2, 1], "1, 2"),
        ([1, 2, 3], "1–3"),
        ([9, 1, 2, 3, 4, 7, 8], "1–4, 7–9"),
        (range(1, 65), "1–64"),
    ],
)
def test_more_than_two_in_a_row_are_a_run(tables: list[int], words: str) -> None:
    assert listed(tables) == words
