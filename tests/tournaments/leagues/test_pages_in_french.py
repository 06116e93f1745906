"""What a league and its people leave behind is read by each in his own language."""

import pytest
from django.urls import reverse
from django.utils import translation

from games.accounts.models import Player
from tests.markup import squeezed
from tests.tournaments.calendars.ics import ask, read
from tests.tournaments.pages.browsing import log_in, visitor
from tests.tournaments.scenes.calendar import small_league
from tests.tournaments.scenes.league import Stage, a_member
from tournaments.calendars.selectors import of_squad
from tournaments.clubs import audit_words, members
from tournaments.leagues import fixtures, penalties
from tournaments.merging.preview import preview_of
from tournaments.transfer.tables import TABLES

pytestmark = pytest.mark.django_db
FRENCH = {"Accept-Language": "fr"}


@pytest.fixture
def stage() -> Stage:
    return small_league()


def test_a_calendar_speaks_the_language_of_whoever_asks(stage: Stage) -> None:
    fixtures.postpone(stage.fixture("Wrens", "Larks").pk, None, "Snow", context=stage.context_of())
    path = reverse("season_calendar", args=[stage.season.slug])
    for language, said in (
        ("en", "Postponed, no date yet: Snow"),
        ("fr", "Reportée, sans date\N{NO-BREAK SPACE}: Snow"),
    ):
        response = ask(path, **{"Accept-Language": language})
        assert "Accept-Language" in response["Vary"]
        assert sum(said in one.about for one in read(response.content)) == 1


def test_the_reason_of_a_late_card_is_stored_in_english(stage: Stage) -> None:
    fixture = stage.fixture("Wrens", "Larks")
    with translation.override("fr"):
        row = penalties.late_card(fixture.pk, fixture.home_id, context=stage.context_of())
        assert row.why == "Feuille de match en retard (délai\u00a0: 2 j)"
    assert row.reason == row.why == "Late score card (2-day limit)"
    page = visitor().get(fixture.get_absolute_url(), headers=FRENCH).content.decode()
    assert "Feuille de match en retard" in page
    assert row.reason not in page


def test_what_was_previewed_in_one_language_can_be_agreed_in_another(stage: Stage) -> None:
    kept, gone = a_member(stage, "Walter"), Player.objects.get(name="Wrens 1")
    preview = preview_of(stage.club, kept, gone)
    with translation.override("fr"):
        other = preview_of(stage.club, kept, gone)
        assert (other.counted, str(other.handed[0])) == (
            ["1 place dans une équipe"],
            "la place dans Wrens, Elm League\N{NO-BREAK SPACE}: Fall",
        )
    assert preview.counted == ["1 spot on a team"]
    assert preview.digest == other.digest


def test_the_journal_of_people_has_whole_sentences(stage: Stage) -> None:
    newcomer = a_member(stage, "Walter")
    members.remove_member(stage.club.pk, newcomer.pk, context=stage.context_of(), expected_version="member")
    [row] = members.changes_of(stage.club, 1)
    assert audit_words.sentences([row])[0][1].endswith(" removed Walter from the club. Previous role: a member.")
    with translation.override("fr"):
        assert audit_words.sentences([row])[0][1].endswith(" a retiré Walter du club. Rôle précédent : membre.")


def test_pages_of_a_season_are_french(stage: Stage) -> None:
    browser = log_in(stage.olga)
    for name in ("season", "fixtures", "calendar", "season_setup"):
        page = browser.get(reverse(name, args=[stage.season.slug]), headers=FRENCH).content.decode()
        assert '<html lang="fr"' in squeezed(page)
        assert "Rencontres" in page or "Semaines à venir" in page


def test_names_are_joined_as_each_language_joins_them(stage: Stage) -> None:
    squad = stage.squad("Wrens")
    assert (str(stage.season), of_squad(squad).name) == ("Elm League: Fall", "Wrens: Fall")
    with translation.override("fr"):
        assert str(stage.season) == "Elm League\N{NO-BREAK SPACE}: Fall"
        assert of_squad(squad).name == "Wrens\N{NO-BREAK SPACE}: Fall"
    path = reverse("squad_share", args=[stage.season.slug, squad.number])
    page = log_in(stage.olga).get(path, headers=FRENCH).content.decode()
    assert "Wrens\N{NO-BREAK SPACE}: Fall" in page
    assert "Wrens: Fall" not in page


def test_score_cards_are_called_one_thing_in_files_and_another_on_pages(stage: Stage) -> None:
    table = TABLES["cards"]
    with translation.override("fr"):
        assert (table.label, table.file_title) == ("Feuilles de match", "Score cards")
