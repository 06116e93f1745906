"""The payout sheet: who is handed how much and signs for it."""

from dataclasses import dataclass

from tournaments.formats.kept import told
from tournaments.honours.wording import money_text
from tournaments.models import Event
from tournaments.services.money import prizes


@dataclass(frozen=True)
class PayoutLine:
    """amount: as people read it, "12.50". reason: which prize, and with whom it is shared."""

    name: str
    reason: str
    amount: str


@dataclass(frozen=True)
class PayoutSheet:
    """total: of the lines. explanations: how it came about, a sentence each."""

    lines: tuple[PayoutLine, ...]
    total: str
    explanations: tuple[str, ...]


def payout_sheet(event: Event) -> PayoutSheet | None:
    """None as long as the event's prizes are not shown."""
    sheet = prizes.sheet_of(event)
    if sheet is None:
        return None
    lines = tuple(
        PayoutLine(line.player.name, "; ".join(told(payout.reason) for payout in line.payouts), money_text(line.cents))
        for line in sheet.lines
    )
    return PayoutSheet(lines, money_text(sum(line.cents for line in sheet.lines)), sheet.explanations)
