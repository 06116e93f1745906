"""What was promised made to fit the pot and the coins: refused or scaled down, rounded, the remainder given away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.formats.kept import kept
from tournaments.honours.prize_plan import Base, Measure, PrizePlan, Remainder, Shortfall
from tournaments.honours.side_prizes import Award
from tournaments.honours.splitting import whole_units
from tournaments.honours.wording import money_kept, money_text, ordinal

_ROUNDED = kept("Rounding down left {money}; it goes to 1st place.")
_TAKEN_OFF = kept("Side prizes take {money}; the percentages by place are of the other {rest}.")
_SCALED = kept("The plan promises {sum} and there is {money}: every prize from the pot is scaled down in proportion.")


@dataclass(frozen=True)
class Budget:
    """What is paid, in cents that are whole units. places: 1st first. sides: in the order of the awards."""

    places: tuple[int, ...]
    sides: tuple[int, ...]
    notes: tuple[str, ...] = ()


def make_budget(plan: PrizePlan, prize_money: int, promises: Sequence[Fraction], awards: Sequence[Award]) -> Budget:
    """The promises as they are paid. RuleError, naming the amounts, when they exceed the pot and the plan refuses that.

    Every prize is rounded down, so a better place never gets less. What that leaves of the prizes from the pot goes to
    1st place in whole units or stays, as the plan says; what a basket cannot pay in whole units stays in it.
    """
    promised = sum(promises, promised_aside(awards))
    scale = Fraction(1)
    if promised > prize_money:
        if plan.shortfall is Shortfall.REFUSE:
            raise _refusal(prize_money, promised, promises, awards)
        scale = Fraction(prize_money) / promised
    unit = plan.unit.cents
    places = [whole_units(promise * scale, unit) for promise in promises]
    sides = [whole_units(award.promise * (scale if award.is_from_pot else 1), unit) for award in awards]
    paid = sum(places) + sum(cents for cents, award in zip(sides, awards, strict=True) if award.is_from_pot)
    left = whole_units(promised * scale, unit) - paid
    notes = [*_taken_off(plan, prize_money, promised_aside(awards)), *_scaling(prize_money, promised)]
    if left and any(promises[:1]) and plan.remainder is Remainder.FIRST:
        places[0] += left
        notes.append(_ROUNDED(money=money_kept(left)))
    return Budget(tuple(places), tuple(sides), tuple(notes))


def promised_aside(awards: Sequence[Award]) -> Fraction:
    """What side prizes take from the pot."""
    return sum((award.promise for award in awards if award.is_from_pot), Fraction(0))


def _taken_off(plan: PrizePlan, prize_money: int, aside: Fraction) -> Iterator[str]:
    if plan.measure is Measure.PERCENT and plan.percent_of is Base.REST and 0 < aside <= prize_money:
        yield _TAKEN_OFF(money=money_kept(aside), rest=money_kept(prize_money - aside))


def _scaling(prize_money: int, promised: Fraction) -> Iterator[str]:
    if promised > prize_money:
        yield _SCALED(sum=money_kept(promised), money=money_kept(prize_money))


def _refusal(prize_money: int, promised: Fraction, promises: Sequence[Fraction], awards: Sequence[Award]) -> RuleError:
    prizes = [(say("{place} place", place=ordinal(place)), promise) for place, promise in enumerate(promises, start=1)]
    prizes += [(award.prize.name, award.promise) for award in awards if award.is_from_pot]
    named = ", ".join(f"{name} {money_text(promise)}" for name, promise in prizes if promise)
    return RuleError(
        "The prizes come to {promised} ({prizes}) and there is {money}: {missing} too much. Lower the prizes, add "
        "money, or let them be scaled down.",
        promised=money_text(promised),
        prizes=named,
        money=money_text(prize_money),
        missing=money_text(promised - prize_money),
    )
