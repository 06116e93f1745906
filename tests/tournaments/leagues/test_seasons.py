"""Seasons through the actions: squads and transfers, fixtures drafted and moved, nights, the end and what follows."""

import datetime
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import make_event, publish
from tests.kept import kept
from tests.tournaments.pages.browsing import finish_round, form, log_in
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage, a_hall, a_member
from tournaments.checkin import entries
from tournaments.errors import Conflict
from tournaments.integrity import verify
from tournaments.leagues import closing, play_offs, schedule, series, setup, squads, tables
from tournaments.leagues.models import Fixture, Postponement, Season, SeriesLine, SquadPlayer
from tournaments.leagues.schedule import Plan
from tournaments.results.standings_update import settle_unsettled

DAY = datetime.timedelta(days=1)
EVENING = datetime.time(19)


def test_everybody_meets_on_the_clubs_own_evenings_but_not_on_a_blackout(db: None) -> None:
    stage = Stage(SMALL)
    stage.draft(blackouts=(FIRST_DAY + 7 * DAY,))
    days = sorted({row.starts_at.astimezone(stage.season.zone) for row in stage.season.fixtures.all()})
    assert {day.time() for day in days} == {EVENING}
    assert [(day.date() - FIRST_DAY).days for day in days] == [0, 14, 21, 28, 35, 42]
    assert set(stage.season.fixtures.values_list("state", flat=True)) == {"draft"}
    with pytest.raises(RuleError, match="Discard the draft first"):
        setup.add_squad(stage.season.sections.get().pk, "Crows", context=stage.context_of())
    stage.open()
    assert set(stage.season.fixtures.values_list("state", flat=True)) == {"planned"}
    with pytest.raises(RuleError, match="is in progress"):
        stage.draft()


def test_a_hall_that_is_too_small_is_refused_before_anything_is_written(db: None) -> None:
    stage = Stage({**SMALL, "pairs": 2, "games": 2}, [BIRDS[:4]])
    hall = a_hall(stage, 1)
    stage.league.teams.filter(name__in=BIRDS[:2]).update(venue=hall)
    with pytest.raises(RuleError, match="A match needs 2 tables, and Elks Hall has 1"):
        stage.draft()
    assert not stage.season.fixtures.exists()
    hall.tables = 2
    hall.save()
    stage.draft()
    there = stage.season.fixtures.filter(venue=hall)
    assert there.count() == 6 == len(set(there.values_list("starts_at", flat=True)))


@pytest.mark.slow
def test_only_weeks_to_come_get_other_days(db: None) -> None:
    stage = Stage(SMALL)
    stage.open()
    first = stage.season.fixtures.order_by("number")[0]
    stage.play(first, [[(10, 1)]])
    before = dict(stage.season.fixtures.values_list("pk", "starts_at"))
    plan = Plan(FIRST_DAY + 30 * DAY, datetime.time(20))
    schedule.move_weeks(stage.season.pk, plan, "The hall is painted", context=stage.context_of())
    after = dict(stage.season.fixtures.values_list("pk", "starts_at"))
    moved = {pk for pk in before if before[pk] != after[pk]}
    assert moved == set(stage.season.fixtures.exclude(week=first.week).values_list("pk", flat=True))
    assert Postponement.objects.count() == len(moved)
    with pytest.raises(Conflict):
        schedule.move_weeks(stage.season.pk, plan, "x", context=stage.context_of(), expected_version=1)


def test_a_transfer_has_a_day_and_a_history(db: None) -> None:
    stage = Stage(SMALL)
    player, new = stage.players("Wrens")[1], stage.squad("Larks")
    with pytest.raises(RuleError, match="Transfer"):
        squads.join_squad(new.pk, player, FIRST_DAY, context=stage.context_of())
    squads.transfer(new.pk, player, FIRST_DAY + 10 * DAY, context=stage.context_of())
    rows = SquadPlayer.objects.filter(player=player).order_by("since")
    assert [(str(row.squad), row.until) for row in rows] == [("Wrens", FIRST_DAY + 10 * DAY), ("Larks", None)]
    on = [squads.squad_on(stage.season, FIRST_DAY + days * DAY).get(player=player).squad for days in (9, 10)]
    assert list(map(str, on)) == ["Wrens", "Larks"]
    with pytest.raises(RuleError, match="Choose a later date"):
        squads.leave_squad(stage.season.pk, player, FIRST_DAY + 10 * DAY, context=stage.context_of())
    squads.leave_squad(stage.season.pk, player, FIRST_DAY + 11 * DAY, context=stage.context_of())
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_a_season_ends_with_champions_and_moves_that_the_next_one_follows(db: None) -> None:
    rules = {**SMALL, "meetings": "single", "up": 1, "down": 1, "play_offs": 2}
    stage = Stage(rules, (BIRDS[:3], TREES[:3]))
    stage.open()
    with pytest.raises(RuleError, match="6 matches still have to be played"):
        closing.close_season(stage.season.pk, context=stage.context_of())
    stage.play_all(Random(3))
    with pytest.raises(RuleError, match="has no playoffs yet"):
        closing.close_season(stage.season.pk, context=stage.context_of())
    for section in stage.season.sections.all():
        made = play_offs.make_play_offs(section.pk, datetime.datetime.now(datetime.UTC), context=stage.context_of())
        assert play_offs.winner_of(made) is None
        finish_round(made.event.stages.get(), stage.olga)
        assert play_offs.winner_of(made) == made.seats.get(seed=1).squad or play_offs.winner_of(made)
    closing.close_season(stage.season.pk, context=stage.context_of())
    final = {str(row.squad): row.way for row in stage.season.final_places.all()}
    tops = [section.lines.order_by("place") for section in stage.season.sections.all()]
    assert final[str(tops[0][2].squad)] == "down"
    assert final[str(tops[1][0].squad)] == "up"
    assert list(final.values()).count("stays") == 4
    assert stage.season.final_places.filter(is_champion=True).count() == 2
    with pytest.raises(RuleError, match="is closed"):
        squads.join_squad(stage.squad("Wrens").pk, "Zoe", FIRST_DAY, context=stage.context_of())
    new = closing.follow_season(stage.season.pk, "Spring", FIRST_DAY, context=stage.context_of())
    where = {str(row): row.section.division.level for row in new.squads.all()}
    assert where[str(tops[1][0].squad)] == 1
    assert where[str(tops[0][2].squad)] == 2
    assert SquadPlayer.objects.filter(season=new, until=None).count() == 12
    with pytest.raises(Conflict):
        closing.follow_season(stage.season.pk, "Summer", FIRST_DAY, context=stage.context_of())
    settle_unsettled()
    tables.settle_stale_seasons()
    assert verify.violations() == []


def a_nights() -> Stage:
    stage = Stage({"kind": "nights", "drop": 1}, ((),))
    stage.open()
    return stage


nights = kept(a_nights)


def test_the_next_season_opens_on_its_own_page_and_is_offered_once(nights: Stage) -> None:
    closing.close_season(nights.season.pk, context=nights.context_of())
    browser, page = log_in(nights.olga), reverse("season_setup", args=[nights.season.slug])
    follow = reverse("move_season", args=[nights.season.slug, "follow"])
    assert follow in browser.get(page).content.decode()
    answer = browser.post(follow, form(name="Spring", on=FIRST_DAY.isoformat()))
    spring = reverse("season_setup", args=[Season.objects.get(follows=nights.season).slug])
    assert answer["Location"] == spring
    after = browser.get(page).content.decode()
    assert follow not in after
    assert spring in after


def night(stage: Stage, players: list[Player]) -> object:
    event = make_event(stage.club, stage.olga, name="Thursday")
    for player in players:
        entries.register(event.pk, [player], context=stage.context_of(), check_in=True)
    publish(event, stage.olga)
    finish_round(event.stages.get(), stage.olga)
    return series.add_night(stage.season.pk, event, context=stage.context_of())


@pytest.mark.slow
def test_period_points_pass_over_guests_and_drop_the_worst_night(nights: Stage) -> None:
    players = [a_member(nights, name) for name in ("Ann", "Bob", "Cy")]
    guest = Player.objects.create(name="Gail")
    guest.memberships.create(club=nights.club, role="guest")
    for _ in range(2):
        series.count_night(night(nights, [*players, guest]).pk, context=nights.context_of())
    lines = {row.player.name: row for row in SeriesLine.objects.filter(season=nights.season)}
    assert set(lines) == {"Ann", "Bob", "Cy"}
    for row in lines.values():
        assert len(row.dropped) == 1
        assert Fraction(row.total) == max(map(Fraction, row.nights))
    guest.memberships.update(role="member")
    assert verify.violations() == []


def test_a_night_counts_once_it_is_over_and_belongs_to_one_season(nights: Stage) -> None:
    event = make_event(nights.club, nights.olga)
    added = series.add_night(nights.season.pk, event, context=nights.context_of())
    with pytest.raises(RuleError, match="isn’t over"):
        series.count_night(added.pk, context=nights.context_of())
    with pytest.raises(RuleError, match="is already part of a season"):
        series.add_night(nights.season.pk, event, context=nights.context_of())
    with pytest.raises(RuleError, match="series of nights"):
        schedule.draft_fixtures(
            Season.objects.create(
                league=nights.league, name="x", slug="x", rules=nights.season.rules, criteria=["points"]
            ).pk,
            Plan(FIRST_DAY, EVENING),
            context=nights.context_of(),
        )
    assert not Fixture.objects.exists()


@pytest.mark.parametrize(
    ("credit", "wanted"), [("regular", {"Ann"}), ("substitute", {"Sue"}), ("both", {"Ann", "Sue"})]
)
def test_who_gets_the_points_when_somebody_stood_in(db: None, credit: str, wanted: set[str]) -> None:
    stage = Stage({"kind": "nights", "credit": credit}, ((),))
    stage.open()
    players = [a_member(stage, name) for name in ("Ann", "Bob", "Cy", "Dee")]
    event = make_event(stage.club, stage.olga)
    found = [entries.register(event.pk, [player], context=stage.context_of(), check_in=True) for player in players]
    entries.substitute(found[0].pk, players[0], a_member(stage, "Sue"), context=stage.context_of())
    publish(event, stage.olga)
    finish_round(event.stages.get(), stage.olga)
    series.count_night(
        series.add_night(stage.season.pk, event, context=stage.context_of()).pk, context=stage.context_of()
    )
    names = set(SeriesLine.objects.values_list("player__name", flat=True))
    assert names == wanted | {"Bob", "Cy", "Dee"}
