"""Another date for a match, at a captain's phone: every state of the page, in every look."""

from typing import Any

import pytest
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import PASSWORD
from tests.flows.browsers import open_browser
from tests.flows.crawler import look_at
from tests.tournaments.leagues.test_date_proposals import Agreeing
from tests.tournaments.leagues.test_date_proposals_pages import typed
from tournaments.leagues import date_proposals
from tournaments.leagues.models import DateProposal

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def with_account(player: Player) -> User:
    user = User.objects.create_user(f"captain-{player.pk}@example.org", PASSWORD)
    Player.objects.filter(pk=player.pk).update(user=user)
    return user


@pytest.mark.heavy
def test_dates_are_proposed_and_picked(browser: Any, site: str) -> None:
    agreeing = Agreeing(moving="approved", moving_silence=3, moving_within=14)
    address = site + reverse("fixture_dates", args=[agreeing.stage.season.slug, agreeing.fixture.number])
    users = [with_account(agreeing.captain(0)), with_account(agreeing.captain(1)), agreeing.stage.olga]
    home, away, olga = (open_browser(browser, site, user) for user in users)
    found = []
    home.goto(address)
    found += look_at(home)(address)
    home.locator("[name=date_1]").fill(typed(agreeing, 1))
    home.locator("[name=date_2]").fill(typed(agreeing, 2))
    home.locator("[name=reason]").fill("A wedding")
    home.get_by_role("button", name="Propose dates").click()
    home.get_by_role("button", name="Withdraw proposal").wait_for()
    found += look_at(home)(address)
    away.goto(address)
    found += look_at(away)(address)
    away.goto(address)
    away.locator("[name=number]").nth(1).check()
    away.get_by_role("button", name="Pick date").click()
    away.get_by_text("An organizer has to approve it.").first.wait_for()
    assert DateProposal.objects.get().picked == 2
    olga.goto(address)
    found += look_at(olga)(address)
    date_proposals.refuse_date(DateProposal.objects.get().pk, "Cup week", context=agreeing.stage.context_of())
    olga.goto(address)
    found += look_at(olga)(address)
    for page in (home, away, olga):
        page.context.close()
    assert found == []
