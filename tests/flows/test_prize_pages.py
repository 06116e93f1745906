"""The pages of the prizes fit and read well, narrow and wide: with an open tie, shown, and with a correction."""

from typing import Any

import pytest
from django.urls import reverse

from tests.cast import by
from tests.flows.crawler import look_at
from tests.prize_staging import prize_night, shares, three_level
from tests.tournaments.views.browsing import log_in
from tournaments.honours.prize_plan import SidePrize, Tied, Winner, Worth
from tournaments.honours.prize_ties import Method
from tournaments.services.money import prize_plans

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_they_fit_and_read_well(site: str, page: Any) -> None:
    night = prize_night(three_level)
    hat = SidePrize("hat", "Best hat", Winner.MOST, Worth.FIXED, 100, "named")
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE, sides=(hat,)), house_percent=1000)
    session = log_in(night.olga).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": session, "url": site}])
    look, complaints = look_at(page), []

    def visit(*names: str) -> None:
        for name in names:
            page.goto(site + reverse(name, args=[night.event.slug]))
            complaints.extend(f"{name}: {one}" for one in look(page.url))

    visit("prize_console")
    prize_plans.decide_tie(night.event.pk, (1, 2, 3), Method.LOT, by=by(night.olga), seen=0)
    prize_plans.name_winner(night.event.pk, "hat", {4: 1}, by=by(night.olga), seen=0)
    night.show()
    night.propose(1, 4)
    visit("prizes", "prize_console", "prize_sheet", "prize_changes")
    assert complaints == []
