"""Cells that no spreadsheet calculates, and that come back as they were."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cells import DANGEROUS, neutral, original, tidy


@pytest.mark.slow
@given(st.text(alphabet=st.sampled_from("=+-@'\t\r\n aB1")))
def test_every_text_comes_back_and_none_goes_out_as_a_formula(text: str) -> None:
    assert original(neutral(text)) == text
    assert not neutral(text).startswith(DANGEROUS)


@pytest.mark.parametrize("text", ["'Neill", "'", "O’Brien", "", "1-0"])
def test_typed_text_that_needs_no_mark_stays(text: str) -> None:
    assert original(text) == text


def test_a_cell_is_one_line_of_letters() -> None:
    assert tidy(" Ann\x01\tWeber\r\n") == "Ann Weber"
