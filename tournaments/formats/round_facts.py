"""What each entry did in each round: the facts that every standing is computed from. Ranks no one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from games.engine.slip import HandScore
from tournaments.formats.base import ByeDraw, PlayedRound, PlayedTable, Points, Slip


class Kind(Enum):
    PLAYED = "played"
    FORFEITED = "forfeited"
    BYE = "bye"
    MISSED = "missed"


class Outcome(Enum):
    WON = "won"
    TIED = "tied"
    LOST = "lost"


@dataclass(frozen=True)
class RoundFact:
    """One entry in one round.

    kind: FORFEITED when a side of the table did not play; the points are then what the organizer awarded; MISSED for a
    round without a place, before the entry came in or after it left. halves: half games won, also by a bye or a missed
    round. outcome: None for a bye or a missed round; TIED when points are tied, no matter who moved as the winner.
    points_against: of the other side, or the best of the others at a table of three. The hand counts are those of the
    entry's side and 0 where hands were not tapped: four_point_hands, loners (played alone and made, by the side that
    scored), two_point_hands (a march or a euchre: a card does not say who had made trump), hands_won (hands in which
    the side scored). matchpoints: in a duplicate, with how many were possible; 0 elsewhere (see `duplicate_scores`).
    """

    entry: int
    round: int
    kind: Kind
    points: Points
    halves: int = 0
    outcome: Outcome | None = None
    points_against: int = 0
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    four_point_hands: int = 0
    loners: int = 0
    two_point_hands: int = 0
    hands_won: int = 0
    matchpoints: Points = 0
    possible: int = 0


HALVES = {Outcome.WON: 2, Outcome.TIED: 1, Outcome.LOST: 0}


def facts(rounds: Sequence[PlayedRound], entries: Sequence[int], missed: int = 0) -> tuple[RoundFact, ...]:
    """The facts of these entries, by round and entry number; house players and others are left out.

    A table without a slip (void, or not entered yet) gives no fact. A bye without points is worth the entry's own
    average per round played, an exact fraction over all these rounds; byes and forfeits do not count towards it, and
    it is 0 for who never played. missed: half games won for every round before an entry came in.
    """
    wanted = set(entries)
    round_facts = [fact for played in rounds for table in played.tables for fact in _table_facts(played.number, table)]
    averages = {
        entry: _average([fact for fact in round_facts if fact.entry == entry]) for entry in _own_average(rounds)
    }
    round_facts += [_bye_fact(played.number, bye, averages) for played in rounds for bye in played.byes]
    round_facts += list(_missed_facts(rounds, missed))
    return tuple(
        sorted((fact for fact in round_facts if fact.entry in wanted), key=lambda fact: (fact.round, fact.entry))
    )


def _own_average(rounds: Sequence[PlayedRound]) -> set[int]:
    return {bye.entry for played in rounds for bye in played.byes if bye.points is None}


def _average(round_facts: Sequence[RoundFact]) -> Points:
    points = [fact.points for fact in round_facts if fact.kind is Kind.PLAYED]
    return Fraction(sum(points), len(points)) if points else 0


def _bye_fact(number: int, bye: ByeDraw, averages: dict[int, Points]) -> RoundFact:
    points = averages[bye.entry] if bye.points is None else bye.points
    return RoundFact(bye.entry, number, Kind.BYE, points, bye.halves)


def _missed_facts(rounds: Sequence[PlayedRound], halves: int) -> Iterator[RoundFact]:
    """Missed rounds of everyone who ever had a place. Those before the first place count `halves`."""
    here = {played.number: played.present for played in rounds}
    for entry in frozenset[int]().union(*here.values()):
        first = min(number for number in here if entry in here[number])
        for number in here:
            if entry not in here[number]:
                yield RoundFact(entry, number, Kind.MISSED, 0, halves if number < first else 0)


def _table_facts(number: int, table: PlayedTable) -> Iterator[RoundFact]:
    slip, sides = table.slip, table.draw.sides
    if slip is None:
        return
    for index, side in enumerate(sides):
        own = [hand for hand in slip.hands if hand.side == index]
        outcome = _outcome(slip, index)
        for entry in side:
            yield RoundFact(
                entry=entry,
                round=number,
                kind=Kind.FORFEITED if slip.forfeited else Kind.PLAYED,
                points=slip.points[index],
                halves=HALVES[outcome],
                outcome=outcome,
                points_against=_against(slip, index),
                partners=tuple(other for other in side if other != entry),
                opponents=tuple(other for other in table.draw.entries if other not in side),
                four_point_hands=sum(hand.points == 4 for hand in own),
                loners=sum(map(_is_loner, own)),
                two_point_hands=sum(hand.points == 2 for hand in own),
                hands_won=len(own),
            )


def _against(slip: Slip, side: int) -> int:
    return max(points for index, points in enumerate(slip.points) if index != side)


def _outcome(slip: Slip, side: int) -> Outcome:
    """By the points alone: an extra hand or a cut decides who moves, not who won. Who forfeits has lost."""
    if side in slip.forfeited:
        return Outcome.LOST
    if len(slip.forfeited) == len(slip.points) - 1:
        return Outcome.WON
    difference = slip.points[side] - _against(slip, side)
    return Outcome.TIED if difference == 0 else Outcome.WON if difference > 0 else Outcome.LOST


def _is_loner(hand: HandScore) -> bool:
    """A loner made: 1 or 4 points. The 2 for a lone hand that was euchred belong to the defenders."""
    return hand.alone and hand.points in (1, 4)
