"""A league on paper: the table and the list of fixtures, each section on one page."""

import io

import pypdf
import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.urls import reverse

from tests.tournaments.pages.browsing import Answer, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage
from tournaments.leagues import fixtures, penalties
from tournaments.leagues.models import Fixture, Season
from tournaments.printing import league_papers
from tournaments.printing.league_papers import FixtureDay, fixture_sheet, table_sheet

pytestmark = pytest.mark.django_db
MORE = ("Crows", "Gulls", "Terns", "Storks")


@pytest.fixture
def stage() -> Stage:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:3], TREES[:2]))
    stage.open()
    return stage


def ask(season: Season, key: str, size: str = "a4") -> Answer:
    return visitor().get(f"{reverse('league_paper', args=[season.slug, key])}?size={size}")


def pages(answer: Answer) -> list[str]:
    assert answer["Content-Type"] == "application/pdf", text_of(answer)
    read = pypdf.PdfReader(io.BytesIO(answer.content))
    return [" ".join(page.extract_text().replace("\u200b", "").split()) for page in read.pages]


def test_the_table_has_every_column(stage: Stage) -> None:
    row = stage.play(stage.season.fixtures.order_by("number")[0], [[(10, 4)]])
    penalties.adjust(row.home_id, -2, "Late", context=stage.context_of())
    [page] = pages(ask(stage.season, "table"))
    for words in (
        "Elm League: Fall",
        "Division 1",
        "Division 2",
        "Points Played Won Tied Lost Games Difference Rulings",
    ):
        assert words in page
    sheet = table_sheet(stage.season)
    assert sheet
    [home] = [line for one in sheet.sections for line in one.rows if line.team == str(row.home)]
    assert home.values == ("−1", "1", "1", "0", "0", "1–0", "+1", "−2")
    assert " ".join((home.place, home.team, *home.values)) in page
    assert [len(one.rows) for one in sheet.sections] == [3, 2]


def test_the_fixtures_by_day_with_scores_and_what_has_no_day(stage: Stage) -> None:
    first, second, *_ = stage.season.fixtures.filter(section__division__level=1).order_by("starts_at")
    stage.play(first, [[(10, 4)]])
    fixtures.postpone(second.pk, None, "Snow", context=stage.context_of())
    sheet = fixture_sheet(stage.season)
    assert sheet
    days = [day for column in sheet.sections[0].columns for day in column]
    assert [(line.home, line.away, line.score) for line in days[0].lines] == [(str(first.home), str(first.away), "1–0")]
    assert days[0].lines[0].time == "7:00\xa0PM"
    assert days[-1].day == "No date yet"
    assert [(line.time, line.home) for line in days[-1].lines] == [("", str(second.home))]
    found = pages(ask(stage.season, "fixtures"))
    assert len(found) == 2
    assert f"{first.home} – {first.away} 1–0" in found[0]
    assert "Division 2" in found[1]


@pytest.mark.slow
@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("teams", [8, 12])
@pytest.mark.heavy
def test_a_section_is_one_page(size: str, teams: int) -> None:
    """With long names, and every two meet twice."""
    stage = Stage({**SMALL, "meetings": "double"}, ((*BIRDS, *MORE)[:teams], TREES[:teams]))
    stage.league.teams.update(name=Concat(Value("The Royal Standard of "), "name"))
    stage.open()
    assert stage.season.fixtures.filter(section__division__level=1).count() == teams * (teams - 1)
    found = pages(ask(stage.season, "fixtures", size))
    assert len(found) == 2
    for row in stage.season.fixtures.all():
        assert sum(f"{row.home} – {row.away}" in page for page in found) == 1
    for page, section in zip(found, stage.season.sections.all(), strict=True):
        assert section.division.name in page
        assert page.count("7:00 PM") == len({row.starts_at for row in section.fixtures.all()})
    tables = pages(ask(stage.season, "table", size))
    assert len(tables) <= 2
    for section in stage.season.sections.all():
        names = [str(squad) for squad in section.squads.all()]
        assert any(all(name in page for name in names) for page in tables)


def test_days_are_not_split_between_columns_and_stay_in_order() -> None:
    days = [FixtureDay(str(number), ()) for number in range(10)]
    columns = league_papers.in_columns(days, 3)
    assert [day for column in columns for day in column] == days
    assert [len(column) for column in columns] == [3, 4, 3]


def test_what_cannot_be_printed_says_why(stage: Stage) -> None:
    assert ask(stage.season, "nothing").status_code == 404
    Fixture.objects.all().delete()
    answer = ask(stage.season, "fixtures")
    assert answer.status_code == 422
    assert "There’s no schedule to print yet." in text_of(answer)
    Season.objects.update(state="setup")
    assert ask(stage.season, "table").status_code == 404
    Season.objects.update(state="open", rules={"kind": "nights"})
    assert ask(stage.season, "table").status_code == 404
