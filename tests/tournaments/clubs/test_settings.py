"""A club's settings: who changes them, what is logged, two owners at once, and another time zone."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from tests.cast import context_of, enter, make_club, make_event, make_user, publish, with_key
from tests.tournaments.pages.browsing import differences, form, log_in, text_of, world
from tests.tournaments.pages.test_query_counts import queries
from tests.tournaments.scenes.league import Stage
from tests.tournaments.scenes.registration import taking
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs import settings
from tournaments.clubs.models import Club, Membership, Role
from tournaments.context import SITE
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture

DETROIT, LONDON = ZoneInfo("America/Detroit"), ZoneInfo("Europe/London")
PAGE = 6
"""Questions to the database."""


def page_of(club: Club) -> str:
    return reverse("club_settings", args=[club.slug])


def body(club: Club, **changed: Any) -> dict[str, Any]:
    """What the form sends from a page that shows the club as it is."""
    club.refresh_from_db()
    shown = {"name": club.name, "zone": club.zone, "about": club.about, "colour": club.colour}
    return form(seen=settings.settings_seen(club), **shown | changed)


def test_a_change_is_saved_and_logged_with_what_it_was(club: Club, olga: User) -> None:
    asked = with_key(olga)
    for _ in range(2):
        settings.change_club(club.pk, {"name": "Oak Street", "colour": "blue"}, context=asked)
    club.refresh_from_db()
    assert (club.name, club.colour, club.slug) == ("Oak Street", "blue", "elm-street-euchre")
    entry = club.audit_log.get()
    assert (entry.action, entry.detail) == (
        "change_club",
        {"changed": {"name": ["Elm Street Euchre", "Oak Street"], "colour": ["green", "blue"]}},
    )
    said = text_of(log_in(olga).get(page_of(club)))
    assert "Olga changed the name from “Elm Street Euchre” to “Oak Street” and the header color from Green" in said


def test_what_stays_as_it_is_is_not_logged(club: Club, olga: User) -> None:
    settings.change_club(club.pk, {"name": club.name, "zone": club.zone}, context=context_of(olga))
    assert not AuditLogEntry.objects.exists()


def test_only_owners_change_it_and_only_to_what_can_be(club: Club, olga: User, sam: User) -> None:
    Membership.objects.create(club=club, player=sam.player, role=Role.ORGANIZER)
    with pytest.raises(NotAllowed):
        settings.change_club(club.pk, {"name": "Sam's"}, context=context_of(sam))
    for change in ({"zone": "Nowhere/Land"}, {"name": ""}, {"colour": "plaid"}):
        with pytest.raises(ValidationError):
            settings.change_club(club.pk, change, context=context_of(olga))
    club.refresh_from_db()
    assert (club.name, club.zone, club.colour) == ("Elm Street Euchre", "America/Detroit", "green")
    assert not AuditLogEntry.objects.exists()


def test_two_owners_at_once_overwrite_nothing(club: Club, olga: User) -> None:
    mia = make_user("Mia")
    Membership.objects.create(club=club, player=mia.player, role=Role.OWNER)
    client, sent = log_in(olga), body(club, about="Tuesdays")
    settings.change_club(club.pk, {"name": "Oak Street"}, context=context_of(mia))
    before = world()
    answer = client.post(page_of(club), sent)
    assert answer.status_code == 409
    assert "Mia changed these settings while you had them open" in text_of(answer)
    assert "Name is now: Oak Street" in text_of(answer)
    assert "Tuesdays" in text_of(answer), "nothing typed is lost"
    assert differences(before, world()) == set()
    with pytest.raises(Conflict):
        settings.change_club(club.pk, {"about": ""}, context=context_of(olga), expected_version="another")
    assert log_in(olga).post(page_of(club), body(club, about="Tuesdays")).status_code == 302


class TestAnotherZone:
    @pytest.fixture
    def night(self, club: Club, olga: User) -> Event:
        """At 7 in the evening of the club, next week."""
        event = taking(club, olga, name="Pairs cup")
        evening = (timezone.now().astimezone(DETROIT) + timedelta(days=7)).replace(hour=19, minute=0, second=0)
        Event.objects.filter(pk=event.pk).update(starts_at=evening)
        return Event.objects.get(pk=event.pk)

    def test_the_page_asks_first_and_says_what_follows(self, club: Club, olga: User, night: Event) -> None:
        client, before = log_in(olga), world()
        asked = client.post(page_of(club), body(club, zone="London"))
        assert asked.status_code == 200
        assert "Change the time zone to Europe/London (UTC" in text_of(asked)
        assert "Pairs cup still starts at 7:00 PM, now in the new time zone." in text_of(asked)
        assert differences(before, world()) == set()
        assert client.post(page_of(club), body(club, zone="London", agreed="Asia/Tokyo")).status_code == 200
        assert differences(before, world()) == set()
        assert client.post(page_of(club), body(club, zone="London", agreed="Europe/London")).status_code == 302
        club.refresh_from_db()
        assert club.zone == "Europe/London"

    def test_what_has_not_begun_keeps_its_time_of_day(self, club: Club, olga: User, night: Event) -> None:
        version, closes = night.version, night.registration.closes_at
        settings.change_club(club.pk, {"zone": "Europe/London"}, context=context_of(olga))
        moved = Event.objects.get(pk=night.pk)
        shown = (night.starts_at.astimezone(DETROIT), moved.starts_at.astimezone(LONDON))
        assert shown[0].replace(tzinfo=None) == shown[1].replace(tzinfo=None)
        assert moved.starts_at < night.starts_at
        assert (moved.version, moved.audit_log.latest("pk").action) == (version + 1, "change_club")
        assert closes
        assert moved.registration.closes_at
        assert moved.registration.closes_at < closes

    def test_what_has_begun_or_is_over_keeps_its_moment(self, club: Club, olga: User) -> None:
        begun, over = make_event(club, olga), make_event(club, olga, name="Past")
        enter(begun, olga, ["Ann", "Bob", "Cy", "Dee"])
        publish(begun, olga)
        Event.objects.filter(pk=over.pk).update(starts_at=datetime(2026, 1, 8, 0, tzinfo=UTC))
        before = dict(Event.objects.values_list("pk", "starts_at"))
        settings.change_club(club.pk, {"zone": "Europe/London"}, context=context_of(olga))
        assert dict(Event.objects.values_list("pk", "starts_at")) == before

    def test_fixtures_to_come_keep_theirs_too(self, db: None) -> None:
        stage = Stage()
        stage.open()
        before = {one.pk: one.starts_at.astimezone(DETROIT) for one in Fixture.objects.all()}
        version = stage.season.version
        settings.change_club(stage.club.pk, {"zone": "Europe/London"}, context=SITE)
        after = {one.pk: one.starts_at.astimezone(LONDON) for one in Fixture.objects.all()}
        assert before
        ahead = [pk for pk, at in before.items() if at > timezone.now()]
        assert ahead
        assert [after[pk].replace(tzinfo=None) for pk in ahead] == [before[pk].replace(tzinfo=None) for pk in ahead]
        stage.season.refresh_from_db()
        assert stage.season.version > version


@pytest.mark.parametrize("many", [1, 6])
def test_the_page_asks_as_many_questions_with_few_changes_as_with_many(club: Club, olga: User, many: int) -> None:
    for number in range(many):
        settings.change_club(club.pk, {"about": f"Night {number}"}, context=with_key(olga))
    assert queries(log_in(olga), page_of(club)) == PAGE


def test_another_clubs_owner_is_refused(club: Club) -> None:
    oscar = make_user("Oscar")
    make_club(oscar, "Other club")
    client: Client = log_in(oscar)
    assert client.post(page_of(club), body(club, about="Mine")).status_code == 403
