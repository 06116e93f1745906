"""What can rank a table of standings: one small function per criterion, higher is better. Exact numbers only."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from tournaments.formats.base import Points
from tournaments.formats.round_facts import Kind, Outcome, RoundFact

Facts = tuple[RoundFact, ...]


@dataclass(frozen=True)
class Group:
    """Entries that are level on everything so far, with their facts; and the stage's seed.

    further: in a knock-out, how far each one got that is out or has won: 0 for the winner, then -1, -2 …
    """

    facts: Mapping[int, Facts]
    seed: int
    further: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Criterion:
    """values: what each entry of a group has; an empty mapping when there is nothing to separate.

    reason: how a difference reads in an explanation; filled with the names `above` and `below` and with the values as
    text, `more` and `less`. text: a value for people.
    """

    key: str
    name: str
    explanation: str
    values: Callable[[Group], Mapping[int, Points]]
    reason: str
    text: Callable[[Points], str]


def number_text(value: Points) -> str:
    """An exact number for people: 7, 2/3, 6 1/2."""
    whole, rest = divmod(Fraction(value), 1)
    parts = [str(whole)] * bool(whole or not rest) + [str(rest)] * bool(rest)
    return " ".join(parts)


def percentage_text(value: Points) -> str:
    """A share from 0 to 1 as a percentage with one decimal, rounded down: 54.1 %."""
    tenths = int(value * 1000)
    return f"{tenths // 10}.{tenths % 10} %"


def points(facts: Facts) -> Points:
    return sum((fact.points for fact in facts), Fraction(0))


def games_won(facts: Facts) -> Points:
    return Fraction(sum(fact.halves for fact in facts), 2)


def rounds_won(facts: Facts) -> Points:
    return sum(fact.outcome is Outcome.WON for fact in facts)


def four_point_hands(facts: Facts) -> Points:
    return sum(fact.four_point_hands for fact in facts)


def loners(facts: Facts) -> Points:
    return sum(fact.loners for fact in facts)


def two_point_hands(facts: Facts) -> Points:
    return sum(fact.two_point_hands for fact in facts)


def points_percentage(facts: Facts) -> Points:
    """The share of all points at the own tables that the own side made; 0 before any point."""
    at_tables = [fact for fact in facts if fact.kind in (Kind.PLAYED, Kind.FORFEITED)]
    made, lost = points(tuple(at_tables)), sum(fact.points_against for fact in at_tables)
    return Fraction(made, made + lost) if made + lost else 0


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


def progress(group: Group) -> Mapping[int, Points]:
    """How far an entry got in a knock-out; who is still in got furthest."""
    return {entry: group.further.get(entry, 0) for entry in group.facts}


def _reach(start: int, steps: Mapping[int, set[int]]) -> set[int]:
    found, open_ends = {start}, [start]
    while open_ends:
        fresh = steps[open_ends.pop()] - found
        found |= fresh
        open_ends += fresh
    return found


def lot(group: Group) -> Mapping[int, Points]:
    """A number drawn for each entry from the seed alone: the same whoever else is level, and replayable."""
    return {entry: Random(f"{group.seed}/final lot/{entry}").getrandbits(32) for entry in group.facts}  # noqa: S311  # replayable, nothing secret


def _for_each(count: Callable[[Facts], Points]) -> Callable[[Group], Mapping[int, Points]]:
    return lambda group: {entry: count(facts) for entry, facts in group.facts.items()}


def _when_level(compare: Callable[[Group], Mapping[int, Points]]) -> Callable[[Group], Mapping[int, Points]]:
    return lambda group: compare(group) if len(group.facts) > 1 else {}


def _count(name: str, explanation: str, count: Callable[[Facts], Points]) -> Criterion:
    reason = f"{{more}} to {{less}} on {name.lower()}"
    text = percentage_text if count is points_percentage else number_text
    return Criterion(count.__name__, name, explanation, _for_each(count), reason, text)


CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        _count("Points", "All points made, with those for sitting out.", points),
        _count("Games won", "Games with more points than the other side; a level game counts half.", games_won),
        _count("Rounds won", "Rounds with more points than the other side; a level round does not count.", rounds_won),
        _count("Four-point hands", "Hands that made four points: lone marches.", four_point_hands),
        _count("Loners", "Hands played alone and made by the own side.", loners),
        _count("Two-point hands", "Marches and euchres; a card does not tell them apart.", two_point_hands),
        _count("Share of points", "Points made out of all points at the own tables.", points_percentage),
        Criterion(
            "head_to_head",
            "Head to head",
            "Among those level so far: who won more of their meetings. When A beat B, B beat C and C beat A, all stay "
            "level.",
            _when_level(head_to_head),
            "{above} won more of their meetings",
            number_text,
        ),
        Criterion(
            "progress",
            "Went further",
            "In a knock-out: who stayed in longer. Those who went out in the same round share a place.",
            progress,
            "{above} went further",
            number_text,
        ),
        Criterion(
            "lot", "Lot", "A lot, drawn from the stage's seed.", _when_level(lot), "the lot decided", number_text
        ),
    )
}
"""Key -> criterion, in the order in which a form offers them."""
