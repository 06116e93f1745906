"""Events that won't take place: canceled and restored, or deleted while nothing happened in them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from operator import attrgetter

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import Table, context_of, enter, make_event, on_grid, publish, slip
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of
from tests.tournaments.scenes.league import SMALL, Stage
from tournaments.activity_log.models import AuditLogEntry
from tournaments.activity_log.words import sentence
from tournaments.calendars import selectors as calendars
from tournaments.calendars.ical import written
from tournaments.checkin import bulk, entries
from tournaments.clubs import audit_words, members
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import announcements, cancelling, duplicates, event_list
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Event
from tournaments.leagues import closing, series
from tournaments.prizes.models import PotEntry
from tournaments.registration import spots, terms, waiting_list
from tournaments.registration.terms import Terms
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds

Write = Callable[[Event, User], object]


def cancel(event: Event, user: User, reason: str = "The hall is flooded.") -> Event:
    return cancelling.cancel_event(event.pk, reason, context=context_of(user))


def delete(event: Event, user: User) -> None:
    event.refresh_from_db()
    cancelling.delete_event(event.pk, context=context_of(user), expected_version=event.version)


def draw(event: Event, user: User) -> object:
    return rounds.draw_round(event.stages.get().pk, 1, context=context_of(user))


def open_registration(event: Event, user: User) -> object:
    return terms.open_now(event.pk, context=context_of(user))


def sign_up(event: Event, user: User) -> object:
    return spots.sign_up(event.pk, [user.player], context=context_of(user))


def check_everyone_in(event: Event, user: User) -> object:
    offer = bulk.Offer("check_in_all", bulk.absent(event))
    return bulk.do_all(event.pk, offer.action, count=1, shown=offer.shown, context=context_of(user))


def check_in(event: Event, user: User) -> object:
    return entries.check_in(event.entries.latest("number").pk, context=context_of(user))


def take_fee(event: Event, user: User) -> object:
    return entries.take_fee(event.entries.latest("number").pk, context=context_of(user))


def walk_in(event: Event, user: User) -> object:
    return entries.walk_in(event.pk, ["Rose"], context=context_of(user))


@pytest.fixture
def night(club: Club, olga: User) -> Event:
    """Eight are here, a ninth is expected, and registration is open."""
    event = make_event(club, olga, fee=500)
    enter(event, olga, ["Cy", "Dee", "Earl", "Flo", "Gus", "Hattie", "Ike", "June"])
    entries.register(event.pk, [entries.new_player(event, "Kit")], context=context_of(olga))
    terms.set_terms(event.pk, Terms(timezone.now(), None, None), context=context_of(olga), expected_version=0)
    return event


@pytest.mark.slow
def test_everyone_reads_the_reason_and_it_can_be_undone(night: Event, olga: User) -> None:
    event = cancel(night, olga, " The hall is flooded. ")
    assert event.cancelled_at
    assert event.cancelled_because == "The hall is flooded."
    assert sentence(event.audit_log.latest("pk")) == "Olga canceled the event (The hall is flooded.)."
    assert "This event is canceled. If it’s going ahead after all, restore it in the settings" in text_of(
        log_in(olga).get(reverse("console", args=[event.slug]))
    )
    for name in ("event", "standings", "console", "registration", "my_seat"):
        said = text_of(log_in(olga).get(reverse(name, args=[event.slug])))
        assert "This event is canceled. The hall is flooded." in said, name
    cancel(event, olga, "Another reason")
    event.refresh_from_db()
    assert event.cancelled_because == "The hall is flooded.", "once is enough"
    cancelling.restore_event(event.pk, context=context_of(olga))
    event.refresh_from_db()
    assert (event.cancelled_at, event.cancelled_because) == (None, "")
    assert "canceled" not in text_of(Client().get(event.get_absolute_url()))
    assert list(event.audit_log.values_list("action", flat=True)[:2]) == ["restore_event", "cancel_event"]


@pytest.mark.parametrize("reason", ["", "  "])
def test_players_see_why(night: Event, olga: User, reason: str) -> None:
    with pytest.raises(RuleError, match="short reason"):
        cancel(night, olga, reason)


def test_who_may(night: Event, sam: User) -> None:
    with pytest.raises(NotAllowed):
        cancel(night, sam)
    with pytest.raises(NotAllowed):
        cancelling.restore_event(night.pk, context=context_of(sam))
    with pytest.raises(NotAllowed):
        delete(night, sam)


@pytest.mark.parametrize(
    "write",
    [draw, open_registration, sign_up, check_in, check_everyone_in, take_fee, walk_in],
    ids=attrgetter("__name__"),
)
def test_nothing_begins_in_a_canceled_event(night: Event, olga: User, write: Write) -> None:
    cancel(night, olga)
    with pytest.raises(RuleError, match="Thursday night is canceled"), transaction.atomic():
        write(night, olga)
    cancelling.restore_event(night.pk, context=context_of(olga))
    write(night, olga)


def test_a_draft_is_not_published_while_it_is_canceled(night: Event, olga: User) -> None:
    row = rounds.draw_round(night.stages.get().pk, 1, context=context_of(olga))
    cancel(night, olga)
    with pytest.raises(RuleError, match="is canceled"):
        rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)


def test_the_waiting_list_stands_still(night: Event, olga: User, sam: User) -> None:
    entries.drop_out(night.entries.latest("number").pk, context=context_of(olga))
    terms.set_terms(night.pk, Terms(timezone.now(), None, 8), context=context_of(olga), expected_version=1)
    spots.sign_up(night.pk, [olga.player], context=context_of(olga))
    cancel(night, olga)
    entries.drop_out(night.entries.earliest("number").pk, context=context_of(olga))
    assert waiting_list.waiting_lists_to_sweep() == []
    waiting_list.sweep_waiting_list(night.pk)
    assert night.registrations.get().state == "waiting"
    cancelling.restore_event(night.pk, context=context_of(olga))
    waiting_list.sweep_waiting_lists()
    assert night.registrations.get().state == "confirmed"


def test_what_is_played_is_finished_and_not_canceled(table: Table) -> None:
    with pytest.raises(RuleError, match=r"Round 1 is published\. Unpublish it, then cancel"):
        cancel(table.event, table.olga)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    with pytest.raises(RuleError, match="Finish it to keep"):
        cancel(table.event, table.olga)
    Event.objects.filter(pk=table.event.pk).update(finished_at=timezone.now())
    with pytest.raises(RuleError, match="is finished"):
        cancel(table.event, table.olga)


def test_the_database_asks_for_a_reason_and_no_end(night: Event) -> None:
    rows, now = Event.objects.filter(pk=night.pk), timezone.now()
    for wrong in (
        {"cancelled_at": now},
        {"cancelled_because": "Snow"},
        {"cancelled_at": now, "cancelled_because": "Snow", "finished_at": now},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**wrong)
    rows.update(cancelled_at=now, cancelled_because="Snow")


def test_lists_have_a_badge_and_it_is_no_ones_tonight(night: Event, olga: User) -> None:
    now = timezone.now()

    def tonight() -> event_list.EventRow | None:
        rows = event_list.rows(event_list.coming(Event.objects.all(), now), now)
        return event_list.tonight(rows, {night.club_id}, now)

    assert tonight()
    cancel(night, olga)
    assert tonight() is None
    [row] = event_list.rows(event_list.coming(Event.objects.all(), now), now)
    assert not row.may_register
    for address in (reverse("home"), night.club.get_absolute_url(), reverse("club_board", args=[night.club.slug])):
        said = text_of(Client().get(address))
        assert "canceled" in said
        assert "registration open" not in said


def test_calendars_say_it_and_the_number_rises(night: Event, olga: User) -> None:
    [before] = calendars.of_club(night.club).dates
    cancel(night, olga)
    [after] = calendars.of_club(night.club).dates
    assert after.version > before.version
    text = written(calendars.of_club(night.club), "https://example.org").decode()
    assert "STATUS:CANCELLED" in text
    assert "Canceled: The hall is flooded." in text
    cancelling.restore_event(night.pk, context=context_of(olga))
    assert "STATUS:CONFIRMED" in written(calendars.of_club(night.club), "https://example.org").decode()


def test_deleted_with_everything_and_the_clubs_log_keeps_it(night: Event, olga: User, sam: User) -> None:
    """Also what points at the log, and a draft that seats the entries."""
    announcements.announce(night.pk, "Cast open at six", context=context_of(olga))
    spots.sign_up(night.pk, [olga.player], context=context_of(olga))
    rounds.draw_round(night.stages.get().pk, 1, context=context_of(olga))
    night.refresh_from_db()
    goes = list(cancelling.what_goes(night))
    assert goes[:4] == ["10 entries", "1 registration", "1 draft round", "1 announcement"]
    delete(night, olga)
    assert not Event.objects.exists()
    entry = AuditLogEntry.objects.get(action="delete_event")
    assert (entry.club, entry.event, entry.user) == (night.club, None, olga)
    assert entry.detail["name"] == "Thursday night"
    [(_, said)] = audit_words.sentences(members.changes_of(night.club))
    assert said == "Olga deleted the event Thursday night."


def test_the_club_calendar_shows_that_something_left_it(night: Event, olga: User) -> None:
    before = calendars.of_club(night.club).changed_at
    delete(night, olga)
    after = calendars.of_club(night.club)
    assert after.dates == ()
    assert before
    assert after.changed_at
    assert after.changed_at > before


def test_what_was_ever_published_stays(night: Event, olga: User) -> None:
    row = publish(night, olga)
    with pytest.raises(RuleError, match="had a published round, so you can’t delete it"):
        delete(night, olga)
    rounds.unpublish_round(row.pk, context=context_of(olga), expected_version=row.revision)
    with pytest.raises(RuleError, match="had a published round, so you can’t delete it"):
        delete(night, olga)


def test_what_money_was_taken_for_stays_also_when_it_was_paid_back(night: Event, olga: User) -> None:
    check_in(night, olga)
    take_fee(night, olga)
    with pytest.raises(RuleError, match="You’ve collected money for"):
        delete(night, olga)
    assert PotEntry.objects.exists()


@pytest.mark.slow
def test_what_a_season_set_up_stays_and_a_fixture_is_its_leagues(db: None) -> None:
    stage = Stage({**SMALL, "meetings": "single"})
    stage.open()
    fixture = stage.season.fixtures.order_by("number")[0]
    stage.play(fixture, [[(10, 4)]])
    fixture.refresh_from_db()
    assert fixture.event
    with pytest.raises(RuleError, match="belongs to a season"):
        delete(fixture.event, stage.olga)
    with pytest.raises(RuleError, match="is a league match"):
        cancel(fixture.event, stage.olga)
    wanted = replace(EventSettings.of(fixture.event), venue="Grange Hall")
    with pytest.raises(RuleError, match="The league schedule sets this"):
        change_event(fixture.event.pk, wanted, context=stage.context_of())
    with pytest.raises(RuleError, match="sets up its own events"):
        duplicates.duplicate_event(
            stage.club, fixture.event, "Again", timezone.now() + timedelta(days=7), context=stage.context_of()
        )


def test_a_night_that_counts_for_a_season_can_be_canceled_but_not_deleted(db: None) -> None:
    stage = Stage({"kind": "nights"}, ((),))
    stage.open()
    event = make_event(stage.club, stage.olga)
    series.add_night(stage.season.pk, event, context=stage.context_of())
    with pytest.raises(RuleError, match="belongs to a season"):
        delete(event, stage.olga)
    assert closing.open_ends(stage.season) == ["Thursday night doesn’t count toward the season yet."]
    assert cancel(event, stage.olga).cancelled_at
    assert closing.open_ends(stage.season) == [], "the season does not wait for it"


def test_only_what_was_shown_is_deleted(night: Event, olga: User) -> None:
    seen = night.version
    walk_in(night, olga)
    with pytest.raises(Conflict, match="Review what will be deleted"):
        cancelling.delete_event(night.pk, context=context_of(olga), expected_version=seen)


def test_the_page_of_deleting_says_what_goes_or_why_not(night: Event, olga: User) -> None:
    client, here = log_in(olga), reverse("delete_event", args=[night.slug])
    night.refresh_from_db()
    assert "9 entries" in text_of(client.get(here))
    answer = refused_untouched(client, here, form(seen=night.version - 1))
    assert answer.status_code == 409
    check_in(night, olga)
    take_fee(night, olga)
    assert "You’ve collected money for Thursday night, so you can’t delete it." in text_of(client.get(here))
    night.refresh_from_db()
    assert refused_untouched(client, here, form(seen=night.version)).status_code == 422
