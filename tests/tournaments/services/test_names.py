"""Sentences of formats and of changes at tables: numbers become names, in the language of whoever reads."""

import pytest
from django.utils import translation

from tournaments.formats.numbers import called
from tournaments.services.attendance.seat_changes import NOT_PLAYED, TOOK_PLACE
from tournaments.services.names import numbers_in, with_names
from tournaments.services.nights.places import both

NAMES = {3: "Ann", 4: "Bob", 12: "Cy"}


def test_numbers_become_names_and_what_nobody_has_stays() -> None:
    assert with_names("No. 3 meets No. 5.", NAMES) == "Ann meets No. 5."
    assert numbers_in("No. 3 and No. 12 meet.") == {3, 12}


@pytest.mark.parametrize(("language", "said"), [
    ("en", "Ann took the place of Cy, who was not there."), ("fr", "Ann a pris la place de Cy, qui manquait."),
])  # fmt: skip
def test_what_was_written_in_one_language_is_read_in_another(language: str, said: str) -> None:
    with translation.override("fr"):
        written = TOOK_PLACE(entry=called(3), other=called(12))
    assert written == "No. 3 took the place of No. 12, who was not there."
    with translation.override(language):
        assert with_names(written, NAMES) == said


def test_a_list_of_entries_is_put_together_as_the_reader_does() -> None:
    written = NOT_PLAYED(number=4, entry=called(3), entries=both([4, 12]))
    with translation.override("fr"):
        assert with_names(written, NAMES) == "La table 4 ne joue pas\u00a0: Ann manquait, repos pour Bob et Cy."
        assert with_names("No. 3, No. 4 and No. 12", NAMES) == "Ann, Bob et Cy"
        assert with_names(f"x {both([3, 0])} y", NAMES) == "x joueur de la maison 1 et Ann y"
