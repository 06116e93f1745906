"""A slip of Bid Euchre on a phone: who bid, what, and how many tricks; both sides score in a hand."""

from typing import Any

import pytest

from games.engine.presets import preset
from tests.cast import context_of, enter_pairs, first_match, make_club, make_event, make_user, publish
from tests.flows.phones import Phone
from tournaments.access.passes import issue_pass

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = [(0, "6", 6), (0, "6", 6), (1, "3", 2), (0, "6", 6), (0, "6", 6), (0, "5", 5)]
"""Side, bid, tricks."""
SCORES = [(6, 0), (6, 0), (4, -3), (6, 0), (6, 0), (5, 1)]


@pytest.mark.heavy
def test_hands_are_tapped_by_bid_and_tricks(site: str, browser: Any, tmp_path: Any) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "round_robin", rules=preset("trickster_bid"), name="Bid night")
    enter_pairs(event, olga, 2)
    match = first_match(publish(event, olga))
    player = match.seats.filter(side=0).first().player
    token = issue_pass(event.pk, player, context=context_of(olga))
    phone = Phone(browser, f"{site}/events/{event.slug}/pass/{token}/", player.name)
    phone.look(match.table)
    for (side, bid, tricks), score in zip(HANDS, SCORES, strict=True):
        phone.page.locator(f"[data-slip-side='{side}'] .tap--bid", has_text=bid).click()
        phone.page.locator(f"[data-slip-took='{tricks}']").click()
        cells = phone.page.locator("[data-slip-hands] tbody tr").first.locator("td").all_inner_texts()[:2]
        assert tuple(int(cell.replace("−", "-")) for cell in cells) == score
    phone.page.screenshot(path=tmp_path / "slip.png", full_page=True)
    assert phone.page.locator("[data-slip-counter]").inner_text() == "The game is over: check the score and send it"
    phone.page.reload()
    assert phone.page.locator("[data-slip-hands] tbody tr").count() == len(SCORES)
    phone.send()
    slip = match.results.get().slip
    assert slip["points"] == [33, -2]
    assert slip["hands"][4:6] == [[1, -3, False, 3], [0, 4, False, 3]]
    phone.close()
