"""Usual plans to begin with, and what the page shows beside the fields of a plan: amounts, and what folds hold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.formats.config import config_data
from tournaments.honours.pot import WHOLE, Pot
from tournaments.honours.prize_plan import (
    Barred,
    Base,
    Measure,
    PlaceTable,
    PrizePlan,
    Remainder,
    SidePrize,
    Tied,
    Winner,
    Worth,
)
from tournaments.honours.prizes import place_promises
from tournaments.honours.splitting import Number, whole_units
from tournaments.honours.wording import money_text, ordinal, percent_text
from tournaments.prizes.models import PrizeOffer

TOP = (5000, 3000, 2000)
MANY = (3000, 2000, 1400, 1000, 800, 600, 500, 300, 200, 200)
BAR = 40
"""How high the highest bar of a picture is."""


@dataclass(frozen=True)
class Preset:
    """A usual plan. sides: key, name and statistic of its side prizes, each a tenth of the prize money."""

    key: str
    name: str
    amounts: tuple[int, ...]
    sides: tuple[tuple[str, str, str], ...] = ()
    entries_per_place: int | None = None

    def plan_from(self, plan: PrizePlan) -> PrizePlan:
        """The plan with these places and side prizes; how it rounds and what happens in ties stay."""
        return replace(
            plan,
            measure=Measure.PERCENT,
            tables=(PlaceTable(0, self.amounts),),
            entries_per_place=self.entries_per_place,
            sides=tuple(_side(*side) for side in self.sides),
        )

    def is_in(self, plan: PrizePlan) -> bool:
        """Whether the plan has the same places and the same side prizes."""
        return (
            plan.measure is Measure.PERCENT
            and plan.tables == (PlaceTable(0, self.amounts),)
            and plan.entries_per_place == self.entries_per_place
            and [side.key for side in plan.sides] == [key for key, _, _ in self.sides]
        )

    def words(self, entries: int) -> str:
        if self.entries_per_place is None:
            shares = ", ".join(map(percent_text, self.amounts))
            return say("Top places, most loners and last place") if self.sides else shares
        paid = min(len(self.amounts), max(1, entries // self.entries_per_place))
        return say("Prizes for {paid} of {number} entries", paid=paid, number=entries)


PRESETS = (
    Preset("top-3", mark("Top 3"), TOP),
    Preset(
        "fun",
        mark("Top 3 plus side prizes"),
        TOP,
        (("most-loners", mark("Most loners"), "loners"), ("last-place", mark("Last place"), "")),
    ),
    Preset("one-in-four", mark("Prizes for 1 in 4 entries"), MANY, entries_per_place=4),
)


def _side(key: str, name: str, statistic: str) -> SidePrize:
    winner = Winner.MOST if statistic else Winner.LAST
    return SidePrize(key, say(name), winner, Worth.PERCENT, WHOLE // 10, statistic)


@dataclass(frozen=True)
class Bar:
    """In a picture of 14 by 40 for each: from the left, from the top, and its height. is_side: a side prize."""

    left: int
    top: int
    height: int
    is_side: bool


@dataclass(frozen=True)
class Card:
    key: str
    name: str
    words: str
    bars: tuple[Bar, ...]
    is_on: bool


def preset_cards(plan: PrizePlan | None, entries: int) -> list[Card]:
    """plan: the one that is shown; None when there is none yet."""
    return [
        Card(
            preset.key,
            say(preset.name),
            preset.words(entries),
            tuple(_bars(preset)),
            plan is not None and preset.is_in(plan),
        )
        for preset in PRESETS
    ]


def _bars(preset: Preset) -> Iterator[Bar]:
    places = preset.amounts[:6]
    amounts = [(amount, False) for amount in places] + [(WHOLE // 10, True)] * len(preset.sides)
    for index, (amount, is_side) in enumerate(amounts):
        height = max(4, amount * BAR // max(places))
        yield Bar(14 * index, BAR - height, height, is_side)


def with_preset(offer: PrizeOffer | None, key: str) -> PrizeOffer | None:
    """What the form begins with: that plan on the terms of the offer; the offer where there is no such preset."""
    preset = next((preset for preset in PRESETS if preset.key == key), None)
    if preset is None:
        return offer
    before = offer or PrizeOffer(plan=config_data(PrizePlan()))
    return PrizeOffer(
        event_id=before.event_id,
        plan=config_data(preset.plan_from(before.promised)),
        added=before.added,
        house_percent=before.house_percent,
        house_per_entry=before.house_per_entry,
        lot_decides=before.lot_decides,
        revision=before.revision,
    )


@dataclass(frozen=True)
class Line:
    """What one prize comes to. cents: None where that is not known before. width: of its bar; 100 is all the prize
    money."""

    cents: int | None
    width: int


@dataclass(frozen=True)
class Sums:
    """The prizes in money, before any is shared. left: what they leave of the prize money; below 0: too much."""

    places: tuple[Line, ...] = ()
    sides: tuple[Line, ...] = ()
    prize_money: int | None = None
    left: int = 0


def sums_of(plan: PrizePlan, pot: Pot | None) -> Sums:
    """Nothing where nothing came in yet, or where the plan does not fit the number of entries."""
    if pot is None or not pot.total:
        return Sums()
    try:
        money = pot.prize_money(plan.baskets)
        worth = [_worth(side, pot, money) for side in plan.sides]
        aside = sum(_from_pot(plan, worth))
        base = money - aside if plan.percent_of is Base.REST else money
        promised = place_promises(plan, pot.entries, base, pot.entries)
    except RuleError:
        return Sums()
    unit = plan.unit.cents
    places = [whole_units(cents, unit) for cents in promised]
    sides = [None if cents is None else whole_units(cents, unit) for cents in worth]
    paid = sum(places) + int(sum(_from_pot(plan, sides)))
    more = whole_units(sum(promised) + aside, unit) - paid
    if more and any(promised[:1]) and plan.remainder is Remainder.FIRST:
        places[0] += more
        paid += more
    return Sums(_lines(places, money), _lines(sides, money), money, money - paid)


def _worth(side: SidePrize, pot: Pot, money: int) -> Number | None:
    if side.winner is Winner.EACH:
        return None
    if side.worth is Worth.BASKET:
        return pot.basket(side.basket).cents
    return side.amount if side.worth is Worth.FIXED else Fraction(money * side.amount, WHOLE)


def _from_pot(plan: PrizePlan, worth: Sequence[Number | None]) -> list[Number]:
    """Of the side prizes, those that take something from the places."""
    sides = zip(plan.sides, worth, strict=True)
    return [cents for side, cents in sides if cents is not None and side.worth is not Worth.BASKET]


def place_name(place: int) -> str:
    return say("{place} place", place=ordinal(place))


def _lines(amounts: Sequence[int | None], money: int) -> tuple[Line, ...]:
    return tuple(Line(cents, min(100, max(0, (cents or 0) * 100 // (money or 1)))) for cents in amounts)


def fold_words(offer: PrizeOffer) -> dict[str, str]:
    """What each fold of the plan's form holds, while it is shut."""
    plan = offer.promised
    return {
        "places": _places(plan),
        "ties": _ties(offer),
        "rounding": _rounding(plan),
        "winners": _winners(plan),
        "money": _money(offer),
    }


def _places(plan: PrizePlan) -> str:
    if plan.measure is Measure.FIXED:
        said = say("Fixed amounts")
    elif plan.measure is Measure.PRO_RATED:
        said = say("Amounts for {number} entries, adjusted for turnout", number=plan.based_on)
    elif plan.percent_of is Base.REST:
        said = say("Percentage of what’s left after side prizes")
    else:
        said = say("Percentage of all the prize money")
    if plan.entries_per_place:
        return say("{how}, prizes for 1 in {number} entries", how=said, number=plan.entries_per_place)
    return say("{how}, by number of entries", how=said) if len(plan.tables) > 1 else said


def _ties(offer: PrizeOffer) -> str:
    if offer.lot_decides:
        return say("A random draw decides ties for money")
    if offer.promised.tied is Tied.SPLIT:
        return say("Tied players split the prizes for their places")
    return say("Ties for money are decided before payouts")


def _rounding(plan: PrizePlan) -> str:
    if plan.remainder is Remainder.FIRST:
        return say("{unit}, with the rest going to 1st place", unit=plan.unit.label)
    return say("{unit}, with the rest staying in the pot", unit=plan.unit.label)


def _winners(plan: PrizePlan) -> str:
    said = {
        Barred.NOBODY: say("A player can win both a place prize and a side prize"),
        Barred.FIRST: say("No side prize for the 1st-place winner"),
        Barred.PAID: say("No side prize for winners of place prizes"),
    }[plan.barred]
    return say("{who} (at most one side prize per player)", who=said) if plan.one_side_prize else said


def _money(offer: PrizeOffer) -> str:
    parts = [say("{percentage} of the fees", percentage=percent_text(offer.house_percent))] * bool(offer.house_percent)
    parts += [say("{amount} per entry", amount=money_text(offer.house_per_entry))] * bool(offer.house_per_entry)
    said = [say("The house keeps {parts}", parts=", ".join(parts))] * bool(parts)
    said += [say("The club adds {amount}", amount=money_text(offer.added))] * bool(offer.added)
    return " · ".join(said) or say("The house keeps nothing, and the club adds nothing")
