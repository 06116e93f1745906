"""The hand sheets and the deals of a duplicate in a real browser: wide and narrow, light and dark."""

from typing import Any

import pytest
from django.urls import reverse

from tests.cast import enter_pairs, make_club, make_event, make_user, publish
from tests.flows.crawler import look_at
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import finish_round, log_in

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.heavy
def test_its_pages_fit_and_read_well(site: str, browser: Any) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "duplicate")
    enter_pairs(event, olga, 4)
    row = publish(event, olga)
    finish_round(event.stages.get(), olga, (3, 2))
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "session", "value": log_in(olga).cookies["session"].value, "url": site}])
    page = context.new_page()
    look = look_at(page)
    for path in (reverse("hand_sheets", args=[event.slug, row.pk]), reverse("deals", args=[event.slug, 1])):
        assert page.goto(site + path).status == 200
        assert look(page.url) == []
    context.close()
