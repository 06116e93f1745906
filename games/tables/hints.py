"""What would you do? The table's own bot answers, from what the seat may see and nothing else."""

import secrets

from games.accounts.models import Player
from games.engine.bots.strength import STRENGTHS
from games.engine.bots.suggestion import Suggestion, suggest
from games.engine.errors import RuleError
from games.engine.view import view_for
from games.errors import NotAllowed
from games.tables.commands import seat_of
from games.tables.models import Table
from games.tables.play import running_game, running_hand
from games.tables.states import state_of


def suggestion_for(table: Table, player: Player) -> Suggestion:
    """What a bot would do in the player's place now, and why. Never in a match of a competition."""
    if not table.conduct.suggestions:
        raise NotAllowed("Hints are off at this table.")
    seat = seat_of(table, player)
    game = running_game(table)
    hand = running_hand(game)
    state = state_of(hand) if hand else None
    if game is None or state is None or state.turn != seat.number:
        raise RuleError("It isn’t your turn. Ask for a hint when it is.")
    strength = STRENGTHS[table.conduct.bots.value]
    return suggest(view_for(state, seat.number), secrets.SystemRandom().random, strength, tuple(game.points))
