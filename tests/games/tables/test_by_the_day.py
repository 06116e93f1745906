"""Games by the day: no one has to be there, who is to act is told once, and a player who sleeps holds up no end."""

import datetime

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone, translation

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.phases import Phase
from games.engine.presets import preset
from games.engine.rules import rules_data
from games.errors import Conflict
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification, NotificationDelivery
from games.tables import by_the_day, chips, lobby, managing, mover, opening, play, presence, retention, seating
from games.tables.abandoned import clear_abandoned_tables
from games.tables.models import Game, GamePlayer, Hand, Seat, Table
from games.tables.options import TableOptions, options_from
from games.tables.replays import GameReplay
from games.tables.verify import chips_add_up, games_online_add_up
from tests.games.kinds import KINDS
from tests.games.notifications.conftest import phone_of
from tests.games.tables.cast import act, command_by, finish_hand, player, state_at, table_for

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)


class Days:
    """Four people in a game by the day; time is moved by moving what was stored."""

    def __init__(self, count: int = 4, **conduct: object) -> None:
        self.table, self.people = table_for(count, None, **{"by_the_day": "1"} | conduct)
        seating.fill_with_bots(self.table)
        play.start_game(self.table.pk, command_by(self.people[0], self.table))
        self.table.refresh_from_db()

    @property
    def since(self) -> datetime.datetime:
        assert self.table.turn_since
        return self.table.turn_since

    @property
    def ends_at(self) -> datetime.datetime:
        assert self.table.clock_ends_at
        return self.table.clock_ends_at

    @property
    def due_at(self) -> datetime.datetime:
        assert self.table.due_at
        return self.table.due_at

    @property
    def last_entry(self) -> str:
        """What the table's log has last."""
        return self.table.journal.order_by("-version")[0].action

    @property
    def seat(self) -> Seat:
        """Who is to act."""
        assert self.table.turn_seat is not None
        return self.table.seats.get(number=self.table.turn_seat)

    @property
    def who(self) -> Player:
        return self.seat.player

    def all_leave(self) -> None:
        Seat.objects.update(seen_at=timezone.now() - datetime.timedelta(minutes=5))

    def look(self) -> bool:
        """What is due now, as if its moment had just come."""
        Table.objects.exclude(due_at=None).update(due_at=timezone.now())
        changed = mover.move_table(self.table.pk)
        self.table.refresh_from_db()
        return changed

    def days_pass(self) -> bool:
        """The site looks right when the time of the seat to act is up."""
        now = timezone.now()
        since = self.since - (self.ends_at - now)
        Table.objects.update(turn_since=since, clock_ends_at=now, due_at=now)
        changed = mover.move_table(self.table.pk)
        self.table.refresh_from_db()
        return changed

    def act(self, action: str = "") -> None:
        act(self.table, self.people, action or str(next(iter(state_at(self.table).legal_actions))))
        self.table.refresh_from_db()


def told(kind: NotificationKind = NotificationKind.YOUR_TURN) -> list[tuple[str, str]]:
    """Who was told what, in order."""
    rows = Notification.objects.filter(kind=kind).order_by("pk").select_related("player")
    return [(row.player.name, str(row.title)) for row in rows]


def test_each_move_has_its_days() -> None:
    game = Days(by_the_day="3")
    assert game.table.turn_seat == state_at(game.table).turn
    assert game.ends_at == game.since + 3 * DAY
    assert game.due_at < timezone.now() + datetime.timedelta(seconds=11), "the site looks who is there"
    before = game.ends_at
    game.act("pass")
    assert game.table.turn_seat == state_at(game.table).turn
    assert game.ends_at > before, "the next one has them all"


def test_other_time_limits_are_refused_beside_it() -> None:
    for other in ("bid_clock", "play_clock"):
        with pytest.raises(RuleError, match="multi-day game"):
            options_from({"by_the_day": "1", other: "30"})
    with pytest.raises(RuleError, match="multi-day game"):
        options_from({"by_the_day": "2", "abandoned_after": "60"})
    assert not options_from({"by_the_day": "1"}).in_match().is_by_the_day, "a match is played at one go"
    assert not TableOptions().is_by_the_day


def test_a_closed_page_costs_no_seat_and_no_game() -> None:
    game = Days()
    game.all_leave()
    version = game.table.version
    for _ in range(5):
        assert not game.look()
    assert (game.table.version, game.table.due_at) == (version, game.table.clock_ends_at)
    assert clear_abandoned_tables() == 0
    assert game.table.seats.filter(missed_since=None, is_bot_controlled=False).count() == 4
    game.act("pass")
    assert Hand.objects.get().actions == "pass"
    assert list(games_online_add_up()) == []


def test_one_who_isnt_there_is_told_once_in_each_turn() -> None:
    game = Days()
    first = game.who
    game.all_leave()
    for _ in range(3):
        game.look()
    assert told() == [(first.name, "It’s your turn at Olga’s table")]
    notification = Notification.objects.get()
    assert notification.link == game.table.get_absolute_url()
    assert notification.until == game.table.clock_ends_at
    assert str(notification.words).startswith("You have until ")
    assert str(notification.words).endswith("After that, a bot plays for you.")
    game.act("pass")
    game.all_leave()
    game.look()
    assert [name for name, _ in told()] == [first.name, game.who.name]


def test_one_whose_page_is_open_is_told_when_it_closes() -> None:
    game = Days()
    presence.be_here(game.table, game.who)
    assert not game.look()
    assert told() == []
    assert game.due_at < timezone.now() + datetime.timedelta(seconds=30), "the site looks again"
    cache.clear()
    game.all_leave()
    assert not game.look()
    assert [name for name, _ in told()] == [game.who.name]
    assert game.due_at == game.table.clock_ends_at


def test_a_notification_is_read_in_the_readers_language() -> None:
    game = Days(on_overdue="forfeit")
    game.all_leave()
    game.look()
    [notification] = Notification.objects.all()
    with translation.override("fr"):
        assert str(notification.title) == "À vous de jouer\u00a0: Table de Olga"
        assert str(notification.words).startswith("Vous avez jusqu’au ")
        assert str(notification.words).endswith("Ensuite, votre camp perd la partie.")


def test_a_name_that_was_typed_is_not_translated() -> None:
    game = Days()
    Table.objects.update(name="Thursday regulars")
    game.all_leave()
    game.look()
    with translation.override("fr"):
        assert str(Notification.objects.get().title) == "À vous de jouer\u00a0: Thursday regulars"


def unsent() -> int:
    return NotificationDelivery.objects.filter(sent_at=None, why_not="").count()


@pytest.mark.parametrize("how", ["act", "leave", "give to a bot", "close", "time"])
def test_what_is_no_longer_true_isnt_sent(how: str) -> None:
    game = Days()
    for who in game.people:
        phone_of(who)
    game.all_leave()
    game.look()
    assert unsent() == 1
    who, command = game.who, command_by(game.who, game.table)
    if how == "act":
        game.act("pass")
    elif how == "leave":
        seating.stand_up(game.table.pk, command)
    elif how == "give to a bot":
        seating.mind_seat(game.table.pk, command, is_away=True)
    elif how == "close":
        opening.close_table(game.table.pk, command_by(game.people[0], game.table))
    else:
        game.days_pass()
    outdated = NotificationDelivery.objects.filter(why_not=NotificationDelivery.WhyNot.OUTDATED)
    assert [delivery.notification.player for delivery in outdated] == [who]
    assert unsent() == (how == "time"), "but that the time was up"
    assert list(games_online_add_up()) == []


@pytest.mark.slow
def test_bots_and_forced_cards_tell_no_one() -> None:
    game, turns = Days(1, autoplay_forced=True), 0
    while turns < 8:
        game.all_leave()
        if game.table.turn_seat is None:
            assert game.look(), "a bot, a forced card or the next deal"
            continue
        state = state_at(game.table)
        assert len(state.legal_actions) > 1 or state.phase != Phase.PLAY
        game.look()
        turns += 1
        act(game.table, game.people * 4, str(next(iter(state.legal_actions))))
        game.table.refresh_from_db()
    assert [name for name, _ in told()] == ["Olga"] * turns


def test_when_the_days_are_over_a_bot_plays_on_until_the_player_is_back() -> None:
    game = Days()
    game.all_leave()
    game.look()
    late = game.seat
    assert game.days_pass()
    assert Hand.objects.get().stand_ins == [1], "it has acted at once"
    late.refresh_from_db()
    assert (late.is_bot_controlled, late.player in game.people) == (True, True)
    assert game.table.turn_seat != late.number
    assert told()[1:] == [(late.player.name, "You ran out of time at Olga’s table")]
    assert game.last_entry == "mind"
    for _ in range(2):
        cache.clear()
        presence.be_here(game.table, late.player)
    late.refresh_from_db()
    assert late.is_bot_controlled, "a page that was left open says nothing"
    seating.mind_seat(game.table.pk, command_by(late.player, game.table), is_away=False)
    late.refresh_from_db()
    assert not late.is_bot_controlled
    assert list(games_online_add_up()) == []


@pytest.mark.slow
def test_four_who_sleep_hold_up_no_end() -> None:
    game = Days()
    game.all_leave()
    days = 0
    while game.table.seats.filter(is_bot_controlled=False).exists():
        is_waiting = game.table.turn_seat is not None
        assert game.days_pass() if is_waiting else game.look()
        days += is_waiting
    assert days == 4, "each has cost the others a day, and only one"
    hands = Hand.objects.count()
    while Hand.objects.count() == hands and play.running_game(game.table):
        assert game.look()
        assert game.table.turn_seat is None
    assert list(games_online_add_up()) == []


def test_a_table_that_wants_it_forfeits_the_game() -> None:
    game = Days(on_overdue="forfeit", buy_in="30")
    game.all_leave()
    game.look()
    assert str(Notification.objects.get().words).endswith("After that, your side loses the game.")
    late = game.seat
    assert game.days_pass()
    over = Game.objects.get()
    assert (over.forfeited_by, over.winners) == (late.number, [1 - late.number % 2])
    assert over.broken_off_at
    assert over.ended_at is None, "it counts for no rating"
    names = [who.name for seat, who in enumerate(game.people) if seat % 2 != late.number % 2]
    assert game.table.notice_words == f"{late.player} ran out of time, so {names[0]} and {names[1]} won the game."
    assert (game.table.turn_seat, game.table.clock_ends_at, game.table.due_at) == (None, None, None)
    assert told()[-1] == (late.player.name, "You ran out of time and lost the game at Olga’s table")
    winners = {seat.player for seat in game.table.seats.all() if seat.number % 2 != late.number % 2}
    assert {who for who in game.people if chips.balance_of(who) == 1030} == winners
    assert f"{late.player} ran out of time, so" in GameReplay(over).status
    assert [*games_online_add_up(), *chips_add_up()] == []
    assert play.start_game(game.table.pk, command_by(game.people[0], game.table)).number == 2


def test_of_three_sides_the_leaders_win_a_forfeited_game() -> None:
    game = Game(rules=rules_data(KINDS["three players"]), points=[4, 7, 2])
    assert by_the_day.winners_against(game, 0) == [1]
    assert by_the_day.winners_against(game, 1) == [0]
    game.points = [4, 0, 4]
    assert by_the_day.winners_against(game, 1) == [0, 2]


def test_time_that_ran_out_while_the_site_was_down_leaves_an_hour() -> None:
    game = Days()
    game.all_leave()
    game.look()
    hours = datetime.timedelta(hours=3)
    now = timezone.now()
    Table.objects.update(turn_since=now - DAY - hours, clock_ends_at=now - hours, due_at=now - hours)
    assert mover.move_due_tables() == 1
    game.table.refresh_from_db()
    left = game.ends_at - timezone.now()
    assert datetime.timedelta(minutes=59) < left <= by_the_day.GRACE
    assert Hand.objects.get().actions == ""
    assert game.last_entry == "renew the clock"
    assert not game.look()
    assert len(told()) == 1
    assert game.days_pass()
    assert Hand.objects.get().stand_ins == [1]
    assert list(games_online_add_up()) == []


def test_a_restart_within_the_time_changes_nothing() -> None:
    game = Days()
    game.all_leave()
    Table.objects.update(due_at=timezone.now() - datetime.timedelta(hours=2))
    before = (game.table.clock_ends_at, game.table.version)
    assert mover.move_due_tables() == 0
    game.table.refresh_from_db()
    assert (game.table.clock_ends_at, game.table.version) == before
    assert game.due_at == game.table.clock_ends_at
    assert [name for name, _ in told()] == [game.who.name]


def test_no_message_waits_at_the_broker_for_days(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rung = Days(), list[float]()
    monkeypatch.setattr(play, "enqueue_on_commit", lambda task, pk, after: rung.append(after))
    game.all_leave()
    game.look()
    assert rung == []
    game.act("pass")
    assert rung == [pytest.approx(10, abs=1)]


def test_no_one_takes_a_turn_for_a_player_who_has_time() -> None:
    game = Days()
    Table.objects.update(turn_since=timezone.now() - datetime.timedelta(hours=20))
    with pytest.raises(RuleError, match="full time"):
        managing.skip(game.table.pk, command_by(game.people[0], game.table))
    assert Hand.objects.get().actions == ""


def test_guests_who_play_by_the_day_are_not_forgotten() -> None:
    guest = Player.objects.create(name="Gil", is_guest=True, created_at=timezone.now() - 3 * DAY)
    table = opening.open_table(guest, preset("plain"), options_from({"by_the_day": "3"}))
    seating.fill_with_bots(table)
    play.begin_game(table)
    long_ago = timezone.now() - 2 * DAY
    Seat.objects.update(seen_at=long_ago)
    table.journal.update(at=long_ago)
    assert retention.forget_guests() == 0
    opening.close_table(table.pk, command_by(guest, table))
    table.journal.update(at=long_ago)
    assert retention.forget_guests() == 1


def test_the_database_knows_no_turn_by_the_day_without_an_end() -> None:
    game = Days()
    for broken in ({"clock_ends_at": None}, {"closed_at": timezone.now()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Table.objects.update(**broken)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(forfeited_by=1)
    Table.objects.update(turn_seat=(game.seat.number + 1) % 4)
    assert any("waits for seat" in sentence for sentence in games_online_add_up())


def test_the_list_has_the_longest_waiting_first() -> None:
    games = [Days() for _ in range(3)]
    for hours, game in zip((2, 20, 5), games, strict=True):
        since = timezone.now() - datetime.timedelta(hours=hours, minutes=1)
        Table.objects.filter(pk=game.table.pk).update(turn_since=since, clock_ends_at=since + DAY)
    who = games[0].who
    mine, others = lobby.rows_by_the_day(who)
    longest_first = [(games[1], "3 hours left"), (games[2], "18 hours left"), (games[0], "21 hours left")]
    expected = [(game.table, game.who, left) for game, left in longest_first]
    assert [(row.table, row.player, row.time_left) for row in mine] == [one for one in expected if one[1] == who]
    assert [(row.table, row.player, row.time_left) for row in others] == [one for one in expected if one[1] != who]
    assert lobby.rows_by_the_day(player("Sam")) == ([], [])
    assert lobby.count_turns(who) == len(mine)


def test_the_last_hour_is_told_in_minutes() -> None:
    now = timezone.now()
    assert by_the_day.time_left(now + datetime.timedelta(minutes=40, seconds=30)) == "40 minutes left"
    assert by_the_day.time_left(now) == "1 minute left"
    assert by_the_day.time_left(now + datetime.timedelta(minutes=90)) == "1 hour left"


def test_a_hand_is_played_by_people_who_are_never_there_together() -> None:
    game = Days()
    for _ in range(6):
        game.all_leave()
        game.look()
        presence.be_here(game.table, game.who)
        game.act()
    finish_hand(game.table)
    assert GamePlayer.objects.count() == 4
    assert Hand.objects.get().stand_ins == []
    assert list(games_online_add_up()) == []


def test_an_old_page_cant_move_after_the_clock() -> None:
    game = Days()
    command = command_by(game.who, game.table)
    game.days_pass()
    with pytest.raises(Conflict):
        play.act(game.table.pk, "pass", command)


def test_a_forfeited_hand_stays_secret() -> None:
    game = Days(on_overdue="forfeit")
    game.act("pass")
    game.days_pass()
    hand, path = Hand.objects.get(), game.table.get_absolute_url()
    client = Client()
    session = client.session
    session["guest_player"] = game.people[0].pk
    session.save()
    pages = ["", "games/", "games/1/", "games/1/verify/", "hand/", "shared/"]
    for who in (client, Client()):
        for page in pages:
            answer = who.get(path + page)
            assert answer.status_code == 200
            said = answer.content.decode()
            assert hand.seed not in said
            assert "my-hand__card" not in said
    assert GameReplay(Game.objects.get()).rows == []
    presence.be_here(game.table, game.people[0])
    assert "Your turn" not in client.get(path).content.decode()
