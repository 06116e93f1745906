"""Who finds a table: a hidden one is not there for whoever was not invited."""

import datetime
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import Conflict, NotAllowed
from games.tables import invitations, play, seating
from games.tables.commands import TableCommand
from games.tables.models import Invitation, Table, TableGuest
from games.tables.topics import table_version
from tests.games.tables.cast import command_by, player, table_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def hidden() -> Table:
    table, _ = table_for(2)
    Table.objects.update(visibility="hidden")
    table.refresh_from_db()
    return table


def client_of(who: Player | None) -> Client:
    client = Client()
    if who:
        session = client.session
        session["guest_player"] = who.pk
        session.save()
    return client


def pages(table: Table, code: str) -> list[str]:
    """Every address of a table that answers a GET."""
    plain = [reverse(name, args=[code]) for name in ("table", "table_rules", "table_games", "table_emn", "plan_table")]
    of_game = [reverse(name, args=[code, 1]) for name in ("replay", "game_egn", "verify_game", "game_deals")]
    return plain + of_game


def test_to_strangers_a_hidden_table_is_as_if_it_did_not_exist(hidden: Table) -> None:
    sam = client_of(player("Sam"))
    for own, none in zip(pages(hidden, hidden.code), pages(hidden, "x" * len(hidden.code)), strict=True):
        answer, nowhere = sam.get(own), sam.get(none)
        assert (answer.status_code, nowhere.status_code) == (404, 404)
        assert answer.content == nowhere.content
    form = {"key": str(uuid.uuid4()), "seen": hidden.version}
    for address in (
        reverse("move_seat", args=[hidden.code, 2, "sit"]),
        reverse("move_table", args=[hidden.code, "start"]),
        reverse("act", args=[hidden.code]),
        reverse("here", args=[hidden.code]),
    ):
        assert sam.post(address, form).status_code == 404
    assert table_version(None, hidden.code) is None, "its code is no ear for what happens there"
    with pytest.raises(NotAllowed, match="invited players"):
        seating.sit(hidden.pk, 2, command_by(player("Sam"), hidden))


def test_owner_and_seated_see_it_and_the_lobby_does_not(hidden: Table) -> None:
    for name in ("Olga", "Pam"):
        assert client_of(player(name)).get(hidden.get_absolute_url()).status_code == 200
    seating.stand_up(hidden.pk, command_by(player("Olga"), hidden))
    assert client_of(player("Olga")).get(hidden.get_absolute_url()).status_code == 200
    assert hidden.code not in Client().get(reverse("lobby")).content.decode()


def test_a_private_table_is_for_whoever_has_its_address() -> None:
    table, _ = table_for(1)
    assert Client().get(table.get_absolute_url()).status_code == 200
    assert table.code not in Client().get(reverse("lobby")).content.decode()


def test_an_invitation_leads_to_its_seat(hidden: Table) -> None:
    olga = client_of(player("Olga"))
    form = {"key": str(uuid.uuid4()), "seen": hidden.version, "hours": "24", "seat": "3"}
    made = olga.post(reverse("plan_step", args=[hidden.code, "invite"]), form)
    token = made.context["token"]
    assert len(token) == 22
    assert token in made.content.decode()
    assert token not in Invitation.objects.get().token_hash
    assert token not in olga.get(reverse("plan_table", args=[hidden.code])).content.decode()
    sam, address = client_of(player("Sam")), reverse("invited", args=[token])
    assert "seat 4" in sam.get(address).content.decode()
    assert not TableGuest.objects.exists(), "looking takes nothing up"
    hidden.refresh_from_db()
    assert sam.post(address, {"key": str(uuid.uuid4()), "seen": 0}).status_code == 409
    assert not TableGuest.objects.exists()
    taken = sam.post(address, {"key": str(uuid.uuid4()), "seen": hidden.version})
    assert (taken.status_code, taken["Location"]) == (302, hidden.get_absolute_url())
    assert hidden.seats.get(number=3).player.name == "Sam"
    again = sam.post(address, {"key": str(uuid.uuid4()), "seen": 0})
    assert again.status_code == 302
    late = client_of(player("Uma")).post(address, {"key": str(uuid.uuid4()), "seen": hidden.version + 1})
    assert late.status_code == 409
    assert "Sam is already sitting in that seat" in late.content.decode()


def test_one_without_a_seat_opens_the_table(hidden: Table) -> None:
    token = invitations.invite(hidden.pk, command_by(player("Olga"), hidden))
    sam = client_of(player("Sam"))
    assert sam.get(hidden.get_absolute_url()).status_code == 404
    sam.post(reverse("invited", args=[token]), {"key": str(uuid.uuid4()), "seen": 0})
    assert sam.get(hidden.get_absolute_url()).status_code == 200
    assert hidden.code in sam.get(reverse("lobby")).content.decode()


def test_revoked_expired_and_made_up_links_lead_nowhere(hidden: Table) -> None:
    olga = player("Olga")
    one, other = (invitations.invite(hidden.pk, command_by(olga, hidden)) for _ in range(2))
    invitations.revoke(hidden.pk, Invitation.objects.last().pk, command_by(olga, hidden))  # type: ignore[union-attr]
    invitations.revoke(hidden.pk, Invitation.objects.last().pk, TableCommand(olga, 0, uuid.uuid4()))  # type: ignore[union-attr]
    Invitation.objects.filter(token_hash=invitations.hash_of(other)).update(
        expires_at=timezone.now() - datetime.timedelta(seconds=1)
    )
    client = client_of(player("Sam"))
    for token in (one, other, "A" * 22):
        assert client.get(reverse("invited", args=[token])).status_code == 404
        assert client.post(reverse("invited", args=[token])).status_code == 404
    with pytest.raises(RuleError, match="no longer valid"):
        invitations.come_in(Invitation.objects.all()[0], command_by(player("Sam"), hidden))


def test_the_owner_invites_and_the_same_key_gives_the_same_link(hidden: Table) -> None:
    with pytest.raises(NotAllowed, match="Only Olga"):
        invitations.invite(hidden.pk, command_by(player("Pam"), hidden))
    for wrong, words in (({"seat": 4}, "4 seats"), ({"hours": 0}, "30 days")):
        with pytest.raises(RuleError, match=words):
            invitations.invite(hidden.pk, command_by(player("Olga"), hidden), **wrong)
    request = command_by(player("Olga"), hidden)
    assert invitations.invite(hidden.pk, request) == invitations.invite(hidden.pk, request)
    assert Invitation.objects.count() == 1
    with pytest.raises(Conflict):
        invitations.invite(hidden.pk, TableCommand(player("Olga"), request.expected_version, uuid.uuid4()))
    with pytest.raises(RuleError, match="can’t find that invitation"):
        invitations.revoke(hidden.pk, 0, command_by(player("Olga"), hidden))


def test_the_replay_of_a_hidden_table_is_for_those_who_see_the_table(hidden: Table) -> None:
    for number, name in ((2, "Quinn"), (3, "Rosa")):
        token = invitations.invite(hidden.pk, command_by(player("Olga"), hidden), seat=number)
        row = invitations.invitation_of(token)
        assert row
        invitations.come_in(row, command_by(player(name), hidden))
    play.start_game(hidden.pk, command_by(player("Olga"), hidden))
    address = reverse("replay", args=[hidden.code, 1])
    assert client_of(player("Quinn")).get(address).status_code == 200
    assert client_of(player("Sam")).get(address).status_code == 404
