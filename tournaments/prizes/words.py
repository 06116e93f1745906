"""What is promised, in words for everyone."""

from collections.abc import Iterator

from games.engine.language import say
from games.engine.messages import and_list
from tournaments.honours.prize_plan import Barred, Base, Measure, PlaceTable, PrizePlan, SidePrize, Tied, Winner, Worth
from tournaments.honours.wording import money_text, ordinal, percent_text
from tournaments.prizes.models import PrizeOffer
from tournaments.rounds.final_places import COUNTED


def plan_words(offer: PrizeOffer) -> list[str]:
    """One sentence for each thing that is promised."""
    plan = offer.promised
    return [*_places(plan), *_sides(plan), *_rules(plan), *_house(offer)]


def _places(plan: PrizePlan) -> Iterator[str]:
    several = len(plan.tables) > 1
    for table in sorted(plan.tables, key=lambda table: table.entries):
        if several or table.entries:
            yield say("With {number} or more entries: {prizes}.", number=table.entries, prizes=_amounts(plan, table))
        else:
            yield f"{_amounts(plan, table)}."
    if plan.tables and plan.measure is Measure.PERCENT:
        if plan.percent_of is Base.REST and plan.sides:
            yield say("Percentages are based on the prize money left after side prizes.")
        else:
            yield say("Percentages are based on the prize money.")
    if plan.measure is Measure.PRO_RATED:
        yield say(
            "Amounts are for {number} entries. With fewer or more entries, they go down or up in proportion.",
            number=plan.based_on,
        )
    if plan.entries_per_place:
        yield say("One place is paid for every {number} entries, with a minimum of one.", number=plan.entries_per_place)


def _amounts(plan: PrizePlan, table: PlaceTable) -> str:
    text = percent_text if plan.measure is Measure.PERCENT else money_text
    return ", ".join(
        say("{place}: {amount}", place=ordinal(place), amount=text(amount))
        for place, amount in enumerate(table.amounts, start=1)
    )


def _sides(plan: PrizePlan) -> Iterator[str]:
    for prize in plan.sides:
        about = {"prize": prize.name, "worth": _worth(prize), "winner": _winner(prize)}
        if prize.open_to_all:
            yield say("{prize}: {worth}, for {winner} (open to all).", **about)
        else:
            yield say("{prize}: {worth}, for {winner}.", **about)


def _worth(prize: SidePrize) -> str:
    if prize.worth is Worth.BASKET:
        return say("the whole “{basket}” fund", basket=prize.basket)
    if prize.worth is Worth.PERCENT:
        return say("{percentage} of the prize money", percentage=percent_text(prize.amount))
    if prize.winner is Winner.EACH:
        return say("{amount} each", amount=money_text(prize.amount))
    return money_text(prize.amount)


def _winner(prize: SidePrize) -> str:
    if prize.winner is Winner.LAST:
        return say("last place")
    counted = COUNTED.get(prize.statistic, "")
    if prize.statistic == "high_game":
        return say(counted)
    if prize.winner is Winner.EACH:
        if not counted:
            return say("every player, each time they win it")
        return say("all {counted}", counted=say(counted))
    return say("the most {counted}", counted=say(counted)) if counted else say("the organizer’s choice")


def _rules(plan: PrizePlan) -> Iterator[str]:
    if plan.barred is Barred.FIRST:
        yield say("1st place can’t win a side prize. The next-best player gets it.")
    elif plan.barred is Barred.PAID:
        yield say(
            "Anyone who wins a place prize can’t win a side prize too. The side prize then goes to the "
            "next-best player."
        )
    if plan.one_side_prize:
        yield say("No one can win 2 side prizes.")
    if plan.tied is Tied.SPLIT:
        yield say("Tied players split the prizes for their places.")
    else:
        yield say("Ties for money are decided before anything is paid.")
    if plan.unit.cents > 1:
        yield say("Amounts are rounded down {unit}.", unit=plan.unit.label.lower())


def _house(offer: PrizeOffer) -> Iterator[str]:
    share, fixed = percent_text(offer.house_percent), money_text(offer.house_per_entry)
    parts = [say("{percentage} of the entry fees", percentage=share)] * bool(offer.house_percent)
    parts += [say("{amount} of each entry fee", amount=fixed)] * bool(offer.house_per_entry)
    if parts:
        yield say("The house keeps {parts}.", parts=and_list(parts))
    if offer.added:
        yield say("The club adds {amount}.", amount=money_text(offer.added))
    if offer.lot_decides:
        yield say("Players separated only by the random draw are paid in the order drawn.")
