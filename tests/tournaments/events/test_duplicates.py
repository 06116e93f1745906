"""The same event once more: what is taken along, on which day, and the way there in three clicks."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from tests.cast import Table, context_of, enter, enter_pairs, make_event, with_key
from tests.tournaments.pages.browsing import finish_round, form, log_in, settings_form, text_of
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.errors import NotAllowed
from tournaments.events import duplicates, ranking
from tournaments.events.changes import EventSettings
from tournaments.events.duplicates import duplicate_event, next_start
from tournaments.events.models import Event
from tournaments.events.stage_plans import Places, StagePlan
from tournaments.honours.prize_plan import PrizePlan
from tournaments.prizes import plans
from tournaments.registration import terms
from tournaments.registration.terms import Terms

DETROIT = ZoneInfo("America/Detroit")


def club_time(*moment: int) -> datetime:
    """By the club's clock."""
    return datetime(*moment, tzinfo=DETROIT)  # type: ignore[arg-type,misc]


def again(event: Event, user: User, starts_at: datetime | None = None, *, with_entries: bool = False) -> Event:
    return duplicate_event(
        event.club,
        event,
        "Again",
        starts_at or event.starts_at + timedelta(days=7),
        context=context_of(user),
        with_entries=with_entries,
    )


def test_everything_but_the_day_is_as_it_was(club: Club, olga: User) -> None:
    hall = Venue.objects.create(club=club, name="Hall")
    final = StagePlan("elimination", {}, (Places(1, 1, 4),), "Final")
    event = make_event(
        club, olga, "swiss", config={"rounds": 5}, venue=hall, fee=500, where="mixed", is_watchable=True, later=[final]
    )
    plans.set_prize_plan(event.pk, PrizePlan(), plans.Terms(added=2000), context=context_of(olga), expected_version=0)
    first = event.stages.get(number=1)
    ranking.set_criteria(first.pk, ["rounds_won", "buchholz"], "2009", context=context_of(olga), expected_version=1)
    made = again(event, olga)
    assert (made.name, made.club, made.in_charge) == ("Again", club, olga.player)
    assert EventSettings.of(made) == EventSettings(
        "Again", event.starts_at + timedelta(days=7), hall, 500, "opponents", "mixed", "30", True, None
    )
    kept = ("number", "name", "format", "sources", "config", "criteria", "unplayed", "rules", "is_cut_short")
    assert list(made.stages.values_list(*kept)) == list(event.stages.values_list(*kept))
    assert not set(made.stages.values_list("seed")) & set(event.stages.values_list("seed")), "it draws other rounds"
    assert made.stages.get(number=1).criteria == ["rounds_won", "buchholz"]
    assert (made.offer.plan, made.offer.added, made.offer.revision) == (event.offer.plan, 2000, 1)
    entry = made.audit_log.get()
    assert (entry.number, entry.detail) == (1, {"from": event.pk})
    assert sentence(entry) == "Olga set up the event as a copy of an earlier one."
    event.refresh_from_db()
    assert event.stages.count() == 2, "the earlier one stays as it is"


def test_a_repeated_request_makes_one(club: Club, olga: User) -> None:
    event, asked = make_event(club, olga), with_key(olga)
    start = event.starts_at + timedelta(days=7)
    made = [duplicate_event(club, event, "Again", start, context=asked) for _ in range(2)]
    assert made[0] == made[1]
    assert Event.objects.count() == 2


def test_who_may_and_who_is_the_host(club: Club, olga: User, sam: User) -> None:
    event = make_event(club, olga)
    with pytest.raises(NotAllowed):
        again(event, sam)
    Membership.objects.create(club=club, player=sam.player, role=Role.ORGANIZER)
    assert again(event, sam).in_charge == olga.player
    Membership.objects.filter(player=olga.player).update(role=Role.MEMBER)
    assert again(event, sam).in_charge == sam.player


@pytest.mark.parametrize(
    ("starts_at", "now", "expected"),
    [
        (club_time(2026, 11, 24, 19), club_time(2026, 11, 20, 12), club_time(2026, 12, 1, 19)),
        (club_time(2026, 11, 24, 19), club_time(2026, 11, 24, 23), club_time(2026, 12, 1, 19)),
        (club_time(2026, 11, 24, 19), club_time(2027, 2, 3, 12), club_time(2027, 2, 9, 19)),
        (club_time(2026, 11, 24, 19), club_time(2026, 12, 1, 19), club_time(2026, 12, 8, 19)),
        # The clocks go forward on 8 March 2026 and back on 1 November 2026: the evening begins at the same hour.
        (club_time(2026, 3, 3, 19), club_time(2026, 3, 4, 12), club_time(2026, 3, 10, 19)),
        (club_time(2026, 10, 27, 19), club_time(2026, 10, 28, 12), club_time(2026, 11, 3, 19)),
        # There is no half past two on that Sunday: an hour later, as clocks do.
        (club_time(2026, 3, 1, 2, 30), club_time(2026, 3, 2, 12), club_time(2026, 3, 8, 2, 30)),
    ],
)
def test_the_next_one_is_on_the_same_weekday_at_the_same_hour(
    club: Club, olga: User, starts_at: datetime, now: datetime, expected: datetime
) -> None:
    event = make_event(club, olga)
    event.starts_at = starts_at.astimezone(UTC)
    found = next_start(event, now)
    assert found == expected
    assert found.weekday() == starts_at.weekday()


def test_over_a_change_of_the_clocks_it_is_not_a_week_of_hours(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    event.starts_at = club_time(2026, 10, 27, 19)
    found = next_start(event, club_time(2026, 10, 28, 12))
    assert found.astimezone(UTC) - event.starts_at.astimezone(UTC) == timedelta(days=7, hours=1)


def test_registration_moves_by_as_many_days_as_the_event(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    Event.objects.filter(pk=event.pk).update(starts_at=club_time(2026, 10, 27, 19))
    event.refresh_from_db()
    opens, closes = club_time(2026, 10, 20, 8), club_time(2026, 10, 27, 18, 30)
    terms.set_terms(event.pk, Terms(opens, closes, 24, True), context=context_of(olga), expected_version=0)
    made = again(event, olga, club_time(2026, 11, 10, 20))
    found = made.registration
    assert (found.opens_at, found.closes_at) == (club_time(2026, 11, 3, 8), club_time(2026, 11, 10, 18, 30))
    assert (found.capacity, found.for_guests, found.revision) == (24, True, 1)
    terms.set_terms(event.pk, Terms(None, None, None), context=context_of(olga), expected_version=1)
    assert again(event, olga).registration.opens_at is None


def test_players_of_last_time_are_expected_again(table: Table) -> None:
    """Not who never came, nor whom the club doesn't know any more; a substitute counts, who left early too."""
    event, olga = table.event, table.olga
    entries.register(event.pk, [entries.new_player(event, "Late")], context=context_of(olga))
    [of_bob] = event.entries.filter(players=table.bob)
    entries.drop_out(of_bob.pk, context=context_of(olga))
    [of_ann] = event.entries.filter(players=table.ann)
    entries.substitute(of_ann.pk, table.ann, "Zoe", context=context_of(olga))
    Membership.objects.filter(player=table.quinn).delete()
    made = again(event, olga, with_entries=True)
    names = {entry.name for entry in made.entries.all()}
    assert names == {"Pam", "Bob", "Zoe"} | {"Gus", "Hattie", "Ike", "June", "Cy", "Dee", "Earl", "Flo"} & {
        str(player) for player in Player.objects.filter(entries__event=event)
    }
    assert set(made.entries.values_list("status", flat=True)) == {"registered"}
    assert not again(event, olga).entries.exists()


def test_pairs_stay_pairs_and_before_round_1_who_is_expected_comes_along(club: Club, olga: User) -> None:
    event = make_event(club, olga, "swiss")
    pairs = enter_pairs(event, olga, 3)
    entries.drop_out(pairs[0].pk, context=context_of(olga))
    made = again(event, olga, with_entries=True)
    assert [entry.name for entry in made.entries.all()] == ["Ann 2 & Bob 2", "Ann 3 & Bob 3"]


@pytest.mark.slow
def test_three_clicks_from_the_club_to_the_new_console(table: Table, olga_client: Client) -> None:
    """Duplicate, set up, and there it is. A fixture of a league has no such button, nor has anybody else."""
    finish_round(table.stage, table.olga)
    Event.objects.filter(pk=table.event.pk).update(starts_at=timezone.now() - timedelta(days=1))
    club_page = table.event.club.get_absolute_url()
    here = reverse("duplicate_event", args=[table.event.slug])
    assert here not in Client().get(club_page).content.decode()
    assert here in olga_client.get(club_page).content.decode()
    page = olga_client.get(here).content.decode()
    assert "Add 8 players from last time" in page
    [starts_at] = re.findall(r'name="starts_at" value="([^"]+)"', page)
    answer = olga_client.post(here, form(name="Next night", starts_at=starts_at, with_entries="on"))
    made = Event.objects.get(name="Next night")
    assert answer["Location"] == reverse("console", args=[made.slug])
    table.event.refresh_from_db()
    assert made.local_start.replace(second=0, microsecond=0) == (table.event.local_start + timedelta(days=7)).replace(
        second=0, microsecond=0
    )
    assert "0 checked in · 8 not checked in yet" in text_of(olga_client.get(answer["Location"]))


def test_a_wrong_day_comes_back_with_what_was_typed(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    client, here = log_in(olga), reverse("duplicate_event", args=[event.slug])
    answer = client.post(here, form(name="Next night", starts_at="1926-12-01T19:00"))
    assert "Enter a year from 2000 to 2099." in text_of(answer)
    assert 'value="Next night"' in answer.content.decode()
    assert "players from last time" not in text_of(answer), "no one was there"
    assert Event.objects.count() == 1


@pytest.mark.slow
def test_a_week_of_an_organizer(club: Club, olga: User) -> None:
    """An event is set up, changed, canceled, restored, duplicated and deleted, with forms alone."""
    event, client = make_event(club, olga), log_in(olga)
    enter(event, olga, ["Rose", "Sue"])
    here = reverse("event_settings", args=[event.slug])
    typed = settings_form(event, name="Quarterly", starts_at="2027-01-14T19:30", new_venue="Grange Hall", fee="7.50")
    answer = client.post(here, typed, follow=True)
    assert "Settings saved" in text_of(answer)
    said = text_of(client.get(event.get_absolute_url()))
    assert "Quarterly" in said
    assert "Thursday, January 14, 2027, 7:30 PM Grange Hall" in said
    answer = client.post(reverse("cancel_event", args=[event.slug, "cancel"]), form(reason="Snow"), follow=True)
    assert "Quarterly canceled" in text_of(answer)
    assert "Quarterly Thursday, January 14, 2027, 7:30 PM · 2 players · Grange Hall canceled" in text_of(
        Client().get(club.get_absolute_url())
    )
    answer = client.post(reverse("cancel_event", args=[event.slug, "restore"]), form(), follow=True)
    assert "Quarterly restored" in text_of(answer)
    answer = client.post(
        reverse("duplicate_event", args=[event.slug]),
        form(name="Quarterly 2", starts_at="2027-04-15T19:30", with_entries="on"),
        follow=True,
    )
    made = Event.objects.get(name="Quarterly 2")
    assert "Quarterly 2 created." in text_of(answer)
    assert (made.venue, made.fee, made.entries.count()) == (Venue.objects.get(), 750, 2)
    delete = reverse("delete_event", args=[made.slug])
    said = text_of(client.get(delete))
    assert "2 entries" in said
    made.refresh_from_db()
    answer = client.post(delete, form(seen=made.version), follow=True)
    assert "Quarterly 2 deleted" in text_of(answer)
    assert Event.objects.get() == event
    assert AuditLogEntry.objects.get(action="delete_event").detail["name"] == "Quarterly 2"
    assert client.post(delete, form(seen=made.version)).status_code == 404
    assert [row.pk for row in duplicates.regulars(event)] == list(event.entries.values_list("pk", flat=True))
