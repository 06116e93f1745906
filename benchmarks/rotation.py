"""How good rotation nights are: ours beside a random draw, a cyclic rotation and published schedules.

    python -m benchmarks.rotation [folder of schedules, as rr-16-8.csv or seed-32-8.csv]

A repeat counts w(w - 1)/2 for two people who were partners, or opponents, w times.
"""

import csv
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from tournaments.formats.bounds import least_repeats
from tournaments.formats.meetings import Repeats, Seating, Tally
from tournaments.formats.rotation_plan import Night, plan_night

PLAYERS = (8, 10, 12, 13, 14, 16, 17, 20, 22, 24, 28, 32, 33, 36, 40, 48, 50, 60, 64, 80, 100, 150, 200)
ROUNDS = (6, 8, 10, 12)


def ours(players: int, rounds: int, seed: int = 1) -> list[Seating]:
    plan = plan_night(Night(tuple(range(players)), rounds, players // 4), Random(seed))
    assert plan is not None
    return list(plan.rounds)


def random_draw(players: int, rounds: int, seed: int = 1) -> list[Seating]:
    lot = Random(seed)
    return [lot.sample(range(players), players // 4 * 4) for _ in range(rounds)]


def cyclic_rotation(players: int, rounds: int) -> list[Seating]:
    """The circle method: one keeps the chair, the others move on by one; tables are filled from both ends."""
    seatings: list[Seating] = []
    for shift in range(rounds):
        ring = [0, *((person + shift) % (players - 1) + 1 for person in range(players - 1))]
        pairs = [(ring[index], ring[-1 - index]) for index in range(players // 2)]
        seatings.append([person for pair in pairs for person in pair][: players // 4 * 4])
    return seatings


def repeats(seatings: Sequence[Seating], players: int) -> Repeats:
    return Tally(players).with_rounds(seatings).repeats


def show(words: Iterable[object]) -> None:
    print("".join(f"{word!s:>12}" for word in words))


def print_grid() -> None:
    """Partner and opponent repeats of each way, and the lower bound of ours."""
    show(("players", "rounds", "bound", "ours", "excess", "seconds", "random", "cyclic"))
    optimal, excess, slowest = 0, 0, 0.0
    for players in PLAYERS:
        for rounds in ROUNDS:
            start = time.perf_counter()
            plan = ours(players, rounds)
            seconds = time.perf_counter() - start
            found, bound = repeats(plan, players), least_repeats(Tally(players), plan)
            above = found.partners + found.opponents - bound.partners - bound.opponents
            optimal, excess, slowest = optimal + (above == 0), excess + above, max(slowest, seconds)
            others = (repeats(way(players, rounds), players) for way in (random_draw, cyclic_rotation))
            show((players, rounds, *map(text, (bound, found)), above, f"{seconds:.3f}", *map(text, others)))
    print(f"{optimal} of {len(PLAYERS) * len(ROUNDS)} proven optimal, {excess} above the bounds in all the others.")
    print(f"Slowest: {slowest:.2f} s.")


def text(found: Repeats) -> str:
    return f"{found.partners}/{found.opponents}"


def read_schedule(path: Path) -> list[Seating]:
    """One round a line: entries from 1, four to a table, partners side by side; what is over sits out."""
    with path.open(newline="") as file:
        rows = [[int(cell) - 1 for cell in row] for row in csv.reader(file) if row]
    return [row[: len(row) // 4 * 4] for row in rows]


def print_schedules(folder: Path) -> None:
    """The schedules of a folder beside ours for as many people, those counted who fill an odd number up."""
    show(("schedule", "theirs", "ours", "their tables", "our tables"))
    sums = [0, 0, 0, 0, 0, 0]
    for path in sorted(folder.glob("*-*-*.csv")):
        published = read_schedule(path)
        players = max(person for seating in published for person in seating) + 1
        tallies = [Tally(players).with_rounds(plan) for plan in (published, ours(players, len(published)))]
        theirs, mine = (tally.repeats for tally in tallies)
        tables = [tally.table_repeats for tally in tallies]
        show((path.stem, text(theirs), text(mine), *tables))
        row = (theirs.partners, theirs.opponents, mine.partners, mine.opponents, *tables)
        sums = [one + other for one, other in zip(sums, row, strict=True)]
    show(("in sum", f"{sums[0]}/{sums[1]}", f"{sums[2]}/{sums[3]}", *sums[4:]))


def main() -> None:
    """The grid, then the schedules of the folder named on the command line, if there is one."""
    print_grid()
    folders = [Path(word) for word in sys.argv[1:] if Path(word).is_dir()]
    for folder in folders:
        print_schedules(folder)
    if not folders:
        print("No folder of schedules named, or it is not there: that part is left out.")


if __name__ == "__main__":
    main()
