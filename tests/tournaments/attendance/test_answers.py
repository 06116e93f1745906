"""Answers to “Are you coming?”, and what follows from them for spots."""

import datetime
from uuid import uuid4

import pytest
from django.db.models import F
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, enter_pairs, make_event, publish
from tests.tournaments.scenes.registration import HOUR, change_terms, known, line, member, playing, register, taking
from tournaments.activity_log.words import sentence
from tournaments.attendance.commands import answer_event, ask_players
from tournaments.attendance.models import Attendance
from tournaments.attendance.selectors import own_answer
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club, Role
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.events.cancelling import cancel_event, delete_event
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.merging.models import PlayerAlias
from tournaments.permissions import Actor
from tournaments.registration.spots import sign_up
from tournaments.results.models import Channel

pytestmark = pytest.mark.django_db
YES, MAYBE, NO = Attendance.Answer.YES, Attendance.Answer.MAYBE, Attendance.Answer.NO


@pytest.fixture
def event(club: Club, olga: User) -> Event:
    """Two spots."""
    return taking(club, olga, 2)


@pytest.fixture
def pam(club: Club) -> User:
    return member(club, "Pam")


def say(event: Event, who: User | Player, answer: Attendance.Answer, **more: object) -> Attendance:
    """As from the link in the email: no account."""
    player = who.player if isinstance(who, User) else who
    return answer_event(event.pk, answer, context=Context(Actor(None, player), Channel.PAGE, **more))


def entered(event: Event, olga: User, *players: Player) -> Entry:
    return entries.register(event.pk, players, context=context_of(olga))


@pytest.mark.slow
def test_a_no_gives_up_the_spot_and_the_first_who_waits_moves_up(event: Event, club: Club, pam: User) -> None:
    quinn, ann = member(club, "Quinn"), member(club, "Ann")
    for user in (pam, quinn, ann):
        register(event, user)
    row = say(event, pam, NO)
    assert (row.answer, row.left) == ("no", False)
    assert line(event) == [("Quinn", "confirmed"), ("Ann", "confirmed")]
    assert event.audit_log.filter(action="move_up").count() == 1
    assert list(violations()) == []


def test_a_yes_or_maybe_keeps_the_spot(event: Event, pam: User) -> None:
    register(event, pam)
    for answer in (YES, MAYBE, YES):
        say(event, pam, answer)
        assert line(event) == [("Pam", "confirmed")]
    assert Attendance.objects.get().answer == "yes", "one answer a person"
    said = [sentence(entry) for entry in event.audit_log.filter(action="answer_coming").order_by("number")]
    assert said == [f"Pam answered “Are you coming?”: {word}." for word in ("yes", "maybe", "yes")]


def test_a_yes_from_someone_who_was_asked_registers_them_while_registration_is_open(
    event: Event, olga: User, pam: User
) -> None:
    ask_players(event.pk, everyone=True, context=context_of(olga))
    say(event, pam, YES)
    assert line(event) == [("Pam", "confirmed")]
    say(event, pam, NO)
    assert line(event) == []
    say(event, pam, YES)
    assert line(event) == [("Pam", "confirmed")]


def test_a_yes_for_a_full_event_waits_in_line(event: Event, olga: User, club: Club, pam: User) -> None:
    ask_players(event.pk, everyone=True, context=context_of(olga))
    for user in (member(club, "Quinn"), member(club, "Ann")):
        register(event, user)
    say(event, pam, YES)
    assert line(event)[-1] == ("Pam", "waiting")
    own = own_answer(event, pam.player)
    assert own
    assert (own.answer, own.is_listed, own.place) == ("yes", True, 1)


def test_a_yes_is_only_noted_where_people_cannot_register_themselves(club: Club, olga: User, pam: User) -> None:
    no_registration = make_event(club, olga, name="At the door")
    not_yet = taking(club, olga, name="Later", opens_at=timezone.now() + HOUR, closes_at=None)
    pairs = taking(club, olga, format_key="round_robin", name="Pairs")
    for event in (no_registration, not_yet, pairs):
        ask_players(event.pk, everyone=True, context=context_of(olga))
        say(event, pam, YES)
        assert (line(event), playing(event)) == ([], [])
        own = own_answer(event, pam.player)
        assert own
        assert (own.answer, own.is_listed) == ("yes", False)


def test_a_guest_or_someone_without_an_account_is_only_noted(event: Event, club: Club, olga: User, pam: User) -> None:
    (kit,) = known(club, "Kit")
    ask_players(event.pk, everyone=True, context=context_of(olga))
    pam.player.memberships.update(role=Role.GUEST)
    for who in (pam, kit):
        say(event, who, YES)
    assert line(event) == []


def test_a_spot_that_an_organizer_gave_comes_back_with_a_yes_while_it_is_free(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    (ike,) = known(club, "Ike")
    entered(event, olga, ike)
    assert say(event, ike, NO).left
    assert say(event, ike, NO).left, "said twice"
    assert playing(event) == []
    assert not say(event, ike, YES).left
    assert playing(event) == ["Ike"]
    assert list(violations()) == []


def test_it_does_not_come_back_when_someone_else_has_it(event: Event, club: Club, olga: User) -> None:
    change_terms(event, olga, capacity=1, opens_at=timezone.now() - 2 * HOUR)
    ike, june = known(club, "Ike", "June")
    entered(event, olga, ike)
    say(event, ike, NO)
    entered(event, olga, june)
    say(event, ike, YES)
    assert playing(event) == ["June"]


def test_a_spot_that_is_given_up_goes_to_who_waits(event: Event, club: Club, olga: User, pam: User) -> None:
    change_terms(event, olga, capacity=1)
    (ike,) = known(club, "Ike")
    entered(event, olga, ike)
    register(event, pam)
    assert line(event) == [("Pam", "waiting")]
    say(event, ike, NO)
    assert line(event) == [("Pam", "confirmed")]


def test_of_a_pair_only_the_answer_is_noted_unless_they_registered(club: Club, olga: User) -> None:
    event = taking(club, olga, format_key="round_robin")
    ike, june, pam, quinn = known(club, "Ike", "June", "Pam", "Quinn")
    entered(event, olga, ike, june)
    say(event, ike, NO)
    assert playing(event) == ["Ike & June"], "an organizer decides"
    sign_up(event.pk, [pam, quinn], context=context_of(olga))
    say(event, pam, NO)
    assert line(event) == [("Quinn", "single")], "the partner keeps the place in line"


def test_a_fee_that_was_paid_is_left_to_an_organizer(club: Club, olga: User) -> None:
    event = make_event(club, olga, fee=500)
    (ike,) = known(club, "Ike")
    entries.take_fee(entered(event, olga, ike).pk, context=context_of(olga))
    say(event, ike, NO)
    assert playing(event) == ["Ike"]


def test_who_is_checked_in_has_to_tell_an_organizer(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    (ike,) = known(club, "Ike")
    entries.check_in(entered(event, olga, ike).pk, context=context_of(olga))
    with pytest.raises(RuleError, match="You’re checked in"):
        say(event, ike, NO)
    assert not Attendance.objects.exists()


def test_only_those_on_the_list_or_asked_may_answer(event: Event, olga: User, pam: User) -> None:
    for context in (context_of(pam), context_of(olga), Context(Actor(), Channel.PAGE)):
        with pytest.raises(NotAllowed):
            answer_event(event.pk, YES, context=context)


class TestWhen:
    """Until the start, or the end of registration."""

    def test_registration_closed(self, event: Event, olga: User, pam: User) -> None:
        register(event, pam)
        change_terms(event, olga, closes_at=timezone.now() - datetime.timedelta(minutes=1))
        with pytest.raises(RuleError, match=r"The deadline to answer was .* withdraw on the registration page"):
            say(event, pam, NO)
        with pytest.raises(RuleError, match="The deadline to answer was"):
            ask_players(event.pk, context=context_of(olga))

    def test_started(self, event: Event, pam: User) -> None:
        register(event, pam)
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now())
        with pytest.raises(RuleError, match="has started"):
            say(event, pam, YES)

    def test_a_round_is_out(self, club: Club, olga: User) -> None:
        event = make_event(club, olga, "round_robin")
        enter_pairs(event, olga, 4)
        publish(event, olga)
        player = event.entries.all()[0].players.all()[0]
        with pytest.raises(RuleError, match="has started"):
            say(event, player, YES)

    def test_canceled(self, event: Event, olga: User, pam: User) -> None:
        register(event, pam)
        cancel_event(event.pk, "Snow", context=context_of(olga))
        with pytest.raises(RuleError, match="is canceled"):
            say(event, pam, YES)

    def test_an_answer_about_another_day_does_not_count(self, event: Event, olga: User, pam: User) -> None:
        register(event, pam)
        change_terms(event, olga, closes_at=None)
        say(event, pam, YES)
        Event.objects.filter(pk=event.pk).update(starts_at=F("starts_at") + datetime.timedelta(days=7))
        event = Event.objects.select_related("club").get(pk=event.pk)
        own = own_answer(event, pam.player)
        assert own
        assert own.answer == ""
        assert ask_players(event.pk, context=context_of(olga)) == 1, "asked about the new day"
        assert (Attendance.objects.get().answer, Attendance.objects.get().answered) == ("", None)


def test_a_key_that_comes_again_gets_the_same_answer(event: Event, pam: User) -> None:
    register(event, pam)
    key = uuid4()
    first, second = (say(event, pam, MAYBE, key=key) for _ in range(2))
    assert first == second
    assert event.audit_log.filter(action="answer_coming").count() == 1


def test_of_a_merged_record_the_person_answers(event: Event, club: Club, olga: User, pam: User) -> None:
    (old,) = known(club, "Pam")
    entered(event, olga, old)
    PlayerAlias.objects.create(player=old, person=pam.player)
    own = own_answer(event, pam.player)
    assert own
    assert own.is_listed
    say(event, pam, NO)
    assert playing(event) == []


def test_an_event_with_answers_can_be_deleted(event: Event, olga: User, pam: User) -> None:
    register(event, pam)
    ask_players(event.pk, context=context_of(olga))
    say(event, pam, MAYBE)
    delete_event(event.pk, context=context_of(olga), expected_version=Event.objects.get(pk=event.pk).version)
    assert not Attendance.objects.exists()
