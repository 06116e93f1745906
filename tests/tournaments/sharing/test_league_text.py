"""The table of a league as people send it to a group chat or to the local paper."""

import html
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.pages.browsing import text_of, visitor
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage, a_hall
from tournaments.leagues import fixtures
from tournaments.leagues.models import Fixture, Season, SectionLine, Team
from tournaments.leagues.weeks import WEEK
from tournaments.sharing.league_text import league_texts

pytestmark = pytest.mark.django_db
ADDRESS = "https://euchre.example/seasons/fall/"


@pytest.fixture
def stage() -> Stage:
    """A week was played: a card, and a walkover. The next week is at a hall."""
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:4],))
    stage.open()
    now = timezone.now()
    for row in stage.season.fixtures.all():
        Fixture.objects.filter(pk=row.pk).update(starts_at=now + (row.week - 1.5) * WEEK)
    Fixture.objects.filter(week=2).update(venue=a_hall(stage, None))
    played, other = stage.season.fixtures.filter(week=1).order_by("number")
    stage.play(played, [[(10, 4)]])
    fixtures.rule(other.pk, "walkover", "Ill", at_fault=1, context=stage.context_of())
    return stage


@pytest.mark.slow
def test_places_last_results_and_what_comes_next(stage: Stage) -> None:
    [found] = league_texts(stage.season, ADDRESS)
    title, places, results, coming, address = found.text.split("\n\n")
    played, other = stage.season.fixtures.filter(week=1).order_by("number")
    assert title == "Elm League\nFall"
    first, *lines = places.split("\n")
    assert first == "Division 1 (points)"
    assert lines[0] == f"1st: {other.home}, 5 (played 1, games 0–0)"
    assert lines[1] == f"2nd: {played.home}, 1 (played 1, games 1–0)"
    assert results == f"Results:\n{played.home} 1–0 {played.away}\n{other.home} – {other.away}: Forfeit"
    one, two = stage.season.fixtures.filter(week=2).order_by("starts_at", "number")
    assert coming.split("\n")[0] == "Next:"
    assert [line.partition(": ")[2] for line in coming.split("\n")[1:]] == [
        f"{row.home} – {row.away}, Elks Hall" for row in (one, two)
    ]
    assert address == ADDRESS


@pytest.mark.slow
def test_a_place_that_is_shared_says_so(stage: Stage) -> None:
    SectionLine.objects.update(place=1, is_shared=True)
    [found] = league_texts(stage.season, ADDRESS)
    assert found.text.count("(tied, played 1, games ") == 4


def test_several_sections_are_there_together_and_each(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:2], TREES[:2]))
    stage.open()
    found = league_texts(stage.season, ADDRESS)
    assert [one.name for one in found] == ["All divisions", "Division 1", "Division 2"]
    assert "Wrens" in found[0].text
    assert "Elms" in found[0].text
    assert "Elms" not in found[1].text
    assert all(one.text.endswith(ADDRESS) for one in found)


@pytest.mark.slow
def test_no_line_is_taken_for_a_list_and_no_name_turns_anything_around(stage: Stage) -> None:
    home = SectionLine.objects.get(place=1).squad.team
    Team.objects.filter(pk=home.pk).update(name="A\u202e\nB")
    [found] = league_texts(stage.season, ADDRESS)
    assert "\u202e" not in found.text
    assert "1st: A B, " in found.text
    assert not re.search(r"^\s*(\d+[.)]|[-*•]) ", found.text, re.MULTILINE)


class TestSharePage:
    def body(self, stage: Stage) -> str:
        return str(visitor().get(reverse("season_share", args=[stage.season.slug])).content.decode())

    @pytest.mark.slow
    def test_has_the_text_with_its_button_and_the_papers(self, stage: Stage) -> None:
        body = self.body(stage)
        [text] = re.findall(r"<textarea[^>]*>(.*?)</textarea>", body, re.DOTALL)
        assert html.unescape(text).startswith("Elm League\nFall\n\nDivision 1 (points)\n1st: ")
        assert 'data-copy="text-1"' in body
        for key in ("table", "fixtures"):
            for size in ("letter", "a4"):
                assert f"{reverse('league_paper', args=['fall', key])}?size={size}" in body

    @pytest.mark.slow
    def test_has_the_frame(self, stage: Stage) -> None:
        assert 'title="Standings: Elm League: Fall" width="600"' in text_of(
            visitor().get(reverse("season_share", args=["fall"]))
        )

    def test_of_a_series_of_nights_has_neither(self, stage: Stage) -> None:
        Season.objects.update(rules={"kind": "nights"})
        body = self.body(stage)
        assert "<textarea" not in body
        assert reverse("embed_league", args=["fall"]) not in body
