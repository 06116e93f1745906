"""Who is handed how much, and why: prizes split among those who share them, and among the players of an entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.honours.prize_plan import PLACES, Winner
from tournaments.honours.prize_ties import Level, Method
from tournaments.honours.side_prizes import Award
from tournaments.honours.splitting import Number, lot_order, share_out
from tournaments.honours.wording import all_called, listed, money_text, ordinal


@dataclass(frozen=True)
class Payout:
    """Cents for one player of an entry. Entry, player (from 1, as signed up) and prize name it for good.

    prize: PLACES or the key of a side prize. title: what the ledger calls it. reason: the same with who shares it.
    """

    entry: int
    player: int
    cents: int
    prize: str
    title: str
    reason: str


@dataclass(frozen=True)
class Share:
    """A prize divided among entries: entry -> cents. note: how, in words; empty when one entry takes all of it."""

    prize: str
    title: str
    cents: Mapping[int, int]
    reasons: Mapping[int, str]
    note: str = ""

    def payouts(self, players: Mapping[int, int]) -> Iterator[Payout]:
        """A line for each player who gets anything. players: entry -> how many it has.

        The players of an entry share to the cent; odd cents go to who was signed up first.
        """
        for entry, cents in self.cents.items():
            for player, part in enumerate(share_out(cents, [1] * players[entry]), start=1):
                if part:
                    yield Payout(entry, player, part, self.prize, self.title, self.reasons[entry])


def share_places(found: Sequence[Level], places: Sequence[int], unit: int, seed: int) -> Iterator[Share]:
    """The prizes of the places: those of places that are shared are taken together and split evenly.

    Odd units go one each by the lot of the place prizes. places: what each paid place gets, 1st first.
    """
    for level in found:
        amounts = level.of(places)
        if sum(amounts):
            title = f"{ordinal(level.place)} place"
            cents = _split(PLACES, sum(amounts), dict.fromkeys(level.entries, 1), unit, seed)
            note = _sharing(f"places {listed(map(str, level.places))}", cents) if len(cents) > 1 else ""
            how = f", by {level.method.words}" if level.method not in (None, Method.SPLIT) else ""
            yield Share(PLACES, title, cents, {entry: title + how + _with(entry, cents) for entry in cents}, note)


def share_award(award: Award, total: int, unit: int, seed: int) -> Iterator[Share]:
    """A side prize, evenly or for each one that was counted; odd units by the lot of that prize."""
    if not total:
        return
    prize, shares = award.prize, award.shares
    cents = _split(prize.key, total, shares, unit, seed)
    if prize.winner is Winner.EACH:
        counted = sum(shares.values())
        reasons = {entry: f"{prize.name} ({weight} of {counted})" for entry, weight in shares.items()}
        note = f"{prize.name}: {money_text(total)} for {counted}, shared in proportion."
    else:
        reasons = {entry: prize.name + _with(entry, cents) for entry in cents}
        note = _sharing(prize.name, cents) if len(cents) > 1 else ""
    yield Share(prize.key, prize.name, cents, reasons, note)


def _split(purpose: str, total: int, weights: Mapping[int, Number], unit: int, seed: int) -> dict[int, int]:
    order = lot_order(seed, purpose, weights) if len(weights) > 1 else tuple(weights)
    parts = share_out(total, [weights[entry] for entry in order], unit)
    return dict(sorted(zip(order, parts, strict=True)))


def _with(entry: int, cents: Mapping[int, int]) -> str:
    """With whom an entry shares, as a sheet has room for."""
    others = [other for other in cents if other != entry]
    if not others:
        return ""
    return f" (shared with {all_called(others) if len(others) < 4 else f'{len(others)} others'})"


def _sharing(what: str, cents: Mapping[int, int]) -> str:
    most, least = max(cents.values()), min(cents.values())
    text = f"{all_called(cents)} share {what}: {money_text(sum(cents.values()))}, {money_text(least)} each"
    if most == least:
        return f"{text}."
    luckier = [entry for entry, part in cents.items() if part == most]
    return f"{text}, by lot {money_text(most - least)} more for {all_called(luckier)}."
