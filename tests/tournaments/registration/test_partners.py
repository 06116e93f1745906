"""How two become a pair: asking and answering, the list of those who look, an organizer who joins two."""

from uuid import uuid4

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of
from tests.tournaments.scenes.registration import change_terms, line, member, playing, register, taking
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.registration.models import PartnerAsk, Registration
from tournaments.registration.partners import answer_ask, ask_partner, join_singles, take_back_ask
from tournaments.registration.spots import look_for_partner, sign_up, withdraw
from tournaments.registration.terms import close_now

AskState = PartnerAsk.State


@pytest.fixture
def people(club: Club) -> list[User]:
    return [member(club, name) for name in ("Pam", "Quinn", "Ann", "Bob")]


@pytest.fixture
def event(club: Club, olga: User) -> Event:
    return taking(club, olga, format_key="round_robin")


def of(event: Event, user: User) -> Registration:
    return event.registrations.get(people__player=user.player, people__is_live=True)


def ask(event: Event, one: User, other: User) -> PartnerAsk:
    return ask_partner(of(event, one).pk, other.player, context=context_of(one))


def pair(event: Event, one: User, other: User) -> Registration:
    register(event, one)
    answer_ask(ask(event, one, other).pk, True, context=context_of(other))
    return of(event, one)


def test_who_is_alone_holds_no_place(event: Event, olga: User, people: list[User]) -> None:
    change_terms(event, olga, capacity=1)
    register(event, people[0])
    assert line(event) == [("Pam", "single")]
    sign_up(event.pk, [user.player for user in people[1:3]], context=context_of(olga))
    assert line(event) == [("Pam", "single"), ("Quinn & Ann", "confirmed")]
    assert violations() == []


def test_one_asks_and_the_other_who_is_not_registered_accepts(event: Event, people: list[User]) -> None:
    pam, quinn = people[:2]
    register(event, pam)
    asked = ask(event, pam, quinn)
    assert str(asked) == "Pam’s partner request to Quinn"
    assert line(event) == [("Pam", "single")]
    assert answer_ask(asked.pk, True, context=context_of(quinn)).state == AskState.ACCEPTED
    assert line(event) == [("Pam & Quinn", "confirmed")]
    assert playing(event) == ["Pam & Quinn"]
    assert sentence(event.audit_log.get(action="answer_ask")) == (
        "Quinn answered the partner request for registration 1: accepted."
    )


def test_who_declines_leaves_the_other_looking(event: Event, people: list[User]) -> None:
    pam, quinn, ann = people[:3]
    register(event, pam, is_looking=True)
    answer_ask(ask(event, pam, quinn).pk, False, context=context_of(quinn))
    assert line(event) == [("Pam", "single")]
    assert of(event, pam).is_looking
    ask(event, pam, ann)


def test_an_ask_is_taken_back_before_another_is_asked(event: Event, people: list[User]) -> None:
    pam, quinn, ann = people[:3]
    register(event, pam)
    first = ask(event, pam, quinn)
    with pytest.raises(RuleError, match="Quinn hasn’t answered yet"):
        ask(event, pam, ann)
    with pytest.raises(NotAllowed):
        take_back_ask(first.pk, context=context_of(quinn))
    take_back_ask(first.pk, context=context_of(pam))
    with pytest.raises(Conflict, match="already canceled"):
        answer_ask(first.pk, True, context=context_of(quinn))
    ask(event, pam, ann)


@pytest.mark.slow
def test_two_singles_go_on_with_the_number_of_the_first(event: Event, olga: User, people: list[User]) -> None:
    change_terms(event, olga, capacity=1)
    pam, quinn, ann, bob = people
    register(event, pam)
    pair(event, ann, bob)
    register(event, quinn)
    answer_ask(ask(event, quinn, pam).pk, True, context=context_of(pam))
    assert line(event) == [("Pam & Quinn", "waiting"), ("Ann & Bob", "confirmed")], "no one loses a spot for it"
    assert [row.state for row in event.registrations.order_by("number")] == ["waiting", "confirmed", "joined"]
    withdraw(of(event, ann).pk, context=context_of(olga))
    assert line(event) == [("Pam & Quinn", "confirmed")]
    assert violations() == []


def test_two_who_ask_each_other_are_a_pair(event: Event, people: list[User]) -> None:
    pam, quinn = people[:2]
    register(event, pam)
    register(event, quinn)
    ask(event, quinn, pam)
    ask(event, pam, quinn)
    assert line(event) == [("Pam & Quinn", "confirmed")]
    assert not PartnerAsk.objects.filter(state=AskState.OPEN).exists()


def test_a_player_with_a_partner_is_not_asked_again(event: Event, people: list[User]) -> None:
    pam, quinn, ann, bob = people
    for user in (pam, quinn, ann):
        register(event, user)
    waiting = ask(event, quinn, pam)
    own = ask(event, pam, bob)
    answer_ask(ask(event, ann, pam).pk, True, context=context_of(pam))
    for found, state in ((waiting, AskState.DECLINED), (own, AskState.WITHDRAWN)):
        found.refresh_from_db()
        assert found.state == state
    with pytest.raises(RuleError, match="Pam is already registered"):
        ask(event, quinn, pam)


def test_who_cannot_be_asked(event: Event, olga: User, sam: User, people: list[User]) -> None:
    pam, quinn = people[:2]
    register(event, pam)
    with pytest.raises(RuleError, match="Choose another player"):
        ask(event, pam, pam)
    with pytest.raises(RuleError, match="Only people in the club"):
        ask(event, pam, sam)
    entries.register(event.pk, [user.player for user in people[1:3]], context=context_of(olga))
    with pytest.raises(RuleError, match="Quinn is already entered"):
        ask(event, pam, quinn)


def test_only_an_organizer_answers_or_asks_for_another(event: Event, olga: User, people: list[User]) -> None:
    pam, quinn, ann = people[:3]
    register(event, pam)
    with pytest.raises(NotAllowed):
        ask_partner(of(event, pam).pk, ann.player, context=context_of(quinn))
    asked = ask(event, pam, quinn)
    for user in (ann, pam):
        with pytest.raises(NotAllowed):
            answer_ask(asked.pk, True, context=context_of(user))
    answer_ask(asked.pk, True, context=context_of(olga))
    assert line(event) == [("Pam & Quinn", "confirmed")]


def test_after_closing_only_organizers_make_pairs(event: Event, olga: User, people: list[User]) -> None:
    pam, quinn = people[:2]
    register(event, pam)
    asked = ask(event, pam, quinn)
    close_now(event.pk, context=context_of(olga))
    with pytest.raises(RuleError, match="isn’t open"):
        answer_ask(asked.pk, True, context=context_of(quinn))
    answer_ask(asked.pk, True, context=context_of(olga))
    assert playing(event) == ["Pam & Quinn"]


def test_the_partner_who_stays_keeps_the_number(event: Event, olga: User, people: list[User]) -> None:
    change_terms(event, olga, capacity=1)
    pam, quinn, ann, bob = people
    pair(event, pam, quinn)
    sign_up(event.pk, [ann.player, bob.player], context=context_of(olga))
    withdraw(of(event, pam).pk, player=pam.player, context=context_of(pam))
    assert line(event) == [("Quinn", "single"), ("Ann & Bob", "confirmed")]
    assert playing(event) == ["Ann & Bob"]
    answer_ask(ask(event, quinn, pam).pk, True, context=context_of(pam))
    assert line(event)[0] == ("Pam & Quinn", "waiting")
    withdraw(of(event, ann).pk, context=context_of(olga))
    assert playing(event) == ["Pam & Quinn"]
    assert violations() == []


def test_an_organizer_joins_two(event: Event, olga: User, people: list[User]) -> None:
    pam, quinn, ann = people[:3]
    one, other = register(event, pam), register(event, quinn, is_looking=True)
    with pytest.raises(NotAllowed):
        join_singles(one.pk, other.pk, context=context_of(pam))
    with pytest.raises(RuleError, match="2 different"):
        join_singles(one.pk, one.pk, context=context_of(olga))
    with pytest.raises(Conflict):
        join_singles(one.pk, other.pk, context=context_of(olga), expected_version=(one.revision, other.revision + 1))
    key = uuid4()
    for _ in range(2):
        join_singles(
            other.pk, one.pk, context=context_of(olga, key=key), expected_version=(other.revision, one.revision)
        )
    assert line(event) == [("Pam & Quinn", "confirmed")]
    third = register(event, ann)
    with pytest.raises(Conflict, match="confirmed"):
        join_singles(third.pk, one.pk, context=context_of(olga))


def test_the_same_key_asks_and_answers_once(event: Event, people: list[User]) -> None:
    pam, quinn = people[:2]
    registration, key = register(event, pam), uuid4()
    one, two = (ask_partner(registration.pk, quinn.player, context=context_of(pam, key=key)) for _ in range(2))
    assert one == two
    key = uuid4()
    for _ in range(2):
        answer_ask(one.pk, True, context=context_of(quinn, key=key))
    assert event.audit_log.filter(action__in=["ask_partner", "answer_ask"]).count() == 2


def test_a_withdrawn_player_asks_no_one(event: Event, people: list[User]) -> None:
    pam, quinn = people[:2]
    register(event, pam)
    asked = ask(event, pam, quinn)
    withdraw(of(event, pam).pk, player=pam.player, context=context_of(pam))
    asked.refresh_from_db()
    assert asked.state == AskState.WITHDRAWN
    with pytest.raises(Conflict):
        answer_ask(asked.pk, True, context=context_of(quinn))


def test_in_an_event_of_single_players_no_one_looks_for_a_partner(club: Club, olga: User, people: list[User]) -> None:
    event = taking(club, olga)
    registration = register(event, people[0], is_looking=True)
    assert not registration.is_looking
    with pytest.raises(Conflict):
        look_for_partner(registration.pk, True, context=context_of(people[0]))
