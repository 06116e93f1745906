"""A person is shown one hand of a deal, whatever is done: seats, bots, watching, invitations, substitutes."""

import datetime
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.engine.view import Watcher, view_for
from games.errors import CommandError, Conflict, NotAllowed
from games.tables import (
    breaking_off,
    hints,
    invitations,
    managing,
    mover,
    official,
    opening,
    play,
    seating,
    visibility,
    watching,
)
from games.tables.abandoned import clear_abandoned_tables
from games.tables.models import DealShown, Hand, Table
from games.tables.options import options_from
from games.tables.presenter import TableView
from games.tables.verify import chips_add_up, games_online_add_up
from tests.games.scene import Scene
from tests.games.tables.cast import NAMES, command_by, finish_hand, player, table_for
from tests.sizes import Counted, size

pytestmark = pytest.mark.django_db
KINDS_OF_SIGHT = ("public", "private", "hidden")
LATER = "seen another hand in this deal. You can take this seat when the next deal starts"


def begun(**conduct: object) -> tuple[Table, list[Player]]:
    table, people = table_for(4, **conduct)
    play.start_game(table.pk, command_by(people[0], table))
    return table, people


def next_deal(table: Table) -> None:
    finish_hand(table)
    game = play.running_game(table)
    assert game
    play.deal_hand(table, game)


def test_standing_up_opens_no_second_seat_and_the_own_one_stays_open() -> None:
    table, people = begun()
    pam = people[1]
    seating.evict(table.pk, 2, command_by(people[0], table))
    seating.stand_up(table.pk, command_by(pam, table))
    for number in (2, 1, 2):
        if number == 1:
            assert seating.sit(table.pk, 1, command_by(pam, table)).number == 1
            seating.stand_up(table.pk, command_by(pam, table))
            continue
        with pytest.raises(RuleError, match=LATER):
            seating.sit(table.pk, number, command_by(pam, table))
    assert table.seats.get(number=2).player.is_bot
    next_deal(table)
    assert seating.sit(table.pk, 2, command_by(pam, table)).number == 2
    assert list(games_online_add_up()) == []


def test_who_has_seen_nothing_takes_any_seat() -> None:
    table, people = begun()
    seating.evict(table.pk, 2, command_by(people[0], table))
    assert seating.sit(table.pk, 2, command_by(player("Tom"), table)).number == 2


def test_one_who_was_evicted_waits_for_the_next_deal_too() -> None:
    table, people = begun()
    for number in (1, 3):
        seating.evict(table.pk, number, command_by(people[0], table))
    with pytest.raises(RuleError, match=LATER):
        seating.sit(table.pk, 3, command_by(people[1], table))
    assert seating.sit(table.pk, 1, command_by(people[1], table)).number == 1


def test_an_invitation_to_a_seat_opens_no_second_hand() -> None:
    table, people = begun()
    link = invitations.invitation_of(invitations.invite(table.pk, command_by(people[0], table), seat=2))
    assert link
    for number in (1, 2):
        seating.evict(table.pk, number, command_by(people[0], table))
    with pytest.raises(RuleError, match=LATER):
        invitations.come_in(link, command_by(people[1], table))
    next_deal(table)
    invitations.come_in(link, command_by(people[1], table))
    assert table.seats.get(number=2).player == people[1]


def test_a_watcher_of_open_hands_sits_down_from_the_next_deal() -> None:
    table, people = table_for(4, watchers="face_up", open_hands=True)
    tom, uma = player("Tom"), player("Uma")
    watching.watch(table.pk, uma)
    play.start_game(table.pk, command_by(people[0], table))
    watching.watch(table.pk, tom)
    seating.evict(table.pk, 2, command_by(people[0], table))
    for watcher in (tom, uma):
        view = TableView(table, watcher).view
        assert view
        assert all(view.hands)
        with pytest.raises(RuleError, match=LATER):
            seating.sit(table.pk, 2, command_by(watcher, table))
    watching.stop_watching(table.pk, tom)
    with pytest.raises(RuleError, match=LATER):
        seating.sit(table.pk, 2, command_by(tom, table))
    next_deal(table)
    assert seating.sit(table.pk, 2, command_by(tom, table)).number == 2


def test_a_watcher_who_sees_no_hand_sits_down_at_once() -> None:
    for kind in ("face_down", "face_up"):
        table, people = begun(watchers=kind)
        watching.watch(table.pk, player("Tom"))
        seating.evict(table.pk, 2, command_by(people[0], table))
        assert seating.sit(table.pk, 2, command_by(player("Tom"), table)).number == 2


def test_at_the_table_of_a_match_a_player_changes_chairs_between_two_deals() -> None:
    people = [player(name) for name in NAMES[:6]]
    table = official.open_official("Match", preset("plain"), options_from({}), people[:4])
    play.begin_game(table)
    with pytest.raises(RuleError, match="Pam has seen another hand in this deal"):
        official.reseat_official(table.pk, [people[0], people[4], people[1], people[3]])
    official.reseat_official(table.pk, [people[0], people[4], people[2], people[3]])
    official.reseat_official(table.pk, people[:4])
    next_deal(table)
    finish_hand(table)
    official.reseat_official(table.pk, [people[0], people[2], people[1], people[3]])
    assert [seat.player.name for seat in table.seats.select_related("player")] == ["Olga", "Quinn", "Pam", "Rosa"]


def test_the_page_offers_the_own_seat_only_and_says_when_the_others_are_free() -> None:
    scene = Scene()
    seating.evict(scene.table.pk, 2, command_by(scene.people[0], scene.table))
    client = scene.browser(scene.people[1])
    for path, address in ((scene.path("move_table", "stand-up"), "table"), ("", "table_hand")):
        page = client.post(path, scene.form(), follow=True) if path else client.get(scene.path(address))
        offered = re.findall(r"/seats/(\d)/sit/", page.content.decode())
        assert (offered, "already seen cards from this hand" in page.content.decode()) == (["1"], True)
    refused = client.post(scene.path("move_seat", 2, "sit"), scene.form())
    assert (refused.status_code, LATER in refused.content.decode()) == (422, True)
    finish_hand(scene.table)
    page = client.get(scene.path("table")).content.decode()
    assert sorted(re.findall(r"/seats/(\d)/sit/", page)) == ["1", "2"]
    assert "already seen cards" not in page


class Evening:
    """People who try everything at one table, by chance, and what each of them was shown of every deal."""

    def __init__(self, seed: int, kind: str) -> None:
        self.chance, self.kind = random.Random(f"{kind} {seed}"), kind
        self.people = [player(name) for name in NAMES[:5]]
        self.browsers = {who.pk: self.browser(who) for who in self.people}
        self.seen: dict[tuple[int, int], list[object]] = defaultdict(list)
        self.done: Counter[str] = Counter()
        self.table = self.new_table()

    def browser(self, who: Player) -> Client:
        client = Client()
        session = client.session
        session["guest_player"] = who.pk
        session.save()
        return client

    def new_table(self) -> Table:
        if self.kind == "match":
            table = official.open_official("Match", preset("plain"), options_from({}), self.line())
            play.begin_game(table)
            return table
        conduct = {"open": {"open_hands": True, "watchers": "face_up"}, "chips": {"buy_in": "30"}}[self.kind]
        table, _ = table_for(2, abandoned_after="60", **conduct)
        seating.seat_bots(table.pk, command_by(self.people[0], table))
        play.start_game(table.pk, command_by(self.people[0], table))
        return table

    def line(self) -> list[Player | None]:
        return self.chance.sample([*self.people, None, None], 4)

    def moves(self) -> dict[str, tuple[int, Callable[[Player], object]]]:
        pk, who_asks, pick = self.table.pk, self.asks, self.chance
        always: dict[str, tuple[int, Callable[[Player], object]]] = {
            "site": (6, lambda who: self.site_moves()),
            "act": (6, lambda who: self.act()),
            "watch": (3, lambda who: watching.watch(pk, who)),
            "stop watching": (1, lambda who: watching.stop_watching(pk, who)),
            "hint": (1, lambda who: hints.suggestion_for(self.table, who)),
        }
        if self.kind == "match":
            return always | {"reseat": (9, lambda who: official.reseat_official(pk, self.line()))}
        return always | {
            "sit": (16, lambda who: seating.sit(pk, pick.randrange(4), who_asks(who))),
            "leave": (6, lambda who: seating.stand_up(pk, who_asks(who))),
            "evict": (2, lambda who: seating.evict(pk, pick.randrange(4), who_asks(who))),
            "bots": (1, lambda who: seating.seat_bots(pk, who_asks(who))),
            "deal": (2, lambda who: play.deal_next(pk, who_asks(who))),
            "start": (2, lambda who: play.start_game(pk, who_asks(who))),
            "away": (1, lambda who: seating.mind_seat(pk, who_asks(who), is_away=True)),
            "back": (1, lambda who: seating.mind_seat(pk, who_asks(who), is_away=False)),
            "skip": (1, lambda who: managing.skip(pk, who_asks(who))),
            "invite": (2, self.invite),
            "show": (1, lambda who: visibility.change_visibility(pk, pick.choice(KINDS_OF_SIGHT), who_asks(who))),
            "abandon": (1, lambda who: self.abandon()),
            "call off": (2, lambda who: breaking_off.call_off(pk, who_asks(who))),
            "close": (1, lambda who: opening.close_table(pk, who_asks(who))),
        }

    def asks(self, who: Player) -> object:
        return command_by(who, self.table)

    def site_moves(self) -> None:
        Table.objects.filter(pk=self.table.pk).exclude(due_at=None).update(due_at=timezone.now())
        mover.move_table(self.table.pk)

    def act(self) -> None:
        row = play.hand_at(self.table)
        state = play.state_of(row) if row else None
        seat = play.seat_in_turn(self.table, state) if state else None
        if state is None or seat is None or seat.player.is_bot:
            self.site_moves()
            return
        action = self.chance.choice([str(one) for one in state.legal_actions])
        play.act(self.table.pk, action, command_by(seat.player, self.table))

    def invite(self, who: Player) -> None:
        token = invitations.invite(self.table.pk, command_by(self.people[0], self.table), seat=self.chance.randrange(4))
        link = invitations.invitation_of(token)
        assert link
        invitations.come_in(link, command_by(who, self.table))

    def abandon(self) -> None:
        past = timezone.now() - datetime.timedelta(minutes=9)
        self.table.seats.update(seen_at=past)
        self.table.journal.update(at=past)
        Table.objects.filter(pk=self.table.pk).exclude(reset_at=None).update(reset_at=timezone.now())
        clear_abandoned_tables()

    def step(self) -> None:
        moves = self.moves()
        name = self.chance.choices(list(moves), [weight for weight, _ in moves.values()])[0]
        who = self.chance.choice(self.people)
        try:
            with transaction.atomic():
                moves[name][1](who)
                self.done[name] += 1
        except (CommandError, NotAllowed, Conflict, RuleError):
            self.done["refused"] += 1
        self.table.refresh_from_db()
        for viewer in self.people:
            self.look(viewer)
        self.done["step"] += 1
        if self.done["step"] % 10 == 0:
            self.look_at_page(who)
        if self.table.closed_at:
            self.table = self.new_table()

    def look(self, who: Player) -> None:
        look = TableView(self.table, who)
        if look.view and look.hand and look.hand.ended_at is None:
            shown = [seat for seat, cards in enumerate(look.view.hands) if cards is not None]
            self.note(who, look.hand, shown)

    def look_at_page(self, who: Player) -> None:
        """The cards on the page that its browser gets, by the seats that hold them now."""
        row = play.hand_at(self.table)
        self.done["page"] += 1
        page = self.browsers[who.pk].get(
            reverse(("table", "table_hand")[self.done["page"] % 2], args=[self.table.code])
        )
        cards = set(re.findall(r'data-card="(\w+)"', page.content.decode()))
        if row and page.status_code == 200:
            hands = view_for(play.state_of(row), Watcher.FACE_UP).hands
            self.note(who, row, [seat for seat, held in enumerate(hands) if cards & {str(card) for card in held or ()}])

    def note(self, who: Player, row: Hand, shown: list[int]) -> None:
        """Where all hands lie open, a chair counts for those who sit there, and all for watchers."""
        seen = self.seen[who.pk, row.pk]
        if self.table.conduct.open_hands and shown:
            own = self.table.seats.filter(player=who).values_list("number", flat=True).first()
            shown = [own] if own is not None else ([-1] if not seen else [])
        seen += [seat for seat in shown if seat not in seen]
        assert len(seen) <= 1, f"{who} was shown {seen} of {row} after {dict(self.done)}"


@pytest.mark.parametrize("kind", ["chips", "open", "match"])
def test_whatever_is_done_by_whom_each_is_shown_one_hand_of_a_deal(kind: str, record_property: Counted) -> None:
    deals = looks = 0
    for seed in range(1, size(2, 60)):
        evening = Evening(seed, kind)
        for _ in range(size(30, 300)):
            evening.step()
        assert evening.done["refused"]
        assert evening.done["page"]
        deals, looks = deals + Hand.objects.count(), looks + len(evening.seen)
        assert looks
        assert [*games_online_add_up(), *chips_add_up()] == []
        assert not DealShown.objects.filter(player__is_bot=True).exists()
    record_property("deals", deals)
    record_property("hands shown", looks)
