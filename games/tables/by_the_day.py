"""Games by the day: each player has days for a move, and no one has to be there while the others play.

No seat is missed, minded or given up because a page is closed. A player who isn't there is told that it's their turn.
When the days are over, a bot has the seat until its player is back, or the player's side loses, as the table wants it.
"""

import datetime

from django.utils import timezone

from games.engine.language import say_number
from games.engine.messages import message
from games.engine.seating import side_of_seats
from games.tables import chips, turn_news
from games.tables.commands import note
from games.tables.models import Game, Hand, Seat, Table
from games.tables.options import Overdue
from games.tables.play import Moment, set_due
from games.tables.presence import PLAYER_SILENT, last_seen, look_again

GRACE = datetime.timedelta(hours=1)
"""What a player has whose time ran out while the site was down, from the moment that it's back."""


def is_forfeit(table: Table) -> bool:
    """Whether a player whose time is up loses the game."""
    return table.conduct.is_by_the_day and table.conduct.on_overdue is Overdue.FORFEIT


def look_at_turn(table: Table, hand: Hand, seat: Seat, now: datetime.datetime) -> bool:
    """What is due while the player to act has time: they are told once their page is closed. Whether anything changed.

    Needs the lock.
    """
    assert table.clock_ends_at
    assert table.turn_since
    if now >= table.clock_ends_at:
        table.turn_since += now + GRACE - table.clock_ends_at
        table.due_at = None
        set_due(table)
        note(table, "renew the clock", None, seat.number)
        return True
    silent_at = last_seen(table, [seat])[seat.pk] + PLAYER_SILENT
    if now < silent_at:
        return look_again(table, silent_at)
    turn_news.tell_turn(table, hand, seat)
    return look_again(table, None)


def leave_to_bot(table: Table, hand: Hand, seat: Seat) -> None:
    """The days of a seat's player are over: a bot has it until they say that they're back. A page that was left open
    doesn't say so, or its player would hold up every move. Needs the lock."""
    seat.is_bot_controlled = True
    seat.save(update_fields=["is_bot_controlled"])
    turn_news.tell_of_overdue(table, hand, seat)
    note(table, "mind", None, seat.number)


def forfeit(table: Table, game: Game, hand: Hand, seat: Seat) -> None:
    """The game ends without a result, and without the seat's side: of the others the leaders win. Needs the lock."""
    turn_news.forget_turn(table, hand)
    turn_news.tell_of_overdue(table, hand, seat)
    game.forfeited_by, game.broken_off_at = seat.number, timezone.now()
    game.winners = winners_against(game, seat.number)
    game.save(update_fields=["forfeited_by", "winners", "broken_off_at"])
    chips.pay_out(game)
    table.due_at = None
    set_due(table, Moment(None, None))
    sides = side_of_seats(game.house_rules)
    seats = table.seats.select_related("player")
    winners = [chair.player.name for chair in seats if sides[chair.number] in game.winners]
    table.notice = message("{player} ran out of time, so {winners} won the game.", player=seat.player, winners=winners)
    note(table, "forfeit", None, seat.number, game=game.number)


def time_left(ends_at: datetime.datetime) -> str:
    """What is left until then: whole hours, and minutes in the last one."""
    minutes = max(1, int((ends_at - timezone.now()).total_seconds() // 60))
    if minutes < 60:
        return say_number("{number} minute left", "{number} minutes left", minutes)
    return say_number("{number} hour left", "{number} hours left", minutes // 60)


def winners_against(game: Game, seat: int) -> list[int]:
    """The sides that win when that seat forfeits the game: of the others those with the most points."""
    lost = side_of_seats(game.house_rules)[seat]
    others = [side for side in range(len(game.points)) if side != lost]
    most = max(game.points[side] for side in others)
    return [side for side in others if game.points[side] == most]
