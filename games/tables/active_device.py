"""Which page plays a seat. A player may have the table open on several devices; the newest plays, older ones say so.

A device is a page as it was loaded: the moment, then random characters, so that a newer one sorts later. It only guards
against a player's own other windows, and decides nothing for watchers.
"""

import re
import secrets
import time

from django.db import transaction

from games.accounts.models import Player
from games.tables.commands import TableCommand, check_open, lock_table, seat_of
from games.tables.models import Seat, Table

DEVICE = re.compile(r"[0-9a-f]{28}", re.ASCII)


def new_device() -> str:
    """For a page that is being opened."""
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(8)}"


def device_from(text: str) -> str:
    """What a browser sent, or nothing where it is no device."""
    return text if DEVICE.fullmatch(text) else ""


def hold_seat(table_id: int, player: Player, device: str) -> bool:
    """A page that is open plays the player's seat unless a newer one does. Whether it plays it."""
    seat = Seat.objects.filter(table=table_id, player=player).first()
    if seat is None or not device or seat.device == device:
        return True
    if device < seat.device:
        return False
    return bool(Seat.objects.filter(pk=seat.pk, device=seat.device).update(device=device))


@transaction.atomic
def play_here(table_id: int, command: TableCommand) -> Table:
    """The page that is opened next plays the seat, however new the others are."""
    table = lock_table(table_id)
    seat = seat_of(table, command.player)
    check_open(table, table.version)
    seat.device = new_device()
    seat.save(update_fields=["device"])
    return table
