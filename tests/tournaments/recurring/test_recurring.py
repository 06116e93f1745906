"""An event every week: set up ahead like the one before it, with dates left out, one moved, one canceled, an end."""

import datetime
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, make_event, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of
from tournaments.calendars import selectors as calendars
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.cancelling import cancel_event, delete_event
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.recurring import commands
from tournaments.recurring.forms import DatesForm
from tournaments.recurring.models import Occurrence, RecurringEvent

pytestmark = pytest.mark.django_db
DETROIT = ZoneInfo("America/Detroit")
TUESDAY = datetime.datetime(2026, 9, 1, 19, tzinfo=DETROIT)
"""Before the clocks go back on November 1."""
WEEK = datetime.timedelta(weeks=1)


def day(number: int) -> datetime.date:
    """Of the Tuesdays, the first is 0."""
    return TUESDAY.date() + number * WEEK


@pytest.fixture
def first(club: Club, olga: User) -> Event:
    Club.objects.filter(pk=club.pk).update(zone="America/Detroit")
    club.refresh_from_db()
    event = make_event(club, olga, "rotation", name="Tuesday night", fee=500)
    Event.objects.filter(pk=event.pk).update(starts_at=TUESDAY)
    return Event.objects.select_related("club").get(pk=event.pk)


@pytest.fixture(autouse=True)
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime.datetime], None]:
    """Sets the site's clock. It begins on the Sunday before."""

    def set_clock(moment: datetime.datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment.astimezone(datetime.UTC))

    set_clock(TUESDAY - datetime.timedelta(days=2))
    return set_clock


def repeat(first: Event, olga: User, *skipped: int, weeks: int | None = 26, every: int = 1) -> RecurringEvent:
    until = None if weeks is None else day(weeks - 1)
    return commands.repeat_event(
        first.club, first, every, until, [day(number) for number in skipped], context=context_of(olga)
    )


def starts(recurring: RecurringEvent) -> list[datetime.datetime]:
    rows = recurring.occurrences.exclude(event=None).select_related("event")
    return [row.event.starts_at.astimezone(DETROIT) for row in rows if row.event]


def event_on(recurring: RecurringEvent, number: int) -> Event:
    found = recurring.occurrences.select_related("event__club").get(date=day(number)).event
    assert found
    return found


def change(recurring: RecurringEvent, olga: User, until: datetime.date | None, *skipped: int) -> RecurringEvent:
    seen = RecurringEvent.objects.get(pk=recurring.pk).version
    days = [day(number) for number in skipped]
    return commands.change_recurring(recurring.pk, until, days, context=context_of(olga), expected_version=seen)


@pytest.mark.slow
def test_twenty_six_weeks_at_seven_by_the_clubs_clock_without_the_holidays(first: Event, olga: User) -> None:
    recurring = repeat(first, olga, 16, 17)
    found = starts(recurring)
    assert [one.date() for one in found] == [day(number) for number in range(26) if number not in (16, 17)]
    assert {one.time() for one in found} == {datetime.time(19)}, "also after the clocks went back"
    assert {one.utcoffset() for one in found} == {datetime.timedelta(hours=-4), datetime.timedelta(hours=-5)}
    last = event_on(recurring, 25)
    assert (last.name, last.fee, last.stages.get().format) == ("Tuesday night", 500, "rotation")
    assert list(violations()) == []


@pytest.mark.slow
def test_one_moved_and_one_canceled_and_the_calendar_follows(first: Event, olga: User) -> None:
    recurring = repeat(first, olga)
    before = {one.path: one for one in calendars.of_club(first.club).dates}
    moved, canceled = event_on(recurring, 3), event_on(recurring, 4)
    wednesday = TUESDAY + 3 * WEEK + datetime.timedelta(days=1)
    settings = EventSettings(**vars(EventSettings.of(moved)) | {"starts_at": wednesday})
    change_event(moved.pk, settings, context=context_of(olga))
    cancel_event(canceled.pk, "The hall is flooded", context=context_of(olga))
    after = {one.path: one for one in calendars.of_club(first.club).dates}
    assert len(after) == 26
    assert {path for path in after if after[path] != before[path]} == {
        moved.get_absolute_url(),
        canceled.get_absolute_url(),
    }
    assert after[moved.get_absolute_url()].starts_at == wednesday
    assert after[canceled.get_absolute_url()].is_off
    commands.set_up_ahead(recurring.pk, context=context_of(olga))
    assert recurring.occurrences.count() == 26, "no second one is made for the Tuesday that moved"


def test_each_is_set_up_like_the_one_before_it(
    first: Event, olga: User, at: Callable[[datetime.datetime], None]
) -> None:
    recurring = repeat(first, olga, weeks=None)
    assert [one.date() for one in starts(recurring)] == [day(number) for number in range(9)], "eight weeks ahead"
    last = event_on(recurring, 8)
    change_event(last.pk, EventSettings(**vars(EventSettings.of(last)) | {"fee": 700}), context=context_of(olga))
    at(TUESDAY + WEEK)
    assert commands.set_up_due() == 1
    assert commands.set_up_due() == 0
    assert event_on(recurring, 9).fee == 700
    assert event_on(recurring, 9).audit_log.filter(action="duplicate_event").exists()


def test_every_two_weeks(first: Event, olga: User) -> None:
    assert [one.date() for one in starts(repeat(first, olga, weeks=6, every=2))] == [day(0), day(2), day(4)]


@pytest.mark.slow
def test_another_end_deletes_what_is_empty_and_leaves_what_is_not(first: Event, olga: User) -> None:
    recurring = repeat(first, olga, weeks=6)
    busy = event_on(recurring, 4)
    entries.walk_in(busy.pk, ["Ann"], context=context_of(olga))
    changed = change(recurring, olga, day(2), 1)
    assert [one.date() for one in starts(recurring)] == [day(0), day(2), day(4)]
    assert commands.left_over(changed) == [busy]
    change(recurring, olga, day(5))
    assert [one.date() for one in starts(recurring)] == [day(number) for number in range(6)], "the dates come back"
    assert list(violations()) == []


def test_a_deleted_one_is_not_made_again(first: Event, olga: User) -> None:
    recurring = repeat(first, olga, weeks=3)
    gone = event_on(recurring, 1)
    delete_event(gone.pk, context=context_of(olga), expected_version=gone.version)
    commands.set_up_ahead(recurring.pk, context=context_of(olga))
    assert [one.date() for one in starts(recurring)] == [day(0), day(2)]


def test_what_is_refused(first: Event, olga: User, sam: User) -> None:
    with pytest.raises(NotAllowed):
        repeat(first, sam)
    with pytest.raises(RuleError, match="more than 60"):
        repeat(first, olga, weeks=62)
    with pytest.raises(RuleError, match="before the first"):
        repeat(first, olga, weeks=0)
    with pytest.raises(RuleError, match="1 to 8 weeks"):
        repeat(first, olga, every=9)
    assert Event.objects.count() == 1, "nothing is half done"
    recurring = repeat(first, olga, weeks=2)
    with pytest.raises(RuleError, match="already repeats"):
        repeat(event_on(recurring, 1), olga)
    with pytest.raises(NotAllowed):
        change(recurring, sam, None)
    change(recurring, olga, day(2))
    with pytest.raises(Conflict):
        commands.change_recurring(recurring.pk, None, [], context=context_of(olga), expected_version=1)


def test_the_same_key_sets_them_up_once(first: Event, olga: User) -> None:
    context = with_key(olga)
    made = {commands.repeat_event(first.club, first, 1, day(2), [], context=context).pk for _ in range(2)}
    assert len(made) == 1
    assert Event.objects.count() == 3


def test_the_database_holds_one_event_per_date_and_a_sound_rhythm(first: Event, olga: User) -> None:
    recurring = repeat(first, olga, weeks=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Occurrence.objects.create(recurring=recurring, date=day(1))
    for wrong in ({"every": 0}, {"every": 9}, {"until": day(-1)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            RecurringEvent.objects.filter(pk=recurring.pk).update(**wrong)


@pytest.mark.slow
@pytest.mark.heavy
def test_from_the_settings_to_half_a_year_and_a_holiday(first: Event, olga: User) -> None:
    client = log_in(olga)
    page = client.get(reverse("event_settings", args=[first.slug]))
    path = reverse("repeat_event", args=[first.slug])
    assert path in page.content.decode()
    assert "This event repeats every Tuesday at 7:00 PM" in text_of(client.get(path))
    wrong = client.post(path, form(every=1, until=day(25).isoformat(), skipped="Christmas"))
    assert wrong.status_code == 422
    assert "“Christmas” isn’t a date. Enter it like 12/22/2026." in text_of(wrong)
    assert 'value="2027-02-23"' in wrong.content.decode(), "what was typed stays"
    done = client.post(path, form(every=1, until=day(25).isoformat(), skipped=f"{day(16)}, {day(17)}"), follow=True)
    assert "23 more events set up" in text_of(done)
    recurring = RecurringEvent.objects.get()
    dates = recurring.get_absolute_url()
    assert "12/22/2026\n12/29/2026" in client.get(dates).content.decode()
    assert dates in client.get(reverse("event_settings", args=[first.slug])).content.decode()
    saved = client.post(dates, form(seen=recurring.version, until=day(9).isoformat(), skipped=""), follow=True)
    assert "Dates saved" in text_of(saved)
    assert recurring.occurrences.count() == 10
    assert client.post(dates, form(seen=recurring.version, until="", skipped="")).status_code == 409


@pytest.mark.parametrize(("language", "holiday"), [("en", "12/22/2026"), ("en-gb", "22/12/2026"), ("fr", "22/12/2026")])
def test_holidays_are_typed_as_the_reader_writes_dates(language: str, holiday: str) -> None:
    with translation.override(language):
        shown = str(DatesForm()["skipped"]), DatesForm.base_fields["skipped"].help_text
        assert f'placeholder="{holiday}, ' in shown[0]
        assert holiday in shown[1]
        sent = DatesForm({"skipped": f"{holiday}, 2026-12-29\n{holiday}"})
        assert sent.is_valid()
        assert sent.cleaned_data["skipped"] == [day(16), day(17), day(16)]
        [wrong] = DatesForm({"skipped": "31/31/2026"}).errors["skipped"]
        assert "31/31/2026" in wrong
        assert holiday in wrong


@pytest.mark.parametrize("weeks", [3, 26])
def test_the_page_of_its_dates_asks_as_much_for_few_as_for_many(first: Event, olga: User, weeks: int) -> None:
    recurring = repeat(first, olga, weeks=weeks)
    client = log_in(olga)
    client.get(recurring.get_absolute_url())
    with CaptureQueriesContext(connection) as asked:
        client.get(recurring.get_absolute_url())
    assert len(asked) == 7


def test_tonights_date_is_shown_until_midnight_by_the_clubs_clock(
    first: Event, olga: User, at: Callable[[datetime.datetime], None]
) -> None:
    recurring = repeat(first, olga, weeks=3)
    at(TUESDAY.replace(hour=23, minute=30))  # in Greenwich it is Wednesday
    page = text_of(log_in(olga).get(recurring.get_absolute_url()))
    assert "Tue, Sep 1, 2026" in page
