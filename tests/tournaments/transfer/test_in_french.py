"""What a file does is told in the reader's language, and nothing of that is kept."""

import pytest
from django.utils import translation

from games.accounts.models import User
from tests.cast import context_of, with_key
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.spreadsheets.problems import FileRefused
from tournaments.transfer.files import csv_text
from tournaments.transfer.tables import TABLES, export_table, import_table

pytestmark = pytest.mark.django_db
PLAYERS = TABLES["players"]


def test_the_journal_names_rows_in_no_language(club: Club, olga: User) -> None:
    asked = with_key(olga)
    with translation.override("fr"):
        first = import_table(PLAYERS, club, b"name\nZoe\n", context=asked)
        assert first.changes == ["Ligne 2\N{NO-BREAK SPACE}: Zoe est nouveau au club."]
        assert import_table(PLAYERS, club, b"name\nZoe\n", context=asked).changes == ["Ligne 2"]
    assert import_table(PLAYERS, club, b"name\nZoe\n", context=asked).changes == ["Row 2"]
    assert AuditLogEntry.objects.get(action="import_table").detail["changes"] == [["Row {row}", {"row": 2}]]


def test_entries_of_an_older_release_are_read(club: Club, olga: User) -> None:
    asked = with_key(olga)
    import_table(PLAYERS, club, b"name\nZoe\n", context=asked)
    entry = AuditLogEntry.objects.get(action="import_table")
    AuditLogEntry.objects.filter(pk=entry.pk).update(detail=entry.detail | {"changes": ["Row 2"]})
    assert import_table(PLAYERS, club, b"name\nZoe\n", context=asked).changes == ["Row 2"]


def test_what_is_wrong_is_said_in_french_and_names_columns_as_they_are(club: Club, olga: User) -> None:
    with translation.override("fr"), pytest.raises(FileRefused) as refusal:
        import_table(PLAYERS, club, csv_text([["name", "email"], ["Zoe", "zoe"]]).encode(), context=context_of(olga))
    wrong = refusal.value.problems[0]
    assert (wrong.column, wrong.wrong) == (
        "email",
        "«\N{NO-BREAK SPACE}zoe\N{NO-BREAK SPACE}» n’est pas une adresse courriel.",
    )
    assert str(refusal.value).startswith("Aucune ligne n’a été importée. Ligne 2, colonne « email")


def test_files_are_the_same_in_all_languages(club: Club, olga: User) -> None:
    english = export_table(PLAYERS, club, "csv", context=context_of(olga))
    with translation.override("fr"):
        assert export_table(PLAYERS, club, "csv", context=context_of(olga)) == english
        assert PLAYERS.label == "Joueurs"
