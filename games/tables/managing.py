"""What those who run a table, and administrators of tables, do about others there: skipping, muting, co-owners."""

import datetime

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.actions import Action
from games.engine.errors import RuleError
from games.engine.messages import message
from games.tables import talk
from games.tables.commands import (
    TableCommand,
    check_open,
    is_manager,
    lock_table,
    note,
    protect_owner,
    require_manager,
    require_opener,
)
from games.tables.models import CoOwner, Silence, Table
from games.tables.mover import choose
from games.tables.play import hand_at, perform, seat_in_turn
from games.tables.states import state_of

FAIR = datetime.timedelta(seconds=20)
"""The earliest moment at which a player can be skipped."""


def skip(table_id: int, command: TableCommand) -> Table:
    """The site acts, once, for a player who keeps the others waiting. The seat stays the player's.

    It thinks before the table is locked (see mover.py), and acts only in the version that it has thought about.
    """
    thought = _thought(Table.objects.get(pk=table_id), command)
    with transaction.atomic():
        return _skip(lock_table(table_id), command, thought)


def _thought(seen: Table, command: TableCommand) -> Action | None:
    """What the site would do for the seat to act; None where skipping it will be refused."""
    is_asked_for = seen.version == command.expected_version and is_manager(seen, command.player)
    is_fair = not seen.conduct.is_by_the_day and not seconds_until_fair(seen)
    hand = hand_at(seen) if is_asked_for and is_fair else None
    return choose(seen, hand.game, state_of(hand)) if hand else None


def _skip(table: Table, command: TableCommand, thought: Action | None) -> Table:
    """Needs the lock."""
    require_manager(table, command.player)
    if table.journal.filter(action="skip", detail__key=str(command.key)).exists():
        return table
    check_open(table, command.expected_version)
    hand = hand_at(table)
    if hand is None:
        raise RuleError("No hand is being played.")
    state = state_of(hand)
    seat = seat_in_turn(table, state)
    if seat.is_played_by_bot:
        raise RuleError("A bot is playing in this seat. It’ll take its turn in a moment.")
    if table.conduct.is_by_the_day:
        raise RuleError("You can’t skip a player in a multi-day game. Each player gets the full time for every move.")
    if left := seconds_until_fair(table):
        raise RuleError(
            "{player}’s turn just started. Try again in {left} s.",
            player=seat.player,
            left=left,
        )
    note(table, "skip", command.player, seat.number, of=seat.player_id, key=str(command.key))
    perform(table, hand, state, thought or choose(table, hand.game, state), is_stand_in=True)
    return table


def seconds_until_fair(table: Table) -> int:
    """0: the seat to act may be skipped."""
    since = table.turn_since or timezone.now()
    return max(0, -int((timezone.now() - since - FAIR).total_seconds() // 1))


@transaction.atomic
def mute(table_id: int, player_id: int, command: TableCommand, *, is_muted: bool) -> Table:
    """Mutes a player at the table, or ends it. Done twice it is done once."""
    table = lock_table(table_id)
    require_manager(table, command.player)
    other = Player.objects.filter(pk=player_id, is_bot=False).first()
    if other is None or other.pk == command.player.pk:
        raise RuleError("Choose another person at the table.")
    protect_owner(table, other, command.player)
    if is_muted == Silence.objects.filter(table=table, player=other).exists():
        return table
    if is_muted:
        Silence.objects.create(table=table, player=other)
    else:
        Silence.objects.filter(table=table, player=other).delete()
    note(table, "mute" if is_muted else "unmute", command.player, None, of=other.pk)
    muted = message("{player} is muted here.", player=other)
    talk.site_says(table, muted if is_muted else message("{player} is no longer muted.", player=other))
    return table


@transaction.atomic
def share_table(table_id: int, player_id: int, command: TableCommand, *, is_shared: bool) -> Table:
    """Makes someone who sits here a co-owner, or no longer one. Done twice it is done once.

    A co-owner does all that the owner does except closing the table and naming co-owners.
    """
    table = lock_table(table_id)
    require_opener(table, command.player)
    if is_shared == table.co_owners.filter(player=player_id).exists():
        return table
    check_open(table, command.expected_version)
    if is_shared:
        seat = table.seats.select_related("player").filter(player=player_id, player__is_bot=False).first()
        if seat is None or seat.player == command.player:
            raise RuleError("Choose another player with a seat at this table.")
        co_owner = CoOwner.objects.create(table=table, player=seat.player)
    else:
        co_owner = table.co_owners.select_related("player").get(player=player_id)
        co_owner.delete()
    note(table, "share" if is_shared else "unshare", command.player, None, of=player_id)
    shared = message("{player} is now a co-owner of this table.", player=co_owner.player)
    talk.site_says(table, shared if is_shared else message("{player} is no longer a co-owner.", player=co_owner.player))
    return table
