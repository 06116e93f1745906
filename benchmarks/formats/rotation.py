"""How good rotation nights are: ours beside a random draw, the best of many, a cyclic rotation, published schedules."""

import csv
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from tournaments.formats.pairing.bounds import least_repeats
from tournaments.formats.pairing.meetings import Repeats, Seating, Tally, opponents_at, partners_at, tables_of
from tournaments.formats.rotation.plan import Night, plan_night

PLAYERS = (8, 10, 12, 13, 14, 16, 17, 20, 22, 24, 28, 32, 33, 36, 40, 48, 50, 60, 64, 80, 100, 150, 200)
SOME = (8, 12, 13, 16, 20, 24, 40, 100)
ROUNDS = (6, 8, 10, 12)
REACHED = {
    (10, 12): 1,
    (12, 10): 2,
    (13, 12): 3,
    (16, 8): 1,
    (17, 8): 2,
    (20, 10): 2,
    (22, 12): 3,
    (24, 12): 4,
    (28, 12): 1,
}
"""How far above the bound a simple annealing was after ten seconds; it reached the bound everywhere else."""


def ours(players: int, rounds: int, seed: int = 1) -> list[Seating]:
    plan = plan_night(Night(tuple(range(players)), rounds, players // 4), Random(seed))
    assert plan is not None
    return list(plan.rounds)


def random_draw(players: int, rounds: int, seed: int = 1) -> list[Seating]:
    lot = Random(seed)
    return [lot.sample(range(players), players // 4 * 4) for _ in range(rounds)]


def best_of_many(players: int, rounds: int, seed: int = 1, tries: int = 1000) -> list[Seating]:
    """Each round is the one among many random ones that repeats least, partners first."""
    lot, tally, seatings = Random(seed), Tally(players), list[Seating]()
    for _ in range(rounds):
        drawn = (lot.sample(range(players), players // 4 * 4) for _ in range(tries))
        seatings.append(min(drawn, key=lambda seating: repeated(tally, seating)))
        tally.add(seatings[-1])
    return seatings


def repeated(tally: Tally, seating: Seating) -> tuple[int, int]:
    partners = opponents = 0
    for table in tables_of(seating):
        partners += sum(tally.partners[one][other] for one, other in partners_at(table))
        opponents += sum(tally.opponents[one][other] for one, other in opponents_at(table))
    return partners, opponents


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
    print("".join(f"{word!s:>13}" for word in words))


WAYS = {"random": random_draw, "best of 1000": best_of_many, "cyclic": cyclic_rotation}


def print_grid(sizes: Sequence[int]) -> None:
    """Partner and opponent repeats of each way, and the lower bound of ours."""
    show(("players", "rounds", "bound", "ours", "excess", "seconds", *WAYS))
    optimal, excess, beyond, slowest = 0, 0, 0, 0.0
    sums = {way: Repeats(0, 0) for way in ("ours", *WAYS)}
    for players, rounds in ((players, rounds) for players in sizes for rounds in ROUNDS):
        start = time.process_time()
        plan = ours(players, rounds)
        seconds = time.process_time() - start
        found, bound = repeats(plan, players), least_repeats(Tally(players), plan)
        above = found.partners + found.opponents - bound.partners - bound.opponents
        optimal, excess, slowest = optimal + (above == 0), excess + above, max(slowest, seconds)
        beyond += above > REACHED.get((players, rounds), 0)
        others = {way: repeats(draw(players, rounds), players) for way, draw in WAYS.items()}
        for way, each in {"ours": found, **others}.items():
            sums[way] = Repeats(sums[way].partners + each.partners, sums[way].opponents + each.opponents)
        show((players, rounds, *map(text, (bound, found)), above, f"{seconds:.3f}", *map(text, others.values())))
    show(("in sum", "", "", text(sums["ours"]), excess, "", *(text(sums[way]) for way in WAYS)))
    print(f"{optimal} of {len(sizes) * len(ROUNDS)} proven optimal, {excess} above the bounds in all the others;")
    print(f"{beyond} worse than a simple annealing is after ten seconds. Slowest: {slowest:.2f} s.")


def text(found: Repeats) -> str:
    return f"{found.partners}/{found.opponents}"


def read_schedule(path: Path) -> list[Seating]:
    """One round a line: entries from 1, four to a table, partners side by side; what is over sits out."""
    with path.open(newline="") as file:
        rows = [[int(cell) - 1 for cell in row] for row in csv.reader(file) if row]
    return [row[: len(row) // 4 * 4] for row in rows]


def print_schedules(folder: Path) -> None:
    """The schedules of a folder beside ours for as many people, those counted who fill an odd number up."""
    show(("schedule", "theirs", "ours", "their tables", "our tables", "ours worse"))
    sums, count, worse = [0, 0, 0, 0, 0, 0], 0, 0
    for path in sorted(folder.glob("*-*-*.csv")):
        published = read_schedule(path)
        players = max(person for seating in published for person in seating) + 1
        tallies = [Tally(players).with_rounds(plan) for plan in (published, ours(players, len(published)))]
        theirs, mine = (tally.repeats for tally in tallies)
        tables = [tally.table_repeats for tally in tallies]
        is_worse = (mine.partners, mine.opponents) > (theirs.partners, theirs.opponents)
        show((path.stem, text(theirs), text(mine), *tables, "worse" * is_worse))
        row = (theirs.partners, theirs.opponents, mine.partners, mine.opponents, *tables)
        sums, count, worse = [one + other for one, other in zip(sums, row, strict=True)], count + 1, worse + is_worse
    show((f"{count} in sum", f"{sums[0]}/{sums[1]}", f"{sums[2]}/{sums[3]}", *sums[4:], worse))
