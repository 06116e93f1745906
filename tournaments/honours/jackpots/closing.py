"""A period closed: frozen standings with a digest, what is paid, and what a correction changes afterwards.

What a player gets is named by jackpot, period, player and a running number: never by the place, which a correction may
change, and so nothing can be paid twice.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.messages import Message, message
from tournaments.honours.jackpots.periods import Period
from tournaments.honours.jackpots.race import Race
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.honours.jackpots.sharing import JackpotPot, Prize, pot_words, prizes
from tournaments.honours.ledger import Account, Posting

_NO_PRIZE = message("no prize")
_CORRECTED = message("Corrected prize: {prize}")


@dataclass(frozen=True)
class Closed:
    """A period as it stood when it was closed. prizes: by player."""

    jackpot: int
    period: Period
    pot: JackpotPot
    race: Race
    prizes: tuple[Prize, ...]

    def __post_init__(self) -> None:
        assert 0 <= self.paid <= self.pot.total

    @property
    def paid(self) -> int:
        return sum(prize.cents for prize in self.prizes)

    @property
    def carried_over(self) -> int:
        """What the next period begins with."""
        return self.pot.total - self.paid

    @property
    def explanation(self) -> str:
        return pot_words(self.pot, self.paid)

    @property
    def text(self) -> str:
        """All of it, line by line in one fixed form: what the digest is made from."""
        lines = [f"jackpot {self.jackpot}", f"period {self.period.key} {self.period.start} {self.period.end}"]
        lines += [f"pot {self.pot.fresh} {self.pot.carried}"]
        lines += [f"row {placing.place} {placing.player} {placing.value[0]}" for placing in self.race.rows]
        lines += [f"waiting {waiting.player} {waiting.score}" for waiting in self.race.waiting]
        lines += [f"prize {prize.player} {prize.cents}" for prize in self.prizes]
        return "".join(f"{line}\n" for line in lines)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def close(
    jackpot: int,
    rules: JackpotRules,
    period: Period,
    pot: JackpotPot,
    race: Race,
    seed: str,
    earlier: Mapping[int, int] | None = None,
) -> Closed:
    """The period closed. The same facts give the same result, no matter who closes it and how often.

    seed: the jackpot's own; the random draw of each period comes from it and the period.
    """
    return Closed(jackpot, period, pot, race, prizes(rules, pot, race, f"{seed}/{period.key}", earlier))


@dataclass(frozen=True)
class Payment:
    """Cents to a player, or from him when below 0. number: 1 for his first row of the period, then 2, 3 …"""

    jackpot: int
    period: str
    player: int
    number: int
    cents: int
    reason: Message

    @property
    def key(self) -> str:
        """Names the row for good."""
        return f"jackpot/{self.jackpot}/{self.period}/{self.player}/{self.number}"

    @property
    def posting(self) -> Posting:
        away, to = Account.JACKPOT, Account.PLAYERS
        if self.cents < 0:
            away, to = to, away
        return Posting(away, to, abs(self.cents), self.reason, prize=self.key, player=self.player)


def payments(due: Closed, booked: Mapping[int, Sequence[int]]) -> tuple[Payment, ...]:
    """Returns what is still to be booked so that everyone has what is due; empty when it was all booked before.

    due: the period closed with the facts as they are now. booked: the cents that the ledger has in rows of this jackpot
    and period, by player and number. Whether money is really asked back is for people to decide.
    """
    owed = {prize.player: prize for prize in due.prizes}
    due_payments = []
    for player in sorted(owed.keys() | booked.keys()):
        paid, prize = booked.get(player, ()), owed.get(player)
        if missing := (prize.cents if prize else 0) - sum(paid):
            reason = prize.reason if prize else _NO_PRIZE
            words = _CORRECTED(prize=reason) if paid else reason
            due_payments.append(Payment(due.jackpot, due.period.key, player, len(paid) + 1, missing, words))
    return tuple(due_payments)
