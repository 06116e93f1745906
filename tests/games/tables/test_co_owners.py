"""Co-owners run a table with its owner: what they may, what they may not, and who makes them."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import NotAllowed
from games.tables import breaking_off, invitations, managing, opening, play, prepared, seating, starting, watching
from games.tables.models import CoOwner, Table
from games.tables.options import options_from
from games.tables.rule_changes import change_rules
from games.tables.visibility import change_visibility, may_see, tables_of
from tests.cast import make_user
from tests.games.tables.cast import SHORT, command_by, player, table_for
from tests.games.tables.test_chips import page_of
from tests.tournaments.pages.browsing import log_in

pytestmark = pytest.mark.django_db


def share(table: Table, who: Player, owner: Player | None = None) -> Table:
    return managing.share_table(table.pk, who.pk, command_by(owner or player("Olga"), table), is_shared=True)


def unshare(table: Table, who: Player) -> Table:
    return managing.share_table(table.pk, who.pk, command_by(player("Olga"), table), is_shared=False)


def test_a_co_owner_does_what_the_owner_does_but_closing_and_sharing() -> None:
    table, (olga, pam, quinn) = table_for(3, SHORT, deck_upload=True)
    soon = timezone.now() + datetime.timedelta(minutes=5)
    deeds = [
        lambda: seating.evict(table.pk, 2, command_by(pam, table)),
        lambda: seating.seat_bots(table.pk, command_by(pam, table)),
        lambda: invitations.invite(table.pk, command_by(pam, table)),
        lambda: invitations.revoke(table.pk, table.invitations.get().pk, command_by(pam, table)),
        lambda: prepared.load_deals(table.pk, "", command_by(pam, table)),
        lambda: starting.plan_start(table.pk, soon, command_by(pam, table)),
        lambda: managing.mute(table.pk, quinn.pk, command_by(pam, table), is_muted=True),
        lambda: change_visibility(table.pk, "public", command_by(pam, table)),
        lambda: change_rules(table.pk, table.house_rules, options_from({"bots": "expert"}), command_by(pam, table)),
    ]
    for deed in (deeds[0], *deeds[4:]):
        with pytest.raises(NotAllowed, match="a co-owner"):
            deed()
    share(table, pam)
    for deed in deeds:
        deed()
    for deed in (
        lambda: opening.close_table(table.pk, command_by(pam, table)),
        lambda: share(table, olga, pam),
        lambda: managing.share_table(table.pk, pam.pk, command_by(pam, table), is_shared=False),
    ):
        with pytest.raises(NotAllowed, match="Only Olga, who opened this table"):
            deed()
    unshare(table, pam)
    with pytest.raises(NotAllowed):
        deeds[1]()


def test_who_is_made_a_co_owner() -> None:
    table, (olga, pam, _) = table_for(3)
    seating.seat_bots(table.pk, command_by(olga, table))
    bot = table.seats.get(number=3).player
    for wrong in (olga, bot, player("Tom")):
        with pytest.raises(RuleError, match="Choose another player with a seat at this table"):
            share(table, wrong)
    for _ in range(2):
        share(table, pam)
    assert [row.player for row in CoOwner.objects.all()] == [pam]
    seating.stand_up(table.pk, command_by(pam, table))
    for _ in range(2):
        unshare(table, pam)
    assert not CoOwner.objects.exists()
    said = [line.words for line in table.lines.all()]
    assert said == ["Pam is now a co-owner of this table.", "Pam is no longer a co-owner."]
    assert list(table.journal.filter(action__contains="share").values_list("action", flat=True)) == ["share", "unshare"]


def test_a_co_owner_does_not_turn_against_the_owner() -> None:
    table, (olga, pam) = table_for(2)
    share(table, pam)
    with pytest.raises(NotAllowed, match=r"Only an administrator can do that to Olga"):
        seating.evict(table.pk, 0, command_by(pam, table))
    with pytest.raises(NotAllowed, match="Only an administrator can do that to Olga"):
        managing.mute(table.pk, olga.pk, command_by(pam, table), is_muted=True)
    assert f"/{table.code}/seats/0/evict/" not in page_of(table, pam)
    root = make_user("Root")
    root.manages_tables = True
    root.save()
    assert f"/{table.code}/seats/0/evict/" in log_in(root).get(table.get_absolute_url()).content.decode()
    seating.evict(table.pk, 0, command_by(root.player, table))
    assert not table.seats.filter(player=olga).exists()


def test_a_hidden_table_is_not_hidden_from_its_co_owner() -> None:
    table, (_, pam, _) = table_for(3)
    share(table, pam)
    seating.stand_up(table.pk, command_by(pam, table))
    watching.watch(table.pk, pam)
    watching.watch(table.pk, player("Wim"))
    change_visibility(table.pk, "hidden", command_by(player("Olga"), table))
    assert [place.player for place in table.watchers.all()] == [pam]
    assert may_see(Table.objects.get(), pam)
    assert list(tables_of(pam)) == [table]


def test_no_one_with_chips_in_a_game_is_evicted_while_it_is_played() -> None:
    table, (olga, pam, _) = table_for(3, SHORT, buy_in="30")
    seating.seat_bots(table.pk, command_by(olga, table))
    play.start_game(table.pk, command_by(olga, table))
    with pytest.raises(RuleError, match="Pam has chips in this game and keeps their seat until it ends"):
        seating.evict(table.pk, 1, command_by(olga, table))
    assert table.seats.get(number=1).player == pam
    page = page_of(table, olga)
    assert [f"/seats/{number}/evict/" in page for number in (1, 2, 3)] == [False, False, True]
    for who in (olga, pam, player("Quinn")):
        breaking_off.call_off(table.pk, command_by(who, table))
    seating.evict(table.pk, 1, command_by(olga, table))
    assert not table.seats.filter(player=pam).exists()


def test_the_owner_makes_and_removes_a_co_owner_on_the_page() -> None:
    table, (olga, pam, _) = table_for(3)
    client = Client()
    session = client.session
    session["guest_player"] = olga.pk
    session.save()
    page = client.get(table.get_absolute_url()).content.decode()
    assert 'Make co-owner<span class="visually-hidden">: Pam' in page
    form = {"key": "0b0e7cc0-6f36-4f39-9f4f-6cf2a7f4a4a4", "seen": table.version}
    assert client.post(reverse("move_person", args=[table.code, pam.pk, "share"]), form).status_code == 302
    assert all(
        words in page_of(table, olga)
        for words in ('Remove co-owner<span class="visually-hidden">: Pam', ">co-owner</span>")
    )
    own = page_of(table, pam)
    assert 'Remove co-owner<span class="visually-hidden">: Pam' not in own
    assert reverse("plan_table", args=[table.code]) in own
    assert f"/{table.code}/close/" not in own
    seating.stand_up(table.pk, command_by(pam, table))
    assert 'Remove co-owner<span class="visually-hidden">: Pam' in page_of(table, olga)
    for who, status in ((pam, 200), (player("Quinn"), 404)):
        session["guest_player"] = who.pk
        session.save()
        assert client.get(reverse("plan_table", args=[table.code])).status_code == status
