"""What a criterion looks at, and what a value is made of: exact numbers with the words to show them. Ranks no one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from games.engine.messages import Message, message
from tournaments.formats.base import Points
from tournaments.formats.numbers import Number, Share, refs
from tournaments.formats.round_facts import Kind, Outcome, RoundFact
from tournaments.formats.standings.unplayed import UnplayedRule

Facts = tuple[RoundFact, ...]


@dataclass(frozen=True)
class Group:
    """Entries that are tied on everything so far, with their facts; and the stage's seed.

    further: in a knockout, how far each entry got that is out or has won: 0 for the winner, then -1, -2 … everybody:
    the facts of all entries of the stage, opponents in other groups included. rounds: how many there were so far.
    unplayed: what a round without a game is worth to those who count their opponents.
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


_SAT_OUT = message("sat out")
_MISSED = message("no-show")
_RESULTS = {
    Outcome.WON: message("won {points}–{against}"),
    Outcome.TIED: message("tied {points}–{against}"),
    Outcome.LOST: message("lost {points}–{against}"),
    None: message(" {points}–{against}"),
}
_WITH_PARTNERS = {
    False: message("{result} with {entries} against {others}"),
    True: message("{result} with {entries} against {others}, by forfeit"),
}
_ALONE = {False: message("{result} against {others}"), True: message("{result} against {others}, by forfeit")}


@dataclass(frozen=True)
class Term:
    """One line of a sum: what a round gave, is_cut: shown, but left out of the sum."""

    round: int
    value: str
    words: Message
    is_cut: bool = False


def number_text(value: Points) -> str:
    """An exact number for people: 7, 2/3, 6 1/2, −1 1/2."""
    return str(Number(value))


def percentage_text(value: Points) -> str:
    """A share from 0 to 1 as a percentage with one decimal, rounded down: 54.1%."""
    return Share.of(value).in_english


def happened(fact: RoundFact) -> Message:
    """A round of an entry in a few words: with whom, against whom, how it went."""
    if fact.kind is Kind.BYE:
        return _SAT_OUT
    if fact.kind is Kind.MISSED:
        return _MISSED
    result = _RESULTS[fact.outcome](points=Number(fact.points), against=fact.points_against)
    without_play, others = fact.kind is Kind.FORFEITED, refs(fact.opponents)
    if fact.partners:
        partners = refs(fact.partners)
        return _WITH_PARTNERS[without_play](result=result, entries=partners, others=others)
    return _ALONE[without_play](result=result, others=others)
