"""What is promised, in words for everybody."""

from collections.abc import Iterator

from tournaments.honours.prize_plan import Barred, Base, Measure, PlaceTable, PrizePlan, SidePrize, Tied, Winner, Worth
from tournaments.honours.wording import money_text, ordinal, percent_text
from tournaments.models import PrizeOffer
from tournaments.services.final_places import COUNTED


def plan_words(offer: PrizeOffer) -> list[str]:
    """One sentence for each thing that is promised."""
    plan = offer.promised
    return [*_places(plan), *_sides(plan), *_rules(plan), *_house(offer)]


def _places(plan: PrizePlan) -> Iterator[str]:
    several = len(plan.tables) > 1
    for table in sorted(plan.tables, key=lambda table: table.entries):
        field = f"From {table.entries} entries on: " if several or table.entries else ""
        yield f"{field}{_amounts(plan, table)}."
    if plan.tables and plan.measure is Measure.PERCENT:
        rest = ", after the side prizes from it" if plan.percent_of is Base.REST and plan.sides else ""
        yield f"Percentages are of the prize money{rest}."
    if plan.measure is Measure.PRO_RATED:
        yield f"The amounts are for {plan.based_on} entries; with fewer or more they are lower or higher in proportion."
    if plan.entries_per_place:
        yield f"One place is paid for every {plan.entries_per_place} entries, and at least one."


def _amounts(plan: PrizePlan, table: PlaceTable) -> str:
    text = percent_text if plan.measure is Measure.PERCENT else money_text
    return ", ".join(f"{ordinal(place)} {text(amount)}" for place, amount in enumerate(table.amounts, start=1))


def _sides(plan: PrizePlan) -> Iterator[str]:
    for prize in plan.sides:
        yield f"{prize.name}: {_worth(prize)}, for {_winner(prize)}{' (open to all)' if prize.open_to_all else ''}."


def _worth(prize: SidePrize) -> str:
    if prize.worth is Worth.BASKET:
        return f"all of the basket “{prize.basket}”"
    if prize.worth is Worth.PERCENT:
        return f"{percent_text(prize.amount)} of the prize money"
    return f"{money_text(prize.amount)}{' each' if prize.winner is Winner.EACH else ''}"


def _winner(prize: SidePrize) -> str:
    if prize.winner is Winner.LAST:
        return "last place"
    counted = COUNTED.get(prize.statistic, "")
    if prize.winner is Winner.EACH:
        return f"everybody, for each: {counted or prize.name}"
    return (
        counted if counted.startswith("the most") else f"the most {counted}" if counted else "whom the organizer names"
    )


def _rules(plan: PrizePlan) -> Iterator[str]:
    if plan.barred is Barred.FIRST:
        yield "1st place takes no side prize; it passes to the next best."
    elif plan.barred is Barred.PAID:
        yield "Who is paid for a place takes no side prize; it passes to the next best."
    if plan.one_side_prize:
        yield "Nobody takes two side prizes."
    if plan.tied is Tied.SPLIT:
        yield "Who shares a place shares the prizes of the places taken together."
    else:
        yield "A tie about money is decided before anything is paid."
    if plan.unit.cents > 1:
        yield f"Amounts are rounded down {plan.unit.label.lower()}."


def _house(offer: PrizeOffer) -> Iterator[str]:
    parts = [f"{percent_text(offer.house_percent)} of the entry fees"] * bool(offer.house_percent)
    parts += [f"{money_text(offer.house_per_entry)} of each entry fee"] * bool(offer.house_per_entry)
    if parts:
        yield f"The house keeps {' and '.join(parts)}."
    if offer.added:
        yield f"The club adds {money_text(offer.added)}."
    if offer.lot_decides:
        yield "Who only the lot of the standings separates is paid in the order of that lot."
