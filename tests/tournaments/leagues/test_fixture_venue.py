"""A single match is played somewhere else: an organizer sets its venue, and the team's home doesn't change it."""

import datetime

import pytest
from django.urls import reverse

from games.engine.errors import RuleError
from tests.cast import make_club, make_user, on_phone
from tests.kept import kept
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import SMALL, Stage, a_hall
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Venue
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.leagues import fixtures, setup
from tournaments.leagues.models import Fixture


def a_stage() -> Stage:
    found = Stage({**SMALL, "meetings": "single"})
    found.open()
    return found


stage = kept(a_stage)


@pytest.fixture
def first(stage: Stage) -> Fixture:
    return stage.season.fixtures.order_by("number")[0]


def test_the_match_moves_and_stays_when_the_team_gets_another_home(stage: Stage, first: Fixture) -> None:
    hall, home = a_hall(stage, 4), a_hall(stage, 4, "Grange")
    changed = fixtures.set_venue(first.pk, hall, context=stage.context_of(), expected_version=first.revision)
    assert (changed.venue, changed.revision) == (hall, first.revision + 1)
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.action, entry.detail["fixture"], entry.detail["venue"]) == ("set_fixture_venue", first.pk, hall.pk)
    stage.season.refresh_from_db()
    setup.change_team(
        first.home_id, "Larks II", home, context=stage.context_of(), expected_version=stage.season.version
    )
    assert Fixture.objects.get(pk=first.pk).venue == hall
    for squad in first.squads:
        stage.line_up(first, squad)
    begun = fixtures.begin(first.pk, context=stage.context_of())
    assert begun.event.venue == hall
    assert verify.violations() == []


def test_no_venue_is_a_venue_too(stage: Stage, first: Fixture) -> None:
    fixtures.set_venue(first.pk, a_hall(stage, None), context=stage.context_of())
    assert fixtures.set_venue(first.pk, None, context=stage.context_of()).venue is None
    before = AuditLogEntry.objects.count()
    fixtures.set_venue(first.pk, None, context=stage.context_of())
    assert AuditLogEntry.objects.count() == before, "nothing changed"


def test_a_hall_takes_no_more_matches_than_it_has_tables(stage: Stage, first: Fixture) -> None:
    hall = a_hall(stage, 1)
    other = stage.season.fixtures.filter(week=first.week).exclude(pk=first.pk).get()
    fixtures.set_venue(other.pk, hall, context=stage.context_of())
    with pytest.raises(RuleError, match=r"would need 2 tables but has 1. Choose another venue"):
        fixtures.set_venue(first.pk, hall, context=stage.context_of())
    fixtures.postpone(first.pk, None, "Snow", context=stage.context_of())
    assert fixtures.set_venue(first.pk, hall, context=stage.context_of()).venue == hall
    with pytest.raises(RuleError, match="Choose another date"):
        fixtures.postpone(first.pk, other.starts_at, "Thaw", context=stage.context_of())
    day = other.starts_at + datetime.timedelta(days=3)
    assert fixtures.postpone(first.pk, day, "Thaw", context=stage.context_of()).venue == hall


def test_what_cannot_be_is_refused(stage: Stage, first: Fixture) -> None:
    hall, by = a_hall(stage, 4), stage.context_of()
    theirs = Venue.objects.create(club=make_club(make_user("Ed"), "Ash Street"), name="Theirs")
    closed = Venue.objects.create(club=stage.club, name="Closed", is_retired=True)
    for venue in (theirs, closed):
        with pytest.raises(RuleError, match="is no longer a venue of"):
            fixtures.set_venue(first.pk, venue, context=by)
    with pytest.raises(Conflict):
        fixtures.set_venue(first.pk, hall, context=by, expected_version=first.revision - 1)
    captain = first.home.players.get(is_captain=True).player
    with pytest.raises(NotAllowed):
        fixtures.set_venue(first.pk, hall, context=on_phone(captain))
    fixtures.rule(first.pk, "void", "Snow", context=by)
    with pytest.raises(RuleError, match="can’t change its venue"):
        fixtures.set_venue(first.pk, hall, context=by)
    assert Fixture.objects.get(pk=first.pk).venue is None


def test_an_organizer_does_it_on_the_page(stage: Stage, first: Fixture) -> None:
    hall, browser = a_hall(stage, 4), log_in(stage.olga)
    page = first.get_absolute_url()
    assert "Change venue" in text_of(browser.get(page))
    assert "Change venue" not in text_of(visitor().get(page))
    path = reverse("move_fixture", args=[stage.season.slug, first.number, "venue"])
    answer = browser.post(path, form(seen=first.revision, venue=hall.pk), follow=True)
    assert "Match moved to Elks Hall." in text_of(answer)
    answer = browser.post(path, form(seen=first.revision + 1, venue=""), follow=True)
    assert "Venue removed." in text_of(answer)
    assert browser.post(path, form(seen=first.revision + 2, venue=10**8)).status_code == 404
