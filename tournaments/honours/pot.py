"""The pot of an event night: what came in, what the house keeps, what is there for prizes. Whole cents only."""

from collections.abc import Collection
from dataclasses import dataclass, field

from games.engine.errors import RuleError
from tournaments.formats.config import about, check_settings
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.wording import money_text, percent_text

MOST = 100_000_00
"""The most that a single amount may be, in cents: a hundred thousand, so that a slip of the finger is noticed."""
WHOLE = 100_00
"""All of something, in hundredths of a percent."""
LONGEST = 60
"""Letters of a name, so that it fits a line of the ledger and of the sheet."""


def check_name(name: str) -> None:
    """RuleError unless the name of a basket or prize can be shown and written down."""
    if not 0 < len(name) <= LONGEST:
        raise RuleError(f"The name “{name}” has {len(name)} letters. Choose one with 1 to {LONGEST}.")


@dataclass(frozen=True)
class Basket:
    """Money from another source, with its name: fines, a loner basket. A side prize may claim it."""

    label: str = field(metadata=about("Name", "What the money was taken for."))
    cents: int = field(metadata=about("Amount", "In cents.", 0, MOST))

    def __post_init__(self) -> None:
        check_settings(self)
        check_name(self.label)


@dataclass(frozen=True)
class Pot:
    """What came in. entries: how many count for the prizes, as a rule those that paid.

    The house share is taken from the entry fees alone, rounded down to the cent: a percentage, so much per entry, or
    both.
    """

    entries: int = field(metadata=about("Entries", "How many paid the fee.", 0, 10_000))
    fee: int = field(default=0, metadata=about("Entry fee", "In cents.", 0, MOST))
    added: int = field(default=0, metadata=about("Added money", "What the club puts in, in cents.", 0, MOST))
    house_percent: int = field(
        default=0, metadata=about("House share", "Of the entry fees, in hundredths of a percent.", 0, WHOLE)
    )
    house_per_entry: int = field(
        default=0, metadata=about("House share per entry", "Of each entry fee, in cents.", 0, MOST)
    )
    baskets: tuple[Basket, ...] = field(default=(), metadata=about("Fines and baskets", "Other money, by name."))

    def __post_init__(self) -> None:
        check_settings(self)
        if len({basket.label for basket in self.baskets}) < len(self.baskets):
            raise RuleError("Two baskets have the same name. Give each its own.")
        if self.house > self.fees:
            raise RuleError(
                f"The house share is {money_text(self.house)} and the entry fees are {money_text(self.fees)}. "
                "Lower the house share."
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
        raise RuleError(f"A prize is paid from the basket “{label}” and there is none. Enter it, even if it is empty.")

    def prize_money(self, claimed: Collection[str]) -> int:
        """What is there for the prizes: without the house share and the baskets that prizes of their own claim."""
        return self.total - self.house - sum(self.basket(label).cents for label in claimed)

    def postings(self) -> tuple[Posting, ...]:
        """How the money came in. A night that books each fee and fine as it is taken has these rows already."""
        came_in = (
            Posting(Account.ENTRIES, Account.POT, self.fees, "entry fees"),
            Posting(Account.CLUB, Account.POT, self.added, "added money"),
            *(Posting(Account.ENTRIES, Account.POT, basket.cents, basket.label) for basket in self.baskets),
        )
        return tuple(posting for posting in came_in if posting.cents)

    def explanation(self) -> str:
        """Where the money comes from, in one sentence for the payout sheet."""
        parts = [f"{self.entries} entry fees of {money_text(self.fee)} make {money_text(self.fees)}"]
        parts += [f"added money {money_text(self.added)}"] * bool(self.added)
        parts += [f"{basket.label} {money_text(basket.cents)}" for basket in self.baskets]
        rates = [f"{percent_text(self.house_percent)} of the fees"] * bool(self.house_percent)
        rates += [f"{money_text(self.house_per_entry)} per entry"] * bool(self.house_per_entry)
        parts += [f"the house keeps {money_text(self.house)} ({' and '.join(rates)})"] * bool(rates)
        return f"{'; '.join(parts)}."
