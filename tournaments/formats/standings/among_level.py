"""What separates only those who are level: meetings among them, how far they got, lots. Ranks nobody by itself."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from tournaments.formats.base import Points
from tournaments.formats.round_facts import Outcome
from tournaments.formats.standings.sums import Group, Term, happened


def head_to_head(group: Group) -> Mapping[int, Points]:
    """How many of the group an entry stands above because it won more of their meetings.

    A beat B, B beat C and C beat A, or no meeting at all: they stay level. Entries are level with each other when each
    can be reached from the other over steps from one entry to another that has not beaten it.
    """
    wins = Counter(
        (entry, other)
        for entry, facts in group.facts.items()
        for fact in facts
        for other in fact.opponents
        if fact.outcome is Outcome.WON
    )
    unbeaten_by = {
        entry: {other for other in group.facts if wins[other, entry] <= wins[entry, other]} for entry in group.facts
    }
    reached = {entry: _reach(entry, unbeaten_by) for entry in group.facts}
    return {entry: sum(entry not in reached[other] for other in reached[entry]) for entry in group.facts}


def meetings(group: Group, entry: int) -> tuple[Term, ...]:
    """The rounds in which an entry met somebody of the group."""
    return tuple(
        Term(fact.round, "", happened(fact)) for fact in group.facts[entry] if set(fact.opponents) & set(group.facts)
    )


def progress(group: Group) -> Mapping[int, Points]:
    """How far an entry got in a knock-out; who is still in got furthest."""
    return {entry: group.further.get(entry, 0) for entry in group.facts}


def lot(group: Group) -> Mapping[int, Points]:
    """A number drawn for each entry from the seed alone: the same whoever else is level, and replayable."""
    return {entry: Random(f"{group.seed}/final lot/{entry}").getrandbits(32) for entry in group.facts}  # noqa: S311  # replayable, nothing secret


def when_level(compare: Callable[[Group], Mapping[int, Points]]) -> Callable[[Group], Mapping[int, Points]]:
    """Nothing to compare for who is level with nobody."""
    return lambda group: compare(group) if len(group.facts) > 1 else {}


def _reach(start: int, steps: Mapping[int, set[int]]) -> set[int]:
    found, open_ends = {start}, [start]
    # Few have met, so that nearly everybody is a step away: then the first steps have found all.
    while open_ends and len(found) < len(steps):
        fresh = steps[open_ends.pop()] - found
        found |= fresh
        open_ends += fresh
    return found
