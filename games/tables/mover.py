"""What the site does at tables by itself: bots act, clocks run out, the next hand is dealt.

A table's `due_at` says when; a message or the sweep only looks. A deadline that passed while the site was away gives
its player the whole time again: our own restart costs nobody anything.
"""

import logging
import secrets

from django.db import transaction
from django.utils import timezone

from games.engine.actions import Action
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import STRENGTHS
from games.engine.hand import Hand as EngineHand
from games.engine.view import view_for
from games.locks import locked
from games.tables.abandoned import clear_abandoned_tables
from games.tables.commands import note
from games.tables.expiry import least_action
from games.tables.models import Table
from games.tables.options import Expiry
from games.tables.play import deal_hand, is_forced, perform, running_game, running_hand, seat_in_turn, set_due
from games.tables.presence import SITE_LATE, all_are_here, look_after
from games.tables.starting import start_as_planned
from games.tables.states import state_of

log = logging.getLogger(__name__)


@transaction.atomic
def move_table(table_id: int) -> bool:
    """Do what is due at this table, if it still is. Whether something was done."""
    table = locked(Table.objects).filter(pk=table_id).first()
    now = timezone.now()
    if table is None or table.due_at is None or table.due_at > now:
        return False
    game = running_game(table)
    if game is None:
        return start_as_planned(table)
    row = running_hand(game)
    if row is None:
        deal_hand(table, game)
        return True
    state = state_of(row)
    seat = seat_in_turn(table, state)
    if not seat.is_played_by_bot and not is_forced(table, state):
        if now - table.due_at > SITE_LATE:
            all_are_here(table)
            set_due(table)
            note(table, "renew the clock", None, seat.number)
            return True
        if table.clock_ends_at is None or now < table.clock_ends_at:
            return look_after(table, seat, now)
        perform(table, row, state, choose_for_the_late(table, state), is_stand_in=True)
        return True
    perform(table, row, state, choose(table, state), is_stand_in=not seat.player.is_bot)
    return True


def move_due_tables(most: int = 500) -> int:
    """Every table at which something is due; how many were moved."""
    due = Table.objects.filter(due_at__lte=timezone.now()).order_by("due_at").values_list("pk", flat=True)[:most]
    return sum(_move_if_it_can(pk) for pk in due) + clear_abandoned_tables(most)


def _move_if_it_can(table_id: int) -> bool:
    """A table that cannot go on must not keep the others waiting; it stays due, and `verify` names it."""
    try:
        return move_table(table_id)
    except Exception:
        log.exception("table %s could not be moved", table_id)
        return False


def choose_for_the_late(table: Table, state: EngineHand) -> Action:
    """What the site does for whoever let the clock run out: as a bot would, or as little as possible."""
    assert state.turn is not None
    least = least_action(view_for(state, state.turn)) if table.conduct.on_expiry is Expiry.SKIP else None
    return least or choose(table, state)


def choose(table: Table, state: EngineHand) -> Action:
    """What a bot does in the seat to act; it is shown what that seat may see, and nothing else."""
    assert state.turn is not None
    bot = PlayoutBot(STRENGTHS[table.conduct.bots.value])
    return bot.choose(view_for(state, state.turn), secrets.SystemRandom().random)
