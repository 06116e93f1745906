"""Two at the same moment: prizes are shown once, a change is agreed to once, a payout is ticked once."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest

from tests.cast import by
from tests.crowd import Crowd, done, errors, refusals
from tests.prize_staging import PrizeNight, prize_night
from tests.sizes import Counted, size
from tournaments.errors import Stale
from tournaments.models import JournalEntry, Payout, ShownPrizes
from tournaments.services.agreement.verify import violations
from tournaments.services.money import prizes, second_person
from tournaments.services.scores.settle import settle_unsettled

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(6, 50)


def show_at_once(crowd: Crowd, night: PrizeNight) -> list[object]:
    digest = night.preview().digest
    return crowd.race(*(
        partial(prizes.show_prizes, night.event.pk, by=by(user, key=uuid4()), seen=digest)
        for user in (night.olga, night.owen)
    ))  # fmt: skip


def promised() -> PrizeNight:
    night = prize_night()
    night.promise()
    return night


def test_of_two_who_show_the_prizes_one_does(crowd: Crowd) -> None:
    night = promised()
    outcomes = show_at_once(crowd, night)
    assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Stale], [])
    assert (ShownPrizes.objects.count(), Payout.objects.count()) == (1, 6)
    settle_unsettled()
    assert violations() == []


def test_control_two_show_without_the_lock(unguarded: None, crowd: Crowd) -> None:
    night = promised()
    for _ in range(20):
        outcomes = show_at_once(crowd, night)
        if errors(outcomes):
            return
        Payout.objects.all().delete()
        ShownPrizes.objects.all().delete()
    pytest.fail("without the lock nothing ever went wrong: the race test proves nothing")


def two(night: PrizeNight, verb: Callable[..., object], pk: int) -> list[Callable[[], object]]:
    return [partial(verb, pk, by=by(user, key=uuid4())) for user in (night.owen, night.scott)]


def test_of_two_officials_who_agree_at_once_one_does(crowd: Crowd, record_property: Counted) -> None:
    night = promised()
    night.show()
    for trial in range(TRIALS):
        change = night.propose(1, 2)
        outcomes = crowd.race(*two(night, second_person.agree_to_change, change.pk))
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Stale], []), trial
        assert change.adjustments.count() == 4
        assert night.due() == ({2: 2000, 1: 1200, 3: 800} if trial % 2 == 0 else {1: 2000, 2: 1200, 3: 800})
    record_property("races of two who agree to a change of prizes", TRIALS)
    settle_unsettled()
    assert violations() == []


def test_of_agreeing_and_declining_at_once_one_counts(crowd: Crowd) -> None:
    night = promised()
    night.show()
    for _ in range(TRIALS):
        change = night.propose(1, 2)
        agree, decline = (
            two(night, second_person.agree_to_change, change.pk)[0],
            partial(second_person.decline_change, change.pk, by=by(night.scott, key=uuid4())),
        )
        outcomes = crowd.race(agree, decline)
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Stale], [])
        change.refresh_from_db()
        assert change.adjustments.exists() == (change.answer == "agreed")
    settle_unsettled()
    assert violations() == []


def test_two_who_tick_the_same_payout_tick_it_once(crowd: Crowd) -> None:
    night = promised()
    night.show()
    payout = night.event.payouts.all()[0]
    outcomes = crowd.race(*(
        partial(prizes.mark_paid, payout.pk, by=by(user, key=uuid4())) for user in (night.olga, night.owen)
    ))  # fmt: skip
    assert (len(done(outcomes)), errors(outcomes)) == (2, [])
    assert JournalEntry.objects.filter(verb="mark_paid").count() == 1
    assert violations() == []
