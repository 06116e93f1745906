"""Who wins the prizes beside the places, one after the other, and who is passed over by which rule."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.errors import RuleError
from games.engine.messages import Message, message
from tournaments.formats.numbers import refs
from tournaments.honours.pot import WHOLE, Pot
from tournaments.honours.prize_plan import Barred, PrizePlan, SidePrize, Winner, Worth
from tournaments.honours.prize_ties import Finisher, Level
from tournaments.honours.splitting import Number
from tournaments.honours.wording import PLACE, Ordinal

PASSED = message("{name} doesn’t go to {entries} ({cause}).")
_NOBODY = message("No one won {name}.")
_PAID = message("already won a place prize")
_WON_ONE = message("already won {name}")
Blocked = Mapping[int, Message]
"""Entry -> why it takes no (further) side prize."""


@dataclass(frozen=True)
class Award:
    """A side prize and who gets it: entry -> weight of its share; empty when no one may have it or has earned it.

    promise: the exact cents, before scaling and rounding. notes: who was passed over, in words.
    """

    prize: SidePrize
    shares: Mapping[int, Number]
    promise: Fraction
    notes: tuple[Message, ...] = ()

    @property
    def is_from_pot(self) -> bool:
        return self.prize.worth is not Worth.BASKET


def side_awards(
    plan: PrizePlan,
    pot: Pot,
    finishers: Collection[Finisher],
    ranked: Sequence[Level],
    promises: Sequence[Fraction],
) -> tuple[Award, ...]:
    """Who gets the side prizes, in the order of the plan.

    A prize passes to the next best who may take it; the best who may share it. ranked: all finishers, from the top.
    promises: to the places, exact.
    """
    people = {finisher.entry: finisher for finisher in sorted(finishers, key=lambda finisher: finisher.entry)}
    blocked = _barred(plan.barred, ranked, promises)
    awards = []
    for prize in plan.sides:
        shares, passed = _winners(prize, people, ranked, {} if prize.open_to_all else blocked)
        promise = _promise(prize, pot, pot.prize_money(plan.baskets), sum(shares.values()))
        awards.append(Award(prize, shares, promise, tuple(_notes(prize, shares, passed))))
        if plan.one_side_prize and promise and not prize.open_to_all:
            blocked |= dict.fromkeys(shares, _WON_ONE(name=prize.name))
    return tuple(awards)


def _barred(barred: Barred, ranked: Sequence[Level], promises: Sequence[Fraction]) -> dict[int, Message]:
    if barred is Barred.FIRST:
        return {entry: PLACE(ordinal=Ordinal(1)) for level in ranked if level.place == 1 for entry in level.entries}
    if barred is Barred.PAID:
        paid = [level for level in ranked if any(level.of(promises))]
        return {entry: _PAID for level in paid for entry in level.entries}
    return {}


def _winners(
    prize: SidePrize, people: Mapping[int, Finisher], ranked: Sequence[Level], blocked: Blocked
) -> tuple[dict[int, Number], dict[Message, list[int]]]:
    """Who wins with which weight, and reason -> who would have but for it."""
    passed: dict[Message, list[int]] = {}
    for group in _contenders(prize, people, ranked):
        for entry in sorted(group.keys() & blocked.keys()):
            passed.setdefault(blocked[entry], []).append(entry)
        if shares := {entry: weight for entry, weight in group.items() if entry not in blocked}:
            return shares, passed
    return {}, passed


def _contenders(
    prize: SidePrize, people: Mapping[int, Finisher], ranked: Sequence[Level]
) -> Iterator[Mapping[int, Number]]:
    """Those who would win it, with their weights; then those who would if these may not, and so on."""
    if prize.winner is Winner.LAST:
        yield from (dict.fromkeys(level.entries, 1) for level in reversed(ranked))
    elif prize.winner is Winner.EACH:
        yield _counts(prize, people)
    else:
        counts = _counts(prize, people)
        for step in sorted(set(counts.values()), reverse=True):
            yield {entry: 1 for entry, count in counts.items() if count == step}


def _counts(prize: SidePrize, people: Mapping[int, Finisher]) -> dict[int, Number]:
    """Entry -> what is counted for it; only those who have any."""
    if people and not any(prize.statistic in finisher.statistics for finisher in people.values()):
        raise RuleError(
            "“{prize}” needs “{statistic}”, but no one has entered it. Enter it, or remove the prize from the plan.",
            prize=prize.name,
            statistic=prize.statistic,
        )
    counts = {entry: finisher.statistics.get(prize.statistic, 0) for entry, finisher in people.items()}
    return {entry: count for entry, count in counts.items() if count > 0}


def _promise(prize: SidePrize, pot: Pot, prize_money: int, weight: Number) -> Fraction:
    """The exact cents. weight: of all shares together, 0 when no one wins it."""
    if not weight:
        return Fraction(0)
    if prize.worth is Worth.BASKET:
        return Fraction(pot.basket(prize.basket).cents)
    if prize.worth is Worth.PERCENT:
        return Fraction(prize.amount * prize_money, WHOLE)
    return Fraction(prize.amount * (weight if prize.winner is Winner.EACH else 1))


def _notes(prize: SidePrize, shares: Mapping[int, Number], passed: Mapping[Message, list[int]]) -> Iterator[Message]:
    for reason, entries in passed.items():
        yield PASSED(name=prize.name, entries=refs(sorted(entries)), cause=reason)
    if not shares:
        yield _NOBODY(name=prize.name)
