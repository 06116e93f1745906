"""Many who register, withdraw and answer at the same moment: never more than there are places, the order kept.

Each race is also run without the lock, and has to go wrong then.
"""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest

from games.accounts.models import Player, User
from tests.cast import context_of, make_club, make_user
from tests.flows.crowd import Crowd, done, errors
from tests.sizes import Counted, size
from tests.tournaments.scenes.registration import change_terms, known, line, member, names_in, taking
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.registration.models import Registration
from tournaments.registration.partners import answer_ask, ask_partner
from tournaments.registration.spots import sign_up, withdraw

CLIENTS = size(8, 64)
PLACES = CLIENTS // 4
TRIALS = size(3, 30)
MAX_UNGUARDED = 20

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
many = pytest.mark.parametrize("crowd", [CLIENTS], indirect=True)


def set_scene() -> tuple[User, Club, list[Player]]:
    olga = make_user("Olga")
    club = make_club(olga)
    return olga, club, known(club, *(f"P{number}" for number in range(CLIENTS)))


def places_by_number(event: Event) -> list[str]:
    """The states of the line, in its order."""
    return [state for _, state in line(event)]


def race_sign_ups(crowd: Crowd, olga: User, club: Club, people: list[Player]) -> tuple[Event, Counter[str]]:
    """As many as there are clients want the places at the same moment."""
    event = taking(club, olga, places=PLACES)
    calls = [partial(sign_up, event.pk, [player], context=context_of(olga, key=uuid4())) for player in people]
    outcomes = crowd.race(*calls)
    wrong = Counter({"server errors": len(errors(outcomes)), "refused": CLIENTS - len(done(outcomes))})
    states = places_by_number(event)
    wrong["over"] += max(0, event.entries.count() - PLACES)
    wrong["order"] += states != ["confirmed"] * PLACES + ["waiting"] * (CLIENTS - PLACES)
    numbers = list(event.registrations.order_by("number").values_list("number", flat=True))
    wrong["lost"] += numbers != list(range(1, CLIENTS + 1))
    return event, +wrong


@many
def test_as_many_as_there_are_places_get_one_and_the_others_wait_in_order(
    crowd: Crowd, record_property: Counted
) -> None:
    olga, club, people = set_scene()
    for _ in range(TRIALS):
        _, wrong = race_sign_ups(crowd, olga, club, people)
        assert wrong == {}
    record_property(f"races of {CLIENTS} for {PLACES} places", TRIALS)
    assert violations() == []


@many
def test_control_without_the_lock_it_goes_wrong(unguarded: None, crowd: Crowd) -> None:
    olga, club, people = set_scene()
    for _ in range(MAX_UNGUARDED):
        _, wrong = race_sign_ups(crowd, olga, club, people)
        if wrong:
            return
    raise AssertionError("nothing went wrong without the lock: these tests would not notice")


@many
def test_those_who_withdraw_make_room_for_as_many_in_order(crowd: Crowd) -> None:
    """Everyone with a spot leaves while others come, one form is sent twice, and a spot is added."""
    olga, club, people = set_scene()
    event = taking(club, olga, places=PLACES)
    late = known(club, *(f"L{number}" for number in range(CLIENTS)))
    rows = [sign_up(event.pk, [player], context=context_of(olga)) for player in people[: 3 * PLACES]]
    caller = context_of(olga, key=uuid4())
    calls = [partial(withdraw, row.pk, context=context_of(olga, key=uuid4())) for row in rows[:PLACES]]
    calls += [partial(sign_up, event.pk, [late[0]], context=caller)] * 2
    calls += [partial(change_terms, event, olga, capacity=PLACES + 1)]
    calls += [
        partial(sign_up, event.pk, [player], context=context_of(olga, key=uuid4()))
        for player in late[1 : CLIENTS - len(calls) + 1]
    ]
    outcomes = crowd.race(*calls)
    assert errors(outcomes) == []
    assert len(done(outcomes)) == CLIENTS
    # All who waited first have moved up, but the last ones for whom there is no place; behind them who came late.
    assert names_in(event, "confirmed") == [player.name for player in people[PLACES : 2 * PLACES + 1]]
    waiting = names_in(event, "waiting")
    assert waiting[: PLACES - 1] == [player.name for player in people[2 * PLACES + 1 : 3 * PLACES]]
    assert sorted(waiting[PLACES - 1 :]) == sorted(player.name for player in late[: CLIENTS - PLACES - 2])
    moved = [row.detail["line"] for row in event.audit_log.filter(action="move_up").order_by("number")]
    assert moved == sorted(moved) == list(range(PLACES + 1, 2 * PLACES + 2))
    assert violations() == []


@pytest.mark.parametrize("crowd", [2], indirect=True)
@pytest.mark.heavy
def test_of_two_who_are_accepted_at_the_same_moment_one_gets_the_partner(
    crowd: Crowd, record_property: Counted
) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    pam, quinn, ann = (member(club, name) for name in ("Pam", "Quinn", "Ann"))
    for _ in range(TRIALS * 3):
        event = taking(club, olga, format_key="round_robin", places=1)
        asks = []
        for user in (pam, quinn):
            single = sign_up(event.pk, [user.player], context=context_of(user))
            asks.append(ask_partner(single.pk, ann.player, context=context_of(user)))
        outcomes = crowd.race(
            *(partial(answer_ask, ask.pk, True, context=context_of(ann, key=uuid4())) for ask in asks)
        )
        assert errors(outcomes) == []
        assert len(done(outcomes)) == 1
        assert sorted(state for _, state in line(event)) == ["confirmed", "single"]
    assert Registration.objects.filter(state="confirmed").count() == TRIALS * 3
    record_property("races for a partner", TRIALS * 3)
    assert violations() == []
