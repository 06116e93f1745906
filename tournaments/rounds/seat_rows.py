"""Chairs: which player of which entry sits where at a table."""

from collections.abc import Mapping

from tournaments.checkin.models import Entry
from tournaments.formats.base import TableDraw
from tournaments.formats.numbers import GHOST
from tournaments.rounds.models import Match, Seat

Chairs = list[dict[str, object]]


def write_seats(
    match: Match, table: TableDraw, entries: Mapping[int, Entry], sitting: Mapping[int, Chairs] | None = None
) -> None:
    """Seat a drawn table. Partners face each other: the first of every side takes the first chairs clockwise.

    sitting: who plays for an entry, where it is not those that the entry names.
    """
    known = sitting or {}
    seats = []
    for side, numbers in enumerate(table.sides):
        chairs = [chair for number in numbers for chair in known.get(number) or _chairs(number, entries)]
        for index, chair in enumerate(chairs):
            position = index * len(table.sides) + side
            place = {"round_id": match.round_id, "called_in_id": match.called_in_id, "side": side, "position": position}
            seats.append(Seat(match=match, **place, **chair))
    Seat.objects.bulk_create(seats)


def _chairs(number: int, entries: Mapping[int, Entry]) -> Chairs:
    if number <= GHOST:
        return [{"house": -number}]
    entry = entries[number]
    lineup = [entry_player for entry_player in entry.lineup.all() if entry_player.is_active]
    if not lineup:
        return [{"entry": entry, "player": None, "house": 0}] * 2
    return [
        {"entry": entry, "player": entry_player.player}
        for entry_player in sorted(lineup, key=lambda entry_player: entry_player.chair)
    ]


def reseat(match: Match, table: TableDraw, entries: Mapping[int, Entry]) -> None:
    """Seats a table again. Substitutes stay in their chairs."""
    sitting: dict[int, Chairs] = {}
    for seat in match.seats.select_related("entry", "player").order_by("position"):
        if seat.entry:
            sitting.setdefault(seat.entry.number, []).append(
                {"entry": seat.entry, "player": seat.player, "house": seat.house}
            )
    match.seats.all().delete()
    write_seats(match, table, entries, sitting)
