"""How long a table is locked while the site moves its bots, and how much of that they think: one table of four bots."""

import time
from statistics import quantiles
from typing import Any
from unittest import mock

from benchmarks.settling import database

STRENGTHS = ("casual", "strong", "expert")


def tell(moves: int) -> None:
    """For each strength, over so many moves."""
    with database():
        print(f"{moves} moves each; CPU ms with the table locked   p50    p90    max   share of it thinking")
        for strength in STRENGTHS:
            locked, thinking = _watched(strength, moves)
            cuts = quantiles([1000 * one for one in locked], n=10)
            figures = f"{cuts[4]:6.1f} {cuts[8]:6.1f} {1000 * max(locked):6.1f}"
            print(f"{strength:<48}{figures}   {100 * sum(thinking) / sum(locked):.0f} %")


def _watched(strength: str, moves: int) -> tuple[list[float], list[float]]:
    """Of each move that a bot made: seconds of CPU in its transaction, and of those the seconds that it thought."""
    from django.db import connection, transaction
    from django.utils import timezone

    from games.accounts.models import Player
    from games.engine.bots.playout_bot import PlayoutBot
    from games.engine.presets import preset
    from games.tables import mover, opening, play, seating
    from games.tables.models import Table
    from games.tables.options import options_from

    locked, thought = [0.0], [0.0]

    class Watched(PlayoutBot):
        def choose(self, *about: Any) -> Any:
            begun = time.process_time()
            found = super().choose(*about)
            thought[-1] += (time.process_time() - begun) * connection.in_atomic_block
            return found

    enter, leave = transaction.Atomic.__enter__, transaction.Atomic.__exit__

    def timed_enter(atomic: Any) -> None:
        if not connection.in_atomic_block:
            locked[-1] -= time.process_time()
        enter(atomic)

    def timed_leave(atomic: Any, *how: Any) -> None:
        leave(atomic, *how)
        if not connection.in_atomic_block:
            locked[-1] += time.process_time()

    owner = Player.objects.create(name=f"Owner of the {strength} bots")
    table = opening.open_table(owner, preset("plain"), options_from({"bots": strength}))
    seating.fill_with_bots(table)
    play.begin_game(table)
    table.seats.update(is_bot_controlled=True)
    atomic = mock.patch.multiple(transaction.Atomic, __enter__=timed_enter, __exit__=timed_leave)
    with mock.patch.object(mover, "PlayoutBot", Watched), atomic:
        while len(locked) <= moves:
            Table.objects.filter(pk=table.pk).update(due_at=timezone.now())
            if play.running_game(table) is None:
                play.begin_game(Table.objects.get(pk=table.pk))
                continue
            is_deal = play.running_hand(play.running_game(table)) is None
            locked[-1] = thought[-1] = 0.0
            mover.move_table(table.pk)
            if not is_deal:
                locked.append(0.0)
                thought.append(0.0)
    return locked[:-1], thought[:-1]
