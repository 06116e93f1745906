"""What a criterion looks at, and what a value is made of: exact numbers with the words to show them. Ranks nobody."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.formats.base import Points
from tournaments.formats.numbers import called
from tournaments.formats.round_facts import Kind, Outcome, RoundFact
from tournaments.formats.unplayed import UnplayedRule

Facts = tuple[RoundFact, ...]


@dataclass(frozen=True)
class Group:
    """Entries that are level on everything so far, with their facts; and the stage's seed.

    further: in a knock-out, how far each one got that is out or has won: 0 for the winner, then -1, -2 …
    everybody: the facts of all entries of the stage, opponents in other groups included. rounds: how many there were
    so far. unplayed: what a round without a game is worth to those who count their opponents.
    """

    facts: Mapping[int, Facts]
    seed: int
    further: Mapping[int, int] = field(default_factory=dict)
    everybody: Mapping[int, Facts] = field(default_factory=dict)
    rounds: int = 0
    unplayed: UnplayedRule = UnplayedRule.FIDE_2023

    def only(self, entries: Iterable[int]) -> "Group":
        """The same, for some of the entries."""
        return replace(self, facts={entry: self.facts[entry] for entry in entries})


@dataclass(frozen=True)
class Term:
    """One line of a sum: what a round gave, as people read it. is_cut: shown, but left out of the sum."""

    round: int
    value: str
    words: str
    is_cut: bool = False


def number_text(value: Points) -> str:
    """An exact number for people: 7, 2/3, 6 1/2, −1 1/2."""
    whole, rest = divmod(abs(Fraction(value)), 1)
    parts = [str(whole)] * bool(whole or not rest) + [str(rest)] * bool(rest)
    return "−" * (value < 0) + " ".join(parts)


def percentage_text(value: Points) -> str:
    """A share from 0 to 1 as a percentage with one decimal, rounded down: 54.1 %."""
    tenths = int(value * 1000)
    return f"{tenths // 10}.{tenths % 10} %"


def happened(fact: RoundFact) -> str:
    """A round of an entry in a few words: with whom, against whom, how it went."""
    if fact.kind is Kind.BYE:
        return "sat out"
    if fact.kind is Kind.MISSED:
        return "was not there"
    ways = {Outcome.WON: "won", Outcome.TIED: "level", Outcome.LOST: "lost", None: ""}
    way = f"{ways[fact.outcome]} {number_text(fact.points)}–{fact.points_against}"
    partners = f" with {listed(fact.partners)}" * bool(fact.partners)
    without_play = ", not played" * (fact.kind is Kind.FORFEITED)
    return f"{way}{partners} against {listed(fact.opponents)}{without_play}"


def listed(entries: Iterable[int]) -> str:
    return " and ".join(called(entry) for entry in entries)
