"""Random pots, plans and finishes for the tests of the prizes: sound and overdrawn, tied everywhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tournaments.honours.pot import Basket, Pot
from tournaments.honours.prize_plan import (
    Barred,
    Base,
    Measure,
    PlaceTable,
    PrizePlan,
    Remainder,
    Shortfall,
    SidePrize,
    Tied,
    Unit,
    Winner,
    Worth,
)
from tournaments.honours.prize_ties import Finisher

STATISTICS = ("loners", "high_game", "marches")
BASKETS = ("fines", "loner fund", "jar")


@dataclass(frozen=True)
class Night:
    """Everything `settle` is asked with, but for decisions."""

    pot: Pot
    plan: PrizePlan
    finishers: tuple[Finisher, ...]
    seed: int


def random_night(rng: Random) -> Night:
    size = rng.choice((rng.randrange(5), rng.randrange(1, 13), rng.randrange(1, 13), rng.randrange(2, 41)))
    finishers = random_finishers(rng, size)
    entries = max(0, len(finishers) + rng.choice((0, 0, 0, -1, 2)))
    return Night(random_pot(rng, entries), random_plan(rng), finishers, rng.randrange(2**32))


def random_finishers(rng: Random, count: int) -> tuple[Finisher, ...]:
    """Entries in any order; ties from hardly any to all of them, few different counts."""
    numbers = rng.sample(range(1, 2 * count + 2), count)
    ties, players, most = rng.choice((0, 0.2, 0.6, 1)), rng.choice((1, 2, 2, 4)), rng.choice((1, 3, 12))
    found: list[Finisher] = []
    for index, entry in enumerate(numbers):
        place = found[-1].place if found and rng.random() < ties else index + 1
        counts = {name: _count(rng, name, most) for name in STATISTICS if index == 0 or rng.random() < 0.8}
        found.append(Finisher(entry, place, players, counts))
    return tuple(found)


def random_pot(rng: Random, entries: int) -> Pot:
    fee = rng.choice((0, 1, 100, 333, 500, 2000, rng.randrange(3000)))
    return Pot(
        entries=entries,
        fee=fee,
        added=rng.choice((0, 0, 5000, rng.randrange(20_000))),
        house_percent=rng.choice((0, 0, 1000, 1250, rng.randrange(5000))),
        house_per_entry=rng.choice((0, 0, fee // 4)),
        baskets=tuple(Basket(label, rng.choice((0, 725, rng.randrange(3000)))) for label in shuffled(rng, BASKETS)),
    )


def random_plan(rng: Random) -> PrizePlan:
    measure, unit = rng.choice(list(Measure)), rng.choice((Unit.CENT, *Unit))
    tables = [PlaceTable(entries, _amounts(rng, measure, unit)) for entries in (0, 8, 16)]
    return PrizePlan(
        measure=measure,
        tables=tuple(shuffled(rng, tables[: rng.randrange(4)])),
        percent_of=rng.choice(list(Base)),
        based_on=rng.choice((1, 16, 32)),
        entries_per_place=rng.choice((None, None, 2, 8)),
        sides=tuple(random_side(rng, key, unit) for key in shuffled(rng, "abcd")[: rng.choice((0, 1, 2, 4))]),
        shortfall=rng.choice((Shortfall.REFUSE, Shortfall.SCALE, Shortfall.SCALE)),
        unit=unit,
        remainder=rng.choice(list(Remainder)),
        tied=rng.choice((Tied.SPLIT, Tied.SPLIT, Tied.DECIDE)),
        barred=rng.choice(list(Barred)),
        one_side_prize=rng.random() < 0.5,
    )


def random_side(rng: Random, key: str, unit: Unit) -> SidePrize:
    """One of four side prizes; each letter but the last has a basket of its own."""
    worth = rng.choice(list(Worth) if key != "d" else [Worth.FIXED, Worth.PERCENT])
    amount = rng.randrange(20) * 100 if worth is Worth.FIXED else rng.choice((500, 1000, rng.randrange(3000)))
    basket = BASKETS["abc".index(key)] if worth is Worth.BASKET else ""
    winner, statistic = rng.choice(list(Winner)), rng.choice(STATISTICS)
    return SidePrize(key, f"Prize {key}", winner, worth, amount, statistic, basket, rng.random() < 0.2)


def shuffled(rng: Random, things: Iterable) -> list:
    mixed = list(things)
    rng.shuffle(mixed)
    return mixed


def _amounts(rng: Random, measure: Measure, unit: Unit) -> tuple[int, ...]:
    """Percentages of at most a hundred together, or amounts in whole units; best first, some the same."""
    count = rng.choice((0, 1, 3, 3, 5, 10))
    if measure is Measure.PERCENT:
        return tuple(
            sorted((rng.choice((500, 1000, rng.randrange(10_000 // count))) for _ in range(count)), reverse=True)
        )
    most = rng.choice((3, 30, 100))
    return tuple(sorted((rng.randrange(most) * unit.cents * (100 // unit.cents) for _ in range(count)), reverse=True))


def _count(rng: Random, name: str, most: int) -> Fraction | int:
    return Fraction(rng.randrange(most), 2) if name == "high_game" else rng.randrange(most)
