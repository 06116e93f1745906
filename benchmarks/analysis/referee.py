"""A second solver, in C, compiled when it's asked for: what the engine's are compared with. Needs a C compiler."""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from games.engine.bots.solver import lying
from games.engine.cards import KINDS, ORDERS
from games.engine.choices import LeadTrump
from games.engine.position import Position
from games.engine.setup import Setup

SOURCE = Path(__file__).with_name("referee.c")


@cache
def library() -> ctypes.CDLL | None:
    """The compiled program, None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    folder = tempfile.mkdtemp()
    built = Path(folder) / "referee.so"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(built), str(SOURCE)], check=True)  # noqa: S603
    loaded = ctypes.CDLL(str(built))
    shutil.rmtree(folder)
    loaded.tricks.argtypes = [
        *[ctypes.c_void_p] * 3,
        ctypes.c_uint64,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_void_p,
        *[ctypes.c_int] * 6,
        ctypes.c_uint64,
        ctypes.c_uint64,
        ctypes.c_int,
        ctypes.c_int,
    ]
    return loaded


class Referee:
    """As `games.engine.analysis.solvers.Solver`, of one pack."""

    most_tricks = 6

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.first = sum(1 << seat for seat in setup.members[0])
        self.limits = setup.rules.lead_trump is LeadTrump.AFTER_BROKEN
        self.orders = [
            (
                (ctypes.c_uint64 * KINDS)(*order.follow),
                (ctypes.c_uint8 * KINDS**2)(*(worth for led in order.worth for worth in led)),
                order.trumps,
            )
            for order in ORDERS
        ]

    def tricks(self, at: Position) -> int:
        """Tricks of the first side at the end."""
        return self.more(at) + sum([at.won[seat] for seat in self.setup.members[0]])

    def more(self, at: Position) -> int:
        """Those it still takes."""
        compiled = library()
        assert compiled is not None
        follow, worth, trumps = self.orders[at.strain]
        hands = [0 if at.out >> seat & 1 else hand for seat, hand in enumerate(at.cards)]
        on_table = lying(at)
        led = at.log[-on_table.bit_count()] if at.best else -1
        return int(
            compiled.tricks(
                (ctypes.c_int * len(at.ring))(*at.ring),
                follow,
                worth,
                trumps,
                self.first,
                self.limits,
                (ctypes.c_uint64 * len(hands))(*hands),
                len(hands),
                at.turn,
                at.leader,
                led,
                at.best,
                at.winner,
                at.bound,
                on_table,
                at.tricks_left,
                at.broken,
            )
        )
