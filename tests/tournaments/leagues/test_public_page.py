"""What strangers read of a league: its last and its coming week, and what players and partnerships have won."""

import datetime
from fractions import Fraction

import pytest
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.pages.browsing import text_of, visitor
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage
from tournaments.formats.base import Slip
from tournaments.leagues import fixtures
from tournaments.leagues.averages import Averages, Games, averages_of
from tournaments.leagues.models import Fixture, Season
from tournaments.leagues.weeks import weeks_of
from tournaments.merging.models import PlayerAlias
from tournaments.results import commands as results
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


def midday(stage: Stage, days: int) -> datetime.datetime:
    """So many days after the first match day, where the club is."""
    return datetime.datetime.combine(FIRST_DAY + days * DAY, datetime.time(12), stage.season.zone)


class TestWeeks:
    @pytest.fixture
    def stage(self) -> Stage:
        """Two sections of four, a match day a week."""
        stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:4], TREES[:4]))
        stage.open()
        return stage

    def play_week(self, stage: Stage, week: int) -> None:
        for row in stage.season.fixtures.filter(week=week):
            stage.play(row, [[(10, 4)]])

    def test_before_the_first_day_the_first_week_is_to_come(self, stage: Stage) -> None:
        found = weeks_of(stage.season, midday(stage, -8))
        assert found.last == ()
        assert {row.week for row in found.coming} == {1}
        assert not found.is_this_week
        assert weeks_of(stage.season, midday(stage, -6)).is_this_week

    @pytest.mark.slow
    def test_tonights_are_this_weeks_until_midnight_where_the_club_is(self, stage: Stage) -> None:
        self.play_week(stage, 1)
        tonight = weeks_of(stage.season, midday(stage, 0) + datetime.timedelta(hours=11))
        assert (tonight.last, {row.week for row in tonight.coming}) == ((), {1})
        tomorrow = weeks_of(stage.season, midday(stage, 1))
        assert {row.week for row in tomorrow.last} == {1}
        assert {row.week for row in tomorrow.coming} == {2}
        assert tomorrow.was_last_week
        assert tomorrow.is_this_week

    def test_a_section_has_its_own(self, stage: Stage) -> None:
        section = stage.season.sections.get(division__level=2)
        found = weeks_of(stage.season, midday(stage, 1)).of_section(section.pk)
        assert len(found.coming) == 2
        assert {row.section_id for row in found.coming} == {section.pk}

    def test_one_without_a_day_is_in_neither(self, stage: Stage) -> None:
        first = stage.season.fixtures.filter(week=1)[0]
        fixtures.postpone(first.pk, None, "Snow", context=stage.context_of())
        assert first not in weeks_of(stage.season, midday(stage, -1)).coming

    @pytest.mark.slow
    def test_a_card_that_is_missing_stays_with_its_week(self, stage: Stage) -> None:
        played, missing, *_ = stage.season.fixtures.filter(week=1)
        stage.play(played, [[(10, 4)]])
        assert {played, missing} <= set(weeks_of(stage.season, midday(stage, 2)).last)

    @pytest.mark.slow
    def test_the_last_results_of_a_season_that_is_over_remain(self, stage: Stage) -> None:
        self.play_week(stage, 3)
        found = weeks_of(stage.season, midday(stage, 100))
        assert {row.week for row in found.last} == {3}
        assert (found.coming, found.was_last_week) == ((), False)


class TestAverages:
    @pytest.fixture
    def stage(self) -> Stage:
        """Four teams of three. The Wrens have played each of the others."""
        stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:4],), spare=1)
        stage.open()
        return stage

    def play(self, stage: Stage, other: str, wrens: int, theirs: int, players: tuple[int, int] = (1, 2)) -> Fixture:
        """A game of the Wrens, wherever they meet."""
        pair = Q(home__team__name="Wrens", away__team__name=other) | Q(home__team__name=other, away__team__name="Wrens")
        row = stage.season.fixtures.get(pair)
        own = stage.players("Wrens")
        stage.line_up(row, stage.squad("Wrens"), [own[number - 1] for number in players])
        is_home = row.home.team.name == "Wrens"
        return stage.play(row, [[(wrens, theirs) if is_home else (theirs, wrens)]])

    @pytest.fixture
    def played(self, stage: Stage) -> Stage:
        self.play(stage, "Larks", 10, 3)
        self.play(stage, "Finches", 10, 9)
        self.play(stage, "Robins", 4, 10, players=(1, 3))
        return stage

    @pytest.mark.slow
    def test_players_by_what_they_won_those_with_too_few_games_last(self, played: Stage) -> None:
        [section] = averages_of(played.season).sections
        assert (section.name, section.least) == ("Division 1", 2)
        found = [(row.place, row.is_shared, row.names, row.team, row.games) for row in section.rows]
        assert found[:2] == [
            (1, False, ("Wrens 2",), "Wrens", Games(2, 4)),
            (2, False, ("Wrens 1",), "Wrens", Games(3, 4)),
        ]
        assert all(place == 0 and not is_shared for place, is_shared, *_ in found[2:])
        assert found[2][2:] == (("Robins 1",), "Robins", Games(1, 2))
        assert len(found) == 9
        assert (section.rows[1].games.won, section.rows[1].games.rate) == (2, Fraction(2, 3))
        assert section.top == section.rows[:2]

    @pytest.mark.slow
    def test_partnerships(self, played: Stage) -> None:
        found = averages_of(played.season)
        assert found.least == 1
        best = found.partnerships[0]
        assert (best.place, best.is_shared, best.names, best.games) == (1, True, ("Wrens 1", "Wrens 2"), Games(2, 4))
        assert [row.names for row in found.partnerships[1:2]] == [("Robins 1", "Robins 2")]
        assert ("Wrens 1", "Wrens 3") in [row.names for row in found.partnerships[2:]]

    def test_who_won_the_same_share_has_the_same_place(self, stage: Stage) -> None:
        self.play(stage, "Larks", 10, 3)
        [section] = averages_of(stage.season).sections
        assert [(row.place, row.is_shared) for row in section.rows] == [(1, True)] * 2 + [(3, True)] * 2

    @pytest.mark.slow
    def test_a_correction_counts(self, played: Stage) -> None:
        match = Match.objects.get(round__stage__event__name__contains="Robins")
        before = match.standing
        assert before
        slip = Slip(before.reported.points[::-1])
        results.correct_result(
            match.pk, slip, reason="Read wrong", context=played.context_of(), expected_version=match.last_version
        )
        [section] = averages_of(played.season).sections
        assert section.rows[0].games == Games(3, 6)

    @pytest.mark.slow
    @pytest.mark.parametrize("state", ["void", "walkover"])
    @pytest.mark.heavy
    def test_what_a_ruling_took_out_of_the_table_does_not_count(self, played: Stage, state: str) -> None:
        row = Fixture.objects.get(state="played", home__season=played.season, event__name__contains="Robins")
        at_fault = 0 if state == "walkover" else None
        fixtures.rule(row.pk, state, "Ruled", at_fault=at_fault, context=played.context_of())
        [section] = averages_of(played.season).sections
        assert {name for row in section.rows for name in row.names} == {
            *(f"{team} {number}" for team in ("Wrens", "Larks", "Finches") for number in (1, 2))
        }

    @pytest.mark.slow
    def test_points_that_were_awarded_without_play_do_not_count(self, played: Stage) -> None:
        match = Match.objects.get(round__stage__event__name__contains="Larks")
        slip = Slip((10, 0), forfeited=(1,))
        results.correct_result(
            match.pk, slip, reason="Left", context=played.context_of(), expected_version=match.last_version
        )
        [section] = averages_of(played.season).sections
        assert not any(name.startswith("Larks") for row in section.rows for name in row.names)

    @pytest.mark.slow
    @pytest.mark.heavy
    def test_two_records_of_one_person_are_one(self, played: Stage) -> None:
        _, second, third = played.players("Wrens")
        PlayerAlias.objects.create(player=third, person=second)
        found = averages_of(played.season)
        assert [(row.place, row.names, row.games) for row in found.sections[0].rows[:2]] == [
            (1, ("Wrens 1",), Games(3, 4)),
            (1, ("Wrens 2",), Games(3, 4)),
        ]
        assert Games(3, 4) in [row.games for row in found.partnerships]

    def test_there_are_none_before_the_first_result(self, stage: Stage) -> None:
        assert averages_of(stage.season) == Averages()


class TestPages:
    @pytest.fixture
    def stage(self) -> Stage:
        stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:4],))
        stage.open()
        return stage

    def said(self, stage: Stage, route: str = "season") -> str:
        return text_of(visitor().get(reverse(route, args=[stage.season.slug])))

    @pytest.mark.slow
    def test_the_seasons_page_has_table_weeks_and_averages(self, stage: Stage) -> None:
        Fixture.objects.filter(week=1).update(starts_at=timezone.now() - 2 * DAY)
        first = stage.season.fixtures.filter(week=1)[0]
        stage.play(first, [[(10, 4)]])
        said = self.said(stage)
        for words in ("Division 1", "Last week", f"{first.home} – {first.away}", "Coming up", "Averages"):
            assert words in said
        assert "Top partnerships" in said
        assert f"{first.home} 1 & {first.home} 2" in said
        assert "· 1 of 1 100%" in said

    @pytest.mark.slow
    def test_all_averages_have_a_page(self, stage: Stage) -> None:
        assert "Averages will appear after the first result." in self.said(stage, "season_averages")
        stage.play(stage.season.fixtures.get(number=1), [[(10, 4)]])
        said = self.said(stage, "season_averages")
        assert "You need at least 1 game to be ranked." in said
        assert "Partners need at least 1 game together to be ranked." in said

    @pytest.mark.slow
    def test_they_follow_each_result_although_they_are_kept(self, stage: Stage) -> None:
        for row in stage.season.fixtures.filter(week=1):
            stage.play(row, [[(10, 4)]])
            assert f"{row.home} 1" in self.said(stage, "season_averages")

    def test_a_season_of_nights_has_none(self, stage: Stage) -> None:
        address = reverse("season_averages", args=[stage.season.slug])
        Season.objects.update(rules={"kind": "nights"})
        assert address not in visitor().get(stage.season.get_absolute_url()).content.decode()

    def test_home_and_club_know_a_league_night_two_days_off(self, stage: Stage) -> None:
        Fixture.objects.filter(week=1).update(starts_at=timezone.now() + 2 * DAY)
        for path in (reverse("home"), stage.club.get_absolute_url()):
            said = text_of(visitor().get(path))
            assert "Elm League: Fall" in said
            assert "2 matches" in said
            assert "No upcoming events" not in said

    @pytest.mark.slow
    def test_home_and_club_do_not_call_one_that_was_counted_ahead_of_its_day_playing(self, stage: Stage) -> None:
        Fixture.objects.update(starts_at=timezone.now() + 2 * DAY)
        stage.play(stage.season.fixtures.get(number=1), [[(10, 4)]])
        for path in (reverse("home"), stage.club.get_absolute_url()):
            assert "playing" not in text_of(visitor().get(path)).lower().replace("playing now", "")
