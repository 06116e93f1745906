"""Four letters on a printed slip that name its seating and table, and tell a mistyped code from another one.

Nineteen consonants: no vowels (no words), no letters taken for digits. Their number is prime, so a check letter with
four different weights finds every single wrong letter and every two that changed places.
"""

from dataclasses import dataclass

from games.engine.errors import RuleError

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
BASE = len(LETTERS)
WEIGHTS = (1, 2, 3, 4)
ALL = BASE**3
MAX_TABLES = 171
SEATINGS = ALL // MAX_TABLES
"""After this many seatings of an event the codes repeat."""
STRIDE = 4241
"""Neighbouring tables get codes that do not look alike; prime, so every number has its own."""
EVENT_STRIDE = 2719
"""Moves the codes of one event away from those of the next."""


@dataclass(frozen=True)
class Place:
    """seating: which publication of the event, from 0, counted round. table: from 1."""

    seating: int
    table: int


def code_of(event: int, place: Place) -> str:
    """The code of a table in a seating of the event with that id; empty for tables beyond MAX_TABLES."""
    if place.table > MAX_TABLES:
        return ""
    number = place.seating % SEATINGS * MAX_TABLES + place.table - 1
    mixed = (number * STRIDE + event * EVENT_STRIDE) % ALL
    digits = (mixed // BASE**2, mixed // BASE % BASE, mixed % BASE)
    return "".join(LETTERS[digit] for digit in (*digits, _check(digits)))


def place_of(event: int, code: str) -> Place:
    """The place that a typed code names; case and blanks do not matter. RuleError when no code of ours reads so."""
    clean = "".join(code.split()).upper()
    if len(clean) != len(WEIGHTS) or not (clean.isascii() and clean.isalpha()):
        raise RuleError("Enter the 4 letters on the slip, or the table number.")
    if never := ", ".join(sorted(set(clean) - set(LETTERS))):
        raise RuleError("No slip has the code {clean}: codes never contain {never}.", clean=clean, never=never)
    *digits, check = (LETTERS.index(letter) for letter in clean)
    if check != _check(tuple(digits)):
        raise RuleError("No slip has the code {clean}. Compare each letter with the slip.", clean=clean)
    mixed = sum(digit * BASE**power for power, digit in enumerate(reversed(digits)))
    number = (mixed - event * EVENT_STRIDE) * pow(STRIDE, -1, ALL) % ALL
    seating, table = divmod(number, MAX_TABLES)
    return Place(seating, table + 1)


def _check(digits: tuple[int, ...]) -> int:
    """The digit that makes the weighted sum of all four divisible by BASE."""
    total = sum(weight * digit for weight, digit in zip(WEIGHTS, digits, strict=False))
    return -total * pow(WEIGHTS[-1], -1, BASE) % BASE
