"""The pages of the prizes fit and read well, narrow and wide: with an open tie, shown, and with a correction."""

from typing import Any

import pytest
from django.urls import reverse

from tests.cast import context_of
from tests.flows.crawler import look_at
from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.prize import prize_night, shares, three_level
from tournaments.honours.prize_plan import SidePrize, Tied, Winner, Worth
from tournaments.honours.prize_ties import Method
from tournaments.prizes import plans

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
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
    plans.decide_tie(night.event.pk, (1, 2, 3), Method.LOT, context=context_of(night.olga), expected_version=0)
    plans.name_winner(night.event.pk, "hat", {4: 1}, context=context_of(night.olga), expected_version=0)
    night.show()
    night.propose(1, 4)
    visit("prizes", "prize_console", "prize_sheet", "prize_changes")
    assert complaints == []
