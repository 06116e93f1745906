"""Picks in a browser: three cards go under, a bid in two steps, two taps for a card; by tap, key, without scripts."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.accounts.models import Player
from games.engine.choices import AloneBids, Deck, NoTrump, Packs, Sides, Variant
from games.engine.rules import HouseRules
from games.tables.models import PlayerSettings, Table
from tests.flows.gone_wrong.test_online_player_vanishes import open_as
from tests.games.tables.cast import act, dealt_table, player, state_at

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

UNDER = HouseRules(go_under=True, deck=Deck.SEVEN, joker=True)
LOW = {0: "7C 8C 7D 8D AH"}
DOUBLE = HouseRules(
    variant=Variant.BID,
    cards_each=12,
    packs=Packs.TWO,
    minimum_bid=6,
    no_trump=NoTrump.HIGH_LOW,
    alone_bids=AloneBids.CALL_2,
)
CLUBS = {0: "JS JC AC KH QH"}
PHONE = {"width": 360, "height": 740}
MANY = {
    "six on two sides": HouseRules(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN),
    "six on three sides": HouseRules(players=6, sides=Sides.THREE_PAIRS, deck=Deck.SEVEN),
    "eight": HouseRules(players=8, sides=Sides.FOUR_PAIRS, deck=Deck.SEVEN, packs=Packs.TWO),
}
COVERED = """() => {
  const names = Array.from(document.querySelectorAll(".chair__plate")).map((el) => el.getBoundingClientRect());
  const cards = Array.from(document.querySelectorAll(".felt__played .playing-card, .felt__turned .playing-card"))
    .map((el) => el.getBoundingClientRect());
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const isOut = (box) => box.left < felt.left - 2 || box.right > felt.right + 2 || box.bottom > felt.bottom + 2;
  return names.filter((box, n) => isOut(box) || [...names.slice(n + 1), ...cards].some((other) => meets(box, other)))
    .length;
}"""


def last_of(table: Table) -> str:
    return str(state_at(table).history[-1][1])


def first_legal(table: Table, people: list[Player]) -> None:
    act(table, people, str(next(iter(state_at(table).legal_actions))))


def pick(page: Any, value: str) -> None:
    page.locator(f"label:has(input[value='{value}'])").click()


def bottom_of(page: Any, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return float(box["y"] + box["height"] + page.evaluate("scrollY"))


def problems(page: Any) -> list[str]:
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [
            f"{scheme} {one['id']}: {one['nodes'][0]['html'][:150]}" for one in Axe().run(page).response["violations"]
        ]
    return found


@pytest.mark.heavy
def test_three_touched_cards_go_under(site: str, browser: Any) -> None:
    table, _ = dealt_table(UNDER, LOW, "9H QS KS AS")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    page.set_viewport_size(PHONE)
    exchange = page.get_by_role("button", name="Exchange these 3 cards")
    assert bottom_of(page, ".my-hand__do") < 740
    expect(exchange).to_be_disabled()
    for card in ("7C", "8D"):
        pick(page, card)
    expect(exchange).to_be_disabled()
    assert problems(page) == []
    page.keyboard.press("2")
    expect(exchange).to_be_enabled()
    pick(page, "7D")
    expect(exchange).to_be_disabled()
    page.keyboard.press("Space")
    expect(exchange).to_be_enabled()
    exchange.click()
    exchange.wait_for(state="detached")
    assert last_of(table) == "under 8C 8D 7C"
    page.context.close()


@pytest.mark.heavy
def test_picks_outlast_news_and_hold_nothing_up(site: str, browser: Any) -> None:
    table, _ = dealt_table(UNDER, LOW, "9H QS KS AS")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    for card in ("7C", "8D"):
        pick(page, card)
    before = page.locator("#live").get_attribute("data-live-version")
    other = open_as(browser, site, "Pam", table.get_absolute_url())
    other.get_by_role("button", name="Let a bot play for me").click()
    page.locator(f"#live:not([data-live-version='{before}'])").wait_for()
    expect(page.locator(".live-held")).to_have_count(0)
    expect(page.locator(".my-hand input:checked")).to_have_count(2)
    pick(page, "7D")
    page.get_by_role("button", name="Exchange these 3 cards").click()
    page.locator(".my-hand input").first.wait_for(state="detached")
    assert last_of(table) == "under 8D 7C 7D"
    for one in (page, other):
        one.context.close()


@pytest.mark.heavy
def test_a_bid_in_two_steps_by_tap_and_by_key(site: str, browser: Any) -> None:
    table, _ = dealt_table(DOUBLE)
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    page.set_viewport_size(PHONE)
    assert bottom_of(page, ".my-hand") < 740
    bid = page.locator("[data-bid]")
    expect(bid).to_be_disabled()
    pick(page, "7")
    expect(bid).to_be_disabled()
    pick(page, "H")
    expect(bid).to_have_text("Bid 7 in hearts")
    assert problems(page) == []
    bid.click()
    bid.wait_for(state="detached")
    assert last_of(table) == "bid 7 H"
    page.context.close()
    page = open_as(browser, site, "Pam", table.get_absolute_url())
    page.locator("input[name=tricks]").first.focus()
    bid = page.locator("[data-bid]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(bid).to_have_text("Bid 9 in clubs")
    page.keyboard.press("Enter")
    bid.wait_for(state="detached")
    assert last_of(table) == "bid 9 C"
    page.context.close()


@pytest.mark.heavy
def test_two_taps_for_a_card_where_the_player_wants_it(site: str, browser: Any) -> None:
    PlayerSettings.objects.create(player=player("Olga"), two_taps=True)
    table, people = dealt_table(HouseRules(), CLUBS, "9C")
    act(table, people, "order", "discard 9C")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    play = page.get_by_role("button", name="Play this card")
    expect(play).to_be_disabled()
    pick(page, "play KH")
    pick(page, "play AC")
    expect(page.locator(".my-hand input:checked")).to_have_value("play AC")
    assert state_at(table).tricks == ()
    assert problems(page) == []
    pick(page, "play AC")
    play.wait_for(state="detached")
    assert last_of(table) == "play AC"
    for _ in range(3):
        first_legal(table, people)
    table.refresh_from_db()
    expect(page.locator("#live")).to_have_attribute("data-live-version", str(table.version))
    for _ in range(2):
        page.keyboard.press("1")
    play.wait_for(state="detached")
    assert last_of(table) == "play JC"
    page.context.close()


@pytest.mark.heavy
def test_all_of_it_works_without_scripts(site: str, browser: Any) -> None:
    PlayerSettings.objects.create(player=player("Olga"), two_taps=True)
    tables = [dealt_table(UNDER, LOW, "9H QS KS AS"), dealt_table(DOUBLE), dealt_table(HouseRules(), CLUBS, "9C")]
    act(*tables[2], "order", "discard 9C")
    cookies = open_as(browser, site, "Olga", "/").context.cookies()
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies(cookies)
    page = context.new_page()

    def on(table: Table, *values: str, button: str) -> str:
        page.goto(site + table.get_absolute_url())
        for value in values:
            page.locator(f"input[value='{value}']").check(force=True)
        page.get_by_role("button", name=button, exact=True).click()
        page.wait_for_load_state()
        return last_of(table)

    (low, _), (double, _), (taps, _) = tables
    assert on(low, "7C", "8C", "7D", button="Exchange these 3 cards") == "under 8C 7C 7D"
    assert on(double, "8", "N", button="Bid") == "bid 8 N"
    assert on(taps, "play AC", button="Play this card") == "play AC"
    context.close()


@pytest.mark.parametrize("name", MANY)
@pytest.mark.heavy
def test_many_seats_on_a_phone(site: str, browser: Any, name: str) -> None:
    """No name is covered or outside of the felt, partners are told apart, and the hand is seen without scrolling."""
    table, people = dealt_table(MANY[name], dealer=MANY[name].players - 2)
    for who, new in zip(people[1:], ("Pamela Hutchinson", "Quinn", "Rosamund", "Tom Abernathy"), strict=False):
        Player.objects.filter(pk=who.pk).update(name=new)
    act(table, people, "pass")
    page = open_as(browser, site, "Olga", table.get_absolute_url())
    page.set_viewport_size(PHONE)
    assert page.evaluate(COVERED) == 0
    assert bottom_of(page, ".my-hand") < 740
    assert problems(page) == []
    partners = len(people) // len({*page.locator(".table-scores .side-mark").all_inner_texts()}) - 1
    expect(page.locator(".chair.is-ours:not(.place-0)")).to_have_count(partners)
    expect(page.get_by_text("(your partner)")).to_have_count(partners)
    act(table, people, "order")
    while state_at(table).turn != 0 or len(state_at(table).tricks) < 2:
        first_legal(table, people)
    page.reload()
    assert page.evaluate(COVERED) == 0
    assert bottom_of(page, ".my-hand") < 740
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(COVERED) == 0
    page.context.close()
