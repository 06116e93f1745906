"""A card costs the same in the last week of a season as in the first, and what it doesn't touch it doesn't read."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage
from tournaments.formats.base import Slip
from tournaments.integrity import verify
from tournaments.leagues import fixtures, penalties, tables
from tournaments.leagues.models import Fixture, FixtureHandicap, FixtureScore, SectionLine
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db
A_CARD = 191
ITS_SEASON = 8
"""Statements of a card of one game, and of a worker that settles its season then; without `LINES`."""
LINES = 'UPDATE "tournaments_sectionline"'
"""One for each line of the section that reads otherwise now."""
Games = tuple[tuple[int, int], ...]


@pytest.fixture
def stage() -> Stage:
    stage = Stage({**SMALL, "meetings": "double"}, (BIRDS[:4], TREES[:4]))
    stage.open()
    return stage


def asked_for(stage: Stage, fixture: Fixture, games: Games = ((10, 4),)) -> tuple[int, int]:
    """How many questions its card takes, and then its season."""
    for squad in fixture.squads:
        stage.line_up(fixture, squad)
    with CaptureQueriesContext(connection) as card:
        fixtures.enter_card(fixture.pk, [games], context=stage.context_of())
    settle_unsettled()
    with CaptureQueriesContext(connection) as season:
        tables.settle_season(stage.season.pk)
    lines = [query for query in card if query["sql"].startswith(LINES)]
    assert len(lines) <= len(BIRDS[:4])
    return len(card) - len(lines), len(season)


@pytest.mark.slow
@pytest.mark.heavy
def test_the_last_card_asks_what_the_first_asked(stage: Stage) -> None:
    rows = list(stage.season.fixtures.filter(section__division__level=1).order_by("starts_at", "number"))
    others = list(stage.season.fixtures.filter(section__division__level=2).order_by("starts_at", "number"))
    first = asked_for(stage, rows[0])
    for row in [*rows[1:-1], *others]:
        stage.play(row, [[(10, 4)]])
    settle_unsettled()
    tables.settle_season(stage.season.pk)
    assert first == (A_CARD, ITS_SEASON)
    assert asked_for(stage, rows[-1]) == first
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_a_handicap_costs_the_same_all_season(db: None) -> None:
    stage = Stage({**SMALL, "pairs": 2, "meetings": "double", "handicap": 80, "handicap_most": 1}, (BIRDS[:4],))
    stage.open()
    rows = list(stage.season.fixtures.order_by("starts_at", "number"))
    games = (10, 4), (10, 9)
    for row in rows[:4]:
        stage.play(row, [games])
    first = asked_for(stage, rows[4], games)
    for row in rows[5:-1]:
        stage.play(row, [games])
    settle_unsettled()
    tables.settle_season(stage.season.pk)
    assert asked_for(stage, rows[-1], games) == first
    assert FixtureHandicap.objects.count() == 8


@pytest.mark.slow
def test_what_happens_in_one_section_leaves_the_table_of_another_alone(stage: Stage) -> None:
    birds, trees = (stage.season.sections.get(division__level=level) for level in (1, 2))
    SectionLine.objects.update(played=9)
    first, second = birds.fixtures.order_by("number")[:2]
    stage.play(first, [[(10, 4)]])
    assert set(birds.lines.values_list("played", flat=True)) == {0, 1}
    SectionLine.objects.update(played=9)
    fixtures.rule(second.pk, "walkover", "Ill", at_fault=0, context=stage.context_of())
    penalties.adjust(second.home_id, -1, "Late", context=stage.context_of())
    assert 9 not in birds.lines.values_list("played", flat=True)
    assert set(trees.lines.values_list("played", flat=True)) == {9}


@pytest.mark.slow
def test_a_score_that_is_behind_in_another_section_is_brought_along(stage: Stage) -> None:
    """Else it would look settled, with a table that is not."""
    birds, trees = (stage.season.sections.get(division__level=level) for level in (1, 2))
    theirs = stage.play(trees.fixtures.order_by("number")[0], [[(10, 4)]])
    match = Match.objects.get(round__stage__event=theirs.event_id)
    turned = Slip(match.standing.reported.points[::-1])  # type: ignore[union-attr]  # it was played
    results.correct_result(
        match.pk, turned, reason="Read wrong", context=stage.context_of(), expected_version=match.last_version
    )
    assert tables.stale_seasons() == {stage.season.pk}
    stage.play(birds.fixtures.order_by("number")[0], [[(10, 4)]])
    assert trees.lines.get(squad=theirs.away).won == 1
    assert (FixtureScore.objects.get(fixture=theirs).home_games, trees.lines.get(squad=theirs.home).won) == (0, 0)
    settle_unsettled()
    assert verify.violations() == []


@pytest.mark.slow
def test_a_table_that_is_gone_comes_back(stage: Stage) -> None:
    stage.play(stage.season.fixtures.order_by("number")[0], [[(10, 4)]])
    before = list(SectionLine.objects.order_by("squad").values_list("squad", "place", "played"))
    SectionLine.objects.filter(section__division__level=2).delete()
    assert tables.settle_season(stage.season.pk)
    assert list(SectionLine.objects.order_by("squad").values_list("squad", "place", "played")) == before
    assert not tables.settle_season(stage.season.pk)
