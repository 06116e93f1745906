"""Position week after all others, and divisions that play on nights of their own."""

import datetime
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.errors import RuleError
from tests.cast import context_of, make_user
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage, a_hall
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.leagues import penalties, position_weeks, schedule, withdrawals
from tournaments.leagues.models import Fixture, Team
from tournaments.leagues.schedule import Plan

WEEK = datetime.timedelta(days=7)
LATER = timezone.now() + datetime.timedelta(days=120)
YESTERDAY = timezone.now().date() - datetime.timedelta(days=1)


def played(teams: int) -> Stage:
    """A season that is over, its teams apart by their numbers."""
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:teams],))
    stage.open()
    stage.play_all(Random(7))
    for number, squad in enumerate(stage.season.squads.order_by("number")):
        penalties.adjust(squad.pk, 20 * number + 1, "Apart", context=stage.context_of())
    return stage


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.heavy
def test_neighbors_meet_at_the_better_ones_home_and_it_counts() -> None:
    stage = played(5)
    section = stage.season.sections.get()
    position_weeks.draw_positions(section.pk, LATER, context=stage.context_of())
    rows = list(stage.season.fixtures.filter(week=6).order_by("number"))
    assert [str(row) for row in rows] == ["Herons – Robins", "Finches – Larks"], "the last one has no neighbor"
    assert {(row.leg, row.state) for row in rows} == {(2, "planned")}
    with pytest.raises(RuleError, match="2 matches in Division 1 still have to be played"):
        position_weeks.draw_positions(section.pk, LATER + WEEK, context=stage.context_of())
    stage.play_all(Random(8))
    assert stage.squad("Herons").line.played == 5
    position_weeks.draw_positions(section.pk, LATER + WEEK, context=stage.context_of())
    assert {row.leg for row in stage.season.fixtures.filter(week=7)} <= {2, 3}
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.heavy
def test_what_cannot_be_drawn_is_refused() -> None:
    stage = played(3)
    section, by = stage.season.sections.get(), stage.context_of()
    stage.season.refresh_from_db()
    for at, more, error in (
        (timezone.now(), {}, RuleError),
        (LATER, {"expected_version": stage.season.version - 1}, Conflict),
        (LATER, {"context": context_of(make_user("Sam"))}, NotAllowed),
    ):
        with pytest.raises(error):
            position_weeks.draw_positions(section.pk, at, **{"context": by} | more)
    hall = a_hall(stage, 0)
    Team.objects.update(venue=hall)
    with pytest.raises(RuleError, match="would need 1 tables but has 0"):
        position_weeks.draw_positions(section.pk, LATER, context=by)
    Team.objects.update(venue=None)
    for name in ("Wrens", "Larks"):
        about = (stage.squad(name).pk, "withdrew", "keep", YESTERDAY, "x")
        withdrawals.withdraw(*about, context=by, expected_version=0)
    with pytest.raises(RuleError, match="too few teams"):
        position_weeks.draw_positions(section.pk, LATER, context=by)
    assert not Fixture.objects.filter(week__gt=3).exists()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.heavy
def test_an_organizer_draws_it_on_the_page() -> None:
    stage = played(4)
    browser, page = log_in(stage.olga), reverse("season_setup", args=[stage.season.slug])
    said = text_of(browser.get(page))
    assert "Draw a position week for Division 1" in said
    assert "Robins – Finches" in said
    path = reverse("move_season", args=[stage.season.slug, "positions"])
    stage.season.refresh_from_db()
    body = {"section": stage.season.sections.get().pk, "seen": stage.season.version}
    assert "Enter the date and time the matches start." in text_of(browser.post(path, form(at="", **body)))
    answer = browser.post(path, form(at=LATER.strftime("%Y-%m-%dT19:00"), **body), follow=True)
    assert "Position week drawn for Division 1." in text_of(answer)
    assert "Draw a position week" not in text_of(browser.get(page))


@pytest.mark.slow
@pytest.mark.django_db
def test_each_division_plays_on_its_own_night_and_shares_the_hall() -> None:
    """On one night the hall would be too small for both."""
    stage = Stage({**SMALL, "meetings": "double"}, (BIRDS[:4], TREES[:4]))
    hall = a_hall(stage, 2)
    Team.objects.update(venue=hall)
    with pytest.raises(RuleError, match="home matches, but tables for only 2"):
        stage.draft()
    second = stage.season.sections.get(division__level=2)
    stage.season.refresh_from_db()
    browser = log_in(stage.olga)
    first = stage.season.sections.get(division__level=1)
    body = form(seen=stage.season.version, **{f"night_{first.pk}": 0, f"night_{second.pk}": 2})
    answer = browser.post(reverse("move_season", args=[stage.season.slug, "nights"]), body, follow=True)
    assert "Division nights saved." in text_of(answer)
    assert "2 days after the match day" in text_of(browser.get(reverse("season_setup", args=[stage.season.slug])))
    stage.open()
    zone = stage.season.zone
    for section, shift in ((first, 0), (second, 2)):
        days = {row.starts_at.astimezone(zone).date() for row in section.fixtures.all()}
        assert min(days) == FIRST_DAY + datetime.timedelta(days=shift)
        assert len(days) == 6
    plan = Plan(FIRST_DAY + 10 * WEEK, datetime.time(20))
    schedule.move_weeks(stage.season.pk, plan, "The hall is painted", context=stage.context_of())
    moved = {row.starts_at.astimezone(zone).date() for row in second.fixtures.filter(week=1)}
    assert moved == {FIRST_DAY + 10 * WEEK + datetime.timedelta(days=2)}
    with pytest.raises(RuleError, match="is in progress"):
        schedule.set_nights(stage.season.pk, {first.pk: 1}, context=stage.context_of())


@pytest.mark.django_db
def test_a_night_is_before_the_next_match_day() -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:2], TREES[:2]))
    first = stage.season.sections.get(division__level=1)
    with pytest.raises(RuleError, match="0 to 6 days"):
        schedule.set_nights(stage.season.pk, {first.pk: 7}, context=stage.context_of())
    schedule.set_nights(stage.season.pk, {first.pk: 3}, context=stage.context_of())
    with pytest.raises(RuleError, match="3 days after each match day, but match days are only 3 days apart"):
        stage.draft(every=3)
    stage.draft(every=4)
