"""Random events with everything that can happen to a table: byes, forfeits, void tables, late entries, leavers."""

from random import Random

from games.engine.messages import NOTHING
from games.engine.slip import HandScore
from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, Slip, TableDraw


def random_event(seed: int, *, pairs: bool, entries: int = 9, rounds: int = 5) -> list[PlayedRound]:
    """Not as any format would draw it: those who are there are thrown together at random, rematches included."""
    rng = Random(seed)
    spans = {entry: _span(rng, rounds) for entry in range(1, entries + 1)}
    found = []
    for number in range(1, rounds + 1):
        here = [entry for entry, (first, last) in spans.items() if first <= number <= last]
        rng.shuffle(here)
        size = 1 if pairs else 2
        tables = []
        while len(here) >= 2 * size:
            sides = tuple(tuple(here.pop() for _ in range(size)) for _ in range(2))
            tables.append(PlayedTable(TableDraw(len(tables) + 1, sides), _random_slip(rng)))
        byes = tuple(ByeDraw(entry, rng.choice((None, 0, 5)), NOTHING, rng.choice((0, 1, 2))) for entry in here)
        found.append(PlayedRound(number, tuple(tables), byes))
    return found


def _span(rng: Random, rounds: int) -> tuple[int, int]:
    first = rng.choice((1, 1, 1, rng.randint(1, rounds)))
    return first, rng.choice((rounds, rounds, rounds, rng.randint(first, rounds)))


def _random_slip(rng: Random) -> Slip | None:
    fate = rng.random()
    if fate < 0.1:
        return None
    if fate < 0.25:
        return Slip(rng.choice(((10, 0), (0, 10), (0, 0))), forfeited=rng.choice(((0,), (1,), (0, 1))))
    hands = tuple(HandScore(rng.randrange(2), rng.choice((1, 1, 2, 4)), rng.random() < 0.3) for _ in range(8))
    if fate < 0.35:
        hands = tuple(HandScore(index % 2, 1) for index in range(8))
    points = tuple(sum(hand.points for hand in hands if hand.side == side) for side in (0, 1))
    return Slip(points, hands if fate < 0.8 else (), tie_winner=rng.choice((None, 0, 1)))
