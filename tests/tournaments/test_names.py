"""Messages of formats and of changes at tables: entries become names, in the reader's language."""

import pytest
from django.utils import translation

from games.engine.errors import RuleError
from games.engine.messages import message, message_from, verbatim
from tournaments.checkin.seat_changes import NOT_PLAYED, TOOK_PLACE
from tournaments.entry_names import entries_named, error_named
from tournaments.formats.numbers import EmptyTable, EntryRef, refs
from tournaments.honours.side_prizes import PASSED

NAMES = {3: "Ann", 4: "Bob", 12: "Cy"}


def test_numbers_become_names_and_unknown_ones_stay() -> None:
    written = TOOK_PLACE(entry=EntryRef(3), other=EntryRef(5))
    assert written.render(NAMES) == "Ann took the seat of No. 5, who was a no-show."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann took the seat of Cy, who was a no-show."),
        ("fr", "Ann a pris la place de Cy, qui manquait."),
    ],
)
def test_what_was_written_in_one_language_is_read_in_another(language: str, said: str) -> None:
    with translation.override("fr"):
        kept = TOOK_PLACE(entry=EntryRef(3), other=EntryRef(12)).as_data()
    assert str(message_from(kept)) == "No. 3 took the seat of No. 12, who was a no-show."
    with translation.override(language):
        assert message_from(kept).render(NAMES) == said


def test_a_list_of_entries_is_put_together_as_the_reader_does() -> None:
    written = NOT_PLAYED(number=EmptyTable(4), entry=EntryRef(3), entries=refs([4, 12]))
    with translation.override("fr"):
        assert written.render(NAMES) == "La table 4 ne joue pas\u00a0: Ann manquait, repos pour Bob et Cy."
        assert entries_named([12, 3, 4], NAMES) == "Ann, Bob et Cy"
        assert entries_named([3, 0], NAMES) == "joueur de la maison 1 et Ann"


@pytest.mark.parametrize("typed", ["See sheet No. 3", "No. 3", "No. 3. Then No. 4 and No. 12"])
def test_no_name_is_put_into_what_people_typed(typed: str) -> None:
    assert verbatim(typed).render(NAMES) == typed
    passed = PASSED(name=typed, entries=refs([4]), cause=message("already won a place prize"))
    assert passed.render(NAMES) == f"{typed} doesn’t go to Bob (already won a place prize)."
    about = {"prize": f"{typed}!", "entry": EntryRef(12), "why": RuleError(typed)}
    refused = RuleError("“{prize}” is not for {entry} ({why}).", **about)
    assert error_named(refused, NAMES) == f"“{typed}!” is not for Cy ({typed})."
