"""Many who answer at the same moment: one gets the seat, the others are told. Run without the lock, it goes wrong."""

from collections import Counter
from functools import partial

import pytest
from django.utils import timezone

from tests.cast import make_event
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.subs.searching import HOUR, Searching, as_asked
from tournaments.checkin.models import EntryPlayer
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.subs import commands
from tournaments.subs.models import SubRequest

SUBS = 20
TRIALS = size(3, 20)
MAX_UNGUARDED = 20

pytestmark = pytest.mark.django_db(transaction=True)
twenty = pytest.mark.parametrize("crowd", [SUBS], indirect=True)


def race_for_a_seat(crowd: Crowd, here: Searching) -> Counter[str]:
    """Everyone who was asked says yes at the same moment. What went wrong."""
    enter_another(here)
    request = here.ask()
    outcomes = crowd.race(
        *(partial(commands.accept_sub, request.pk, context=as_asked(user.player)) for user in here.subs)
    )
    wrong = Counter({"server errors": len(errors(outcomes)), "not one yes": abs(len(done(outcomes)) - 1)})
    wrong["no clear answer"] += refusals(outcomes) != [Conflict] * (SUBS - 1)
    request.refresh_from_db()
    entry = here.event.entries.get()
    playing = list(EntryPlayer.objects.filter(entry=entry, is_active=True).values_list("player", flat=True))
    wrong["not who said yes"] += playing != [request.sub_id]
    wrong["more than one yes"] += list(request.asks.filter(answer="yes").values_list("player", flat=True)) != playing
    return +wrong


def enter_another(here: Searching) -> None:
    """An event in which Pam is entered. Those who got a seat in the one before have played it by then."""
    Event.objects.update(starts_at=timezone.now() - 48 * HOUR)
    here.event = make_event(here.club, here.olga, name="Again")
    here.enter(here.pam)


@pytest.mark.slow
@twenty
@pytest.mark.heavy
def test_of_twenty_who_say_yes_one_gets_the_seat(crowd: Crowd, record_property: Counted) -> None:
    here = Searching(SUBS)
    for _ in range(TRIALS):
        assert race_for_a_seat(crowd, here) == {}
    record_property(f"races of {SUBS} for a seat", TRIALS)
    assert violations() == []


@pytest.mark.slow
@twenty
def test_control_without_the_lock_it_goes_wrong(unguarded: None, crowd: Crowd) -> None:
    here = Searching(SUBS)
    for _ in range(MAX_UNGUARDED):
        if race_for_a_seat(crowd, here):
            return
    raise AssertionError("nothing went wrong without the lock: these tests would not notice")


@pytest.mark.parametrize("crowd", [2], indirect=True)
def test_a_seat_that_two_free_at_the_same_moment_is_asked_for_once(crowd: Crowd) -> None:
    here = Searching(2)
    here.enter(here.pam)
    for _ in range(TRIALS):
        outcomes = crowd.race(partial(here.ask), partial(here.ask, here.olga))
        assert errors(outcomes) == []
        request = SubRequest.objects.get(state="open")
        assert outcomes == [request, request]
        commands.cancel_sub(request.pk, context=as_asked(here.pam.player))


@pytest.mark.parametrize("crowd", [2], indirect=True)
def test_of_a_yes_and_a_cancel_one_wins(crowd: Crowd) -> None:
    here = Searching(1)
    here.enter(here.pam)
    for _ in range(TRIALS):
        request = here.ask()
        outcomes = crowd.race(
            partial(commands.accept_sub, request.pk, context=as_asked(here.subs[0].player)),
            partial(commands.cancel_sub, request.pk, context=as_asked(here.pam.player)),
        )
        assert errors(outcomes) == []
        assert refusals(outcomes) == [Conflict]
        request.refresh_from_db()
        plays = here.event.entries.get().name
        assert (request.state, plays) in (("filled", "Sub 1"), ("withdrawn", "Pam"))
        if plays == "Sub 1":
            return
