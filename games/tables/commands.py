"""How every command at a table begins and ends: the lock, the keys, the version and the log."""

import datetime
import uuid
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import Conflict, KeyReused, NotAllowed, SeatTakenOver
from games.live import publish
from games.locks import locked
from games.tables.hosts import hosts
from games.tables.models import Seat, Table, TableEntry, Visibility

LOBBY = "lobby:all"
"""What the pages that list public tables listen to."""
WRITTEN = (
    "version",
    "due_at",
    "clock_ends_at",
    "closed_at",
    "starts_at",
    "starts_with_bots",
    "notice",
    "reset_at",
    "listed_at",
    "turn_since",
    "turn_seat",
)


@dataclass(frozen=True)
class TableCommand:
    """Who asks for something at a table, the version of the table that was seen, and the key made for this request.

    device: which page asks (see active_device.py); empty where no page does.
    """

    player: Player
    expected_version: int
    key: uuid.UUID
    device: str = ""


def lock_table(table_id: int) -> Table:
    """The one lock of a table. On SQLite the transaction itself is the lock."""
    return locked(Table.objects).select_related("owner").get(pk=table_id)


def check_open(table: Table, seen: int) -> None:
    if table.closed_at:
        raise RuleError("This table is closed. Open a new one.")
    if seen != table.version:
        raise Conflict("The table has changed. Check it and try again.")


def is_owner(table: Table, player: Player | None) -> bool:
    """Whether the player opened the table or is a co-owner: chosen by the opener, or running the table's host."""
    if player is None or table.is_official:
        return False
    if table.owner_id == player.pk or table.co_owners.filter(player=player).exists():
        return True
    return hosts().has_as_co_owner(table, player)


def require_owner(table: Table, player: Player) -> None:
    """For what the owner of a table and its co-owners do."""
    if table.is_official:
        raise NotAllowed("This table belongs to a match. Ask one of the event’s organizers to do that.")
    if not is_owner(table, player):
        raise NotAllowed("Only {owner} or a co-owner can do that at this table.", owner=table.owner)


def require_opener(table: Table, player: Player) -> None:
    """For the few things that no co-owner does."""
    if table.is_official:
        raise NotAllowed("This table belongs to a match. Ask one of the event’s organizers to do that.")
    if table.owner_id != player.pk:
        raise NotAllowed("Only {owner}, who opened this table, can do that.", owner=table.owner)


def is_administrator(player: Player) -> bool:
    """Of tables, on the whole site."""
    user = player.user
    return bool(user and user.is_active and (user.is_superuser or user.manages_tables))


def is_manager(table: Table, player: Player | None) -> bool:
    """The table's owner, a co-owner, or an administrator of tables."""
    return player is not None and (is_administrator(player) or is_owner(table, player))


def require_manager(table: Table, player: Player) -> None:
    if table.is_official and not is_manager(table, player):
        raise NotAllowed("This table belongs to a match. Ask one of the event’s organizers to do that.")
    if not is_manager(table, player):
        raise NotAllowed("Only {owner}, a co-owner or an administrator can do that.", owner=table.owner)


def protect_owner(table: Table, other: Player, player: Player) -> None:
    """NotAllowed for a co-owner who turns against the owner."""
    if other.pk == table.owner_id != player.pk and not is_administrator(player):
        raise NotAllowed("Only an administrator can do that to {owner}, who opened this table.", owner=other)


def refuse_official(table: Table, sentence: str) -> None:
    """RuleError, in that sentence, at the table of a match."""
    if table.is_official:
        raise RuleError(sentence)


def seat_of(table: Table, player: Player) -> Seat:
    """The seat of a player at the table. Raises NotAllowed for players without a seat."""
    seat = table.seats.select_related("player").filter(player=player).first()
    if seat is None:
        raise NotAllowed("You aren’t at this table. Take a free seat first.")
    return seat


def take_device(seat: Seat, command: TableCommand) -> None:
    """One page plays a seat: the newest that was opened. SeatTakenOver for an older one."""
    if command.device and command.device < seat.device:
        raise SeatTakenOver("You’re playing at this table on another device.")
    if command.device and command.device != seat.device:
        seat.device = command.device
        seat.save(update_fields=["device"])


def was_done(seat: Seat, command: TableCommand, last_action: str) -> bool:
    """Whether this is the last thing that the seat's player did, sent again. KeyReused when the key came with another
    request then."""
    if seat.key != command.key:
        return False
    if seat.last_action != last_action:
        raise KeyReused("This form was already sent. Reload the page to start over.")
    return True


def bump(table: Table) -> None:
    """Gives the table a new version: it has changed for everyone."""
    table.version += 1
    patience = table.conduct.abandoned_after.seconds if table.reset_at is None and table.closed_at is None else 0
    if patience:
        table.reset_at = timezone.now() + datetime.timedelta(seconds=patience)
    table.save(update_fields=WRITTEN)
    publish(table.topic, table.version)


def list_anew(table: Table) -> None:
    """What the lobby shows of the table, if it does, changes with the version that is being made."""
    if table.visibility == Visibility.PUBLIC:
        table.listed_at = timezone.now()
        publish(LOBBY, lobby_moment(table.listed_at))


def lobby_moment(at: datetime.datetime) -> int:
    """The lobby's version: milliseconds."""
    return int(at.timestamp() * 1000)


def note(table: Table, action: str, player: Player | None, seat: int | None = None, **detail: Any) -> TableEntry:
    """Append to the table's log, with the version that it makes."""
    list_anew(table)
    bump(table)
    return TableEntry.objects.create(
        table=table, version=table.version, action=action, player=player, seat=seat, detail=detail
    )
