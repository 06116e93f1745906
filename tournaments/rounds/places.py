"""The places of a round: who sits on which chairs, and who sits out. Writes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.language import say
from games.engine.messages import and_list
from tournaments.formats.numbers import GHOST, EntryRef, refs
from tournaments.results.history import number_of, rounds_with_seats
from tournaments.rounds.models import Bye, Match, Round, Seat

MAX_TABLES = 999
"""The highest number a table of a hall can have."""


def listed(tables: Iterable[int]) -> str:
    """Table numbers as a person lists them: 1–4, 7, 8."""
    runs: list[list[int]] = []
    for table in sorted(tables):
        if runs and table == runs[-1][-1] + 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


@dataclass(frozen=True)
class Place:
    """Where an entry or a house player is in a round. seats: its chairs, clockwise, or bye: it sits out."""

    number: int
    name: str
    table: int | None = None
    seats: tuple[Seat, ...] = ()
    bye: Bye | None = None

    @property
    def chairs(self) -> str:
        return and_list(seat.compass for seat in self.seats) if self.seats else ""

    @property
    def where(self) -> str:
        return say("sits out") if self.bye else say("table {table} {chairs}", table=self.table, chairs=self.chairs)


@dataclass(frozen=True)
class TablePlaces:
    """One table of a round. sides: the places that score together."""

    match: Match
    sides: tuple[tuple[Place, ...], ...]


@dataclass(frozen=True)
class RoundPlaces:
    """A whole round: every table, and who sits out."""

    tables: tuple[TablePlaces, ...]
    out: tuple[Place, ...]

    def everybody(self) -> list[Place]:
        """All places, by name."""
        seated = [place for table in self.tables for side in table.sides for place in side]
        return sorted((*seated, *self.out), key=lambda place: (place.name.casefold(), place.number))


def places_in(round_: Round) -> RoundPlaces:
    """round_: fetched with `rounds_with_seats`."""
    tables = tuple(TablePlaces(match, _sides(match)) for match in round_.matches.all())
    return RoundPlaces(tables, tuple(Place(bye.entry.number, bye.entry.name, bye=bye) for bye in round_.byes.all()))


def places_now(round_: Round) -> dict[int, Place]:
    """Number → place, as they stand in the database."""
    fresh = places_in(rounds_with_seats(round_.stage).get(pk=round_.pk))
    return {place.number: place for place in fresh.everybody()}


def _sides(match: Match) -> tuple[tuple[Place, ...], ...]:
    chairs: dict[int, dict[int, list[Seat]]] = {}
    for seat in match.seats.all():
        chairs.setdefault(seat.side, {}).setdefault(number_of(seat), []).append(seat)
    return tuple(
        tuple(Place(number, _name(number, seats), match.table, tuple(seats)) for number, seats in side.items())
        for _, side in sorted(chairs.items())
    )


def _name(number: int, seats: Sequence[Seat]) -> str:
    return " & ".join(seat.name for seat in seats) if number > GHOST else _capital(str(EntryRef(number)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def both(numbers: Iterable[int]) -> tuple[EntryRef, ...]:
    """Two places, for a message."""
    return refs(sorted(numbers))
