"""What the site does at tables by itself: bots act, clocks run out, the next hand is dealt.

A table's `due_at` says when; a message or the sweep only looks. A deadline that passed while the site was down gives
its player the whole time again: our own restart costs no one anything.
"""

import logging
import secrets
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games.engine.actions import Action
from games.engine.bots.playout_bot import PlayoutBot
from games.engine.bots.strength import STRENGTHS
from games.engine.hand import Hand as EngineHand
from games.engine.view import view_for
from games.locks import locked
from games.tables.abandoned import clear_abandoned_tables
from games.tables.by_the_day import forfeit, is_forfeit, leave_to_bot, look_at_turn
from games.tables.commands import note
from games.tables.expiry import least_action
from games.tables.models import Game, Hand, Table
from games.tables.options import Expiry
from games.tables.play import begin_turn, deal_hand, is_forced, perform, running_game, running_hand, seat_in_turn
from games.tables.presence import SITE_LATE, all_are_here, look_after
from games.tables.starting import start_as_planned
from games.tables.states import state_of

log = logging.getLogger(__name__)


class Thought(NamedTuple):
    """What was seen at a table in one of its versions, and what the site does there. game: none is being played without
    one. row, state: of the hand; None between two. action: None while the site waits for a player."""

    version: int
    game: Game | None
    row: Hand | None = None
    state: EngineHand | None = None
    action: Action | None = None


def move_table(table_id: int) -> bool:
    """Do what is due at this table, if it still is. Whether something was done.

    A bot thinks before the table is locked: many wait for a lock, on SQLite the whole site. What it chose is done if
    the table is still as it was seen; else it thinks once more.
    """
    seen = Table.objects.filter(pk=table_id, due_at__lte=timezone.now()).first()
    thought = _think(seen) if seen else None
    with transaction.atomic():
        table = locked(Table.objects).filter(pk=table_id).first()
        if table is None or table.due_at is None or table.due_at > timezone.now():
            return False
        if thought is None or thought.version != table.version:
            thought = _think(table)
        return _move(table, thought)


def _think(table: Table) -> Thought:
    game = running_game(table)
    hand = running_hand(game) if game else None
    if game is None or hand is None:
        return Thought(table.version, game)
    state = state_of(hand)
    return Thought(table.version, game, hand, state, _choice(table, game, state))


def _choice(table: Table, game: Game, state: EngineHand) -> Action | None:
    """What the site does in the seat to act; None while its player has time."""
    if seat_in_turn(table, state).is_played_by_bot or is_forced(table, state):
        return choose(table, game, state)
    return choose_for_the_late(table, game, state) if _is_late(table) and not is_forfeit(table) else None


def _is_late(table: Table) -> bool:
    """Whether the player to act has let the clock run out, while the site was there to see it."""
    now = timezone.now()
    assert table.due_at
    return now - table.due_at <= SITE_LATE and bool(table.clock_ends_at and now >= table.clock_ends_at)


def _move(table: Table, thought: Thought) -> bool:
    """Needs the lock, and what was thought of the table as it is."""
    game, hand, state, now = thought.game, thought.row, thought.state, timezone.now()
    if game is None:
        return start_as_planned(table)
    game.table = table
    if hand is None or state is None:
        deal_hand(table, game)
        return True
    seat = seat_in_turn(table, state)
    is_bots = seat.is_played_by_bot or is_forced(table, state)
    if not is_bots and table.conduct.is_by_the_day:
        if not _is_late(table):
            return look_at_turn(table, hand, seat, now)
        if is_forfeit(table):
            forfeit(table, game, hand, seat)
            return True
        leave_to_bot(table, hand, seat)
    elif not is_bots and table.due_at and now - table.due_at > SITE_LATE:
        all_are_here(table)
        begin_turn(table)
        note(table, "renew the clock", None, seat.number)
        return True
    elif not is_bots and not _is_late(table):
        return look_after(table, seat, now)
    action = thought.action or _choice(table, game, state)
    assert action, "the seat to act is a bot’s, or its player is late"
    perform(table, hand, state, action, is_stand_in=not (is_bots and seat.player.is_bot))
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


def choose_for_the_late(table: Table, game: Game, state: EngineHand) -> Action:
    """What the site does for a player who let the clock run out: as a bot would, or `expiry.least_action`."""
    assert state.turn is not None
    is_skipped = table.conduct.on_expiry is Expiry.SKIP and not table.conduct.is_by_the_day
    least = least_action(view_for(state, state.turn)) if is_skipped else None
    return least or choose(table, game, state)


def choose(table: Table, game: Game, state: EngineHand) -> Action:
    """What a bot does in the seat to act; it is shown what that seat may see, told the score, and nothing else."""
    assert state.turn is not None
    bot = PlayoutBot(STRENGTHS[table.conduct.bots.value], tuple(game.points))
    return bot.choose(view_for(state, state.turn), secrets.SystemRandom().random)
