"""Templates of a club: saved from an event, an event made from one like a duplicate, renamed, deleted; and who may."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, make_club, make_event, make_user, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of
from tournaments.activity_log.words import sentence
from tournaments.clubs import audit_words
from tournaments.clubs.members import changes_of
from tournaments.clubs.models import Club, Venue
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import event_templates as templates
from tournaments.events.cancelling import delete_event
from tournaments.events.changes import EventSettings, settings_version
from tournaments.events.duplicates import duplicate_event
from tournaments.events.models import Event, EventTemplate
from tournaments.events.stage_plans import Places, StagePlan
from tournaments.honours.prize_plan import PrizePlan
from tournaments.prizes import plans
from tournaments.registration import terms
from tournaments.registration.terms import Terms

pytestmark = pytest.mark.django_db
DETROIT = ZoneInfo("America/Detroit")
KEPT = ("number", "name", "format", "sources", "config", "criteria", "unplayed", "rules", "is_cut_short")


@pytest.fixture
def cup(club: Club, olga: User) -> Event:
    """Two stages, a venue, a fee, prizes and registration."""
    hall = Venue.objects.create(club=club, name="Hall")
    final = StagePlan("elimination", {}, (Places(1, 1, 4),), "Final")
    event = make_event(
        club, olga, "swiss", name="Cup", config={"rounds": 5}, venue=hall, fee=500, where="mixed", later=[final]
    )
    Event.objects.filter(pk=event.pk).update(starts_at=datetime(2026, 10, 27, 19, tzinfo=DETROIT))
    event.refresh_from_db()
    plans.set_prize_plan(event.pk, PrizePlan(), plans.Terms(added=2000), context=context_of(olga), expected_version=0)
    opens, closes = datetime(2026, 10, 20, 8, tzinfo=DETROIT), datetime(2026, 10, 27, 18, 30, tzinfo=DETROIT)
    terms.set_terms(event.pk, Terms(opens, closes, 24, True), context=context_of(olga), expected_version=0)
    return Event.objects.select_related("club").get(pk=event.pk)


def save(event: Event, olga: User, name: str = "Monthly cup") -> EventTemplate:
    return templates.save_template(event.club, event, name, context=context_of(olga))


def use(template: EventTemplate, olga: User) -> Event:
    starts_at, context = datetime(2026, 11, 10, 19, tzinfo=DETROIT), context_of(olga)
    return templates.event_from_template(template.club, template.pk, "November cup", starts_at, context=context)


def test_an_event_from_a_template_is_like_a_duplicate(cup: Event, olga: User) -> None:
    template = save(cup, olga)
    starts_at = datetime(2026, 11, 10, 19, tzinfo=DETROIT)
    copied = duplicate_event(cup.club, cup, "November cup", starts_at, context=context_of(olga))
    delete_event(cup.pk, context=context_of(olga), expected_version=Event.objects.get(pk=cup.pk).version)
    made = use(EventTemplate.objects.get(pk=template.pk), olga)
    assert EventSettings.of(made) == EventSettings.of(copied)
    assert made.venue
    assert (made.venue.name, made.fee, made.in_charge) == ("Hall", 500, olga.player)
    assert list(made.stages.values_list(*KEPT)) == list(copied.stages.values_list(*KEPT))
    assert len(set(made.stages.values_list("seed")) | set(copied.stages.values_list("seed"))) == 4
    assert (made.offer.plan, made.offer.added, made.offer.revision) == (copied.offer.plan, 2000, 1)
    found = made.registration
    assert (found.opens_at, found.closes_at) == (
        datetime(2026, 11, 3, 8, tzinfo=DETROIT),
        datetime(2026, 11, 10, 18, 30, tzinfo=DETROIT),
    )
    assert (found.capacity, found.for_guests, found.revision) == (24, True, 1)
    entry = made.audit_log.get()
    assert sentence(entry) == "Olga set up the event from a template."
    assert settings_version(made) == entry.number


def test_a_retired_venue_is_left_out_and_a_deleted_one_too(cup: Event, olga: User) -> None:
    template = save(cup, olga)
    Venue.objects.update(is_retired=True)
    assert use(template, olga).venue is None
    Event.objects.update(venue=None)
    Venue.objects.all().delete()
    assert use(template, olga).venue is None


def test_the_same_name_replaces_it_and_the_same_key_saves_once(cup: Event, club: Club, olga: User) -> None:
    first = save(cup, olga)
    again = save(make_event(club, olga, "rotation", fee=200), olga, " monthly  CUP ")
    assert (again.pk, again.name, again.stage_titles) == (first.pk, "monthly CUP", ["Rotation"])
    context = with_key(olga)
    assert len({templates.save_template(club, cup, "Other", context=context).pk for _ in range(2)}) == 1
    assert club.event_templates.count() == 2


def test_renamed_and_deleted_and_the_news_of_the_club_say_so(cup: Event, club: Club, olga: User) -> None:
    template = save(cup, olga)
    other = save(cup, olga, "Other")
    templates.rename_template(club, template.pk, "Yearly cup", context=context_of(olga))
    with pytest.raises(RuleError, match="a template with that name"):
        templates.rename_template(club, other.pk, "YEARLY cup", context=context_of(olga))
    templates.delete_template(club, other.pk, context=context_of(olga))
    assert [one.name for one in club.event_templates.all()] == ["Yearly cup"]
    said = [words for _, words in audit_words.sentences(changes_of(club))]
    assert said[:4] == [
        "Olga deleted the template Other.",
        "Olga renamed a template to Yearly cup.",
        "Olga saved the template Other.",
        "Olga saved the template Monthly cup.",
    ]
    with pytest.raises(Conflict, match="deleted"):
        use(other, olga)


def test_what_is_refused(cup: Event, club: Club, olga: User, sam: User) -> None:
    with pytest.raises(NotAllowed):
        save(cup, sam)
    template = save(cup, olga)
    with pytest.raises(NotAllowed):
        use(template, sam)
    for wrong in ("", "  ", "N" * 81):
        with pytest.raises(RuleError, match="1 to 80 characters"):
            save(cup, olga, wrong)
    EventTemplate.objects.bulk_create(
        EventTemplate(club=club, name=str(number), starts_at=cup.starts_at, setup={}) for number in range(49)
    )
    with pytest.raises(RuleError, match="has 50 templates"):
        save(cup, olga, "One more")
    with pytest.raises(IntegrityError), transaction.atomic():
        EventTemplate.objects.create(club=club, name="MONTHLY CUP", starts_at=cup.starts_at, setup={})


def test_other_clubs_have_their_own(cup: Event, olga: User) -> None:
    template = save(cup, olga)
    rita = make_user("Rita")
    theirs = make_club(rita, "Oak Street")
    with pytest.raises(Conflict):
        templates.event_from_template(theirs, template.pk, "Cup", cup.starts_at, context=context_of(rita))
    assert log_in(rita).get(reverse("new_from_template", args=[theirs.slug, template.pk])).status_code == 404


def test_three_clicks_from_the_club_to_the_new_event(cup: Event, olga: User) -> None:
    client = log_in(olga)
    saved = client.post(reverse("save_template", args=[cup.slug]), form(name="Monthly cup"), follow=True)
    assert "Template Monthly cup saved" in text_of(saved)
    template = EventTemplate.objects.get()
    club_page = client.get(cup.club.get_absolute_url()).content.decode()
    new_event, listed = (reverse(name, args=[cup.club.slug]) for name in ("new_event", "event_templates"))
    here = reverse("new_from_template", args=[cup.club.slug, template.pk])
    assert new_event in club_page
    assert listed in club_page
    assert here in client.get(new_event).content.decode()
    assert "Swiss, Final · Hall · Fee 5.00" in text_of(client.get(listed))
    page = client.get(here).content.decode()
    [starts_at] = re.findall(r'name="starts_at" value="([^"]+)"', page)
    assert datetime.fromisoformat(starts_at) > timezone.now().astimezone(DETROIT).replace(tzinfo=None)
    assert (datetime.fromisoformat(starts_at).weekday(), starts_at[-5:]) == (1, "19:00")
    answer = client.post(here, form(name="Next cup", starts_at=starts_at))
    assert answer["Location"] == reverse("console", args=[Event.objects.get(name="Next cup").slug])


def test_pages_of_templates_keep_what_was_typed_and_change_them(cup: Event, olga: User) -> None:
    client, template = log_in(olga), save(cup, olga)
    wrong = client.post(
        reverse("new_from_template", args=[cup.club.slug, template.pk]), form(name="Kept", starts_at="1926-12-01T19:00")
    )
    assert (wrong.status_code, 'value="Kept"' in wrong.content.decode()) == (422, True)

    def move(action: str, **fields: str) -> str:
        path = reverse("move_template", args=[cup.club.slug, template.pk, action])
        return text_of(client.post(path, form(**fields), follow=True))

    assert "Template renamed to Yearly cup" in move("rename", name="Yearly cup")
    assert "Enter a name of 1 to 80 characters." in move("rename", name=" ")
    assert "Template deleted" in move("delete")
    assert "No templates yet" in text_of(client.get(reverse("event_templates", args=[cup.club.slug])))
    assert Client().get(reverse("event_templates", args=[cup.club.slug])).status_code == 302


@pytest.mark.parametrize("number", [1, 5])
def test_the_page_asks_as_much_for_few_as_for_many(cup: Event, olga: User, number: int) -> None:
    for name in range(number):
        save(cup, olga, f"Template {name}")
    client, here = log_in(olga), reverse("event_templates", args=[cup.club.slug])
    client.get(here)
    with CaptureQueriesContext(connection) as asked:
        client.get(here)
    assert len(asked) == 6


def test_times_of_registration_without_a_limit_travel_too(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    terms.set_terms(event.pk, Terms(None, None, None), context=context_of(olga), expected_version=0)
    event.refresh_from_db()
    made = use(save(event, olga), olga)
    assert (made.registration.opens_at, made.registration.closes_at) == (None, None)
    assert not hasattr(Event.objects.get(pk=made.pk), "offer")
    assert timedelta(0) == made.starts_at - datetime(2026, 11, 10, 19, tzinfo=DETROIT)
