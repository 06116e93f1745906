"""A handicap is fixed when a match begins, counts in its table and nowhere else, and is explained wherever it shows."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.cast import on_grid, slip
from tests.kept import kept
from tests.sizes import sample, size
from tests.tournaments.leagues.test_cards import Match as CaptainsMatch
from tests.tournaments.pages.browsing import log_in, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import cards, fixtures, handicaps, tables, withdrawals
from tournaments.leagues.averages import averages_of
from tournaments.leagues.models import Fixture, FixtureHandicap, FixtureScore, SectionLine
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match

RULES = {**SMALL, "pairs": 2, "games": 2, "handicap": 80, "handicap_most": 2}
HOME_WINS = [[(10, 4), (10, 6)], [(10, 8), (10, 9)]]
HOME_LOSES = [[(4, 10), (6, 10)], [(8, 10), (9, 10)]]
TIED = [[(10, 4), (10, 6)], [(4, 10), (9, 10)]]


def a_stage(**rules: Any) -> Stage:
    found = Stage({**RULES, "meetings": "double", **rules})
    found.open()
    return found


def in_order(stage: Stage) -> list[Fixture]:
    return list(stage.season.fixtures.select_related("home__team", "away__team").order_by("starts_at", "number"))


def given_in(fixture: Fixture) -> tuple[int, int] | None:
    row = FixtureHandicap.objects.filter(fixture=fixture).first()
    return row.given.starts if row else None


def win_all(stage: Stage, name: str, fixture: Fixture) -> Fixture:
    """The team wins all games of the match. One that it isn't in is tied."""
    if name not in (str(fixture.home), str(fixture.away)):
        return stage.play(fixture, TIED)
    return stage.play(fixture, HOME_WINS if name == str(fixture.home) else HOME_LOSES)


def reach(stage: Stage) -> Fixture:
    """Two match days on, the Wrens have won all eight games, and the team that they meet next won half of its own."""
    for one in in_order(stage)[:4]:
        win_all(stage, "Wrens", one)
    return next(one for one in in_order(stage)[4:6] if "Wrens" in (str(one.home), str(one.away)))


def two_days_on() -> tuple[Stage, Fixture]:
    stage = a_stage()
    return stage, reach(stage)


reached = kept(two_days_on)


def by_hand(stage: Stage, played: list[tuple[Fixture, list[Any]]]) -> dict[str, list[Fraction]]:
    """Points, games for and games against of everyone, from the cards in the order in which they were played."""
    rules = stage.season.settings
    raw: dict[str, list[Fraction]] = {name: [] for name in BIRDS[:4]}
    table = {name: [Fraction(0)] * 3 for name in BIRDS[:4]}
    for fixture, card in played:
        names, games = [str(fixture.home), str(fixture.away)], [game for row in card for game in row]
        won = [Fraction(sum(a > b for a, b in games)), Fraction(sum(b > a for a, b in games))]
        total = list(won)
        if all(len(raw[name]) >= rules.handicap_after for name in names):
            means = [sum(raw[name], Fraction(0)) / len(raw[name]) for name in names]
            gap = abs(means[0] - means[1]) * rules.handicap / 100
            spot = Fraction(0)
            while spot + Fraction(1, 2) <= min(gap, rules.handicap_most):
                spot += Fraction(1, 2)
            total[0 if means[0] < means[1] else 1] += spot
        for index, name in enumerate(names):
            own, other = total[index], total[1 - index]
            bonus = rules.for_win if own > other else rules.for_draw if own == other else 0
            table[name] = [
                table[name][0] + rules.for_game * own + bonus,
                table[name][1] + own,
                table[name][2] + other,
            ]
            raw[name].append(won[index])
    return table


@pytest.mark.parametrize("seed", sample(of=range(1, size(1, 10) + 1)))
@pytest.mark.heavy
def test_the_table_equals_a_count_by_hand(db: None, seed: int) -> None:
    stage = a_stage(for_win=3, for_draw=1, handicap=100)
    order, played = in_order(stage), stage.play_all(Random(seed))
    wanted = by_hand(stage, [(one, played[one.pk]) for one in order])
    lines = SectionLine.objects.filter(section__season=stage.season).select_related("squad__team")
    assert {str(line.squad): [line.points, *line.games] for line in lines} == wanted
    rows = FixtureHandicap.objects.all()
    assert len(rows) == 8
    assert {row.halves for row in rows} > {0}
    assert verify.violations() == []
    first, again = rebuild()
    assert first == again
    assert {str(line.squad): [line.points, *line.games] for line in lines.all()} == wanted


@pytest.mark.slow
@pytest.mark.heavy
def test_there_is_none_before_both_teams_have_played_enough(db: None) -> None:
    stage = a_stage()
    first = in_order(stage)[:5]
    for one in first:
        win_all(stage, "Wrens", one)
    assert [given_in(one) is None for one in first] == [True, True, True, True, False]


@pytest.mark.slow
def test_it_wins_a_match_and_counts_for_no_player(reached: tuple[Stage, Fixture]) -> None:
    stage, coming = reached
    is_home = str(coming.home) == "Wrens"
    weaker = 1 if is_home else 0
    wanted = (0, 3) if weaker else (3, 0)
    row = stage.play(coming, TIED)
    assert given_in(row) == wanted
    score = FixtureScore.objects.get(fixture=row)
    assert (score.home_games, score.away_games) == ((2, Fraction(7, 2)) if weaker else (Fraction(7, 2), 2))
    assert (score.home_scored, score.away_scored) == (33, 30)
    line = SectionLine.objects.get(squad=stage.squad("Wrens"))
    assert (line.won, line.lost, line.scored[0]) == (2, 1, 80 + (33 if is_home else 30))
    own = [one for one in averages_of(stage.season).sections[0].rows if one.team == "Wrens"]
    assert sum(one.games.halves for one in own) == 2 * 2 * (8 + 2)


@pytest.mark.slow
def test_later_averages_leave_handicap_games_out(reached: tuple[Stage, Fixture]) -> None:
    stage, coming = reached
    row = stage.play(coming, TIED)
    fixture = in_order(stage)[-1]
    fixture.home, fixture.away = row.home, row.away
    now = handicaps.as_of_now(fixture)
    assert now
    wrens, others = now.averages if str(row.home) == "Wrens" else now.averages[::-1]
    assert (wrens.halves, wrens.played) == (2 * (8 + 2), 3)
    assert (others.halves, others.played) == (2 * (2 + 2 + 2), 3)


@pytest.mark.slow
def test_an_older_card_that_is_corrected_leaves_it_alone(reached: tuple[Stage, Fixture]) -> None:
    stage, coming = reached
    begun = stage.play(coming, HOME_WINS)
    before = FixtureHandicap.objects.values().get(fixture=begun)
    older = next(one for one in in_order(stage)[:2] if "Wrens" in (str(one.home), str(one.away)))
    turned = HOME_LOSES if str(older.home) == "Wrens" else HOME_WINS
    cards.correct_card(older.pk, turned, "Read the wrong way", context=stage.context_of(), expected_version=1)
    assert FixtureHandicap.objects.values().get(fixture=begun) == before
    settle_unsettled()
    assert verify.violations() == []
    first, again = rebuild()
    assert first == again
    assert FixtureHandicap.objects.values().get(fixture=begun) == before


def test_a_result_that_was_corrected_a_moment_ago_counts_already(reached: tuple[Stage, Fixture]) -> None:
    """No worker has brought the scores up to date yet."""
    stage, coming = reached
    older = next(one for one in in_order(stage)[:2] if "Wrens" in (str(one.home), str(one.away)))
    for match in Match.objects.filter(round__stage__event=older.event_id).select_related("standing"):
        assert match.standing
        turned = slip(*match.standing.reported.points[::-1])
        results.correct_result(
            match.pk, turned, reason="Misread", context=on_grid(stage.olga), expected_version=match.last_version
        )
    assert stage.season.pk in tables.stale_seasons()
    for squad in coming.squads:
        stage.line_up(coming, squad)
    fixtures.begin(coming.pk, context=stage.context_of())
    row = FixtureHandicap.objects.get(fixture=coming)
    wrens = row.averages[0] if str(coming.home) == "Wrens" else row.averages[1]
    assert (wrens.halves, wrens.played) == (8, 2)


@pytest.mark.parametrize("how", ["expunge", "walkover", "void"])
def test_what_does_not_count_makes_no_average(reached: tuple[Stage, Fixture], how: str) -> None:
    stage, coming = reached
    other = str(coming.away if str(coming.home) == "Wrens" else coming.home)
    gone = next(one for one in in_order(stage)[:4] if {"Wrens", other} != {str(one.home), str(one.away)} and one.state)
    third = next(name for name in (str(gone.home), str(gone.away)) if name not in ("Wrens", other))
    played = handicaps.as_of_now(coming)
    assert played
    if how == "expunge":
        withdrawals.withdraw(
            stage.squad(third).pk,
            "expelled",
            "expunge",
            stage.season.created_at.astimezone(stage.season.zone).date(),
            "Left",
            context=stage.context_of(),
            expected_version=0,
        )
    else:
        at_fault = 0 if how == "walkover" else None
        for one in in_order(stage)[:4]:
            if third in (str(one.home), str(one.away)):
                fixtures.rule(one.pk, how, "Ill", context=stage.context_of(), at_fault=at_fault)
    assert handicaps.as_of_now(coming) is None
    for squad in coming.squads:
        stage.line_up(coming, squad)
    fixtures.begin(coming.pk, context=stage.context_of())
    assert given_in(coming) is None
    assert "hadn’t played 2 matches yet" in text_of(visitor().get(coming.get_absolute_url()))
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_a_captain_who_sends_the_card_fixes_it_too(db: None) -> None:
    match = CaptainsMatch(**RULES, handicap_after=1, meetings="double")
    fixture, stage = match.fixture, match.stage
    for one in in_order(stage)[1:]:
        if {one.home_id, one.away_id} & {fixture.home_id, fixture.away_id} and not one.is_begun:
            stage.play(one, HOME_WINS)
    wanted = handicaps.as_of_now(fixture)
    assert wanted
    page = log_in(stage.olga).get(reverse("card", args=[stage.season.slug, fixture.number]) + "?as=organizer")
    starts = wanted.given.starts
    assert starts != (0, 0)
    assert f'data-card-starts="{starts[0]} {starts[1]}"' in page.content.decode()
    match.send(0, HOME_LOSES)
    row = FixtureHandicap.objects.get(fixture=fixture)
    assert (row.given, row.averages) == (wanted.given, wanted.averages)


@pytest.mark.slow
def test_the_database_holds_one_for_a_fixture(reached: tuple[Stage, Fixture]) -> None:
    stage, coming = reached
    row = FixtureHandicap.objects.get(fixture=stage.play(coming, HOME_WINS))
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


@pytest.mark.slow
@pytest.mark.heavy
def test_a_season_without_one_says_nothing_of_it(db: None) -> None:
    stage = a_stage(handicap=0)
    row = stage.play(reach(stage), HOME_WINS)
    assert not FixtureHandicap.objects.exists()
    for path in (row.get_absolute_url(), stage.season.get_absolute_url()):
        assert "andicap" not in text_of(visitor().get(path))
