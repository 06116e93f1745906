"""How many tricks a hand is good for, and what a contract on a number of tricks is worth in points.

Looks at one hand and the house rules only; every number comes from the rules' own score table.
"""

from functools import lru_cache
from itertools import pairwise
from math import erf, sqrt

from games.engine.bots.strain_tables import Ladder, table_of
from games.engine.cards import TWINS
from games.engine.setup import Setup

SPREAD = 1.15
HELP = 0.62
VOID = 0.25


@lru_cache(maxsize=1 << 15)
def own_tricks(setup: Setup, strain: int, hand: int) -> float:
    """Tricks this hand can be expected to take by itself when its side names the strain."""
    table = table_of(setup, strain)
    total, voids = 0.0, 0
    for ladder in table.ladders:
        held = hand & ladder.all_members
        if not held:
            voids += 1
            continue
        if held not in ladder.known:
            ladder.known[held] = suit_tricks(ladder, held, table.packs)
        total += ladder.known[held]
    trumps = (hand & (table.trumps | table.trumps * TWINS)).bit_count()
    return min(float(setup.rules.cards_each), total + VOID * min(voids, trumps))


def suit_tricks(ladder: Ladder, held: int, packs: int) -> float:
    """Tricks that so many cards of one suit can be expected to take."""
    singles, twins = held % TWINS, held // TWINS
    total, better = 0.0, 0
    for kind in ladder.kinds:
        own = (singles >> kind & 1) + (twins >> kind & 1)
        total += own * ladder.takes[better]
        better += packs - own
    return total


def side_tricks(setup: Setup, own: float) -> float:
    """Tricks to expect of the side when one hand is good for `own` of them: partners take a share of the rest."""
    partners = len(setup.members[0]) - 1
    return own + HELP * (setup.rules.cards_each - own) * partners / (setup.seats - 1)


@lru_cache(maxsize=1 << 12)
def chances_of_tricks(expected: float, most: int, spread: float) -> tuple[float, ...]:
    """The chance of each number of tricks from 0 to `most`: a bell about what is expected, cut off at both ends."""
    below = [0.0, *((1 + erf((tricks + 0.5 - expected) / (spread * sqrt(2)))) / 2 for tricks in range(most)), 1.0]
    return tuple(upper - lower for lower, upper in pairwise(below))


def contract_value(setup: Setup, level: int, loner: int, expected: float) -> float:
    """Points by which the makers' side can be expected to gain on the others; level 0 in Classic Euchre."""
    return value_at(setup, level, loner, round(expected, 1))


@lru_cache(maxsize=1 << 12)
def value_at(setup: Setup, level: int, loner: int, expected: float) -> float:
    most = setup.rules.cards_each
    chances = chances_of_tricks(expected, most, SPREAD * sqrt(most / 5))
    return sum(chance * lead_of(setup, level, loner, tricks) for tricks, chance in enumerate(chances))


def lead_of(setup: Setup, level: int, loner: int, tricks: int) -> float:
    """Points of the makers less those of the average other side."""
    row = setup.rows[level, loner, tricks]
    others = row.others if row.others is not None else (setup.rules.cards_each - tricks) / (setup.side_count - 1)
    return row.makers - others
