"""A game at a table online: every action through the one door, once, in turn, and only by whose turn it is."""

import datetime
import uuid
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.presets import PRESETS
from games.engine.shuffle import SealedDeal, reveals
from games.errors import Conflict, NotAllowed
from games.tables import mover, opening, play, presence, seating
from games.tables.commands import TableCommand
from games.tables.models import Game, Hand, Table
from tests.games.tables.cast import command_by, finish_hand, player, table_for
from tests.sizes import SOAK, sample

pytestmark = pytest.mark.django_db


def begun(**more: Any) -> tuple[Table, list[Player], Game]:
    table, people = table_for(**more)
    game = play.start_game(table.pk, command_by(people[0], table))
    table.refresh_from_db()
    return table, people, game


def whose_turn(table: Table, people: list[Player]) -> tuple[Player, str]:
    """The player to act and something legal to do."""
    row = play.running_hand(play.running_game(table))
    assert row
    state = play.state_of(row)
    assert state.turn is not None
    return people[state.turn], str(next(iter(state.legal_actions)))


def move_on(table: Table) -> bool:
    """The site does what is due, as if its time had come."""
    tables, now = Table.objects.filter(pk=table.pk), timezone.now()
    tables.exclude(clock_ends_at=None).update(clock_ends_at=now)
    tables.exclude(due_at=None).update(due_at=now)
    return mover.move_table(table.pk)


def test_a_game_begins_when_all_seats_are_taken() -> None:
    table, people = table_for(count=3)
    with pytest.raises(RuleError, match="empty seats"):
        play.start_game(table.pk, command_by(people[0], table))
    seating.sit(table.pk, 3, command_by(player("Rosa"), table))
    game = play.start_game(table.pk, command_by(people[0], table))
    assert (game.number, game.points, game.hands.count()) == (1, [0, 0], 1)
    assert list(game.players.values_list("player__name", flat=True)) == ["Olga", "Pam", "Quinn", "Rosa"]


def test_two_who_press_start_begin_one_game() -> None:
    table, people = table_for()
    key, seen = uuid.uuid4(), table.version
    first = play.start_game(table.pk, TableCommand(people[0], seen, key))
    assert play.start_game(table.pk, TableCommand(people[0], seen, key)) == first
    with pytest.raises(Conflict):
        play.start_game(table.pk, TableCommand(people[1], seen, uuid.uuid4()))
    assert Game.objects.count() == 1


def test_only_whose_turn_it_is_may_act() -> None:
    table, people, _ = begun()
    who, action = whose_turn(table, people)
    other = next(one for one in people if one != who)
    with pytest.raises(RuleError, match="isn’t your turn"):
        play.act(table.pk, action, command_by(other, table))
    with pytest.raises(NotAllowed, match="aren’t at this table"):
        play.act(table.pk, action, command_by(player("Sam"), table))
    assert Hand.objects.get().actions == ""


def test_an_action_that_is_not_possible_is_refused_with_what_is() -> None:
    table, people, _ = begun()
    who, _ = whose_turn(table, people)
    before = table.version
    for text in ("play JH", "call H", "nonsense", ""):
        with pytest.raises(RuleError):
            play.act(table.pk, text, command_by(who, table))
    table.refresh_from_db()
    assert table.version == before


def test_a_double_tap_acts_once() -> None:
    table, people, _ = begun()
    who, action = whose_turn(table, people)
    once = command_by(who, table)
    play.act(table.pk, action, once)
    play.act(table.pk, action, once)
    assert Hand.objects.get().actions == action
    with pytest.raises(Conflict):
        play.act(table.pk, action, TableCommand(who, once.expected_version, uuid.uuid4()))


@pytest.mark.parametrize("name", sample("plain", of=PRESETS))
@pytest.mark.heavy
def test_bots_play_every_kind_of_game(name: str) -> None:
    """A hand of each preset, and a whole game of the plainest; with SOAK=1 whole games of all."""
    table = opening.play_bots(player("Olga"), name)
    Table.objects.update(options={**table.options, "bots": "beginner"})
    seating.mind_seat(table.pk, command_by(player("Olga"), table), is_away=True)
    game = Game.objects.get()
    is_whole = name == "plain" or SOAK
    while move_on(table) and (is_whole or game.hands.count() < 2):
        pass
    table.refresh_from_db()
    game.refresh_from_db()
    hands = list(game.hands.all())
    assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
    # Every version is one entry of the journal, one action or one deal.
    acts = sum(len(hand.actions.split("; ")) for hand in hands if hand.actions)
    assert table.version == table.journal.count() + acts + len(hands)
    assert (game.ended_at is not None, table.due_at is None) == (is_whole, is_whole)
    if is_whole:
        assert game.winners == [side for side, points in enumerate(game.points) if points == max(game.points)]
        assert [sum(column) for column in zip(*(hand.points for hand in hands), strict=True)] == game.points


def test_every_deal_was_sealed_before_it_was_played() -> None:
    _, _, game = begun()
    hand = game.hands.get()
    assert reveals(SealedDeal(hand.seal, play.label(game, 1)), bytes.fromhex(hand.seed))
    assert not reveals(SealedDeal(hand.seal, play.label(game, 2)), bytes.fromhex(hand.seed))


def test_a_bot_moves_when_its_time_has_come_and_not_before() -> None:
    table = opening.play_bots(player("Olga"))
    seating.mind_seat(table.pk, command_by(player("Olga"), table), is_away=True)
    assert not mover.move_table(table.pk)
    assert mover.move_due_tables() == 0
    Table.objects.update(due_at=timezone.now())
    assert mover.move_due_tables() == 1


def test_a_table_that_cannot_go_on_does_not_keep_the_others_waiting(caplog: pytest.LogCaptureFixture) -> None:
    tables = [opening.play_bots(player(name)) for name in ("Olga", "Pam")]
    for name, table in zip(("Olga", "Pam"), tables, strict=True):
        seating.mind_seat(table.pk, command_by(player(name), table), is_away=True)
    Hand.objects.filter(game__table=tables[0]).update(actions="nonsense")
    Table.objects.update(due_at=timezone.now())
    assert mover.move_due_tables() == 1
    assert [record.message for record in caplog.records] == [f"table {tables[0].pk} could not be moved"]
    assert Table.objects.get(pk=tables[0].pk).due_at is not None


class TestClock:
    def test_whoever_takes_too_long_is_played_for(self) -> None:
        table, people, game = begun(bid_clock="7")
        who, _ = whose_turn(table, people)
        assert table.due_at is not None
        assert timezone.now() < table.due_at <= timezone.now() + datetime.timedelta(seconds=7)
        assert not mover.move_table(table.pk)
        assert move_on(table)
        hand = game.hands.get()
        assert hand.stand_ins == [1]
        assert whose_turn(table, people)[0] != who

    def test_our_own_restart_costs_nobody_time(self) -> None:
        table, _, game = begun(bid_clock="7")
        Table.objects.update(due_at=timezone.now() - datetime.timedelta(minutes=3))
        assert mover.move_table(table.pk)
        table.refresh_from_db()
        assert game.hands.get().actions == ""
        assert table.due_at is not None
        assert table.due_at > timezone.now() + datetime.timedelta(seconds=5)

    def test_without_a_clock_the_site_waits(self) -> None:
        table, _, game = begun()
        assert table.clock_ends_at is None
        assert not move_on(table)
        assert game.hands.get().actions == ""

    @pytest.mark.parametrize("buy_in", ["none", "30"])
    def test_no_one_who_goes_away_leaves_or_comes_back_restarts_the_clock_of_another(self, buy_in: str) -> None:
        table, people, _ = begun(bid_clock="30", buy_in=buy_in)
        who, _ = whose_turn(table, people)
        other = next(one for one in people if one != who)
        before = long_since(table)
        seat = table.seats.get(player=other)
        for is_away in (True, False):
            seating.mind_seat(table.pk, command_by(other, table), is_away=is_away)
            assert clock_of(table) == before
        table.seats.filter(pk=seat.pk).update(missed_since=timezone.now())
        presence.be_here(table, other)
        assert clock_of(table) == before
        seating.stand_up(table.pk, command_by(other, table))
        assert clock_of(table) == before
        for newcomer in (player("Sam"), other):
            seating.sit(table.pk, seat.number, command_by(newcomer, table))
            assert clock_of(table) == before
            seating.stand_up(table.pk, command_by(newcomer, table))
        table.refresh_from_db()
        assert table.due_at == before[1]

    def test_who_comes_back_to_act_has_the_time_that_is_left(self) -> None:
        table, people, _ = begun(bid_clock="30")
        who, _ = whose_turn(table, people)
        before = long_since(table)
        seat = table.seats.get(player=who)
        seating.mind_seat(table.pk, command_by(who, table), is_away=True)
        assert clock_of(table) == (before[0], None), "a bot has no clock"
        seating.mind_seat(table.pk, command_by(who, table), is_away=False)
        assert clock_of(table) == before
        seating.stand_up(table.pk, command_by(who, table))
        seating.sit(table.pk, seat.number, command_by(who, table))
        assert clock_of(table) == before
        table.seats.filter(player=who).update(missed_since=timezone.now())
        presence.be_here(table, who)
        assert clock_of(table) == before

    def test_a_newcomer_who_is_to_act_has_the_whole_time_once(self) -> None:
        table, people, _ = begun(bid_clock="30")
        who, _ = whose_turn(table, people)
        before = long_since(table)
        number = table.seats.get(player=who).number
        seating.stand_up(table.pk, command_by(who, table))
        seating.sit(table.pk, number, command_by(player("Sam"), table))
        since, ends = clock_of(table)
        assert since is not None
        assert since > before[0]
        assert ends == since + datetime.timedelta(seconds=30)
        before = long_since(table)
        seating.stand_up(table.pk, command_by(player("Sam"), table))
        seating.sit(table.pk, number, command_by(player("Sam"), table))
        assert clock_of(table) == before

    def test_our_own_restart_renews_the_clock_after_someone_went_away(self) -> None:
        table, people, game = begun(bid_clock="30")
        who, _ = whose_turn(table, people)
        other = next(one for one in people if one != who)
        ended = long_since(table, seconds=180)[1]
        seating.mind_seat(table.pk, command_by(other, table), is_away=True)
        assert mover.move_table(table.pk)
        since, ends = clock_of(table)
        assert game.hands.get().actions == ""
        assert since is not None
        assert ends == since + datetime.timedelta(seconds=30)
        assert ends > ended

    def test_the_next_deal_and_a_bots_turn_are_not_put_off(self) -> None:
        table, people, _ = begun()
        who, _ = whose_turn(table, people)
        seating.mind_seat(table.pk, command_by(who, table), is_away=True)
        other = next(one for one in people if one != who)
        for step in ("a bot is to act", "the next hand is to be dealt"):
            table.refresh_from_db()
            due = table.due_at
            assert due, step
            for is_away in (True, False):
                seating.mind_seat(table.pk, command_by(other, table), is_away=is_away)
                table.refresh_from_db()
                assert table.due_at, step
                assert table.due_at <= due, step
            if play.hand_at(table):
                finish_hand(table)


def long_since(table: Table, seconds: float = 25) -> tuple[datetime.datetime, datetime.datetime]:
    """The clock of 30 seconds has run for that long, at a table where nothing else is due."""
    since = timezone.now() - datetime.timedelta(seconds=seconds)
    ends = since + datetime.timedelta(seconds=30)
    Table.objects.filter(pk=table.pk).update(turn_since=since, clock_ends_at=ends, due_at=ends)
    return since, ends


def clock_of(table: Table) -> tuple[datetime.datetime | None, datetime.datetime | None]:
    """Since when it is the turn of the seat to act, and when its clock runs out."""
    table.refresh_from_db()
    return table.turn_since, table.clock_ends_at
