"""How many tricks a side takes with every card face up: who is asked, plain Python or the compiled kernel.

Both give the same numbers; a test compares them. The kernel comes with an extra (`pip install "right-bower[kernel]"`)
and is loaded only here, where it is asked for.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Protocol

from games.engine.bots.solver import Search
from games.engine.errors import RuleError
from games.engine.position import Position
from games.engine.setup import Setup


class Solver(Protocol):
    """Solves positions of one deal. most_tricks: how many tricks from the end it finishes in reasonable time."""

    most_tricks: int

    def tricks(self, at: Position) -> int:
        """Tricks of the first side at the end of a hand in play, those it has won among them, with best play of both
        sides and all cards face up. The position is left as it is."""
        ...


MakeSolver = Callable[[Setup], Solver]


class PlainSolver:
    """The bots' solver, asked about the first side. It keeps what it found about one deal: endings with the same strain
    and the same seats sitting out share it, no matter who made trump."""

    most_tricks = 6

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.searches: dict[tuple[int, int], Search] = {}

    def tricks(self, at: Position) -> int:
        """See `Solver`."""
        key = (at.strain, at.out)
        if key not in self.searches:
            self.searches[key] = Search(with_first_side_as_makers(at))
        search, more, most = self.searches[key], 0, at.tricks_left
        while more < most:
            asked = (more + most + 1) // 2
            if search.can_take(at, asked):
                more = asked
            else:
                most = asked - 1
        return more + sum([at.won[seat] for seat in self.setup.members[0]])


def with_first_side_as_makers(at: Position) -> Position:
    """The same cards with trump made by the first side. Who takes how many tricks doesn't depend on who made trump."""
    copy = at.copy()
    copy.maker = at.setup.members[0][0]
    return copy


def has_kernel() -> bool:
    """Whether the compiled kernel can be loaded."""
    return find_spec("numba") is not None


def best_solver(setup: Setup) -> Solver:
    """The kernel where it is installed and plays these rules, else the plain solver."""
    if has_kernel() and int(setup.rules.packs) == 1:
        from games.engine.analysis.kernel import KernelSolver

        return KernelSolver(setup)
    return PlainSolver(setup)


SOLVERS: dict[str, MakeSolver] = {"best": best_solver, "plain": PlainSolver}
"""By the names of the command line."""


def check_sides(setup: Setup) -> None:
    """Raises RuleError for more than two sides: with three, no play is best against every answer."""
    if setup.side_count != 2:
        raise RuleError("Only hands with 2 sides can be analyzed. This one has {number}.", number=setup.side_count)
