"""What organized play does when a table online whispers: it rings, and the worker looks at the rows."""

from typing import Any

from django.dispatch import receiver

from games.doorbell import ring
from games.models import Game
from games.signals import game_finished


@receiver(game_finished, dispatch_uid="take the result of a match, count a friendly game")
def ring_for_result(sender: Any, *, game: Game, **kwargs: Any) -> None:
    if game.table.is_official:
        ring("tournaments.tasks.take_table_result", game.table_id)
    else:
        ring("tournaments.tasks.count_game_task", game.pk)
