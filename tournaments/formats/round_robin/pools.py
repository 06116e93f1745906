"""Who plays in which pool or division. Derived from who was there in each round and stored nowhere; draws nothing.

The first round's field is dealt out by seed or at random; anyone who comes later joins a group and stays in it, even
after leaving and coming back. So a group never changes once its first round is played.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from games.engine.errors import RuleError
from games.engine.language import mark
from games.engine.messages import NOTHING, Message, message
from tournaments.formats.base import ByeDraw, DrawRequest, PlayedRound, chance_for
from tournaments.formats.config import Choice

_DIVISION = message("Division {number}")
_POOL = message("Pool {letter}")
_NOTES = {_DIVISION.template: message("Division {number}: {note}"), _POOL.template: message("Pool {letter}: {note}")}
Groups = tuple[tuple[int, ...], ...]


class Grouping(Choice):
    SERPENTINE = (
        "serpentine",
        mark("Balanced pools"),
        mark("Seeds 1, 2 and 3 go to pools A, B and C. Seeds 4, 5 and 6 go to C, B and A, and so on."),
    )
    BLOCKS = "blocks", mark("Divisions"), mark("The top seeds make up division 1, the next ones division 2, and so on.")
    LOTS = "lots", mark("Random pools"), mark("A random draw decides the pools.")


def group_name(grouping: Grouping, number: int) -> Message:
    """How people call group number 1, 2, 3 …"""
    return _DIVISION(number=number) if grouping is Grouping.BLOCKS else _POOL(letter=chr(ord("A") + number - 1))


def note_of(group: Message, note: Message) -> Message:
    """A sentence about a group, by its name; NOTHING for the only group."""
    return _NOTES[group.template](**group.values, note=note) if group else note


def groups_of(grouping: Grouping, count: int, request: DrawRequest) -> Groups:
    """The members of each group, by number: everyone in the history or in the field of the request.

    Late entries join the smallest group present, or the first of those tied for it; with divisions, the last one.
    """
    fields = [*(played.present for played in request.history), frozenset(request.field)]
    groups = _deal(grouping, count, replace(request, number=1), fields[0])
    for field in fields[1:]:
        known = {entry for group in groups for entry in group}
        for entry in request.by_seed(field - known):
            groups[_where_to(grouping, groups, field)].append(entry)
    return tuple(tuple(sorted(group)) for group in groups)


def check_sizes(groups: Groups) -> None:
    """Raises RuleError when a group has only one entry. For the first round: an entry left alone later has byes."""
    if len(groups) > 1 and min(map(len, groups)) < 2:
        entries = sum(map(len, groups))
        raise RuleError(
            "{entries} pairs can’t fill {number} groups of at least 2. Wait for more pairs, or use at most "
            "{most} groups.",
            entries=entries,
            number=len(groups),
            most=max(1, entries // 2),
        )


def within(request: DrawRequest, group: Iterable[int]) -> DrawRequest:
    """The request as if the group played alone. A meeting with another group, set by hand, was a round off."""
    members = set(group)
    history = tuple(_within(played, members) for played in request.history)
    return replace(request, field=tuple(entry for entry in request.field if entry in members), history=history)


def _within(played: PlayedRound, members: set[int]) -> PlayedRound:
    tables = tuple(table for table in played.tables if set(table.draw.entries) <= members)
    here = {entry for table in tables for entry in table.draw.entries}
    off = tuple(ByeDraw(entry, 0, NOTHING) for entry in sorted(played.present) if entry in members - here)
    return PlayedRound(played.number, tables, off)


def _deal(grouping: Grouping, count: int, request: DrawRequest, field: Iterable[int]) -> list[list[int]]:
    order = request.by_seed(field)
    if grouping is Grouping.BLOCKS:
        size, larger = divmod(len(order), count)
        ends = [number * size + min(number, larger) for number in range(count + 1)]
        return [order[start:end] for start, end in pairwise(ends)]
    if grouping is Grouping.LOTS:
        chance_for(request, "pools").shuffle(order)
    groups: list[list[int]] = [[] for _ in range(count)]
    there_and_back = [*range(count), *reversed(range(count))]
    for place, entry in enumerate(order):
        groups[there_and_back[place % len(there_and_back)]].append(entry)
    return groups


def _where_to(grouping: Grouping, groups: list[list[int]], field: frozenset[int]) -> int:
    here = [len(field.intersection(group)) for group in groups]
    return len(groups) - 1 if grouping is Grouping.BLOCKS else here.index(min(here))
