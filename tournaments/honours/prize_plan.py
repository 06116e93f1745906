"""What a club promises for an event night, as data: places, side prizes, rounding, ties. Works nothing out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.formats.config import Choice, about, check_settings
from tournaments.honours.pot import MAX_CENTS, WHOLE, check_name
from tournaments.honours.wording import money_text, ordinal

PLACES = "places"
"""The key of every place prize. It does not say which place: a correction may change that."""


class Measure(Choice):
    FIXED = "fixed", mark("Fixed amounts"), mark("Prizes stay the same, no matter how big the pot is.")
    PERCENT = "percent", mark("Percentages"), mark("A percentage of the prize money.")
    PRO_RATED = (
        "pro_rated",
        mark("Fixed amounts, pro-rated"),
        mark("The amounts are for a certain number of entries. With fewer entries, prizes are lower."),
    )


class Base(Choice):
    REST = "rest", mark("What’s left after side prizes"), mark("Side prizes come out of the pot first.")
    WHOLE = (
        "whole",
        mark("All of the prize money"),
        mark("Side prizes are extra. The pot must cover them as well as the place prizes."),
    )


class Winner(Choice):
    MOST = (
        "most",
        mark("Player with the most, e.g. loners"),
        mark("Use this for prizes such as most loners or high game. If no one qualifies, the prize isn’t paid."),
    )
    LAST = "last", mark("Last place"), mark("Last place wins the booby prize.")
    EACH = (
        "each",
        mark("Everyone with at least one, e.g. a loner"),
        mark("Players get one share of the money for each loner, or whatever the prize counts."),
    )


class Worth(Choice):
    FIXED = (
        "fixed",
        mark("A fixed amount"),
        mark("If everyone with at least one loner wins, for example, each loner earns this amount."),
    )
    PERCENT = "percent", mark("A percentage"), mark("A percentage of the prize money.")
    BASKET = "basket", mark("The entire fund"), mark("This prize takes no money from the other prizes.")


class Unit(Choice):
    CENT = "cent", mark("To the cent"), mark("Prizes are paid to the cent.")
    HALF = (
        "half",
        mark("To multiples of 50 cents"),
        mark("Prizes and tied players’ shares are rounded down to a multiple of 50 cents."),
    )
    WHOLE = (
        "whole",
        mark("To whole amounts"),
        mark("Prizes and tied players’ shares are rounded down to whole amounts, without cents."),
    )

    @property
    def cents(self) -> int:
        return {Unit.CENT: 1, Unit.HALF: 50, Unit.WHOLE: 100}[self]


class Remainder(Choice):
    FIRST = (
        "first",
        mark("Goes to 1st place"),
        mark(
            "1st place gets the leftovers from rounding, rounded down like any other prize. Anything still "
            "left stays in the pot."
        ),
    )
    POT = "pot", mark("Stays in the pot"), mark("Leftovers from rounding aren’t paid out.")


class Shortfall(Choice):
    REFUSE = "refuse", mark("Block payouts"), mark("No one is paid until the plan fits the pot.")
    SCALE = "scale", mark("Scale down"), mark("All prizes from the pot are reduced by the same percentage.")


class Tied(Choice):
    SPLIT = "split", mark("Split"), mark("Tied players split the prizes for their places.")
    DECIDE = (
        "decide",
        mark("Break ties first"),
        mark("Break ties for prize money before payouts: playoff hand, cut of the cards, random draw or split."),
    )


class Barred(Choice):
    NOBODY = "nobody", mark("No one"), mark("One entry can win both a place prize and a side prize.")
    FIRST = "first", mark("1st place"), mark("1st place can’t win a side prize. The next-best player gets it.")
    PAID = "paid", mark("Winners of place prizes"), mark("Side prizes go to players without a place prize.")


@dataclass(frozen=True)
class PlaceTable:
    """What the places get in fields of this size and larger, up to the next table. amounts: 1st place first."""

    entries: int = field(
        metadata=about(
            mark("Minimum entries"), mark("Events with fewer entries use a different prize list."), 0, 10_000
        )
    )
    amounts: tuple[int, ...] = field(
        metadata=about(mark("Prizes"), mark("List the prizes from 1st place down, as amounts or percentages."))
    )

    def __post_init__(self) -> None:
        check_settings(self)
        for place, amount in enumerate(self.amounts, start=1):
            if not 0 <= amount <= MAX_CENTS:
                raise RuleError(
                    "The prize for {place} place is {amount}. Enter 0 to {most}.",
                    place=ordinal(place),
                    amount=amount,
                    most=MAX_CENTS,
                )
            if place > 1 and amount > self.amounts[place - 2]:
                raise RuleError(
                    "{place} place gets more than {better}. Enter the larger prize first.",
                    place=ordinal(place),
                    better=ordinal(place - 1),
                )


@dataclass(frozen=True)
class SidePrize:
    """A prize beside the places. key: its own for good, also when it is renamed. amount: cents or hundredths of a
    percent, as `worth` says."""

    key: str = field(
        metadata=about(mark("Short name"), mark("A short name that stays the same if you rename the prize."))
    )
    name: str = field(metadata=about(mark("Name"), mark("The name players will see, e.g. “Most loners”.")))
    winner: Winner = field(
        metadata=about(
            mark("Winner"),
            mark(
                "Choose who wins: the player with the most, e.g. loners, the player in last place, or everyone with "
                "at least one."
            ),
        )
    )
    worth: Worth = field(
        metadata=about(mark("Prize value"), mark("Choose a fixed amount, a percentage, or an entire fund."))
    )
    amount: int = field(
        default=0, metadata=about(mark("Amount"), mark("Not used if the prize gets an entire fund."), 0, MAX_CENTS)
    )
    statistic: str = field(
        default="", metadata=about(mark("Statistic"), mark("The statistic to count, e.g. “loners” or “high_game”."))
    )
    basket: str = field(default="", metadata=about(mark("Fund"), mark("The fund that pays for the prize, if any.")))
    open_to_all: bool = field(
        default=False,
        metadata=about(
            mark("Open to all"),
            mark(
                "Players who already have a prize can win this one too, and winning it doesn’t rule out a side prize."
            ),
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        check_name(self.name)
        if not self.key or self.key == PLACES:
            raise RuleError(
                "“{name}” can’t have the short name “{key}”. Choose another one.", name=self.name, key=self.key
            )
        if self.winner is not Winner.LAST and not self.statistic:
            raise RuleError("“{name}” has no statistic. Choose what to count, e.g. loners.", name=self.name)
        if self.worth is Worth.BASKET and not self.basket:
            raise RuleError("“{name}” is paid from a fund. Choose the fund.", name=self.name)


@dataclass(frozen=True)
class PrizePlan:
    """What is promised for a night.

    tables: one for each range of field sizes; none: no place prizes. The number of paid places is that of the table,
    but at most one per `entries_per_place` entries (and always one) and one per finisher; percentages of places that
    are not paid go to the paid ones in proportion. sides: in the order in which they are awarded.
    """

    measure: Measure = field(
        default=Measure.PERCENT, metadata=about(mark("Place prizes"), mark("Choose how to set the place prizes."))
    )
    tables: tuple[PlaceTable, ...] = field(
        default=(PlaceTable(0, (5000, 3000, 2000)),),
        metadata=about(mark("Prizes by place"), mark("Enter one prize list for each event size.")),
    )
    percent_of: Base = field(
        default=Base.REST,
        metadata=about(
            mark("Basis for percentages"), mark("The money that percentages apply to. Not used for fixed amounts.")
        ),
    )
    based_on: int | None = field(
        default=None,
        metadata=about(
            mark("Number of entries for pro-rated amounts"), mark("Required for pro-rated prizes."), 1, 10_000
        ),
    )
    entries_per_place: int | None = field(
        default=None,
        metadata=about(mark("Entries per paid place"), mark("Leave empty to pay all places."), 1, 1000),
    )
    sides: tuple[SidePrize, ...] = field(
        default=(), metadata=about(mark("Side prizes"), mark("The side prizes, in the order they’re awarded."))
    )
    shortfall: Shortfall = field(
        default=Shortfall.REFUSE,
        metadata=about(
            mark("If prizes exceed the pot"), mark("Choose what happens when the prizes add up to more than the pot.")
        ),
    )
    unit: Unit = field(default=Unit.CENT, metadata=about(mark("Rounding"), mark("Choose how to round prizes down.")))
    remainder: Remainder = field(
        default=Remainder.FIRST,
        metadata=about(mark("Leftovers from rounding"), mark("Choose where leftover money goes.")),
    )
    tied: Tied = field(
        default=Tied.SPLIT,
        metadata=about(mark("Tied players"), mark("Choose what happens to prizes when players tie.")),
    )
    barred: Barred = field(
        default=Barred.NOBODY,
        metadata=about(mark("Excluded from side prizes"), mark("These players can’t win side prizes.")),
    )
    one_side_prize: bool = field(
        default=False, metadata=about(mark("One side prize each"), mark("No one can win 2 side prizes."))
    )

    def __post_init__(self) -> None:
        check_settings(self)
        for finding in self._findings():
            raise finding

    @property
    def baskets(self) -> tuple[str, ...]:
        """The baskets that side prizes claim for themselves."""
        return tuple(prize.basket for prize in self.sides if prize.worth is Worth.BASKET)

    def _findings(self) -> Iterator[RuleError]:
        if self.measure is Measure.PRO_RATED and self.based_on is None:
            yield RuleError(
                "“Number of entries for pro-rated amounts” is empty. Enter how many entries the prizes are for."
            )
        for entries in _repeated(table.entries for table in self.tables):
            yield RuleError("2 prize lists have the same minimum entries: {entries}. Remove one.", entries=entries)
        for key in _repeated(prize.key for prize in self.sides):
            yield RuleError("2 side prizes have the short name “{key}”. Give each a different one.", key=key)
        for basket in _repeated(self.baskets):
            yield RuleError(
                "2 side prizes use the fund “{basket}”. Choose another fund for one of them.", basket=basket
            )
        for name, amount in self._fixed():
            if amount % self.unit.cents:
                yield RuleError(
                    "{prize} is {amount}, but prizes are rounded {rounding}. Change the amount or the rounding.",
                    prize=name,
                    amount=money_text(amount),
                    rounding=self.unit.label.lower(),
                )
        for name, hundredths in self._percentages():
            if hundredths > WHOLE:
                yield RuleError("{prize} is more than 100%. Choose a lower percentage.", prize=name)

    def _fixed(self) -> Iterator[tuple[str, int]]:
        if self.measure is Measure.FIXED:
            yield from self._places()
        yield from ((f"“{prize.name}”", prize.amount) for prize in self.sides if prize.worth is Worth.FIXED)

    def _percentages(self) -> Iterator[tuple[str, int]]:
        if self.measure is Measure.PERCENT:
            yield from self._places()
        yield from ((f"“{prize.name}”", prize.amount) for prize in self.sides if prize.worth is Worth.PERCENT)

    def _places(self) -> Iterator[tuple[str, int]]:
        for table in self.tables:
            for place, amount in enumerate(table.amounts, start=1):
                yield say("{place} place", place=ordinal(place)), amount


def _repeated(values: Iterable[int | str]) -> list[int | str]:
    return [value for value, times in Counter(values).items() if times > 1]
