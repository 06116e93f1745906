"""Nothing that is stored depends on the language of the user who caused it: others read it in their own."""

import pytest
from django.utils import translation

from tests.translation.test_unmarked import typed_texts
from tests.translation.unmarked import OPEN
from tournaments.demo import populate

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.mark.heavy
def test_a_club_that_was_filled_in_another_language_holds_no_sentence_of_it(pseudo: str) -> None:
    with translation.override(pseudo):
        populate()
    assert [text for text in typed_texts() if OPEN in text] == []
