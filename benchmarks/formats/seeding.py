"""How often the two best pairs of a knockout meet before its final: seeded by rating, beside seeds by random draw."""

import math
from collections.abc import Sequence
from random import Random

from tournaments.formats.base import DrawRequest, PlayedRound, PlayedTable, Slip
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.elimination.config import Elimination, Seeding

BRACKETS = 1000
PAIRS = (8, 16, 32)
SPREAD, ERROR = 0.8, 0.4
"""Standard deviations, in log-odds of a game: of the pairs' strengths, and of what a rating knows of one of them. The
better of two pairs picked at random wins 69 of 100 games."""
DRAW = FORMATS["elimination"].draw


def print_meetings() -> None:
    """One line a size: the share of brackets in which the two best meet before the final, and meet in it."""
    print("pairs | early: random draw | early: by rating | final: random draw | final: by rating")
    for pairs in PAIRS:
        shares = [[meeting / BRACKETS for meeting in meetings(pairs, by_rating)] for by_rating in (False, True)]
        (early, final), (early_rated, final_rated) = shares
        print(f"{pairs:5} | {early:18.1%} | {early_rated:16.1%} | {final:18.1%} | {final_rated:16.1%}")


def meetings(pairs: int, by_rating: bool) -> tuple[int, int]:
    """Of BRACKETS knockouts: how many times the two best met before the final, and in it."""
    early = final = 0
    for number in range(BRACKETS):
        chance = Random(f"{pairs}/{number}")
        strengths = [chance.gauss(0, SPREAD) for _ in range(pairs)]
        rated = [strength + chance.gauss(0, ERROR) for strength in strengths]
        order = sorted(range(1, pairs + 1), key=lambda one: -rated[one - 1])
        met = _play(strengths, tuple(order) if by_rating else (), number, chance)
        early += met is not None and met > 1
        final += met == 1
    return early, final


def _play(strengths: Sequence[float], seeding: tuple[int, ...], seed: int, chance: Random) -> int | None:
    """How many tables had the round in which the two best met; None if they never did."""
    config = Elimination(seeding=Seeding.NUMBERS if seeding else Seeding.LOTS)
    field = tuple(range(1, len(strengths) + 1))
    best = set(sorted(field, key=lambda one: -strengths[one - 1])[:2])
    history: tuple[PlayedRound, ...] = ()
    tables = len(field)
    while tables > 1:
        drawn = DRAW(config, DrawRequest(len(history) + 1, field, history, seed, seeding=seeding))
        tables = len(drawn.tables)
        if any(set(table.entries) == best for table in drawn.tables):
            return tables
        played = []
        for table in drawn.tables:
            one, other = (strengths[entry - 1] for entry in table.entries)
            wins = chance.random() < 1 / (1 + math.exp(other - one))
            played.append(PlayedTable(table, Slip((10, 6) if wins else (6, 10))))
        history = (*history, PlayedRound(drawn.number, tuple(played), drawn.byes))
    return None
