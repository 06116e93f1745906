"""The numbers of a round's tables: which tables are used, not who sits at them."""

from collections.abc import Collection
from itertools import islice

from tournaments.formats.base import DrawRequest


def table_numbers(
    request: DrawRequest, tables: int, kept: Collection[int] = (), last: int | None = None
) -> tuple[int, ...]:
    """Numbers for this many tables, ascending; no closed one. Their order is what a movement follows, not the numbers.

    First the tables that people keep, then the lowest that can be used. last: the highest number in the room, None for
    as many as needed; where the room has too few, the answer is shorter.
    """
    closed = set(request.constraints.closed_tables)
    highest = last or tables + len(closed) + len(kept) + max(kept, default=0)
    usable = [number for number in range(1, highest + 1) if number not in closed]
    homes = [number for number in usable if number in kept][:tables]
    others = (number for number in usable if number not in homes)
    return tuple(sorted([*homes, *islice(others, tables - len(homes))]))
