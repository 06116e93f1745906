"""How a movement gave way to wishes, in words for the organizer. Decides nothing."""

from collections.abc import Iterator, Sequence

from tournaments.formats.accommodation import Accommodation, Room
from tournaments.formats.base import DrawRequest, TableDraw
from tournaments.formats.constraints import names
from tournaments.formats.legal_seating import Unit
from tournaments.formats.numbers import called, listed
from tournaments.formats.partnerships import partnerships
from tournaments.formats.places import moved_keepers


class WishReasons:
    """The sentences for one round. explained: who departs from the movement by one of them; filled by `departures`."""

    def __init__(self, request: DrawRequest, room: Room, care: Accommodation, tables: Sequence[TableDraw]) -> None:
        self.request, self.room, self.care, self.tables = request, room, care, tables
        positions = {number: position for position, number in enumerate(room.numbers, start=1)}
        self.seated = {entry: positions[table.table] for table in tables for entry in table.entries}
        self.homes = room.homes(request)
        self.explained: set[int] = set()

    def departures(self) -> tuple[str, ...]:
        """For everybody who made a wish and does not sit where the movement leads, and for who goes instead."""
        found = []
        for unit in self.care.units:
            strays = [one for one in unit if self._is_stray(one)]
            if strays:
                self.explained.update(strays)
                found.append(f"{self._cause(unit)}{self._instead(unit, strays)}.")
            elif len(unit) == 2:
                found.append(f"{names(unit)} stay together, as they wished.")
        return (*found, *moved_keepers(self.request, self.tables))

    def repeated_partners(self) -> Iterator[str]:
        """Who could not be split up because two others at the table stay together."""
        latest = partnerships(self.request.history[-1:])
        couples = self.request.constraints.couples(self.request.field)
        for table in self.tables:
            sides = [frozenset(side) for side in table.sides]
            for couple in couples.intersection(sides):
                for pair in sides:
                    if pair not in couples and latest[pair]:
                        yield f"{names(pair)} are partners again: {names(couple)} at their table stay together."

    def _is_stray(self, person: int) -> bool:
        goal = self.room.goals.get(person, self.seated[person])
        return goal != self.seated[person] and goal <= len(self.room.sizes)

    def _cause(self, unit: Unit) -> str:
        table = self.room.numbers[self.seated[unit[0]] - 1]
        stays = [one for one in unit if self.homes.get(one) == self.seated[one]]
        if len(stays) == 2:
            return f"{names(unit)} keep their seats at table {table}"
        if stays:
            beside = "".join(f", {called(one)} at its side" for one in unit if one not in stays)
            return f"{called(stays[0])} keeps its seat at table {table}{beside}"
        if len(unit) == 2:
            goals = {self.room.goals.get(one) for one in unit}
            way = ", the shorter of their two ways" if self.seated[unit[0]] in goals and None not in goals else ""
            return f"{names(unit)} stay together and go to table {table} as one{way}"
        foes = self._foes(unit[0], self.room.goals[unit[0]])
        why = f"so as not to meet {listed(foes)}" if foes else "as the wishes of others leave no other chair"
        return f"{called(unit[0])} goes to table {table}, {why}"

    def _foes(self, person: int, position: int) -> list[int]:
        pairs = self.request.constraints.strangers(self.request.field)
        return [one for one, at in self.seated.items() if at == position and frozenset((one, person)) in pairs]

    def _instead(self, unit: Unit, strays: Sequence[int]) -> str:
        """Those whom the unit pushed out of their chairs, first who went to where the unit was led to."""
        at, goals = self.seated[unit[0]], self.room.goals
        wished = {one for other in self.care.units for one in other}
        pushed = [
            one
            for one in self.seated
            if goals.get(one) == at != self.seated[one] and one not in self.explained and one not in wished
        ]
        led = [goals[one] for one in strays]
        pushed.sort(key=lambda one: (self.seated[one] not in led, abs(self.seated[one] - at), one))
        gone = pushed[: len(strays)]
        self.explained.update(gone)
        return f"; {listed(gone)} {'moves' if len(gone) == 1 else 'move'} instead" if gone else ""
