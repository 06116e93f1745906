"""Who met whom how often in the rounds of an event, by entry number. Counts only: it judges nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.base import PlayedRound
from tournaments.formats.meetings import Pair
from tournaments.formats.numbers import HOUSE
from tournaments.formats.sit_outs import present


@dataclass(frozen=True)
class MeetingMap:
    """entries: ascending. partners, opponents: how many rounds each two have met so; those who never met are left out.

    sit_outs: entry -> rounds without a table.
    """

    entries: tuple[int, ...]
    partners: Mapping[Pair, int]
    opponents: Mapping[Pair, int]
    sit_outs: Mapping[int, int]


def meeting_map(rounds: Sequence[PlayedRound]) -> MeetingMap:
    """The meetings of these rounds as they were seated, whatever the results; house players are left out."""
    entries = sorted(set[int]().union(*map(present, rounds)))
    tables = [table.draw for played in rounds for table in played.tables]
    together = Counter(pair for table in tables for pair in _pairs(table.entries))
    partners = Counter(pair for table in tables for side in table.sides for pair in _pairs(side))
    sit_outs = Counter(bye.entry for played in rounds for bye in played.byes)
    return MeetingMap(tuple(entries), partners, together - partners, {entry: sit_outs[entry] for entry in entries})


def histogram(meetings: Mapping[Pair, int]) -> dict[int, int]:
    """How many pairings met once, twice, three times …, by times."""
    return dict(sorted(Counter(meetings.values()).items()))


def _pairs(entries: Iterable[int]) -> list[Pair]:
    return [frozenset(pair) for pair in combinations([entry for entry in entries if entry > HOUSE], 2)]
