"""A game that ends without a result: recorded as unfinished, stakes returned, nobody has won."""

from django.utils import timezone

from games.models import Game, Table
from games.tables import chips


def break_off(table: Table, game: Game) -> None:
    """The running game is over without an end. Needs the lock, and a journal entry from the caller."""
    game.broken_off_at = timezone.now()
    game.save(update_fields=["broken_off_at"])
    chips.give_back(game)
    table.due_at = table.clock_ends_at = None
