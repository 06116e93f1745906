"""How a movement gave way to wishes, in words for the organizer. Decides nothing."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.messages import Message, message
from tournaments.formats.base import DrawRequest, TableDraw
from tournaments.formats.constraints import names
from tournaments.formats.numbers import EntryRef, refs
from tournaments.formats.seating.legal import Unit
from tournaments.formats.seating.partnerships import partnerships
from tournaments.formats.seating.places import moved_keepers
from tournaments.formats.wishes.accommodation import Accommodation, Room

TOGETHER = message("{entries} stay together, as requested.")
_PARTNERS_AGAIN = message("{entries} are partners again, because {others} at their table stay together.")

Ways = tuple[Message, Message, Message]
"""A departure with no one, one person or several going instead."""
_BOTH_KEEP: Ways = (
    message("{entries} keep their seats at table {table}."),
    message("{entries} keep their seats at table {table}. {other} moves instead."),
    message("{entries} keep their seats at table {table}. {others} move instead."),
)
_KEEPS: Ways = (
    message("{entry} keeps their seat at table {table}."),
    message("{entry} keeps their seat at table {table}. {other} moves instead."),
    message("{entry} keeps their seat at table {table}. {others} move instead."),
)
_KEEPS_BESIDE: Ways = (
    message("{entry} keeps their seat at table {table}, next to {entries}."),
    message("{entry} keeps their seat at table {table}, next to {entries}. {other} moves instead."),
    message("{entry} keeps their seat at table {table}, next to {entries}. {others} move instead."),
)
_AS_ONE: Ways = (
    message("{entries} stay together and go to table {table}."),
    message("{entries} stay together and go to table {table}. {other} moves instead."),
    message("{entries} stay together and go to table {table}. {others} move instead."),
)
_SHORTER: Ways = (
    message("{entries} stay together and go to table {table}, because that’s the shorter walk."),
    message("{entries} stay together and go to table {table}, because that’s the shorter walk. {other} moves instead."),
    message("{entries} stay together and go to table {table}, because that’s the shorter walk. {others} move instead."),
)
_FOES: Ways = (
    message("{entry} goes to table {table} to avoid {entries}."),
    message("{entry} goes to table {table} to avoid {entries}. {other} moves instead."),
    message("{entry} goes to table {table} to avoid {entries}. {others} move instead."),
)
_NO_CHAIR: Ways = (
    message("{entry} goes to table {table}, because other people’s requests fill the other seats."),
    message(
        "{entry} goes to table {table}, because other people’s requests fill the other seats. {other} moves instead."
    ),
    message(
        "{entry} goes to table {table}, because other people’s requests fill the other seats. {others} move instead."
    ),
)


class WishReasons:
    """The sentences for one round. explained: who departs from the movement by one of them; filled by `departures`."""

    def __init__(self, request: DrawRequest, room: Room, care: Accommodation, tables: Sequence[TableDraw]) -> None:
        self.request, self.room, self.care, self.tables = request, room, care, tables
        positions = {number: position for position, number in enumerate(room.numbers, start=1)}
        self.seated = {entry: positions[table.table] for table in tables for entry in table.entries}
        self.homes = room.homes(request)
        self.explained: set[int] = set()

    def departures(self) -> tuple[Message, ...]:
        """For everyone who made a wish and does not sit where the movement leads, and for the people who go instead."""
        messages = []
        for unit in self.care.units:
            strays = [person for person in unit if self._is_stray(person)]
            if strays:
                self.explained.update(strays)
                messages.append(self._departure(unit, self._instead(unit, strays)))
            elif len(unit) == 2:
                messages.append(TOGETHER(entries=names(unit)))
        return (*messages, *moved_keepers(self.request, self.tables))

    def repeated_partners(self) -> Iterator[Message]:
        """Who could not be split up because two others at the table stay together."""
        latest = partnerships(self.request.history[-1:])
        couples = self.request.constraints.couples(self.request.field)
        for table in self.tables:
            sides = [frozenset(side) for side in table.sides]
            for couple in couples.intersection(sides):
                for pair in sides:
                    if pair not in couples and latest[pair]:
                        yield _PARTNERS_AGAIN(entries=names(pair), others=names(couple))

    def _is_stray(self, person: int) -> bool:
        goal = self.room.goals.get(person, self.seated[person])
        return goal != self.seated[person] and goal <= len(self.room.sizes)

    def _departure(self, unit: Unit, gone: Sequence[int]) -> Message:
        """gone: who goes instead."""
        ways, about = self._cause(unit)
        instead = {"others": refs(sorted(gone)), "other": refs(sorted(gone))} if gone else {}
        return ways[min(len(gone), 2)](table=self.room.numbers[self.seated[unit[0]] - 1], **about, **instead)

    def _cause(self, unit: Unit) -> tuple[Ways, dict[str, Any]]:
        stays = [person for person in unit if self.homes.get(person) == self.seated[person]]
        if len(stays) == 2:
            return _BOTH_KEEP, {"entries": names(unit)}
        if stays and len(unit) == 2:
            (beside,) = (person for person in unit if person not in stays)
            return _KEEPS_BESIDE, {"entry": EntryRef(stays[0]), "entries": EntryRef(beside)}
        if stays:
            return _KEEPS, {"entry": EntryRef(stays[0])}
        if len(unit) == 2:
            goals = {self.room.goals.get(person) for person in unit}
            is_shorter = self.seated[unit[0]] in goals and None not in goals
            return _SHORTER if is_shorter else _AS_ONE, {"entries": names(unit)}
        foes = self._foes(unit[0], self.room.goals[unit[0]])
        if foes:
            return _FOES, {"entry": EntryRef(unit[0]), "entries": refs(sorted(foes))}
        return _NO_CHAIR, {"entry": EntryRef(unit[0])}

    def _foes(self, person: int, position: int) -> list[int]:
        pairs = self.request.constraints.strangers(self.request.field)
        return [other for other, at in self.seated.items() if at == position and frozenset((other, person)) in pairs]

    def _instead(self, unit: Unit, strays: Sequence[int]) -> list[int]:
        """Those whom the unit pushed out of their chairs, first who went to where the unit was led to."""
        at, goals = self.seated[unit[0]], self.room.goals
        wished = {person for other in self.care.units for person in other}
        pushed = [
            person
            for person in self.seated
            if goals.get(person) == at != self.seated[person] and person not in self.explained and person not in wished
        ]
        led = [goals[stray] for stray in strays]
        pushed.sort(key=lambda person: (self.seated[person] not in led, abs(self.seated[person] - at), person))
        gone = pushed[: len(strays)]
        self.explained.update(gone)
        return gone
