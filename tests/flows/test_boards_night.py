"""A hall night on printed boards in a browser: they are dealt beforehand, phones report by board, and after the round
everyone reads the hand records."""

import io
from typing import Any

import pypdf
import pytest
from django.urls import reverse

from games.engine.slip import HandScore
from games.review.worker import review_due
from tests.cast import context_of, enter_pairs, make_club, make_event, make_user, on_grid, publish
from tests.flows.crawler import look_at
from tests.flows.phones import Phone
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import log_in
from tournaments.access.passes import issue_pass
from tournaments.draws import deals
from tournaments.formats.base import Slip
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.heavy, pytest.mark.django_db(transaction=True)]


def test_twelve_pairs_on_printed_boards(site: str, browser: Any) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "duplicate", name="Boards", config={"rounds": 3})
    enter_pairs(event, olga, 12)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    client = log_in(olga)
    context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    page = context.new_page()
    look = look_at(page)
    here = site + reverse("boards", args=[event.slug])
    assert page.goto(here).status == 200
    assert look(here) == []
    page.get_by_role("button", name="Show the boards").click()
    page.get_by_role("link", name="Curtain cards").wait_for()
    assert look(here) == []

    row = publish(event, olga)
    match = row.matches.get(table=3)
    player = match.seats.get(position=0).player
    assert player
    token = issue_pass(event.pk, player, context=context_of(olga))
    phone = Phone(browser, site + reverse("open_pass", args=[event.slug, token]), player.name)
    phone.look(3)
    board = phone.page.get_by_label("Board", exact=True)
    board.wait_for()
    assert board.locator("option").all_text_contents() == ["3", "4", "1", "2"]
    phone.tap([(0, 1, False), (1, 2, False)])
    assert board.locator("option").all_text_contents() == ["1", "2"]
    board.select_option(label="2")
    phone.tap([(0, 4, True)])
    phone.page.locator("[data-slip-undo]").click()
    assert board.locator("option").all_text_contents() == ["1", "2"]
    board.select_option(label="2")
    phone.tap([(0, 4, True)])
    phone.page.reload()
    assert board.locator("option").all_text_contents() == ["1"]
    phone.tap([(1, 1, False)])
    rows = phone.page.locator("[data-slip-hands] tbody th")
    assert rows.all_text_contents() == ["1", "2", "4", "3"]
    phone.send()
    phone.close()
    claim = ResultEntry.objects.get(match=match)
    assert claim.slip["hands"] == [[0, 1, False, 3], [1, 2, False, 4], [0, 4, True, 2], [1, 1, False, 1]]

    results.confirm_result(match.pk, context=on_grid(olga), expected_version=1)
    for other in row.matches.exclude(table=3):
        by_deal = (HandScore(0, 1, hand=1), HandScore(other.table % 2, 2, hand=2), HandScore(1, 1, hand=3))
        hands = (*by_deal, HandScore(0, 1, hand=4))
        points = tuple(sum(hand.points for hand in hands if hand.side == side) for side in (0, 1))
        results.record_result(other.pk, Slip(points, hands), context=on_grid(olga))
    rounds.close_round(row.pk, context=context_of(olga), expected_version=row.revision)
    settle_unsettled()
    review_due(300.0)
    row.refresh_from_db()
    at_table_3 = {deal.number: deal.results[2].line.points for deal in deals.opened(row).deals}
    assert at_table_3 == {1: (0, 1), 2: (4, 0), 3: (1, 0), 4: (0, 2)}
    there = site + reverse("deals", args=[event.slug, 1])
    assert page.goto(there).status == 200
    assert look(there) == []
    answer = client.get(reverse("paper", args=[event.slug, "hand-records"]))
    text = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert text.count("Par:") == 4
    context.close()
