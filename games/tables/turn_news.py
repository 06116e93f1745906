"""Who is told that a table waits for them: in a game by the day, and at a table at which the others sit and wait.

A notification names the table and the time that is left, and nothing of the hand.
"""

from django.conf import settings

from games.engine.messages import NOTHING, Message, message
from games.notifications.kinds import NotificationKind
from games.notifications.values import Moment
from games.notifications.writing import NewNotification, cancel_unsent, notify, settings_of
from games.tables.models import OWNERS, Hand, Seat, Table
from games.tables.options import Overdue

# Translators: {table} is the name of an online table, such as "Pam’s table"; {moment} a day and time.
YOUR_TURN = message("It’s your turn at {table}")
UNTIL_A_BOT = message("You have until {moment}. After that, a bot plays for you.")
UNTIL_FORFEIT = message("You have until {moment}. After that, your side loses the game.")
BOT_PLAYS = message("You ran out of time at {table}")
BOT_PLAYS_WORDS = message("A bot is playing for you until you press “I’m back” at the table.")
FORFEITED = message("You ran out of time and lost the game at {table}")
WAITS = message("{table} is waiting for you")
WAITS_WORDS = message("You’ve been away for a minute. A bot is playing for you until you’re back.")


def tell_turn(table: Table, hand: Hand, seat: Seat) -> None:
    """The player who is to act by the day, once in each turn. Needs the lock."""
    assert table.clock_ends_at
    zone = settings_of(seat.player).zone or settings.TIME_ZONE
    words = UNTIL_FORFEIT if table.conduct.on_overdue is Overdue.FORFEIT else UNTIL_A_BOT
    until = words(moment=Moment(table.clock_ends_at, zone))
    draft = NewNotification(seat.player_id, YOUR_TURN(table=name_of(table)), table.get_absolute_url(), until)
    notify(NotificationKind.YOUR_TURN, turn_key(hand), [draft], until=table.clock_ends_at)


def forget_turn(table: Table, hand: Hand | None) -> None:
    """The turn of which someone was told is over. Nothing is asked where no one was to act by the day."""
    if table.turn_seat is not None and hand:
        cancel_unsent(NotificationKind.YOUR_TURN, turn_key(hand))


def tell_of_overdue(table: Table, hand: Hand, seat: Seat) -> None:
    """The player whose days for a move are over: what has become of the seat, or of the game."""
    is_lost = table.conduct.on_overdue is Overdue.FORFEIT
    title, words = (FORFEITED, NOTHING) if is_lost else (BOT_PLAYS, BOT_PLAYS_WORDS)
    draft = NewNotification(seat.player_id, title(table=name_of(table)), table.get_absolute_url(), words)
    notify(NotificationKind.YOUR_TURN, f"{turn_key(hand)}-over", [draft])


def tell_of_waiting(table: Table, seat: Seat) -> None:
    """A player who is missed, once for each time away: the others wait, and a bot takes over."""
    draft = NewNotification(seat.player_id, WAITS(table=name_of(table)), table.get_absolute_url(), WAITS_WORDS)
    notify(NotificationKind.TABLE_WAITS, _key_of_wait(seat), [draft])


def forget_waiting(seat: Seat) -> None:
    """The player is back."""
    cancel_unsent(NotificationKind.TABLE_WAITS, _key_of_wait(seat))


def turn_key(hand: Hand) -> str:
    """Tells one turn from every other: the hand, and how many actions it has."""
    return f"{hand.pk}-{len(hand.actions.split('; ')) if hand.actions else 0}"


def name_of(table: Table) -> Message | str:
    """The table's name, as it is said in the reader's language."""
    owner = table.name.removesuffix(OWNERS)
    return message("{player}’s table", player=owner) if owner != table.name else table.name


def _key_of_wait(seat: Seat) -> str:
    assert seat.missed_since
    return f"{seat.pk}-{seat.missed_since:%Y%m%d%H%M%S}"
