"""What a club promises for an event night, as data: places, side prizes, rounding, ties. Works nothing out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.formats.config import Choice, about, check_settings
from tournaments.honours.pot import MOST, WHOLE, check_name
from tournaments.honours.wording import money_text, ordinal

PLACES = "places"
"""The key of every place prize. It does not say which place: a correction may change that."""


class Measure(Choice):
    FIXED = "fixed", mark("Fixed amounts"), mark("The same, no matter what the pot holds.")
    PERCENT = "percent", mark("Percentages"), mark("Of the prize money.")
    PRO_RATED = (
        "pro_rated",
        mark("Fixed amounts, pro-rated"),
        mark("For a certain number of entries. With fewer entries, prizes are lower."),
    )


class Base(Choice):
    REST = "rest", mark("What the side prizes leave"), mark("Side prizes are paid from the pot first.")
    WHOLE = (
        "whole",
        mark("All of the prize money"),
        mark("Side prizes come on top and must fit beside the place prizes."),
    )


class Winner(Choice):
    MOST = (
        "most",
        mark("The most"),
        mark("The player with most of what is counted, if anyone has any: most loners, high game."),
    )
    LAST = "last", mark("Last place"), mark("The booby prize.")
    EACH = "each", mark("For each one"), mark("Everyone who has any, in proportion: a share for every loner.")


class Worth(Choice):
    FIXED = "fixed", mark("A fixed amount"), mark("If you choose “for each one”, each of them is paid.")
    PERCENT = "percent", mark("A percentage"), mark("Of the prize money.")
    BASKET = "basket", mark("All of its own fund"), mark("It takes nothing from the other prizes.")


class Unit(Choice):
    CENT = "cent", mark("To the cent"), mark("Every amount can be paid.")
    HALF = "half", mark("To 50 cents"), mark("Prizes and tied players’ shares are rounded down to 50 cents.")
    WHOLE = (
        "whole",
        mark("To whole dollars"),
        mark("Prizes and tied players’ shares are rounded down to 100 cents."),
    )

    @property
    def cents(self) -> int:
        return {Unit.CENT: 1, Unit.HALF: 50, Unit.WHOLE: 100}[self]


class Remainder(Choice):
    FIRST = (
        "first",
        mark("Goes to 1st place"),
        mark("Leftovers from rounding, in whole units. Less than one stays in the pot."),
    )
    POT = "pot", mark("Stays in the pot"), mark("Leftovers from rounding aren’t paid out.")


class Shortfall(Choice):
    REFUSE = "refuse", mark("Refuse"), mark("Nothing is paid until the plan fits the pot.")
    SCALE = "scale", mark("Scale down"), mark("Every prize from the pot shrinks by the same proportion.")


class Tied(Choice):
    SPLIT = "split", mark("Split"), mark("Tied players share the prizes of their places.")
    DECIDE = (
        "decide",
        mark("Decide first"),
        mark("Nothing is paid while players are tied for money: play off, cut cards, draw or split."),
    )


class Barred(Choice):
    NOBODY = "nobody", mark("No one"), mark("A place prize and a side prize can go to the same entry.")
    FIRST = "first", mark("1st place"), mark("First place can’t win a side prize. It goes to the next best.")
    PAID = "paid", mark("Players paid for a place"), mark("Side prizes go to those without a place prize.")


@dataclass(frozen=True)
class PlaceTable:
    """What the places get in fields of this size and larger, up to the next table. amounts: 1st place first."""

    entries: int = field(
        metadata=about(mark("From this many entries"), mark("Smaller fields use another table."), 0, 10_000)
    )
    amounts: tuple[int, ...] = field(
        metadata=about(mark("Prizes"), mark("Starting with 1st place, in money or percent."))
    )

    def __post_init__(self) -> None:
        check_settings(self)
        for place, amount in enumerate(self.amounts, start=1):
            if not 0 <= amount <= MOST:
                raise RuleError(
                    "The prize for {place} place is {amount}. Choose from 0 to {most}.",
                    place=ordinal(place),
                    amount=amount,
                    most=MOST,
                )
            if place > 1 and amount > self.amounts[place - 2]:
                raise RuleError(
                    "{place} place gets more than {better}. Put the higher first.",
                    place=ordinal(place),
                    better=ordinal(place - 1),
                )


@dataclass(frozen=True)
class SidePrize:
    """A prize beside the places. key: its own for good, also when it is renamed. amount: cents or hundredths of a
    percent, as `worth` says."""

    key: str = field(metadata=about(mark("Key"), mark("The prize’s permanent name.")))
    name: str = field(metadata=about(mark("Name"), mark("The name that people will see, e.g. “Most loners”.")))
    winner: Winner = field(
        metadata=about(mark("Who wins it"), mark("Most of something, last place, or an amount for each one."))
    )
    worth: Worth = field(metadata=about(mark("Worth"), mark("A fixed amount, a percentage, or its own fund.")))
    amount: int = field(default=0, metadata=about(mark("Amount"), mark("Not used if it has its own fund."), 0, MOST))
    statistic: str = field(default="", metadata=about(mark("Counted"), mark("What is counted: loners, high_game …")))
    basket: str = field(default="", metadata=about(mark("Fund"), mark("The name of the fund, if it’s paid from one.")))
    open_to_all: bool = field(
        default=False,
        metadata=about(mark("Open to all"), mark("Yes: even if they already won. It doesn’t count as a side prize.")),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        check_name(self.name)
        if not self.key or self.key == PLACES:
            raise RuleError("“{name}” has the key “{key}”. Choose another one.", name=self.name, key=self.key)
        if self.winner is not Winner.LAST and not self.statistic:
            raise RuleError(
                "“{name}” doesn’t say what is counted. Choose loners, or whatever it’s for.", name=self.name
            )
        if self.worth is Worth.BASKET and not self.basket:
            raise RuleError("“{name}” is paid from a fund. Choose which.", name=self.name)


@dataclass(frozen=True)
class PrizePlan:
    """What is promised for a night.

    tables: one for each range of field sizes; none: no place prizes. The number of paid places is that of the table,
    but at most one per `entries_per_place` entries (and always one) and one per finisher; percentages of places that
    are not paid go to the paid ones in proportion. sides: in the order in which they are awarded.
    """

    measure: Measure = field(
        default=Measure.PERCENT, metadata=about(mark("Place prizes"), mark("How they’re measured."))
    )
    tables: tuple[PlaceTable, ...] = field(
        default=(PlaceTable(0, (5000, 3000, 2000)),),
        metadata=about(mark("Prizes by place"), mark("One line per field size.")),
    )
    percent_of: Base = field(
        default=Base.REST,
        metadata=about(mark("Percentages by place"), mark("The base of percentages. Not used for amounts.")),
    )
    based_on: int | None = field(
        default=None,
        metadata=about(mark("Amounts are for"), mark("Number of entries, required for pro-rated prizes."), 1, 10_000),
    )
    entries_per_place: int | None = field(
        default=None,
        metadata=about(mark("One place per"), mark("Entries per paid place. Leave empty to pay all places."), 1, 1000),
    )
    sides: tuple[SidePrize, ...] = field(
        default=(), metadata=about(mark("Side prizes"), mark("In the order they’re awarded."))
    )
    shortfall: Shortfall = field(
        default=Shortfall.REFUSE,
        metadata=about(mark("If prizes exceed the pot"), mark("When the prizes are more than the pot.")),
    )
    unit: Unit = field(default=Unit.CENT, metadata=about(mark("Rounding"), mark("The smallest amount that is paid.")))
    remainder: Remainder = field(
        default=Remainder.FIRST, metadata=about(mark("Leftovers from rounding"), mark("Where they go."))
    )
    tied: Tied = field(
        default=Tied.SPLIT, metadata=about(mark("Tied places"), mark("What happens when a place is shared."))
    )
    barred: Barred = field(default=Barred.NOBODY, metadata=about(mark("No side prize for"), mark("Who is skipped.")))
    one_side_prize: bool = field(
        default=False, metadata=about(mark("One side prize each"), mark("Yes: no one wins two side prizes."))
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
            yield RuleError("“Amounts are for” is empty. Enter how many entries the prizes are for.")
        for entries in _repeated(table.entries for table in self.tables):
            yield RuleError("Two lines of prizes start at {entries} entries. Remove one.", entries=entries)
        for key in _repeated(prize.key for prize in self.sides):
            yield RuleError("Two side prizes have the key “{key}”. Give each its own.", key=key)
        for basket in _repeated(self.baskets):
            yield RuleError("Two side prizes use the fund “{basket}”. Only one can have it.", basket=basket)
        for name, amount in self._fixed():
            if amount % self.unit.cents:
                yield RuleError(
                    "{prize} is {amount}, but prizes are rounded {rounding}. Change one of the two.",
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
