"""Two beats at once close a period once. The control takes the lock away and finds what it is there for."""

from collections import Counter
from functools import partial

import pytest
from django.db import transaction

from tests.flows.crowd import Crowd, errors
from tests.sizes import Counted, size
from tests.tournaments.jackpots.test_closing import fund, paid, violations
from tests.tournaments.scenes.jackpot import JackpotClub
from tournaments.activity_log.models import AuditLogEntry
from tournaments.context import SITE
from tournaments.jackpots.closing import close_period
from tournaments.jackpots.models import JackpotPeriod, JackpotPosting

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WEEKS = size(25, 200)
BEATS = 2


def race_closings(crowd: Crowd) -> Counter[str]:
    """What went wrong, over so many periods closed by two at the same moment."""
    with transaction.atomic():
        scene = JackpotClub(WEEKS)
        for number in range(1, WEEKS + 1):
            scene.count(scene.inside(number), (10, 6))
            fund(scene, number, 100)
    wrong: Counter[str] = Counter()
    for number in range(1, WEEKS + 1):
        period = scene.period(number)
        outcomes = crowd.race(*[partial(close_period, period.pk, context=SITE)] * BEATS)
        wrong["server errors"] += len(errors(outcomes))
        wrong["closed twice"] += (
            AuditLogEntry.objects.filter(action="close_period", detail__period=period.pk).count() != 1
        )
        wrong["not paid once"] += sum(paid(period).values()) != 100
        if JackpotPeriod.objects.filter(pk=period.pk, closed=None).exists():
            break
    return +wrong


@pytest.mark.heavy
def test_of_two_beats_one_closes(crowd: Crowd, record_property: Counted) -> None:
    assert race_closings(crowd) == {}
    record_property("races of two that close a period", WEEKS)
    assert JackpotPosting.objects.filter(kind="prize").count() == 2 * WEEKS
    assert [text for text in violations() if "race" not in text] == []


@pytest.mark.heavy
def test_control_two_beats_without_the_lock_go_wrong(unguarded: None, crowd: Crowd) -> None:
    wrong = race_closings(crowd)
    assert wrong["server errors"] + wrong["closed twice"] + wrong["not paid once"] > 0
