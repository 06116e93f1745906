"""Perfect whist schedules: every two players partner each other once and oppose each other exactly twice.

They exist for every 4n players (4n - 1 rounds) and 4n + 1 players (as many rounds, each sits out once). Here they go up
to 53: from finite fields where the number of players is a prime power of the form 4n + 1, otherwise developed from a
starter, one round whose people all move on by one place. The starters are in `whist_starters.json`.
"""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path

from tournaments.formats.pairing.meetings import Seating

MAX_PLAYERS = 53

Element = tuple[int, int]
"""a + bx of the field with p or p² elements; b is 0 when it has p."""


def has_whist(players: int) -> bool:
    """Whether there is a schedule for that many."""
    return 4 <= players <= MAX_PLAYERS and players % 4 in (0, 1)


def whist_rounds(players: int) -> int:
    """How many rounds the schedule has."""
    return players - 1 if players % 4 == 0 else players


@lru_cache(maxsize=32)
def perfect_whist(players: int) -> tuple[Seating, ...]:
    """The seating of every round; players are numbered from 0. With 4n + 1 the one not seated sits out.

    ValueError for a number of players without a schedule (see `has_whist`).
    """
    if not has_whist(players):
        raise ValueError(f"no whist schedule for {players} players")
    starters = _starters()
    return tuple(_develop(players, starters[players]) if players in starters else _from_field(players))


@lru_cache(maxsize=1)
def _starters() -> dict[int, list[list[int]]]:
    data = json.loads(Path(__file__).with_name("whist_starters.json").read_text())
    return {int(players): tables for players, tables in data.items()}


def _develop(players: int, tables: list[list[int]]) -> Iterator[Seating]:
    """Moves all people of the starter on, round by round; with 4n players the last one keeps the place."""
    places = whist_rounds(players)
    for shift in range(places):
        yield tuple((player + shift) % places if player < places else player for table in tables for player in table)


def _from_field(order: int) -> Iterator[Seating]:
    """For 4n + 1 elements with generator g: tables g^i, g^(i+2n) against g^(i+n), g^(i+3n); then add each element.

    The differences of partners run through all elements but zero once, those of opponents twice.
    """
    prime = next(p for p in range(2, order + 1) if order % p == 0)
    elements = list(product(range(prime), range(order // prime)))
    multiply = _multiplication(prime)
    powers = next(series for series in (_powers(element, multiply) for element in elements) if len(series) == order - 1)
    quarter = order // 4
    tables = [powers[i + step] for i in range(quarter) for step in (0, 2 * quarter, quarter, 3 * quarter)]
    number = {element: index for index, element in enumerate(elements)}
    for a, b in elements:
        yield tuple(number[(c + a) % prime, (d + b) % prime] for c, d in tables)


def _powers(element: Element, multiply: Callable[[Element, Element], Element]) -> list[Element]:
    """1, g, g², … until it comes round to something it had before."""
    powers, power = [], (1, 0)
    while power not in powers:
        powers.append(power)
        power = multiply(power, element)
    return powers


def _multiplication(prime: int) -> Callable[[Element, Element], Element]:
    """Products of a + bx modulo x² = s, where s is no square modulo the prime."""
    squares = {a * a % prime for a in range(prime)}
    no_square = next(a for a in range(prime) if a not in squares)

    def multiply(left: Element, right: Element) -> Element:
        (a, b), (c, d) = left, right
        return (a * c + b * d * no_square) % prime, (a * d + b * c) % prime

    return multiply
