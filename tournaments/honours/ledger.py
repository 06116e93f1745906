"""Rows for a double-entry ledger, in the words of the event's own. Adds nothing up and writes nothing down."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.messages import Message


class Account(StrEnum):
    """What money moves between: entries, pot and club for an event; players and jackpot for a jackpot, and the club."""

    ENTRIES = "entries"
    POT = "pot"
    CLUB = "club"
    JACKPOT = "jackpot"
    PLAYERS = "players"


@dataclass(frozen=True)
class Posting:
    """Cents out of the debit account and into the credit account, so that every row balances by its own shape.

    entry, prize: for whom and which; together they name a payout for good, as neither changes with a correction.
    player: for whom, where no entry is meant; a jackpot's prize names the row by itself.
    """

    debit: Account
    credit: Account
    cents: int
    memo: Message
    entry: int | None = None
    prize: str = ""
    player: int | None = None
