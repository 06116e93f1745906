"""How strong a solver is: an Elo rating against the puzzles, which keep theirs. Pure."""

from collections.abc import Iterable

START = 1200
STEP = 32
SCALE = 400


def rated(attempts: Iterable[tuple[int, bool]]) -> int:
    """After these attempts, the first one first. Each: how hard the puzzle was, and whether it was solved."""
    rating = float(START)
    for puzzle, is_solved in attempts:
        expected = 1 / (1 + 10 ** ((puzzle - rating) / SCALE))
        rating += STEP * (is_solved - expected)
    return round(rating)
