"""The pot of an event night: what came in, what the house keeps, what is there for prizes. Whole cents only."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import reduce

from games.engine.errors import RuleError
from games.engine.language import mark
from games.engine.messages import NOTHING, Message, message, verbatim
from tournaments.formats.config import about, check_settings
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.wording import Money, Percent, money_text

MAX_CENTS = 100_000_00
"""The most that a single amount may be, in cents: a hundred thousand, so that a slip of the finger is noticed."""
WHOLE = 100_00
"""All of something, in hundredths of a percent."""
_FEES = message("Entry fees: {count} × {fee} = {money}.")
_FEES_AND_MORE = message("Entry fees: {count} × {fee} = {money}. Other amounts: {more}.")
_ADDED = message("{money} added")
_BASKET = message("{money} in the fund “{label}”")
_MORE = message("{part}, {more}")
_HOUSE = message("{money} for the house ({rates})")
_OF_FEES = message("{percent} of the fees")
_PER_ENTRY = message("{money} per entry")
_BOTH_RATES = message("{percent} of the fees and {money} per entry")
MEMO_FEES, MEMO_ADDED, MEMO_HOUSE = message("entry fees"), message("added money"), message("house share")
LONGEST = 60
"""Letters of a name, so that it fits a line of the ledger and of the sheet."""


def check_name(name: str) -> None:
    """RuleError unless the name of a basket or prize can be shown and written down."""
    if not 0 < len(name) <= LONGEST:
        raise RuleError(
            "The name “{name}” has {number} characters. Use 1 to {longest}.",
            name=name,
            number=len(name),
            longest=LONGEST,
        )


@dataclass(frozen=True)
class Basket:
    """Money from another source, with its name: fines, a loner basket. A side prize may claim it."""

    label: str = field(metadata=about(mark("Name"), mark("What the money is for, e.g. fines.")))
    cents: int = field(metadata=about(mark("Amount"), mark("The amount collected."), 0, MAX_CENTS))

    def __post_init__(self) -> None:
        check_settings(self)
        check_name(self.label)


@dataclass(frozen=True)
class Pot:
    """What came in. entries: how many count for the prizes, as a rule those that paid.

    The house share is taken from the entry fees alone, rounded down to the cent: a percentage, so much per entry, or
    both.
    """

    entries: int = field(metadata=about(mark("Entries"), mark("Number of paid entry fees."), 0, 10_000))
    fee: int = field(default=0, metadata=about(mark("Entry fee"), mark("The amount each entry pays."), 0, MAX_CENTS))
    added: int = field(default=0, metadata=about(mark("Added money"), mark("Money the club adds."), 0, MAX_CENTS))
    house_percent: int = field(
        default=0, metadata=about(mark("House share"), mark("Percentage of the entry fees."), 0, WHOLE)
    )
    house_per_entry: int = field(
        default=0, metadata=about(mark("House share per entry"), mark("Amount kept from each entry fee."), 0, MAX_CENTS)
    )
    baskets: tuple[Basket, ...] = field(
        default=(), metadata=about(mark("Fines and funds"), mark("Other money, listed by fund."))
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if len({basket.label for basket in self.baskets}) < len(self.baskets):
            raise RuleError("2 funds have the same name. Rename one of them.")
        if self.house > self.fees:
            raise RuleError(
                "The house share is {share}, but entry fees total only {fees}. Lower the house share.",
                share=money_text(self.house),
                fees=money_text(self.fees),
            )

    @property
    def fees(self) -> int:
        return self.entries * self.fee

    @property
    def house(self) -> int:
        return self.fees * self.house_percent // WHOLE + self.entries * self.house_per_entry

    @property
    def total(self) -> int:
        """Everything that came in, the house share included."""
        return self.fees + self.added + sum(basket.cents for basket in self.baskets)

    def basket(self, label: str) -> Basket:
        """RuleError when there is no basket of that name; an empty one has to be in the pot as well."""
        for basket in self.baskets:
            if basket.label == label:
                return basket
        raise RuleError(
            "A prize is paid from the fund “{label}”, but that fund doesn’t exist. Add it, even if it’s empty.",
            label=label,
        )

    def prize_money(self, claimed: Collection[str]) -> int:
        """What is there for the prizes: without the house share and the baskets that prizes of their own claim."""
        return self.total - self.house - sum(self.basket(label).cents for label in claimed)

    def postings(self) -> tuple[Posting, ...]:
        """How the money came in. A night that books each fee and fine as it is taken has these rows already."""
        came_in = (
            Posting(Account.ENTRIES, Account.POT, self.fees, MEMO_FEES),
            Posting(Account.CLUB, Account.POT, self.added, MEMO_ADDED),
            *(Posting(Account.ENTRIES, Account.POT, basket.cents, verbatim(basket.label)) for basket in self.baskets),
        )
        return tuple(posting for posting in came_in if posting.cents)

    def explanation(self) -> Message:
        """Where the money comes from, in one sentence for the payout sheet."""
        fees = {"count": self.entries, "fee": Money(self.fee), "money": Money(self.fees)}
        parts = [_ADDED(money=Money(self.added))] * bool(self.added)
        parts += [_BASKET(label=basket.label, money=Money(basket.cents)) for basket in self.baskets]
        if rates := self._house_rates():
            parts.append(_HOUSE(money=Money(self.house), rates=rates))
        if not parts:
            return _FEES(**fees)
        more = reduce(lambda after, part: _MORE(part=part, more=after), reversed(parts))
        return _FEES_AND_MORE(**fees, more=more)

    def _house_rates(self) -> Message:
        rates = {"percent": Percent(self.house_percent), "money": Money(self.house_per_entry)}
        if self.house_percent and self.house_per_entry:
            return _BOTH_RATES(**rates)
        if self.house_percent:
            return _OF_FEES(**rates)
        return _PER_ENTRY(**rates) if self.house_per_entry else NOTHING
