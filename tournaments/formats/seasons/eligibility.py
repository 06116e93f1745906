"""Who may play for a squad: how often someone changes squads or is borrowed, from which divisions, until which day.

Divisions are levels, 1 the highest. Times are counted from 1 and numbered, so that a database can compare the number
with the limit. The rules are those of printed league sheets: a limit on borrowed players in a match, from their own
division or lower ones, and a limit on transfers until a day.
"""

from collections.abc import Collection
from datetime import date

from games.engine.language import mark
from tournaments.formats.config import Choice


class Lenders(Choice):
    """From which divisions a squad may borrow, seen from its own."""

    ANY = "any", mark("Any division"), mark("Includes players who aren’t on a team.")
    OWN_OR_LOWER = (
        "own_or_lower",
        mark("The team’s own division and lower ones"),
        mark("Only players who are on a team."),
    )
    OWN = "own", mark("The team’s own division"), mark("Only players who are on a team.")
    LOWER = "lower", mark("Lower divisions"), mark("Only players who are on a team.")


def may_lend(lenders: Lenders, lender: int | None, borrower: int) -> bool:
    """Whether a squad of the division `borrower` may borrow a player of the division `lender`; None: of no squad."""
    if lenders is Lenders.ANY:
        return True
    if lender is None:
        return False
    return {
        Lenders.OWN_OR_LOWER: lender >= borrower,
        Lenders.OWN: lender == borrower,
        Lenders.LOWER: lender > borrower,
    }[lenders]


def free_time(taken: Collection[int], most: int | None) -> int | None:
    """The lowest number from 1 that is not taken; None where it would be above `most`. most: None for no limit."""
    time = next(number for number in range(1, len(taken) + 2) if number not in taken)
    return time if most is None or time <= most else None


def is_in_time(day: date, last: date | None) -> bool:
    """Whether that day is not after the last one; None: there is no last day."""
    return last is None or day <= last
