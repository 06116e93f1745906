"""A table's owner changes who finds it: the lobby follows, a hidden table is gone for strangers, and it is told."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import Conflict, KeyReused, NotAllowed
from games.tables import invitations, lobby, opening, play, watching
from games.tables.models import Table, TableLine, Watcher
from games.tables.topics import lobby_topic_version
from games.tables.visibility import change_visibility
from tests.games.tables.cast import command_by, player, table_for
from tests.games.tables.test_pages import browser_of, send
from tests.markup import squeezed

pytestmark = pytest.mark.django_db


def shown() -> list[Table]:
    return [row.table for row in lobby.public_page()]


def moment() -> int:
    return lobby_topic_version(None, "all") or 0


def test_the_lobby_gains_and_loses_the_table_and_hears_of_both() -> None:
    table, (olga, *_) = table_for()
    assert (shown(), moment()) == ([], 0)
    change_visibility(table.pk, "public", command_by(olga, table))
    assert shown() == [table]
    listed = moment()
    assert listed
    change_visibility(table.pk, "private", command_by(olga, table))
    assert shown() == []
    left = moment()
    assert left >= listed
    play.start_game(table.pk, command_by(olga, table))
    assert moment() == left, "what is not on the list is not told there"


def test_it_is_journaled_and_said_once_however_often_it_is_sent() -> None:
    table, (olga, *_) = table_for()
    request = command_by(olga, table)
    for _ in range(2):
        change_visibility(table.pk, "public", request)
    entry = table.journal.get(action="show")
    assert (entry.player, entry.detail["before"], entry.detail["to"]) == (olga, "private", "public")
    table.refresh_from_db()
    assert table.version == entry.version
    assert [one.words for one in TableLine.objects.all()].count("This table is now on the list of live games.") == 1
    with pytest.raises(KeyReused):
        change_visibility(table.pk, "hidden", request)
    change_visibility(table.pk, "public", command_by(olga, table))
    assert table.journal.filter(action="show").count() == 1


def test_hidden_it_is_gone_for_strangers_and_stays_for_whoever_belongs_there() -> None:
    table, (olga, pam, *_) = table_for()
    guest, stranger = player("Gus"), player("Sam")
    link = invitations.invitation_of(invitations.invite(table.pk, command_by(olga, table)))
    assert link
    invitations.come_in(link, command_by(guest, table))
    for who in (guest, stranger):
        watching.watch(table.pk, who)
    change_visibility(table.pk, "hidden", command_by(olga, table))
    assert [place.player for place in Watcher.objects.all()] == [guest]
    statuses = [browser_of(who).get(table.get_absolute_url()).status_code for who in (olga, pam, guest, stranger)]
    assert statuses == [200, 200, 200, 404]
    change_visibility(table.pk, "private", command_by(olga, table))
    assert browser_of(stranger).get(table.get_absolute_url()).status_code == 200


def test_only_the_owner_may_and_not_at_a_match_or_a_closed_table() -> None:
    table, (olga, pam, *_) = table_for()
    for who in (pam, player("Sam")):
        with pytest.raises(NotAllowed):
            change_visibility(table.pk, "public", command_by(who, table))
    with pytest.raises(RuleError, match="from the list"):
        change_visibility(table.pk, "secret", command_by(olga, table))
    old = command_by(olga, table)
    change_visibility(table.pk, "hidden", old)
    with pytest.raises(Conflict):
        change_visibility(table.pk, "public", type(old)(olga, old.expected_version, uuid.uuid4()))
    opening.close_table(table.pk, command_by(olga, table))
    with pytest.raises(RuleError, match="closed"):
        change_visibility(table.pk, "public", command_by(olga, table))
    Table.objects.update(owner=None, closed_at=None)
    with pytest.raises(NotAllowed, match="belongs to a match"):
        change_visibility(table.pk, "public", command_by(olga, table))
    assert Table.objects.get().visibility == "hidden"


def test_through_the_page_of_the_owner() -> None:
    table, (olga, pam, *_) = table_for()
    client = browser_of(olga)
    page = client.get(reverse("plan_table", args=[table.code])).content.decode()
    assert 'value="private" required id="id_visibility_0" checked' in squeezed(page)
    assert send(client, table, "plan_step", "visibility", visibility="public").status_code == 302
    assert shown() == [table]
    assert send(client, table, "plan_step", "visibility", visibility="").status_code == 422
    assert send(client, table, "plan_step", "visibility", visibility="hidden", seen=0).status_code == 409
    assert send(browser_of(pam), table, "plan_step", "visibility", visibility="hidden").status_code == 404
    assert send(Client(), table, "plan_step", "visibility", visibility="hidden").status_code == 404
    assert Table.objects.get().visibility == "public"
    assert Player.objects.count() == 4
