"""Friends by link in one tap: the link, the seat that it leads to, and the name and face that a guest chooses."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.guests import MAX_NAME, guest_name
from games.accounts.models import FORMER, Player
from games.tables import play, seating
from games.tables.models import Invitation, Table
from tests.cast import make_user
from tests.games.tables.cast import command_by, player

pytestmark = pytest.mark.django_db


def form(**fields: object) -> dict[str, object]:
    return {"key": str(uuid.uuid4()), "seen": 0, **fields}


def link_of(page: str) -> str:
    """The address in the page that shows a link."""
    address = page.partition('id="invite-address">')[2].partition("<")[0]
    return address.removeprefix("http://testserver")


@pytest.fixture
def host() -> Client:
    client = Client()
    make_user("Olga")
    client.force_login(player("Olga").user)  # type: ignore[arg-type]  # the account just made
    return client


@pytest.fixture
def link(host: Client) -> str:
    return link_of(host.post(reverse("invite_friends"), form()).content.decode())


def test_one_tap_in_the_lobby_opens_a_private_table_and_shows_its_link(host: Client, link: str) -> None:
    table = Table.objects.get()
    assert (table.owner, table.visibility) == (player("Olga"), "private")
    assert Client().get(link).status_code == 200
    page = host.post(reverse("table_invite", args=[table.code]), form()).content.decode()
    assert link_of(page) != link
    for part in ("data-share-text", "data-copy", "data:image/svg+xml", table.get_absolute_url()):
        assert part in page
    assert Invitation.objects.count() == 2


def test_only_those_who_run_the_table_invite_and_only_while_it_is_open(host: Client, link: str) -> None:
    table = Table.objects.get()
    address = reverse("table_invite", args=[table.code])
    assert Client().post(address, form()).status_code == 403
    guest = Client()
    guest.post(link, form())
    assert guest.post(address, form()).status_code == 403
    Table.objects.update(closed_at="2026-01-01T00:00Z")
    assert host.post(address, form()).status_code == 422
    assert Invitation.objects.count() == 1


def test_the_link_leads_straight_into_the_seat_opposite_the_owner_and_the_next_beside(link: str) -> None:
    table = Table.objects.get()
    for name in ("Ann", "Bob", "Cleo"):
        answer = Client().post(link, form(guest_name=name))
        assert answer.headers["Location"] == table.get_absolute_url()
    seated = list(table.seats.values_list("number", "player__name"))
    assert seated == [(0, "Olga"), (1, "Bob"), (2, "Ann"), (3, "Cleo")]
    assert Client().post(link, form(guest_name="Dan")).status_code == 302
    assert table.seats.count() == 4, "where no seat is free there is the table"


def test_taken_up_twice_it_is_one_seat(link: str) -> None:
    client = Client()
    for _ in range(2):
        client.post(link, form(guest_name="Ann"))
    assert Table.objects.get().seats.count() == 2
    assert Player.objects.filter(name="Ann").count() == 1


def test_in_a_game_the_friend_takes_the_seat_of_a_bot(link: str) -> None:
    table = Table.objects.get()
    seating.seat_bots(table.pk, command_by(player("Olga"), table))
    play.start_game(table.pk, command_by(player("Olga"), table))
    Client().post(link, form(guest_name="Ann"))
    assert table.seats.get(player__name="Ann").number == 2


def test_a_guest_chooses_a_name_and_a_face_and_others_see_them(host: Client, link: str) -> None:
    guest = Client()
    assert "Your name" in guest.get(link).content.decode()
    guest.post(link, form(guest_name="  Ann\u202e \n Lee ", face="owl"))
    found = Player.objects.get(name="Ann Lee")
    assert (found.face, found.is_guest) == ("owl", True)
    page = host.get(Table.objects.get().get_absolute_url()).content.decode()
    assert "Ann Lee" in page
    assert "faces.svg#owl" in page
    guest.post(reverse("introduction"), {"name": "Annie", "face": "cat"})
    found.refresh_from_db()
    assert (found.name, found.face) == ("Annie", "cat")


def test_who_has_an_account_is_not_asked_for_a_name_and_keeps_it(host: Client, link: str) -> None:
    sam = Client()
    sam.force_login(make_user("Sam"))
    assert "guest_name" not in sam.get(link).content.decode()
    sam.post(reverse("introduction"), {"name": "Somebody", "face": "pig"})
    assert [(one.name, one.face) for one in Player.objects.filter(name="Sam")] == [("Sam", "pig")]
    sam.post(reverse("introduction"), {"face": "dragon"})
    assert Player.objects.get(name="Sam").face == "pig"


def test_names_that_are_none() -> None:
    assert guest_name("") == guest_name(" \u200b\n") == guest_name(f"{FORMER} 7") == ""
    assert len(guest_name("x" * 90)) == MAX_NAME
    client = Client()
    client.post(reverse("introduction"), {"name": "", "face": "fox"})
    assert Player.objects.get(face="fox").name.startswith("Guest ")
