"""Online player vanishes: visible countdown, seat kept, then a bot; whoever comes back has the seat again."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.tables import mover, play, presence
from games.tables.models import Hand, Seat, Table
from tests.games.tables.cast import command_by, player, table_for
from tests.sizes import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def open_as(browser: Any, site: str, name: str, path: str) -> Any:
    """The table in a browser that plays as that guest."""
    client = Client()
    session = client.session
    session["guest_player"] = player(name).pk
    session.save()
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "session", "value": session.session_key, "url": site}])
    page = context.new_page()
    page.goto(site + path)
    return page


@pytest.mark.heavy
def test_a_countdown_then_a_bot_and_the_seat_is_kept(
    site: str, worker: None, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "PLAYER_SILENT", datetime.timedelta(seconds=12))
    monkeypatch.setattr(presence, "KEPT", datetime.timedelta(seconds=4))
    monkeypatch.setattr(play, "LOOK_UP", datetime.timedelta(seconds=1))
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    turn = play.state_of(Hand.objects.get()).turn
    assert turn is not None
    gone, other = people[turn], people[(turn + 1) % 4]
    theirs = open_as(browser, site, gone.name, table.get_absolute_url())
    mine = open_as(browser, site, other.name, table.get_absolute_url())
    theirs.get_by_text("Your turn").wait_for()
    theirs.context.set_offline(True)
    Seat.objects.filter(player=gone).update(seen_at=Seat.objects.get(player=gone).seen_at - presence.PLAYER_SILENT)
    Table.objects.update(due_at=timezone.now())
    mover.move_due_tables()  # as the sweep does every two seconds
    chair = mine.locator("li.chair", has=mine.get_by_text(gone.name, exact=True))
    chair.get_by_text("away: a bot takes over in").wait_for()
    chair.get_by_text("away: a bot is playing", exact=True).wait_for()
    mine.get_by_text(f"{gone.name}’s turn:").wait_for(state="detached")
    assert Hand.objects.get().stand_ins[0] == 1
    assert Seat.objects.get(number=turn).player == gone
    theirs.context.set_offline(False)
    # The page says by itself that it is there again.
    chair.locator(".chip", has_text="away").wait_for(state="detached")
    for page in (mine, theirs):
        page.context.close()
