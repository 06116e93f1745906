"""A game with people whom one does not know: a seat at a public table where somebody waits for players, else a table at
which whoever looks next is seated. Plain euchre without chips, so nobody sits down to a surprise.
"""

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.messages import message
from games.engine.presets import preset
from games.tables.commands import TableCommand, lock_table
from games.tables.models import Game, Seat, Table, Visibility
from games.tables.opening import open_table
from games.tables.options import BuyIn, Clock, Patience, TableOptions
from games.tables.play import begin_game
from games.tables.presence import PLAYER_SILENT
from games.tables.seating import sit

PLAIN = preset("plain")
CONDUCT = TableOptions(bid_clock=Clock.THIRTY, play_clock=Clock.THIRTY, abandoned_after=Patience.FIVE_MINUTES)
"""Strangers don't wait for each other without end."""
MOST = 10
"""Tables that are tried before a new one is opened."""


def find_game(player: Player) -> Table:
    """The table where the player sits now. Its game begins with the last seat. RuleError for too many open tables."""
    for table_id in _where_somebody_waits():
        if table := _join(table_id, player):
            return table
    return _open(player)


def _where_somebody_waits() -> Sequence[int]:
    """The oldest first. Only somebody whose page is open waits."""
    here = Seat.objects.filter(player__is_bot=False, seen_at__gt=timezone.now() - PLAYER_SILENT).values("table")
    being_played = Game.objects.filter(ended_at=None, broken_off_at=None).values("table")
    tables = Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None, owner__isnull=False, pk__in=here)
    return list(tables.exclude(pk__in=being_played).order_by("pk").values_list("pk", flat=True)[:MOST])


@transaction.atomic
def _join(table_id: int, player: Player) -> Table | None:
    """The table with the player in a seat; None if there is none for the player."""
    table = lock_table(table_id)
    if not _is_for(table, player):
        return None
    if table.seats.filter(player=player).exists():
        return table
    taken = set(table.seats.filter(player__is_bot=False).values_list("number", flat=True))
    free = [number for number in range(table.house_rules.players) if number not in taken]
    if not free:
        return None
    sit(table.pk, free[0], TableCommand(player, table.version, uuid.uuid4()))
    table.refresh_from_db()
    if len(free) == 1:
        begin_game(table)
    return table


def _is_for(table: Table, player: Player) -> bool:
    """As it is now, under the lock. Whoever was sent away from a table is not seated there again."""
    conduct = table.conduct
    is_usual = conduct.buy_in is BuyIn.NONE and not conduct.open_hands and not conduct.deck_upload
    is_waiting = table.visibility == Visibility.PUBLIC and not (table.closed_at or table.starts_at)
    if not (is_usual and is_waiting and table.house_rules == PLAIN):
        return False
    if table.games.filter(ended_at=None, broken_off_at=None).exists():
        return False
    return not table.journal.filter(action="evict", detail__of=player.pk).exists()


@transaction.atomic
def _open(player: Player) -> Table:
    table = open_table(player, PLAIN, CONDUCT, visibility=Visibility.PUBLIC)
    table.notice = message("Anyone looking for a game is seated here. It starts when all seats are taken.")
    table.save(update_fields=["notice"])
    return table
