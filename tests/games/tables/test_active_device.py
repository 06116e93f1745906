"""One page plays a seat: the newest that was opened. An older one says so, and may take the seat back."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.errors import SeatTakenOver
from games.tables import active_device, play, seating
from games.tables.commands import TableCommand
from games.tables.models import Hand, Table
from tests.games.tables.cast import command_by, table_for

pytestmark = pytest.mark.django_db

OLD, NEW = f"{1:012x}" + "a" * 16, f"{2:012x}" + "b" * 16
SENTENCE = "You’re playing at this table on another device."


@pytest.fixture
def begun() -> tuple[Table, Player]:
    """A game, and whose turn it is."""
    table, people = table_for()
    play.start_game(table.pk, command_by(people[0], table))
    turn = play.state_of(Hand.objects.get()).turn
    assert turn is not None
    return table, people[turn]


def on(device: str, who: Player, table: Table) -> TableCommand:
    request = command_by(who, table)
    return TableCommand(who, request.expected_version, request.key, device)


def test_the_newest_page_plays_and_the_older_is_refused_without_effect(begun: tuple[Table, Player]) -> None:
    table, who = begun
    assert active_device.hold_seat(table.pk, who, OLD)
    assert active_device.hold_seat(table.pk, who, NEW)
    assert not active_device.hold_seat(table.pk, who, OLD)
    table.refresh_from_db()
    before = table.version
    for refused in (
        lambda request: play.act(table.pk, "pass", request),
        lambda request: seating.stand_up(table.pk, request),
        lambda request: seating.mind_seat(table.pk, request, is_away=True),
        lambda request: play.deal_next(table.pk, request),
    ):
        with pytest.raises(SeatTakenOver, match="another device"):
            refused(on(OLD, who, table))
    table.refresh_from_db()
    assert (table.version, Hand.objects.get().actions) == (before, "")
    play.act(table.pk, "pass", on(NEW, who, table))
    assert Hand.objects.get().actions == "pass"


def test_who_acts_on_a_newer_page_takes_over(begun: tuple[Table, Player]) -> None:
    table, who = begun
    active_device.hold_seat(table.pk, who, OLD)
    play.act(table.pk, "pass", on(NEW, who, table))
    assert table.seats.get(player=who).device == NEW


def test_a_repeat_of_what_was_done_is_answered_as_before(begun: tuple[Table, Player]) -> None:
    table, who = begun
    request = on(OLD, who, table)
    play.act(table.pk, "pass", request)
    active_device.hold_seat(table.pk, who, NEW)
    play.act(table.pk, "pass", request)
    assert Hand.objects.get().actions == "pass"


def test_devices_are_in_order_of_opening_and_nothing_else_is_one() -> None:
    one, other = active_device.new_device(), active_device.new_device()
    assert active_device.device_from(one) == one
    assert one[:12] <= other[:12]
    assert one != other
    for wrong in ("", "x", NEW + "0", NEW.upper(), "'; drop"):
        assert active_device.device_from(wrong) == ""


class Browser:
    """A player's page as a browser has it open."""

    def __init__(self, who: Player, table: Table) -> None:
        self.client, self.table = Client(), table
        session = self.client.session
        session["guest_player"] = who.pk
        session.save()
        self.open()

    def open(self) -> None:
        page = self.client.get(self.table.get_absolute_url()).content.decode()
        found = re.search(r'name="device" value="([0-9a-f]{28})"', page)
        assert found
        self.device = found[1]

    def look(self) -> str:
        """What the page shows when it fetches itself again."""
        return self.client.get(self.table.get_absolute_url(), headers={"X-Device": self.device}).content.decode()

    def send(self, name: str, *args: object, **data: str):
        self.table.refresh_from_db()
        form = {"key": str(uuid.uuid4()), "seen": self.table.version, "device": self.device} | data
        return self.client.post(reverse(name, args=[self.table.code, *args]), form)


@pytest.mark.slow
def test_two_browsers_of_one_player(begun: tuple[Table, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    table, who = begun
    moments = iter(range(10**18, 2 * 10**18, 10**9))
    monkeypatch.setattr(active_device.time, "time_ns", lambda: next(moments))
    phone, laptop = Browser(who, table), Browser(who, table)
    assert phone.send("here").status_code == 204
    assert SENTENCE not in laptop.look()
    assert laptop.send("here").status_code == 204
    assert phone.send("here").status_code == 409
    shown = phone.look()
    assert SENTENCE in shown
    assert "Play on this device" in shown
    assert "my-hand__card" not in shown
    refused = phone.send("act", action="pass")
    assert refused.status_code == 409
    assert SENTENCE in refused.content.decode()
    assert Hand.objects.get().actions == ""
    assert phone.send("move_table", "play-here").status_code == 302
    phone.open()
    assert phone.send("here").status_code == 204
    assert laptop.send("act", action="pass").status_code == 409
    assert phone.send("act", action="pass").status_code == 302


def test_looking_on_needs_no_licence(begun: tuple[Table, Player]) -> None:
    table, who = begun
    active_device.hold_seat(table.pk, who, NEW)
    assert SENTENCE not in Client().get(table.get_absolute_url(), headers={"X-Device": OLD}).content.decode()
    assert Client().post(reverse("here", args=[table.code]), {"device": OLD}).status_code == 204
