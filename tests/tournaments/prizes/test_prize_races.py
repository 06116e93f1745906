"""Two at the same moment: prizes are shown once, a change is agreed to once, a payout is ticked once."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest

from tests.cast import context_of
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.scenes.prize import PrizeNight, prize_night
from tournaments.activity_log.models import AuditLogEntry
from tournaments.errors import Conflict
from tournaments.integrity.verify import violations
from tournaments.prizes import commands as prizes
from tournaments.prizes import second_official
from tournaments.prizes.models import Payout, ShownPrizes
from tournaments.results.standings_update import settle_unsettled

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(6, 50)


def show_at_once(crowd: Crowd, night: PrizeNight) -> list[object]:
    digest = night.preview().digest
    return crowd.race(
        *(
            partial(prizes.show_prizes, night.event.pk, context=context_of(user, key=uuid4()), expected_version=digest)
            for user in (night.olga, night.owen)
        )
    )


def promised() -> PrizeNight:
    night = prize_night()
    night.promise()
    return night


def test_of_two_who_show_the_prizes_one_does(crowd: Crowd) -> None:
    night = promised()
    outcomes = show_at_once(crowd, night)
    assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], [])
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


def two(night: PrizeNight, action: Callable[..., object], pk: int) -> list[Callable[[], object]]:
    return [partial(action, pk, context=context_of(user, key=uuid4())) for user in (night.owen, night.scott)]


@pytest.mark.heavy
def test_of_two_officials_who_agree_at_once_one_does(crowd: Crowd, record_property: Counted) -> None:
    night = promised()
    night.show()
    for trial in range(TRIALS):
        change = night.propose(1, 2)
        outcomes = crowd.race(*two(night, second_official.agree_to_change, change.pk))
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        assert change.adjustments.count() == 4
        assert night.due() == ({2: 2000, 1: 1200, 3: 800} if trial % 2 == 0 else {1: 2000, 2: 1200, 3: 800})
    record_property("races of two who agree to a change of prizes", TRIALS)
    settle_unsettled()
    assert violations() == []


@pytest.mark.heavy
def test_of_agreeing_and_declining_at_once_one_counts(crowd: Crowd) -> None:
    night = promised()
    night.show()
    for _ in range(TRIALS):
        change = night.propose(1, 2)
        agree, decline = (
            two(night, second_official.agree_to_change, change.pk)[0],
            partial(second_official.decline_change, change.pk, context=context_of(night.scott, key=uuid4())),
        )
        outcomes = crowd.race(agree, decline)
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], [])
        change.refresh_from_db()
        assert change.adjustments.exists() == (change.answer == "agreed")
    settle_unsettled()
    assert violations() == []


def test_two_who_tick_the_same_payout_tick_it_once(crowd: Crowd) -> None:
    night = promised()
    night.show()
    payout = night.event.payouts.all()[0]
    outcomes = crowd.race(
        *(
            partial(prizes.mark_paid, payout.pk, context=context_of(user, key=uuid4()))
            for user in (night.olga, night.owen)
        )
    )
    assert (len(done(outcomes)), errors(outcomes)) == (2, [])
    assert AuditLogEntry.objects.filter(action="mark_paid").count() == 1
    assert violations() == []
