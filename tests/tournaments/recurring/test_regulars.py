"""Regulars of a recurring event: expected at the next date, once; suggested by how often they came; and who isn't."""

import datetime
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, make_event, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.registration import known
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.clubs import audit_words
from tournaments.clubs.members import changes_of, remove_member
from tournaments.clubs.models import Club, Membership
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.cancelling import cancel_event
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.merging.models import PlayerAlias
from tournaments.privacy.erasing import erase_player
from tournaments.recurring import commands, regulars
from tournaments.recurring.models import RecurringEvent, Regular
from tournaments.registration.models import RegistrationTerms
from tournaments.registration.spots import sign_up, withdraw
from tournaments.rounds import commands as rounds

pytestmark = pytest.mark.django_db
TUESDAY = datetime.datetime(2026, 9, 1, 19, tzinfo=ZoneInfo("America/Detroit"))
WEEK = datetime.timedelta(weeks=1)
SetClock = Callable[[datetime.datetime], None]


@pytest.fixture(autouse=True)
def at(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Sets the site's clock. It begins on the Sunday before."""

    def set_clock(moment: datetime.datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment.astimezone(datetime.UTC))

    set_clock(TUESDAY - datetime.timedelta(days=2))
    return set_clock


def repeating(club: Club, olga: User, format_key: str = "rotation") -> RecurringEvent:
    """Four Tuesdays."""
    event = make_event(club, olga, format_key, name="Tuesdays")
    Event.objects.filter(pk=event.pk).update(starts_at=TUESDAY)
    event = Event.objects.select_related("club").get(pk=event.pk)
    return commands.repeat_event(club, event, 1, (TUESDAY + 3 * WEEK).date(), [], context=context_of(olga))


@pytest.fixture
def tuesdays(club: Club, olga: User) -> RecurringEvent:
    return repeating(club, olga)


@pytest.fixture
def people(club: Club) -> dict[str, Player]:
    return {player.name: player for player in known(club, "Ann", "Bob", "Cy", "Dee", "Earl", "Flo")}


def event_on(recurring: RecurringEvent, number: int) -> Event:
    found = recurring.occurrences.select_related("event__club").get(date=(TUESDAY + number * WEEK).date()).event
    assert found
    return found


def expected(event: Event) -> list[str]:
    rows = event.entries.exclude(status="dropped").prefetch_related("lineup__player")
    return [entry.name for entry in rows.order_by("number")]


def add(recurring: RecurringEvent, olga: User, *lineups: Player | list[Player]) -> RecurringEvent:
    rows = [one if isinstance(one, list) else [one] for one in lineups]
    return regulars.add_regulars(recurring.pk, rows, context=context_of(olga))


def play(event: Event, olga: User, *players: Player) -> None:
    """The round is out, and these have a chair or sit out."""
    for player in players:
        entry = event.entries.filter(lineup__player=player).first()
        pk = entry.pk if entry else entries.register(event.pk, [player], context=context_of(olga)).pk
        entries.check_in(pk, context=context_of(olga))
    row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)


@pytest.mark.slow
def test_they_are_expected_at_the_next_date_as_soon_as_the_one_before_begins(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player]
) -> None:
    add(tuesdays, olga, people["Ann"], people["Bob"])
    assert expected(event_on(tuesdays, 0)) == ["Ann", "Bob"], "at once, for the next date"
    assert expected(event_on(tuesdays, 1)) == []
    assert regulars.expect_due() == 0
    play(event_on(tuesdays, 0), olga, *[people[name] for name in ("Ann", "Bob", "Cy", "Dee")])
    assert (regulars.expect_due(), regulars.expect_due()) == (1, 0)
    assert expected(event_on(tuesdays, 1)) == ["Ann", "Bob"]
    assert expected(event_on(tuesdays, 2)) == []
    said = sentence(event_on(tuesdays, 1).audit_log.get(action="expect_regulars"))
    assert said == "The site added the regulars to the list."
    assert list(violations()) == []


def test_the_day_after_the_next_one_is_due_also_if_nothing_was_played(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player], at: SetClock
) -> None:
    add(tuesdays, olga, people["Ann"])
    at(TUESDAY + datetime.timedelta(days=1))
    assert regulars.expect_due() == 1
    assert expected(event_on(tuesdays, 1)) == ["Ann"]
    cancel_event(event_on(tuesdays, 1).pk, "Snow", context=context_of(olga))
    assert regulars.expect_due() == 1, "a canceled date is passed over"
    assert expected(event_on(tuesdays, 2)) == ["Ann"]


def test_a_player_removed_from_a_date_stays_removed_and_later_ones_are_added(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player]
) -> None:
    add(tuesdays, olga, people["Ann"], people["Bob"])
    event = event_on(tuesdays, 0)
    entries.give_up(event.entries.get(number=1).pk, context=context_of(olga))
    regulars.expect_regulars(tuesdays.pk, context=context_of(olga))
    add(tuesdays, olga, people["Cy"])
    assert expected(event) == ["Bob", "Cy"]


def test_removed_from_the_list_they_go_from_the_next_date_unless_something_was_done(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player]
) -> None:
    add(tuesdays, olga, people["Ann"], people["Bob"])
    event = event_on(tuesdays, 0)
    entries.check_in(event.entries.get(number=2).pk, context=context_of(olga))
    for number in (1, 2):
        regulars.remove_regular(tuesdays.pk, number, context=context_of(olga))
    assert expected(event) == ["Bob"], "who is here already stays"
    assert regulars.lineups_of(tuesdays) == []
    with pytest.raises(Conflict, match="Someone already removed this regular"):
        regulars.remove_regular(tuesdays.pk, 1, context=context_of(olga))
    said = [words for _, words in audit_words.sentences(changes_of(tuesdays.club))]
    assert "Olga removed Ann from the Tuesdays regulars." in said
    assert "Olga added regulars to Tuesdays." in said


def test_who_has_spoken_for_herself_is_left_alone(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player]
) -> None:
    event = event_on(tuesdays, 0)
    RegistrationTerms.objects.create(event=event, capacity=4)
    entries.register(event.pk, [people["Ann"]], context=context_of(olga))
    row = sign_up(event.pk, [people["Bob"]], context=context_of(olga))
    withdraw(row.pk, context=context_of(olga))
    add(tuesdays, olga, *people.values())
    assert expected(event) == ["Ann", "Cy", "Dee", "Earl"], "and the event takes four"


def test_who_left_the_club_or_was_forgotten_is_not_expected(
    tuesdays: RecurringEvent, club: Club, olga: User, people: dict[str, Player], at: SetClock
) -> None:
    add(tuesdays, olga, people["Ann"], people["Bob"], people["Cy"])
    member = Membership.objects.get(club=club, player=people["Ann"])
    remove_member(club.pk, people["Ann"].pk, context=context_of(olga), expected_version=member.role)
    entries.give_up(event_on(tuesdays, 0).entries.get(number=2).pk, context=context_of(olga))
    erase_player(people["Bob"].pk, typed="Bob", context=context_of(olga))
    assert [(one.name, one.is_expected) for one in regulars.lineups_of(tuesdays)] == [("Ann", False), ("Cy", True)]
    at(TUESDAY + datetime.timedelta(days=1))
    regulars.expect_due()
    assert expected(event_on(tuesdays, 1)) == ["Cy"]


def test_of_a_merged_record_the_other_is_expected(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player], at: SetClock
) -> None:
    add(tuesdays, olga, people["Ann"])
    PlayerAlias.objects.create(player=people["Ann"], person=people["Bob"])
    at(TUESDAY + datetime.timedelta(days=1))
    regulars.expect_due()
    assert expected(event_on(tuesdays, 1)) == ["Bob"]


def test_pairs_are_regulars_together(club: Club, olga: User, people: dict[str, Player], at: SetClock) -> None:
    pairs = repeating(club, olga, "round_robin")
    add(pairs, olga, [people["Ann"], people["Bob"]], [people["Cy"], people["Dee"]])
    assert expected(event_on(pairs, 0)) == ["Ann & Bob", "Cy & Dee"]
    with pytest.raises(RuleError, match="Choose a pair"):
        add(pairs, olga, people["Earl"])
    Membership.objects.filter(player=people["Dee"]).delete()
    at(TUESDAY + datetime.timedelta(days=1))
    regulars.expect_due()
    assert expected(event_on(pairs, 1)) == ["Ann & Bob"], "one of a pair alone isn't expected"
    regulars.remove_regular(pairs.pk, 1, context=context_of(olga))
    assert expected(event_on(pairs, 1)) == []


@pytest.mark.slow
def test_who_came_often_is_suggested(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player], at: SetClock
) -> None:
    ann, bob, cy, dee, earl, flo = people.values()
    play(event_on(tuesdays, 0), olga, ann, bob, cy, dee, earl)
    play(event_on(tuesdays, 1), olga, ann, bob, cy, flo)
    entries.register(event_on(tuesdays, 2).pk, [dee], context=context_of(olga))
    at(TUESDAY + 2 * WEEK)
    found, played = regulars.suggestions(tuesdays, least=2, last=8)
    assert ([(one.name, one.came) for one in found], played) == ([("Ann", 2), ("Bob", 2), ("Cy", 2)], 2)
    add(tuesdays, olga, bob)
    found, _ = regulars.suggestions(tuesdays, least=1, last=1)
    assert [(one.name, one.came) for one in found] == [("Ann", 1), ("Cy", 1), ("Flo", 1)], "of the last date only"


def test_what_is_refused(tuesdays: RecurringEvent, olga: User, sam: User, people: dict[str, Player]) -> None:
    ann = people["Ann"]
    with pytest.raises(NotAllowed):
        add(tuesdays, sam, ann)
    for wrong, said in (
        ([ann, ann], "Choose different players"),
        ([[ann, people["Bob"]]], "Choose one player"),
        ([sam.player], "Only people in the club"),
        ([], "at least one"),
    ):
        with pytest.raises(RuleError, match=said):
            add(tuesdays, olga, *wrong)  # type: ignore[misc]  # what a form could send
    add(tuesdays, olga, ann)
    with pytest.raises(RuleError, match="Already on the list of regulars: Ann"):
        add(tuesdays, olga, ann)
    with pytest.raises(IntegrityError), transaction.atomic():
        Regular.objects.create(recurring=tuesdays, player=ann, number=2)


def test_the_same_key_adds_them_once(tuesdays: RecurringEvent, olga: User, people: dict[str, Player]) -> None:
    context = with_key(olga)
    for _ in range(2):
        regulars.add_regulars(tuesdays.pk, [[people["Ann"]]], context=context)
    assert Regular.objects.count() == 1
    assert expected(event_on(tuesdays, 0)) == ["Ann"]


@pytest.mark.slow
def test_the_page_adds_suggests_and_removes(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player], at: SetClock
) -> None:
    client, here = log_in(olga), reverse("regulars", args=[tuesdays.club.slug, tuesdays.pk])
    assert here in client.get(tuesdays.get_absolute_url()).content.decode()
    assert "No regulars yet" in text_of(client.get(here))

    def send(action: str, **fields: Any) -> str:
        path = reverse("move_regulars", args=[tuesdays.club.slug, tuesdays.pk, action])
        return text_of(client.post(path, form(**fields), follow=True))

    assert "1 regular added" in send("add", player=people["Ann"].pk)
    play(event_on(tuesdays, 0), olga, *people.values())
    at(TUESDAY)
    text = text_of(client.get(here, {"least": 1, "last": 8}))
    assert "Attendance at 1 event" in text
    assert "Bob 1 of 1" in text
    assert "2 regulars added" in send("add", lineup=[people["Bob"].pk, people["Cy"].pk])
    assert "No other players came that often" in text_of(client.get(here, {"least": 8, "last": 8}))
    assert "Regular removed" in send("remove", number=2)
    assert [one.name for one in regulars.lineups_of(tuesdays)] == ["Ann", "Cy"]
    assert "Choose one player" in send("add", player=999_999)
    assert "Enter 1 or more" in text_of(client.get(here, {"least": 0, "last": 8}))


@pytest.mark.parametrize("number", [2, 6])
def test_the_page_asks_as_much_for_few_as_for_many(
    tuesdays: RecurringEvent, olga: User, people: dict[str, Player], number: int
) -> None:
    add(tuesdays, olga, *list(people.values())[:number])
    client, here = log_in(olga), reverse("regulars", args=[tuesdays.club.slug, tuesdays.pk])
    client.get(here)
    with CaptureQueriesContext(connection) as asked:
        client.get(here)
    assert len(asked) == 16
