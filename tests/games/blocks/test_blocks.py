"""Blocking: the two are never seated together, the blocker reads nothing of the other, and the other isn't told."""

import contextlib
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import limits
from games.accounts.models import Player
from games.blocks.commands import NoSuchPlayer, block, blocked_by, has_blocked, unblock
from games.blocks.models import Block
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.errors import CommandError, NotAllowed
from games.finding.commands import look, start_with_bots, stop
from games.finding.models import Search
from games.limits import Limit
from games.tables import invitations, opening, seating, talk, watching
from games.tables.models import Table
from games.tables.options import TableOptions
from games.tables.presenter import TableView
from tests.cast import make_club, make_user
from tests.games.tables.cast import NAMES, command_by, finished_game, player, table_for
from tests.sizes import size
from tournaments.clubs.models import Membership
from tournaments.merging.models import PlayerAlias

pytestmark = pytest.mark.django_db


def open_by(name: str, visibility: str = "public") -> Table:
    return opening.open_table(player(name), preset("plain"), TableOptions(), visibility=visibility)


def sit(name: str, table: Table, number: int) -> None:
    seating.sit(table.pk, number, command_by(player(name), table))


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_at_their_own_table_nobody_sits_whom_they_blocked_and_the_refusal_does_not_say_why(visibility: str) -> None:
    block(player("Olga"), player("Pam").pk)
    table = open_by("Olga", visibility)
    with pytest.raises(NotAllowed, match=r"^You can’t take a seat at this table\. Choose another one\.$"):
        sit("Pam", table, 1)
    link = invitations.invite(table.pk, command_by(player("Olga"), table), seat=1)
    invitation = invitations.invitation_of(link)
    assert invitation
    with pytest.raises(NotAllowed):
        invitations.come_in(invitation, command_by(player("Pam"), table))
    unblock(player("Olga"), player("Pam").pk)
    sit("Pam", table, 1)


def test_at_a_public_table_neither_sits_down_where_the_other_sits() -> None:
    block(player("Pam"), player("Quinn").pk)
    table = open_by("Olga")
    sit("Pam", table, 1)
    with pytest.raises(NotAllowed, match="Choose another one"):
        sit("Quinn", table, 2)
    other = open_by("Rosa")
    sit("Quinn", other, 1)
    with pytest.raises(RuleError, match="You blocked Quinn, who is at this table"):
        sit("Pam", other, 2)


def test_among_friends_only_the_owner_decides() -> None:
    block(player("Pam"), player("Quinn").pk)
    table = open_by("Olga", "private")
    sit("Pam", table, 1)
    sit("Quinn", table, 2)
    assert table.seats.count() == 3


def test_the_blocker_reads_nothing_that_the_other_writes_and_the_other_notices_nothing() -> None:
    table, (olga, pam, *_) = table_for()
    for who, text in ((olga, "Hello"), (pam, "Hey")):
        talk.say(table.pk, who, command_by(who, table).key, text=text)
    block(olga, pam.pk)

    def read(who: Player | None) -> list[str]:
        return [line.text for line in TableView(table, who).lines]

    assert read(olga) == ["Hello"]
    assert read(pam) == read(player("Quinn")) == read(None) == ["Hello", "Hey"]
    assert TableView(table, olga).talk_version == TableView(table, pam).talk_version == 2


def test_find_a_game_seats_neither_with_the_other() -> None:
    block(player("Olga"), player("Pam").pk)
    for name in NAMES[:4]:
        assert look(player(name), "plain").table is None
    table = look(player("Tom"), "plain").table
    assert table
    assert not {"Olga", "Pam"} <= set(table.seats.values_list("player__name", flat=True))


def test_only_people_are_blocked_others_than_oneself() -> None:
    with pytest.raises(RuleError):
        block(player("Olga"), player("Olga").pk)
    with pytest.raises(NoSuchPlayer):
        block(player("Olga"), Player.objects.create(name="Benny", is_bot=True).pk)
    block(player("Olga"), player("Pam").pk)
    block(player("Olga"), player("Pam").pk)
    assert blocked_by(player("Olga")) == [player("Pam")]


def test_blocking_has_a_direction() -> None:
    block(player("Olga"), player("Pam").pk)
    assert has_blocked(player("Olga"), player("Pam"))
    assert not has_blocked(player("Pam"), player("Olga"))
    assert unblock(player("Olga"), player("Pam").pk) == player("Pam")
    assert unblock(player("Olga"), player("Pam").pk) is None


def hidden(name: str) -> Player:
    """The player hides the name from strangers."""
    Player.objects.filter(pk=player(name).pk).update(hides_name=True)
    return player(name)


def asks(client: Client, number: int, step: str = "block") -> Any:
    return client.post(reverse("move_block", args=[number, step]), follow=True)


def test_blocking_tells_a_stranger_no_hidden_name() -> None:
    client = Client()
    client.post(reverse("find_game"))
    pam = hidden("Pam")
    for number in (pam.pk, Player.objects.create(name="Benny", is_bot=True).pk, 999_999):
        for _ in range(2):
            answer = asks(client, number)
            assert (answer.status_code, b"Pam" in answer.content) == (404, False)
        answer = asks(client, number, "unblock")
        assert answer.status_code == 200
        assert "You haven’t blocked this player." in answer.content.decode()
        assert "Pam" not in answer.content.decode()
    assert not Block.objects.exists()
    assert "Quinn is blocked." in asks(client, player("Quinn").pk).content.decode(), "anyone may read that name"


def test_a_hidden_name_stays_hidden_behind_a_record_that_was_merged_into_it() -> None:
    client = Client()
    client.post(reverse("find_game"))
    PlayerAlias.objects.create(player=player("Pam Lee"), person=hidden("Pam"))
    assert asks(client, player("Pam Lee").pk).status_code == 404


def test_in_one_club_people_who_hide_their_names_are_blocked() -> None:
    olga, sam = make_user("Olga"), make_user("Sam")
    Membership.objects.create(club=make_club(olga), player=hidden("Pam"))
    for user, status in ((olga, 200), (sam, 404)):
        client = Client()
        client.force_login(user)
        assert client.get(reverse("player", args=[player("Pam").pk])).status_code == status
        assert asks(client, player("Pam").pk).status_code == status
    assert has_blocked(olga.player, player("Pam"))


def _sits(who: Player, table: Table) -> None:
    seating.sit(table.pk, 1, command_by(who, table))


def _watches(who: Player, table: Table) -> None:
    watching.watch(table.pk, who)


def _speaks(who: Player, table: Table) -> None:
    table.lines.create(number=1, player=who, kind="text", text="Hello")


@pytest.mark.parametrize("does", [_sits, _watches, _speaks])
def test_people_who_met_at_a_table_block_each_other(does: Callable[[Player, Table], None]) -> None:
    olga, pam, table = hidden("Olga"), hidden("Pam"), open_by("Olga")
    does(pam, table)
    block(olga, pam.pk)
    block(pam, olga.pk)
    with pytest.raises(NoSuchPlayer):
        block(player("Quinn"), pam.pk)


def test_people_who_played_together_block_each_other_afterwards() -> None:
    table = finished_game().table
    hidden("Pam")
    table.seats.all().delete()
    table.journal.all().delete()
    block(player("Olga"), player("Pam").pk)
    Player.objects.filter(pk=player("Quinn").pk).update(name="Former player 1", erased_at=timezone.now())
    with pytest.raises(NoSuchPlayer):
        block(player("Olga"), Player.objects.get(name="Former player 1").pk)


def test_a_flood_of_blocks(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.FLOOD_LIMITS = True
    monkeypatch.setattr(limits, "BLOCKS", Limit(f"test-{uuid.uuid4()}", 2, 60))
    client = Client()
    client.post(reverse("find_game"))
    answers = [asks(client, number) for number in (999_997, 999_998, player("Pam").pk)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert answers[-1]["Retry-After"] == "60"
    assert not Block.objects.exists()


def test_the_list_of_blocked_players_and_its_buttons() -> None:
    client = Client()
    client.post(reverse("find_game"))
    assert "You haven’t blocked anyone" in client.get(reverse("blocked")).content.decode()
    answer = client.post(reverse("move_block", args=[player("Pam").pk, "block"]), {"back": "https://example.org/"})
    assert answer.headers["Location"] == reverse("blocked"), "no way off the site"
    page = client.get(reverse("blocked")).content.decode()
    assert "Pam is blocked. They won’t know." in page
    assert reverse("move_block", args=[player("Pam").pk, "unblock"]) in page
    back = client.post(reverse("move_block", args=[player("Pam").pk, "unblock"]), {"back": reverse("lobby")})
    assert back.headers["Location"] == reverse("lobby")
    assert not Block.objects.exists()
    assert client.post(reverse("move_block", args=[player("Pam").pk, "praise"])).status_code == 404
    assert Client().post(reverse("move_block", args=[player("Pam").pk, "block"])).status_code == 404


class Evening:
    """People who do whatever comes into their heads. met: pairs that sat at one public table, or at one's own."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.people = [player(name) for name in NAMES]

    def step(self) -> None:
        one, other = self.chance.sample(self.people, 2)
        kind = self.chance.choice(["plain", "plain", "web_classic"])
        table = Table.objects.filter(closed_at=None).order_by("?").first()
        todo: list[Any] = [
            lambda: look(one, kind),
            lambda: look(one, kind),
            lambda: start_with_bots(one),
            lambda: stop(one),
            lambda: self._block(one, other),
            lambda: unblock(one, other.pk),
            lambda: open_by(one.name, self.chance.choice(["public", "private"])),
            lambda: table and seating.sit(table.pk, self.chance.randrange(4), command_by(one, table)),
            lambda: table and seating.stand_up(table.pk, command_by(one, table)),
        ]
        with contextlib.suppress(CommandError, RuleError):
            self.chance.choice(todo)()

    def _block(self, one: Player, other: Player) -> None:
        """Whoever blocks somebody at the same table gets up."""
        for table in Table.objects.filter(closed_at=None, seats__player=one):
            seating.stand_up(table.pk, command_by(one, table))
        for table in Table.objects.filter(closed_at=None, owner=one, seats__player=other):
            seating.stand_up(table.pk, command_by(other, table))
        block(one, other.pk)

    def check(self) -> None:
        apart = {frozenset(pair) for pair in Block.objects.values_list("player", "other")}
        for table in Table.objects.filter(closed_at=None).prefetch_related("seats"):
            people = {seat.player_id for seat in table.seats.all()}
            if table.visibility == "public":
                assert not any(pair <= people for pair in apart)
            of_owner = Block.objects.filter(player=table.owner_id).values_list("other", flat=True)
            assert not people & set(of_owner)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(size(4, 200)))
@pytest.mark.heavy
def test_whatever_people_do_those_who_are_blocked_never_meet(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(60):
        evening.step()
        evening.check()
    assert Search.objects.exists()
