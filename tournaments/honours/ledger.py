"""Rows for a double-entry ledger, in the words of the event's own. Adds nothing up and writes nothing down."""

from dataclasses import dataclass
from enum import StrEnum


class Account(StrEnum):
    """The accounts of an event: what players pay and get, what is still in the pot, what is the club's."""

    ENTRIES = "entries"
    POT = "pot"
    CLUB = "club"


@dataclass(frozen=True)
class Posting:
    """Cents out of the debit account and into the credit account, so that every row balances by its own shape.

    entry, prize: for whom and which; together they name a payout for good, as neither changes with a correction.
    """

    debit: Account
    credit: Account
    cents: int
    memo: str
    entry: int | None = None
    prize: str = ""
