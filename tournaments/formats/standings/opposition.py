"""Tie-breaks that ask whom one has met: Buchholz and its cuts, Sonneborn-Berger, opponents' points. Ranks nobody.

As in the FIDE Tie-Break Regulations (C.07, 2024, articles 8, 9 and 14), with games won as the score. Unplayed rounds
follow the group's `UnplayedRule`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.base import Points
from tournaments.formats.kept import kept
from tournaments.formats.numbers import called
from tournaments.formats.round_facts import RoundFact
from tournaments.formats.standings.sums import Group, Term, happened, number_text
from tournaments.formats.standings.unplayed import is_played, score

_MADE = kept("{entry} made {points} points in all")
_STAND_IN = kept("{happened}: as if against somebody with {worth}")
_HAS = kept("{happened}, who has {score}")
_COUNTS = kept("{happened}, who has {score} and counts with {worth}")


@dataclass(frozen=True)
class Met:
    """One opponent, or who stands in for it. opponent: None for a stand-in. worth: its score. value: what it adds."""

    fact: RoundFact
    opponent: int | None
    worth: Fraction
    value: Fraction
    is_cut: bool = False


def buchholz(group: Group, entry: int) -> list[Met]:
    """The scores of those met."""
    return [met for fact in group.facts[entry] for met in _met(group, entry, fact)]


def buchholz_cut_1(group: Group, entry: int) -> list[Met]:
    """Without the least (article 14.1)."""
    return _cut_least(group, buchholz(group, entry))


def median_buchholz(group: Group, entry: int) -> list[Met]:
    """Without the least and then without the greatest (article 14.3)."""
    return _cut_greatest(_cut_least(group, buchholz(group, entry)))


def sonneborn_berger(group: Group, entry: int) -> list[Met]:
    """The scores of those beaten, and half the scores of those who were level."""
    return [replace(met, value=met.worth * met.fact.halves / 2) for met in buchholz(group, entry)]


def total(met: Iterable[Met]) -> Fraction:
    return sum((one.value for one in met if not one.is_cut), Fraction(0))


def opponents_points(group: Group) -> Mapping[int, Points]:
    """What those met have made in all their rounds, on average over the meetings; 0 for who met nobody."""
    return {entry: _average([points for _, _, points in _points_met(group, entry)]) for entry in group.facts}


def opponents_points_terms(group: Group, entry: int) -> tuple[Term, ...]:
    return tuple(
        Term(fact.round, number_text(points), _MADE(entry=called(opponent), points=number_text(points)))
        for fact, opponent, points in _points_met(group, entry)
    )


def met_terms(group: Group, met: Iterable[Met]) -> tuple[Term, ...]:
    return tuple(Term(one.fact.round, number_text(one.value), _words(group, one), one.is_cut) for one in met)


def _met(group: Group, entry: int, fact: RoundFact) -> Iterable[Met]:
    """Whom an entry met in a round, house players left out; or who stands in."""
    if is_played(fact):
        for opponent in fact.opponents:
            if opponent in group.everybody:
                worth = group.unplayed.adjusted(group.everybody[opponent])
                yield Met(fact, opponent, worth, worth)
    elif (worth_or_none := group.unplayed.stand_in(fact, group.facts[entry], group.rounds)) is not None:
        yield Met(fact, None, worth_or_none, worth_or_none)


def _cut_least(group: Group, met: list[Met]) -> list[Met]:
    return _cut(met, min(met, key=lambda one: (not group.unplayed.cuts_first(one.fact), one.value), default=None))


def _cut_greatest(met: list[Met]) -> list[Met]:
    return _cut(met, max((one for one in met if not one.is_cut), key=lambda one: one.value, default=None))


def _cut(met: list[Met], out: Met | None) -> list[Met]:
    return [replace(one, is_cut=True) if one is out else one for one in met]


def _words(group: Group, met: Met) -> str:
    """The round, and the score of whom one met unless it is what the round gives."""
    if met.opponent is None:
        return _STAND_IN(happened=happened(met.fact), worth=number_text(met.worth))
    has = score(group.everybody[met.opponent])
    if has == met.value:
        return happened(met.fact)
    counts = _HAS if has == met.worth else _COUNTS
    return counts(happened=happened(met.fact), score=number_text(has), worth=number_text(met.worth))


def _points_met(group: Group, entry: int) -> list[tuple[RoundFact, int, Points]]:
    return [
        (fact, opponent, sum((one.points for one in group.everybody[opponent]), Fraction(0)))
        for fact in group.facts[entry]
        if is_played(fact)
        for opponent in fact.opponents
        if opponent in group.everybody
    ]


def _average(values: list[Points]) -> Points:
    return Fraction(sum(values)) / len(values) if values else 0
