"""Stored seatings for whole nights of sizes that take long to compute; each is the best one found so far.

One text per size, in `charts.json`, found by annealing for longer than a draw may take. Each round is a row of people,
four to a table, one character for a person; anyone missing from the row sits out, as fairly as in any other draw.
`python -m tournaments.formats.rotation.make_charts` tries to improve them, `… make_charts 16x8 19x9` only some, or new
sizes; it goes on from what is stored, keeps every improvement at once, and from the same file and seed finds the same.
"""

import json
from functools import lru_cache
from pathlib import Path
from string import ascii_letters, digits

from tournaments.formats.pairing.meetings import Seating

LETTERS = digits + ascii_letters
CHARTS = Path(__file__).with_name("charts.json")


@lru_cache(maxsize=1)
def chart_texts() -> dict[str, str]:
    """All charts by size, as in "17x8" for 17 people and 8 rounds."""
    texts: dict[str, str] = json.loads(CHARTS.read_text())
    return texts


def chart(people: int, rounds: int) -> tuple[Seating, ...] | None:
    """The stored seatings for this many people (numbered from 0) and rounds, if there are any."""
    text = chart_texts().get(f"{people}x{rounds}")
    return read_chart(text, people) if text else None


def read_chart(text: str, people: int) -> tuple[Seating, ...]:
    """The seatings that `write_chart` wrote."""
    seats = people // 4 * 4
    persons = [LETTERS.index(letter) for letter in text]
    return tuple(tuple(persons[start : start + seats]) for start in range(0, len(persons), seats))


def write_chart(seatings: tuple[Seating, ...]) -> str:
    """Seatings of up to 62 people as text."""
    return "".join(LETTERS[person] for seating in seatings for person in seating)
