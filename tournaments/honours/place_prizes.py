"""What the plan promises each place, exactly. Who finished where is no concern of it."""

from fractions import Fraction

from games.engine.errors import RuleError
from tournaments.honours.pot import WHOLE
from tournaments.honours.prize_plan import Measure, PrizePlan
from tournaments.honours.splitting import Number


def place_promises(plan: PrizePlan, entries: int, base: Number, finishers: int) -> tuple[Fraction, ...]:
    """The exact cents promised to each paid place, 1st place first, before scaling and rounding.

    entries: how many count for the prizes. base: the cents that percentages are of. RuleError when no table of the
    plan is for so few.
    """
    if not plan.tables:
        return ()
    amounts = _amounts(plan, entries)
    paid = amounts[: min(_most_places(plan, entries, amounts), finishers)]
    if plan.measure is Measure.PERCENT:
        share = Fraction(sum(amounts), sum(paid)) if sum(paid) else Fraction(0)
        return tuple(Fraction(amount * base, WHOLE) * share for amount in paid)
    part = Fraction(entries, plan.based_on or 1) if plan.measure is Measure.PRO_RATED else Fraction(1)
    return tuple(amount * part for amount in paid)


def _amounts(plan: PrizePlan, entries: int) -> tuple[int, ...]:
    """The table for a field of that size."""
    fitting = [table for table in plan.tables if table.entries <= entries]
    if not fitting:
        smallest = min(table.entries for table in plan.tables)
        raise RuleError(
            "The prizes start at {smallest} entries and there are {entries}. Add a line for fewer.",
            smallest=smallest,
            entries=entries,
        )
    return max(fitting, key=lambda table: table.entries).amounts


def _most_places(plan: PrizePlan, entries: int, amounts: tuple[int, ...]) -> int:
    return len(amounts) if plan.entries_per_place is None else max(1, entries // plan.entries_per_place)
