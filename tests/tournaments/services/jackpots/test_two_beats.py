"""Two beats at once close a period once. The control takes the lock away and finds what it is there for."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections, transaction

from euchre_site.celery import app
from tests.crowd import Crowd, errors
from tests.jackpot_staging import JackpotClub
from tests.tournaments.services.jackpots.test_closing import fund, paid, violations
from tournaments.models import Jackpot, JackpotPeriod, JackpotPosting, JournalEntry
from tournaments.services.jackpots import periods, races
from tournaments.services.jackpots.closing import close_period
from tournaments.services.journal import SITE

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WEEKS = 25
BEATS = 2


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    found = Crowd(BEATS)
    yield found
    found.go_home()
    app.control.purge()  # nobody listened to the doorbell


@pytest.fixture
def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lock. Ask for it before `crowd`, whose connections are opened without IMMEDIATE then."""

    def read(jackpot_id: int) -> Jackpot:
        return Jackpot.objects.select_related("club").get(pk=jackpot_id)

    monkeypatch.setattr(periods, "lock_jackpot", read)
    monkeypatch.setattr(races, "lock_jackpot", read)
    if connection.vendor == "sqlite":
        options: dict[str, Any] = connections.settings["default"]["OPTIONS"]
        monkeypatch.setitem(options, "transaction_mode", "DEFERRED")


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
        outcomes = crowd.race(*[partial(close_period, period.pk, by=SITE)] * BEATS)
        wrong["server errors"] += len(errors(outcomes))
        wrong["closed twice"] += JournalEntry.objects.filter(verb="close_period", detail__period=period.pk).count() != 1
        wrong["not paid once"] += sum(paid(period).values()) != 100
        if JackpotPeriod.objects.filter(pk=period.pk, closed=None).exists():
            break
    return +wrong


def test_of_two_beats_one_closes(crowd: Crowd) -> None:
    assert race_closings(crowd) == {}
    assert JackpotPosting.objects.filter(kind="prize").count() == 2 * WEEKS
    assert [text for text in violations() if "race" not in text] == []


def test_control_two_beats_without_the_lock_go_wrong(unguarded: None, crowd: Crowd) -> None:
    wrong = race_closings(crowd)
    assert wrong["server errors"] + wrong["closed twice"] + wrong["not paid once"] > 0
