"""Two accounts play a game by the day, never at the same time: each comes when notified, moves and leaves."""

import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.presets import preset
from games.tables import mover, opening, play, seating
from games.tables.models import Hand, Seat, Table
from games.tables.options import options_from
from tests.games.tables.cast import command_by
from tests.games.tables.test_table_in_browser import check
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TURNS = 4


def account(name: str) -> User:
    user = User.objects.create_user(f"{name.lower()}@example.org", "bower-and-kitty")
    Player.objects.create(name=name, user=user)
    return user


def open_as(browser: Any, site: str, user: User, path: str) -> Any:
    """A page in a browser in which the account is logged in."""
    client = Client()
    client.force_login(user)
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    page = context.new_page()
    page.goto(site + path)
    return page


def everyone_left() -> None:
    """As if half an hour went by since the last page was closed; then the site looks."""
    cache.clear()
    Seat.objects.update(seen_at=timezone.now() - datetime.timedelta(minutes=30))
    Table.objects.exclude(due_at=None).update(due_at=timezone.now())
    mover.move_due_tables()


def waits_for(table: Table) -> Player | None:
    """The person whose turn it is; None while a bot thinks or cards are dealt."""
    table.refresh_from_db()
    return table.seats.get(number=table.turn_seat).player if table.turn_seat is not None else None


@pytest.mark.heavy
def test_a_game_by_the_day(site: str, worker: None, browser: Any, wait_until: Any) -> None:
    ann, bob = account("Ann"), account("Bob")
    page = open_as(browser, site, ann, "/tables/new/")
    page.get_by_text("Table options").click()
    page.get_by_label("Days per move").select_option("1")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/tables/*/")
    page.get_by_text("This is a multi-day game. Each player has 24 hours for a move.").wait_for()
    table = Table.objects.get()
    other = open_as(browser, site, bob, table.get_absolute_url())
    other.locator("li.chair.place-2").get_by_role("button", name="Sit here").click()
    other.get_by_role("button", name="Leave seat").wait_for()
    other.context.close()
    page.locator(".ways > summary").click()
    page.get_by_role("button", name="Fill seats with bots").click()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".my-hand__card").first.wait_for()
    page.context.close()
    users = {ann.player: ann, bob.player: bob}
    for _ in range(TURNS):
        who = wait_until(lambda: waits_for(table))
        everyone_left()
        move(browser, site, users[who], table)
    assert table.games.get().broken_off_at is None
    assert all(hand.stand_ins == [] for hand in Hand.objects.all())


def move(browser: Any, site: str, user: User, table: Table) -> None:
    """From the notification to the table, a move, and away."""
    page = open_as(browser, site, user, "/tables/")
    page.get_by_role("heading", name="Your turn in 1 game").wait_for()
    assert check(page) == []
    page.goto(f"{site}/me/notifications/")
    page.get_by_role("link", name="It’s your turn at Ann’s table").first.click()
    page.wait_for_url(f"**{table.get_absolute_url()}")
    page.get_by_text("23 hours left").wait_for()
    assert check(page) == []
    version = page.locator("#live").get_attribute("data-live-version")
    page.locator(".table-choices button, .my-hand__card:enabled").first.click()
    page.locator(f"#live:not([data-live-version='{version}'])").wait_for()
    page.context.close()


def test_a_move_made_elsewhere_shows_in_a_page_that_is_open(site: str, browser: Any) -> None:
    """Those who do play at the same time see each other’s moves as at any table."""
    ann, bob = account("Ann"), account("Bob")
    page = open_as(browser, site, ann, "/tables/")
    page.get_by_role("button", name="Invite friends").wait_for()
    table = opened(ann, bob)
    page.goto(site + table.get_absolute_url())
    before = page.locator("#live").get_attribute("data-live-version")
    Table.objects.update(due_at=timezone.now(), clock_ends_at=timezone.now())
    assert mover.move_table(table.pk)
    page.locator(f"#live:not([data-live-version='{before}'])").wait_for()
    page.get_by_text("away: a bot is playing").first.wait_for()
    page.context.close()


def opened(*users: User) -> Table:
    """A game by the day between these, with bots in the other seats, in which one of them is to act."""
    table = opening.open_table(users[0].player, preset("plain"), options_from({"by_the_day": "1"}))
    for seat, user in enumerate(users[1:], start=1):
        seating.sit(table.pk, 2 * seat, command_by(user.player, table))
    seating.fill_with_bots(table)
    play.begin_game(Table.objects.get(pk=table.pk))
    while waits_for(table) is None:
        Table.objects.update(due_at=timezone.now())
        mover.move_table(table.pk)
    return table
