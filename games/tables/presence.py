"""Who is still at the browser. When a player's page falls silent at their turn, the player is missed: the seat is kept,
the others see a countdown, and then a bot plays until the player is back. If no one else is waiting, nothing happens at
all.

That a page is open is kept in the cache and written once a minute, so an open page costs no commit every few seconds.
While the cache is away, it's written each time.
"""

import datetime
from collections.abc import Iterable

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.tables import turn_news
from games.tables.commands import lock_table, note
from games.tables.models import Seat, Table
from games.tables.play import begin_game, set_due, set_due_at, take_up

PLAYER_SILENT = datetime.timedelta(seconds=25)
"""Pages are heard of every eight seconds; one that is hidden, every minute at worst."""
SITE_LATE = datetime.timedelta(seconds=10)
"""Nothing that is due is done this late while the site is awake."""
KEPT = datetime.timedelta(seconds=30)
"""From the moment that a player is missed until a bot plays."""


WRITTEN = datetime.timedelta(minutes=1)
"""A seat's `seen_at` is at most this much older than the last sign of its player's page."""
_REMEMBERED = (PLAYER_SILENT + WRITTEN).total_seconds()


def be_here(table: Table, player: Player) -> None:
    """The player's page is open. The others hear of it only when the player was missed."""
    now, key = timezone.now(), _key(table, player.pk)
    _, written = cache.get(key) or (None, None)
    if written and now - written < WRITTEN and not cache.get(_missing_key(table)):
        cache.set(key, (now, written), _REMEMBERED)
        return
    seats = Seat.objects.filter(table=table, player=player)
    if seats.filter(missed_since=None).update(seen_at=now):
        cache.set(key, (now, now), _REMEMBERED)
    elif seats.exists():
        welcome_back(table.pk, player)


def someone_is_missing(table: Table) -> None:
    """From now on pages at the table are asked whether it's their player who is missed."""
    cache.set(_missing_key(table), True, 2 * _REMEMBERED)


def last_seen(table: Table, seats: Iterable[Seat]) -> dict[int, datetime.datetime]:
    """When the page of each seat's player last gave a sign, by the seat's primary key."""
    return _last_seen({seat: _key(table, seat.player_id) for seat in seats})


def may_be_here(now: datetime.datetime) -> QuerySet[Seat]:
    """People's seats whose pages may be open, as far as the database knows. `with_people` says it exactly."""
    return Seat.objects.filter(player__is_bot=False, seen_at__gt=now - PLAYER_SILENT - WRITTEN)


def with_people(tables: Iterable[Table], now: datetime.datetime) -> list[Table]:
    """The tables that someone with a seat there has open. One query."""
    by_number = {table.pk: table for table in tables}
    seats = may_be_here(now).filter(table__in=by_number)
    seen = _last_seen({seat: _key(by_number[seat.table_id], seat.player_id) for seat in seats})
    here = {seat.table_id for seat in seats if seen[seat.pk] > now - PLAYER_SILENT}
    return [table for number, table in by_number.items() if number in here]


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
    silent_at = last_seen(table, [seat])[seat.pk] + PLAYER_SILENT
    if seat.missed_since is None and now < silent_at:
        return look_again(table, silent_at)
    if not _somebody_waits(table, seat, now):
        return look_again(table, None)
    if seat.missed_since is None:
        seat.missed_since = now
        seat.save(update_fields=["missed_since"])
        someone_is_missing(table)
        set_due_at(table, now + KEPT)
        note(table, "miss", None, seat.number)
        return True
    if now < seat.missed_since + KEPT:
        return look_again(table, seat.missed_since + KEPT)
    seat.is_bot_controlled = True
    seat.save(update_fields=["is_bot_controlled"])
    table.due_at = None  # It was due now; the bot takes its time.
    set_due(table)
    turn_news.tell_of_waiting(table, seat)
    note(table, "mind", None, seat.number)
    return True


def all_are_here(table: Table) -> None:
    """Treats all as present after the site was down: no page could report in then."""
    table.seats.filter(is_bot_controlled=False).update(seen_at=timezone.now(), missed_since=None)


def _somebody_waits(table: Table, seat: Seat, now: datetime.datetime) -> bool:
    others = table.seats.exclude(pk=seat.pk).filter(player__is_bot=False, missed_since=None)
    return any(seen > now - PLAYER_SILENT for seen in last_seen(table, others).values())


def look_again(table: Table, at: datetime.datetime | None) -> bool:
    """Sets the time of the next look. Silently, because no page shows it."""
    set_due_at(table, at)
    table.save(update_fields=["due_at"])
    return False


def _last_seen(keys: dict[Seat, str]) -> dict[int, datetime.datetime]:
    kept = cache.get_many(keys.values())
    return {seat.pk: max([seat.seen_at, *kept.get(key, ())]) for seat, key in keys.items()}


def _key(table: Table, player_id: int) -> str:
    return f"here:{table.code}:{player_id}"


def _missing_key(table: Table) -> str:
    return f"missing:{table.code}"
