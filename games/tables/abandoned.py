"""Clears tables that everyone has left: after the table's waiting time, its game is broken off and its seats are free.
A game for chips is not broken off: bots finish it.

The table's `reset_at` says when to look. The seats show whether anyone is there, so an open page costs no write here.
"""

import datetime

from django.db import transaction
from django.utils import timezone

from games.engine.messages import message
from games.locks import locked
from games.tables import chips
from games.tables.breaking_off import break_off
from games.tables.commands import note
from games.tables.models import Game, Table
from games.tables.play import running_game, set_due
from games.tables.presence import PLAYER_SILENT, SITE_LATE, last_seen


def clear_abandoned_tables(most: int = 500) -> int:
    """Look at every table whose time has come; how many were cleared."""
    due = Table.objects.filter(reset_at__lte=timezone.now()).order_by("reset_at").values_list("pk", flat=True)[:most]
    return sum(clear_if_abandoned(pk) for pk in due)


@transaction.atomic
def clear_if_abandoned(table_id: int) -> bool:
    """Clears the table if no one has been there for as long as it waits. Returns whether it was cleared."""
    table = locked(Table.objects).filter(pk=table_id).first()
    now = timezone.now()
    if table is None or table.reset_at is None or table.reset_at > now:
        return False
    patience = datetime.timedelta(seconds=table.conduct.abandoned_after.seconds)
    if table.closed_at or not patience or not (table.is_found or table.seats.exists() or running_game(table)):
        return _look_again(table, None)
    if now - table.reset_at > SITE_LATE:
        # Pages could not report in while the site was down.
        return _look_again(table, now + patience)
    if _last_seen(table) + patience > now:
        return _look_again(table, _last_seen(table) + patience)
    game = running_game(table)
    if game and chips.stakes_of_people(game):
        return _let_bots_finish(table) or _look_again(table, now + patience)
    _clear(table, game)
    return True


def _clear(table: Table, game: Game | None) -> None:
    if game:
        break_off(table, game)
    table.seats.all().delete()
    table.reset_at = None
    if table.is_found:
        table.closed_at = timezone.now()
    set_due(table)
    gone = message("Everyone left, so the game ended without a result.")
    table.notice = gone if game else message("Everyone left, so the seats are open again.")
    note(table, "clear", None, **({"game": game.number} if game else {}))


def _let_bots_finish(table: Table) -> bool:
    """Leaving a game saves no stake. The seats stay with their players until its end. Whether a bot had to step in."""
    if not table.seats.filter(player__is_bot=False, is_bot_controlled=False).update(is_bot_controlled=True):
        return False
    table.reset_at = None
    set_due(table)
    table.notice = message("Everyone left. Bots will finish this game because chips are at stake.")
    note(table, "play out", None)
    return True


def _last_seen(table: Table) -> datetime.datetime:
    """When anyone here last did something or had the page open."""
    seen = [at + PLAYER_SILENT for at in last_seen(table, table.seats.filter(player__is_bot=False)).values()]
    did = table.journal.filter(player__isnull=False).last()
    return max([*seen, *([did.at] if did else [table.created_at])])


def _look_again(table: Table, at: datetime.datetime | None) -> bool:
    """Sets the time of the next look. Silently, because no page shows it."""
    table.reset_at = at
    table.save(update_fields=["reset_at"])
    return False
