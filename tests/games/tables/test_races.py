"""Many at one table at the same moment: one is accepted, the others are told, and no version is missing."""

import datetime
import uuid
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, connections
from django.utils import timezone

from games.accounts.models import Player
from games.engine.presets import preset
from games.errors import Conflict
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.tables import commands, mover, opening, play, seating
from games.tables.commands import TableCommand
from games.tables.models import Game, Hand, Table
from games.tables.options import TableOptions
from games.tables.verify import games_online_add_up
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.games.tables.cast import command_by, player, table_for
from tests.sizes import Counted, size

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(15, 1000)


class Round:
    """A table in the middle of a game that goes on for as many trials as are asked for."""

    def __init__(self, **conduct: Any) -> None:
        self.table, self.people = table_for(**conduct)
        self.next_hand()

    def next_hand(self) -> Hand:
        """The hand being played, dealt first where the last one is over."""
        game = play.running_game(self.table)
        if game is None:
            play.start_game(self.table.pk, command_by(self.people[0], self.table))
        elif play.running_hand(game) is None:
            play.deal_next(self.table.pk, command_by(self.people[0], self.table))
        self.table.refresh_from_db()
        hand = play.running_hand(play.running_game(self.table))
        assert hand
        return hand

    def turn(self) -> tuple[int, str, int]:
        """Whose turn it is, something legal, and how many actions there were."""
        state = play.state_of(self.next_hand())
        assert state.turn is not None
        return state.turn, str(next(iter(state.legal_actions))), len(state.history)

    def act(self, who: Player, text: str, key: uuid.UUID | None = None) -> Any:
        request = TableCommand(who, self.table.version, key or uuid.uuid4())
        return lambda: play.act(self.table.pk, text, request)

    def acts(self) -> int:
        return sum(len(hand.actions.split("; ")) for hand in Hand.objects.all() if hand.actions)


@pytest.mark.parametrize("crowd", [4], indirect=True)
def test_of_four_seats_one_acts(crowd: Crowd, record_property: Counted) -> None:
    table = Round()
    for _ in range(TRIALS):
        seat, text, _ = table.turn()
        before = table.acts()
        outcomes = crowd.race(*(table.act(who, text) for who in table.people))
        assert errors(outcomes) == []
        assert [number for number, each in enumerate(outcomes) if not isinstance(each, BaseException)] == [seat]
        assert table.acts() == before + 1
    record_property("races of four seats", TRIALS)
    assert list(games_online_add_up()) == []


@pytest.mark.parametrize("crowd", [2], indirect=True)
def test_of_two_tabs_of_one_seat_one_acts(crowd: Crowd, record_property: Counted) -> None:
    table = Round()
    for trial in range(TRIALS):
        seat, text, _ = table.turn()
        before, key = table.acts(), uuid.uuid4()
        keys = (key, key) if trial % 2 else (key, uuid.uuid4())
        outcomes = crowd.race(*(table.act(table.people[seat], text, each) for each in keys))
        assert errors(outcomes) == []
        assert (len(done(outcomes)), refusals(outcomes)) == ((2, []) if trial % 2 else (1, [Conflict]))
        assert table.acts() == before + 1
    record_property("races of two tabs of one seat", TRIALS)
    assert list(games_online_add_up()) == []


@pytest.mark.parametrize("crowd", [2], indirect=True)
def test_the_clock_and_the_player_act_once(crowd: Crowd, record_property: Counted) -> None:
    table = Round(bid_clock="7", play_clock="7")
    for _ in range(TRIALS):
        seat, text, _ = table.turn()
        before = table.acts()
        just_now = timezone.now() - datetime.timedelta(seconds=1)
        Table.objects.update(due_at=just_now, clock_ends_at=just_now)
        outcomes = crowd.race(table.act(table.people[seat], text), lambda: mover.move_table(table.table.pk))
        assert errors(outcomes) == []
        # The player's card counts, or the clock's; the slower one is told or finds nothing to do.
        assert (outcomes[1] is True) != (not isinstance(outcomes[0], BaseException))
        assert table.acts() == before + 1
    record_property("races of clock and player", TRIALS)
    assert list(games_online_add_up()) == []


@pytest.mark.parametrize("crowd", [2], indirect=True)
@pytest.mark.parametrize("on_overdue", ["bot_plays_on", "forfeit"])
def test_the_end_of_the_days_and_the_player_act_once(crowd: Crowd, on_overdue: str, record_property: Counted) -> None:
    table, forfeits = Round(by_the_day="1", on_overdue=on_overdue), 0
    for _ in range(TRIALS):
        seat, text, _ = table.turn()
        before, just_now = table.acts(), timezone.now()
        Table.objects.update(due_at=just_now, clock_ends_at=just_now)
        outcomes = crowd.race(table.act(table.people[seat], text), lambda: mover.move_table(table.table.pk))
        assert errors(outcomes) == []
        has_acted = not isinstance(outcomes[0], BaseException)
        assert (outcomes[1] is True) != has_acted
        is_forfeit = on_overdue == "forfeit" and not has_acted
        forfeits += is_forfeit
        assert table.acts() == before + (not is_forfeit)
        assert Game.objects.exclude(forfeited_by=None).count() == forfeits
        table.table.seats.update(is_bot_controlled=False, missed_since=None)
    record_property("races of the end of the days and a player", TRIALS)
    assert list(games_online_add_up()) == []


@pytest.mark.parametrize("crowd", [2], indirect=True)
def test_of_two_workers_one_tells_whose_turn_it_is(crowd: Crowd, record_property: Counted) -> None:
    table = Round(by_the_day="1")
    for trial in range(TRIALS):
        seat, text, _ = table.turn()
        table.table.seats.update(seen_at=timezone.now() - datetime.timedelta(minutes=5))
        cache.clear()
        Table.objects.update(due_at=timezone.now())
        outcomes = crowd.race(*(partial(mover.move_table, table.table.pk) for _ in range(2)))
        assert errors(outcomes) == []
        told = Notification.objects.filter(kind=NotificationKind.YOUR_TURN).order_by("pk")
        assert [one.player_id for one in told][trial:] == [table.people[seat].pk]
        table.act(table.people[seat], text)()
    record_property("races of two who tell", TRIALS)


@pytest.mark.parametrize("crowd", [2], indirect=True)
def test_a_stand_in_and_the_player_who_comes_back_act_once(crowd: Crowd, record_property: Counted) -> None:
    table = Round()
    for _ in range(TRIALS):
        seat, text, _ = table.turn()
        before = table.acts()
        table.table.seats.filter(number=seat).update(is_bot_controlled=True)
        Table.objects.update(due_at=timezone.now() - datetime.timedelta(seconds=1))
        outcomes = crowd.race(table.act(table.people[seat], text), lambda: mover.move_table(table.table.pk))
        assert errors(outcomes) == []
        assert (outcomes[1] is True) != (not isinstance(outcomes[0], BaseException))
        assert table.acts() == before + 1
        table.table.seats.update(is_bot_controlled=False)
    record_property("races of stand-in and player", TRIALS)
    assert list(games_online_add_up()) == []


@pytest.mark.parametrize("crowd", [4], indirect=True)
def test_of_four_who_want_one_seat_one_sits(crowd: Crowd, record_property: Counted) -> None:
    table = opening.open_table(player("Olga"), preset("plain"), TableOptions())
    people = [player(name) for name in ("Pam", "Quinn", "Ann", "Bob")]
    for _ in range(TRIALS):
        table.refresh_from_db()
        sitting = [partial(seating.sit, table.pk, 1, command_by(who, table)) for who in people]
        outcomes = crowd.race(*sitting)
        assert errors(outcomes) == []
        assert len(done(outcomes)) == 1
        winner = people[outcomes.index(done(outcomes)[0])]
        assert [seat.player for seat in table.seats.filter(number=1)] == [winner]
        version = table.version
        table.refresh_from_db()
        assert table.version == version + 1, "one change, one version"
        seating.stand_up(table.pk, command_by(winner, table))
    record_property("races of four for one seat", TRIALS)
    assert list(games_online_add_up()) == []


@pytest.mark.parametrize("crowd", [4], indirect=True)
def test_control_without_the_lock_something_goes_wrong(monkeypatch: pytest.MonkeyPatch, crowd: Crowd) -> None:
    def read_table(table_id: int) -> Table:
        return Table.objects.select_related("owner").get(pk=table_id)

    monkeypatch.setattr(commands, "lock_table", read_table)
    monkeypatch.setattr(play, "lock_table", read_table)
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")
    table, wrong = Round(), 0
    for _ in range(60):
        seat, text, _ = table.turn()
        before = table.acts()
        outcomes = crowd.race(*(table.act(table.people[seat], text) for _ in range(4)))
        wrong += bool(errors(outcomes)) or len(done(outcomes)) != 1 or table.acts() != before + 1
        if wrong:
            return
    raise AssertionError("sixty races without the lock and nothing went wrong: these tests would not notice")
