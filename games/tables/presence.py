"""Who is still at the browser. When a player's page falls silent at their turn, the player is missed: the seat is kept,
the others see a countdown, and then a bot plays until the player is back. If no one else is waiting, nothing happens at
all."""

import datetime

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.tables.commands import lock_table, note
from games.tables.models import Seat, Table
from games.tables.play import begin_game, set_due, set_due_at, take_up

PLAYER_SILENT = datetime.timedelta(seconds=25)
"""Pages are heard of every eight seconds; one that is hidden, every minute at worst."""
SITE_LATE = datetime.timedelta(seconds=10)
"""Nothing that is due is done this late while the site is awake."""
KEPT = datetime.timedelta(seconds=30)
"""From the moment that a player is missed until a bot plays."""


def be_here(table_id: int, player: Player) -> None:
    """The player's page is open. The others hear of it only when the player was missed."""
    seats = Seat.objects.filter(table=table_id, player=player)
    if not seats.filter(missed_since=None).update(seen_at=timezone.now()) and seats.exists():
        welcome_back(table_id, player)


@transaction.atomic
def welcome_back(table_id: int, player: Player) -> None:
    """Gives a player who was missed the seat again. The game of a match begins when the last one has come."""
    table = lock_table(table_id)
    seat = table.seats.filter(player=player).exclude(missed_since=None).first()
    if seat is None or table.closed_at:
        return
    take_up(seat)
    set_due(table)
    note(table, "come back", player, seat.number)
    if table.is_official and not (table.games.exists() or table.seats.exclude(missed_since=None).exists()):
        begin_game(table)


def look_after(table: Table, seat: Seat, now: datetime.datetime) -> bool:
    """What is due about a player who is to act and does not. Whether anything changed. Needs the lock."""
    if seat.missed_since is None and now < seat.seen_at + PLAYER_SILENT:
        return _look_again(table, seat.seen_at + PLAYER_SILENT)
    if not _somebody_waits(table, seat, now):
        return _look_again(table, None)
    if seat.missed_since is None:
        seat.missed_since = now
        seat.save(update_fields=["missed_since"])
        set_due_at(table, now + KEPT)
        note(table, "miss", None, seat.number)
        return True
    if now < seat.missed_since + KEPT:
        return _look_again(table, seat.missed_since + KEPT)
    seat.is_bot_controlled = True
    seat.save(update_fields=["is_bot_controlled"])
    table.due_at = None  # It was due now; the bot takes its time.
    set_due(table)
    note(table, "mind", None, seat.number)
    return True


def all_are_here(table: Table) -> None:
    """Treats all as present after the site was down: no page could report in then."""
    table.seats.filter(is_bot_controlled=False).update(seen_at=timezone.now(), missed_since=None)


def _somebody_waits(table: Table, seat: Seat, now: datetime.datetime) -> bool:
    others = table.seats.exclude(pk=seat.pk).filter(player__is_bot=False, missed_since=None)
    return others.filter(seen_at__gt=now - PLAYER_SILENT).exists()


def _look_again(table: Table, at: datetime.datetime | None) -> bool:
    """Sets the time of the next look. Silently, because no page shows it."""
    set_due_at(table, at)
    table.save(update_fields=["due_at"])
    return False
