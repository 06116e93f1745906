"""Whatever the ranking, the ties, the pot, the plan and the rules: no cent is lost, and no one is treated unfairly.

The checks know the rules in their own words; they share nothing with the room but its data.
"""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RuleError
from tests.sizes import SOAK, sample
from tests.tournaments.honours.prize_nights import Night, random_night, shuffled
from tournaments.honours.prize_plan import Barred, Base, Remainder, Shortfall, Tied, Winner, Worth
from tournaments.honours.prize_ties import Decision, Method
from tournaments.honours.prizes import Settlement, Unresolved, settle

PARTS = 20 if SOAK else 4
NIGHTS = 5000 if SOAK else 500


def outcome_or_refusal(night, decisions=()):
    """The outcome, or the refusal in words."""
    try:
        return settle(night.pot, night.plan, night.finishers, night.seed, decisions)
    except RuleError as refused:
        return str(refused)


def mixed(rng: Random, night: Night) -> Night:
    """The same night, told in another order."""
    pot = replace(night.pot, baskets=tuple(shuffled(rng, night.pot.baskets)))
    plan = replace(night.plan, tables=tuple(shuffled(rng, night.plan.tables)))
    return replace(night, pot=pot, plan=plan, finishers=tuple(shuffled(rng, night.finishers)))


def check_night(rng: Random, night: Night) -> str:
    """Goes through everything there is to say about a night; the kind of its outcome."""
    outcome = outcome_or_refusal(night)
    again = outcome_or_refusal(mixed(rng, night))
    if isinstance(outcome, str):
        assert again == outcome
        check_refusal(night, outcome)
        return "refused"
    if isinstance(outcome, Unresolved):
        assert again == outcome
        check_ties(rng, night, outcome)
        return "undecided"
    assert (outcome.payouts, outcome.leftovers) == (again.payouts, again.leftovers)
    check_money(night, outcome)
    check_players(night, outcome)
    check_places(night, outcome)
    check_sides(night, outcome)
    if night.plan.shortfall is Shortfall.REFUSE:
        assert outcome_or_refusal(replace(night, plan=replace(night.plan, shortfall=Shortfall.SCALE))) == outcome
    return "paid"


def check_refusal(night, words):
    too_few = re.match(r"The first prize list starts at (8|16) entries, but this event has only \d+\.", words)
    assert too_few or words.startswith("The prizes come to")
    if words.startswith("The prizes come to"):
        assert night.plan.shortfall is Shortfall.REFUSE
        scaled = outcome_or_refusal(replace(night, plan=replace(night.plan, shortfall=Shortfall.SCALE)))
        assert not isinstance(scaled, str)
        unit, prizes = night.plan.unit.cents, 10 + len(night.plan.sides)
        in_pot = sum(leftover.cents for leftover in scaled.leftovers if not leftover.basket)
        places = [payout for payout in scaled.payouts if payout.prize == "places"]
        assert in_pot < unit * (1 if places and night.plan.remainder is Remainder.FIRST else prizes)


def check_ties(rng, night, outcome):
    """Only asked when it may be; each tie can be decided by the random draw, and then no one shares a place prize."""
    assert night.plan.tied is Tied.DECIDE
    place = {finisher.entry: finisher.place for finisher in night.finishers}
    decisions = [Decision(frozenset(tie.entries), Method.LOT) for tie in outcome.ties]
    for tie in outcome.ties:
        assert {place[entry] for entry in tie.entries} == {tie.places[0]}
        assert len(set(tie.promises)) > 1
        assert len(tie.entries) == len(tie.places) == len(tie.promises)
    settled, again = (
        outcome_or_refusal(night, decisions),
        outcome_or_refusal(mixed(rng, night), shuffled(rng, decisions)),
    )
    assert not isinstance(settled, Unresolved)
    if isinstance(settled, Settlement):
        assert settled.payouts == again.payouts
        check_money(night, settled)


def check_money(night, outcome):
    pot = night.pot
    assert outcome.paid + outcome.left + pot.house == pot.total
    assert all(payout.cents > 0 for payout in outcome.payouts)
    assert all(leftover.cents > 0 for leftover in outcome.leftovers)
    held = Counter()
    for posting in (*pot.postings(), *outcome.postings()):
        assert posting.cents > 0
        assert posting.debit != posting.credit
        held[posting.debit] -= posting.cents
        held[posting.credit] += posting.cents
    assert sum(held.values()) == 0
    assert (held["pot"], held["club"]) == (outcome.left, pot.house - pot.added)
    for prize in night.plan.sides:
        if prize.worth is Worth.BASKET:
            (own,) = (basket.cents for basket in pot.baskets if basket.label == prize.basket)
            paid = sum(amounts(outcome, prize.key).values())
            left = sum(leftover.cents for leftover in outcome.leftovers if leftover.basket == prize.basket)
            assert paid + left == own
            assert not paid or left < night.plan.unit.cents


def check_players(night, outcome):
    """The players of an entry share to the cent; every line has a name of its own."""
    names = [(payout.entry, payout.prize, payout.player) for payout in outcome.payouts]
    assert len(set(names)) == len(names)
    players = {finisher.entry: finisher.players for finisher in night.finishers}
    parts: dict[tuple[int, str], list[int]] = {}
    for payout in outcome.payouts:
        assert 1 <= payout.player <= players[payout.entry]
        parts.setdefault((payout.entry, payout.prize), []).append(payout.cents)
    for (entry, _), cents in parts.items():
        cents += [0] * (players[entry] - len(cents))
        assert sum(cents) % night.plan.unit.cents == 0
        assert cents == sorted(cents, reverse=True)
        assert cents[0] - cents[-1] <= 1


def check_places(night, outcome):
    """A better place never gets less, and who is level gets the same to within a unit."""
    paid, unit = amounts(outcome, "places"), night.plan.unit.cents
    groups: dict[int, list[int]] = {}
    for finisher in sorted(night.finishers, key=lambda finisher: finisher.place):
        groups.setdefault(finisher.place, []).append(paid[finisher.entry])
    for better, worse in pairwise(groups.values()):
        assert min(better) >= max(worse)
    for shares in groups.values():
        assert max(shares) - min(shares) <= unit
    if night.plan.remainder is Remainder.POT:
        check_exact(night, groups, unit)


def check_exact(night, groups, unit):
    """When nothing left over is given away, every share is the exact one, less what rounding takes."""
    promises, aside = exact_promises(night, base_of_places(night)), promised_aside(night)
    promised = sum(promises) + aside
    scale = min(Fraction(1), Fraction(prize_money(night)) / promised) if promised else Fraction(1)
    for place, shares in groups.items():
        exact = sum(promises[place - 1 : place - 1 + len(shares)]) * scale
        assert exact - len(shares) * unit < sum(shares) <= exact


def exact_promises(night, base) -> list[Fraction]:
    """To each paid place, 1st first. base: what percentages are of."""
    plan, entries = night.plan, night.pot.entries
    tables = sorted((table.entries, table.amounts) for table in plan.tables if table.entries <= entries)
    row = tables[-1][1] if tables else ()
    limit = len(row) if plan.entries_per_place is None else max(1, entries // plan.entries_per_place)
    paid = row[: min(limit, len(night.finishers))]
    if plan.measure == "percent":
        return [Fraction(base * part * sum(row), sum(paid) * 10_000) if part else Fraction(0) for part in paid]
    times = Fraction(entries, plan.based_on) if plan.measure == "pro_rated" else Fraction(1)
    return [part * times for part in paid]


def base_of_places(night):
    money = prize_money(night)
    return money if night.plan.percent_of is Base.WHOLE else max(0, money - promised_aside(night))


def promised_aside(night):
    return sum(promised for prize, _, promised in side_winners(night) if prize.worth is not Worth.BASKET)


def check_sides(night, outcome):
    """The best of those who may have it, and no one else, each in proportion and as promised."""
    unit, plan = night.plan.unit.cents, night.plan
    for prize, shares, promised in side_winners(night):
        paid = amounts(outcome, prize.key)
        total, weight = sum(paid.values()), sum(shares.values())
        assert paid.keys() <= shares.keys()
        for entry, part in shares.items():
            assert abs(paid[entry] - Fraction(total * part, weight)) < unit
        assert total <= promised
        if prize.worth is Worth.BASKET or plan.shortfall is Shortfall.REFUSE:
            assert promised - total < unit


def side_winners(night):
    """Each side prize in the order of the plan: who wins it with which weight, and its exact promise."""
    plan, taken = night.plan, barred_entries(night)
    for prize in plan.sides:
        may = [each for each in night.finishers if prize.open_to_all or each.entry not in taken]
        shares = winners(prize, may)
        promised = worth(night, prize, sum(shares.values())) if shares else 0
        yield prize, shares, promised
        if plan.one_side_prize and not prize.open_to_all and promised:
            taken |= shares.keys()


def worth(night, prize, weight):
    if prize.worth is Worth.BASKET:
        return sum(basket.cents for basket in night.pot.baskets if basket.label == prize.basket)
    if prize.worth is Worth.PERCENT:
        return Fraction(prize.amount * prize_money(night), 10_000)
    return prize.amount * (weight if prize.winner is Winner.EACH else 1)


def winners(prize, may):
    """Entry -> weight of its share."""
    if prize.winner is Winner.LAST:
        last = max((each.place for each in may), default=0)
        return {each.entry: 1 for each in may if each.place == last}
    counts = {each.entry: each.statistics.get(prize.statistic, 0) for each in may}
    if prize.winner is Winner.EACH:
        return {entry: count for entry, count in counts.items() if count}
    most = max(counts.values(), default=0)
    return {entry: 1 for entry, count in counts.items() if count == most and most}


def barred_entries(night):
    promises = exact_promises(night, prize_money(night))
    sizes = Counter(finisher.place for finisher in night.finishers)
    paid = {place for place, size in sizes.items() if any(promises[place - 1 : place - 1 + size])}
    places = {Barred.NOBODY: set(), Barred.FIRST: {1}, Barred.PAID: paid}[night.plan.barred]
    return {finisher.entry for finisher in night.finishers if finisher.place in places}


def prize_money(night):
    claimed = {prize.basket for prize in night.plan.sides if prize.worth is Worth.BASKET}
    held = sum(basket.cents for basket in night.pot.baskets if basket.label in claimed)
    return night.pot.total - night.pot.house - held


def amounts(outcome, prize):
    """Entry -> cents of one prize; 0 for who has none."""
    found = Counter()
    for payout in outcome.payouts:
        if payout.prize == prize:
            found[payout.entry] += payout.cents
    return found


@pytest.mark.slow
@pytest.mark.parametrize("part", sample(0, of=range(PARTS)))
def test_random_nights(part):
    rng = Random(f"prizes/{part}")
    kinds = Counter(check_night(rng, random_night(rng)) for _ in range(NIGHTS))
    assert min(kinds["paid"], kinds["refused"], kinds["undecided"]) > NIGHTS // 50
    assert kinds["paid"] > NIGHTS // 2


@pytest.mark.slow
@settings(max_examples=2000 if SOAK else 60)
@given(st.randoms(use_true_random=False))
def test_nights_that_look_for_trouble(rng):
    check_night(rng, random_night(rng))
