"""A team joins a running season: takes byes and the places of teams that left, and the rest is played later or not."""

import datetime
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.errors import RuleError
from tests.cast import context_of, make_user, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, TREES, Stage, a_hall
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues import late_entries, penalties, play_offs, setup, squads, withdrawals
from tournaments.leagues.late_entries import Missed
from tournaments.leagues.models import Fixture, SectionLine, Squad

WEEK = datetime.timedelta(days=7)
SINCE = FIRST_DAY + datetime.timedelta(days=1)
YESTERDAY = timezone.now().date() - datetime.timedelta(days=1)
NAMES = ["Nan", "Ned", "Nia"]


def a_stage(teams: int, meetings: str = "single", **rules: object) -> Stage:
    stage = Stage({**SMALL, "meetings": meetings, **rules}, (BIRDS[:teams],))
    stage.open()
    return stage


def join(stage: Stage, missed: Missed = Missed.LATER, **more: object) -> Squad:
    about = {"names": NAMES, "since": SINCE, "reason": "A new pub", "context": stage.context_of(), **more}
    names, since, reason = about.pop("names"), about.pop("since"), about.pop("reason")
    return late_entries.enter_late(stage.season.sections.get().pk, "Newts", names, since, missed, reason, **about)  # type: ignore[arg-type]


def days_of(squad: Squad) -> list[datetime.date]:
    rows = squad.home_fixtures.all() | squad.away_fixtures.all()
    return sorted(row.starts_at.astimezone(squad.season.zone).date() for row in rows)


def check_calendar(stage: Stage) -> None:
    """Nobody plays twice on a day, nor meets anybody twice on the same side of a leg."""
    for squad in stage.season.squads.all():
        rows = (squad.home_fixtures.all() | squad.away_fixtures.all()).filter(state="planned")
        days = [row.starts_at.astimezone(stage.season.zone).date() for row in rows]
        assert len(days) == len(set(days)), squad
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.heavy
def test_in_an_odd_division_it_takes_the_byes_that_are_left_and_plays_the_rest_at_the_end() -> None:
    stage = a_stage(5)
    before = stage.season.fixtures.count()
    squad = join(stage)
    assert (squad.joined_week, squad.number, stage.season.fixtures.count()) == (2, 6, before + 5)
    own = (squad.home_fixtures.all() | squad.away_fixtures.all()).order_by("week")
    assert [row.week for row in own] == [2, 3, 4, 5, 6]
    assert {row.state for row in own} == {"planned"}
    assert len({row.home_id + row.away_id for row in own}) == 5, "everybody once"
    assert abs(squad.home_fixtures.count() - squad.away_fixtures.count()) == 1
    assert days_of(squad) == [FIRST_DAY + WEEK * week for week in range(1, 6)]
    assert [row.is_captain for row in squad.players.order_by("pk")] == [True, False, False]
    check_calendar(stage)
    stage.play_all(Random(5))
    assert SectionLine.objects.get(squad=squad).played == 5
    first, again = rebuild()
    assert first == again
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("missed", "state", "count"), [("not_played", None, 0), ("award", "walkover", 1)])
def test_what_it_missed_is_not_played_or_awarded(missed: str, state: str | None, count: int) -> None:
    stage = a_stage(5)
    squad = join(stage, Missed(missed))
    own = squad.home_fixtures.all() | squad.away_fixtures.all()
    assert own.filter(state="planned").count() == 4
    lost = own.exclude(state="planned")
    assert [row.state for row in lost] == [state] * count
    for row in lost:
        assert row.squads[row.at_fault or 0] == squad
        assert row.reason == "Newts: A new pub"
        other = row.squads[1 - (row.at_fault or 0)]
        assert SectionLine.objects.get(squad=other).points == stage.season.settings.unplayed
    check_calendar(stage)


@pytest.mark.slow
@pytest.mark.django_db
def test_in_an_even_division_it_takes_the_place_of_a_team_that_left() -> None:
    stage = a_stage(4, "double")
    gone = stage.squad("Larks")
    withdrawals.withdraw(
        gone.pk, "withdrew", "keep", YESTERDAY, "Too few", context=stage.context_of(), expected_version=0
    )
    squad = join(stage, Missed.NOT_PLAYED, since=YESTERDAY)
    own = squad.home_fixtures.all() | squad.away_fixtures.all()
    assert (own.count(), squad.joined_week) == (6, 1), "all weeks are to come"
    assert not own.filter(home=gone).exists()
    assert not own.filter(away=gone).exists()
    check_calendar(stage)
    withdrawals.undo_withdrawal(gone.pk, "Found two", context=stage.context_of(), expected_version=1)
    back = gone.home_fixtures.all() | gone.away_fixtures.all()
    assert {row.state for row in back} == {"postponed"}, "their opponents play the newcomer by now"
    assert {row.reason for row in back} == {"Found two"}
    check_calendar(stage)


@pytest.mark.slow
@pytest.mark.django_db
def test_in_an_even_division_everything_is_played_after_the_last_week() -> None:
    stage = a_stage(4, "double")
    squad = join(stage)
    assert days_of(squad) == [FIRST_DAY + WEEK * week for week in range(6, 14)]
    assert squad.joined_week == 2
    check_calendar(stage)


@pytest.mark.django_db
def test_a_home_without_a_free_table_is_played_away() -> None:
    stage = a_stage(5)
    hall = a_hall(stage, 1)
    Fixture.objects.filter(season=stage.season, week__gt=1).update(venue=hall)
    squad = join(stage, Missed.NOT_PLAYED, venue=hall)
    assert (squad.home_fixtures.count(), squad.away_fixtures.count()) == (0, 4)
    small = a_hall(stage, 0, "Shed")
    with pytest.raises(RuleError, match="Add tables"):
        late_entries.plan_late_entry(stage.season.sections.get(), small, SINCE, Missed.LATER)


@pytest.mark.django_db
def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    stage = a_stage(3)
    section, count = stage.season.sections.get(), stage.season.fixtures.count()
    for more, error in (
        ({"reason": " "}, RuleError),
        ({"expected_version": stage.season.version - 1}, Conflict),
        ({"context": context_of(make_user("Sam"))}, NotAllowed),
        ({"names": ["Larks 1"]}, RuleError),
    ):
        with pytest.raises(error):
            join(stage, **more)
    assert (stage.season.squads.count(), stage.season.fixtures.count()) == (3, count)
    key = with_key(stage.olga)
    stage.season.refresh_from_db()
    assert join(stage, context=key) == join(stage, context=key)
    with pytest.raises(RuleError, match="already plays in"):
        join(stage, names=["Nat"])
    assert section.squads.count() == 4


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.heavy
def test_after_the_last_day_for_new_players_it_needs_a_reason_and_after_the_play_offs_it_is_too_late() -> None:
    stage = a_stage(3, play_offs=2)
    squads.set_squad_dates(stage.season.pk, FIRST_DAY, None, context=stage.context_of())
    with pytest.raises(RuleError, match="The last day for new players is"):
        join(stage)
    squad = join(stage, Missed.NOT_PLAYED, exception="The committee agreed")
    assert squad.exemptions.count() == 3
    stage.play_all(Random(1))
    for number, one in enumerate(stage.season.squads.order_by("number")):
        penalties.adjust(one.pk, 20 * number + 1, "No ties", context=stage.context_of())
    play_offs.make_play_offs(stage.season.sections.get().pk, timezone.now(), context=stage.context_of())
    with pytest.raises(RuleError, match="Division 1 playoffs are already drawn"):
        late_entries.plan_late_entry(stage.season.sections.get(), None, SINCE, Missed.LATER)


@pytest.mark.django_db
def test_a_shorter_division_plays_on_in_the_weeks_of_a_longer_one() -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:3], TREES[:6]))
    stage.open()
    section = stage.season.sections.get(division__level=1)
    plan = late_entries.plan_late_entry(section, None, SINCE, Missed.LATER)
    assert [one.week for one in plan.matches] == [2, 3, 4]
    planned = setup.create_season(stage.league, "Spring", SMALL, context=stage.context_of())
    with pytest.raises(RuleError, match="doesn’t have an active schedule"):
        late_entries.plan_late_entry(planned.sections.all()[0], None, SINCE, Missed.LATER)


@pytest.mark.slow
@pytest.mark.django_db
def test_an_organizer_looks_at_the_matches_first() -> None:
    stage = a_stage(5)
    browser, page = log_in(stage.olga), reverse("season_setup", args=[stage.season.slug])
    about = {
        "late-section": stage.season.sections.get().pk,
        "late-team": "Newts",
        "late-venue": "",
        "late-since": SINCE.isoformat(),
        "late-missed": "award",
    }
    said = text_of(browser.get(page, about))
    assert "Newts joins in week 2" in said
    assert "The new team’s opponents will win these matches" in said
    assert stage.season.squads.count() == 5, "nothing is written yet"
    assert "First day on the team" in text_of(browser.get(page, {**about, "late-since": "soon"}))
    path = reverse("move_season", args=[stage.season.slug, "late"])
    stage.season.refresh_from_db()
    body = form(seen=stage.season.version, reason="A new pub", players="Nan\nNed", **about)
    assert "Newts joins the season in week 2." in text_of(browser.post(path, body, follow=True))
    squad = stage.squad("Newts")
    for where in (reverse("season", args=[stage.season.slug]), squad.get_absolute_url()):
        assert "joined in week 2" in text_of(visitor().get(where))
    feed = visitor().get(reverse("squad_calendar", args=[stage.season.slug, squad.number])).content.decode()
    assert feed.count("BEGIN:VEVENT") == 5
    assert browser.post(path, form(**{**body, "players": " ", "late-team": "Toads"})).status_code in (409, 422)
