"""Who is handed how much, and why: prizes split among those who share them, and among the players of an entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.kept import Kept, kept
from tournaments.formats.kept import listed as listed_kept
from tournaments.honours.prize_plan import PLACES, Winner
from tournaments.honours.prize_ties import Level, Method
from tournaments.honours.side_prizes import Award
from tournaments.honours.splitting import Number, lot_order, share_out
from tournaments.honours.wording import PLACE, all_called, money_kept, ordinal_kept

_PLACE_SHARED = kept("{ordinal} place (shared with {others})")
_PLACE_WITH_MANY = kept("{ordinal} place (shared with {number} others)")
_PLACE_BY = kept("{ordinal} place, by {way}")
_PLACE_BY_SHARED = kept("{ordinal} place, by {way} (shared with {others})")
_PLACE_BY_WITH_MANY = kept("{ordinal} place, by {way} (shared with {number} others)")
_SHARED = kept("{name} (shared with {others})")
_WITH_MANY = kept("{name} (shared with {number} others)")
_FOR_EACH = kept("{name} ({count} of {total})")
_IN_PROPORTION = kept("{name}: {money} for {total}, shared in proportion.")
_SHARE_PLACES = kept("{entries} share places {places}: {money}, {each} each.")
_SHARE_PLACES_LOT = kept("{entries} share places {places}: {money}, {each} each, by lot {extra} more for {others}.")
_SHARE = kept("{entries} share {name}: {money}, {each} each.")
_SHARE_LOT = kept("{entries} share {name}: {money}, {each} each, by lot {extra} more for {others}.")


@dataclass(frozen=True)
class Payout:
    """Cents for one player of an entry. Entry, player (from 1, as signed up) and prize name it for good.

    prize: PLACES or the key of a side prize. title: what the ledger calls it. reason: the same with who shares it.
    Both are stored, and kept sentences.
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
            about = {"ordinal": ordinal_kept(level.place), "places": listed_kept(map(str, level.places))}
            cents = _split(PLACES, sum(amounts), dict.fromkeys(level.entries, 1), unit, seed)
            note = _sharing((_SHARE_PLACES, _SHARE_PLACES_LOT), cents, about) if len(cents) > 1 else ""
            ways = PLACE, _PLACE_SHARED, _PLACE_WITH_MANY
            if level.method not in (None, Method.SPLIT):
                ways = _PLACE_BY, _PLACE_BY_SHARED, _PLACE_BY_WITH_MANY
                about["way"] = level.method.words
            title, reasons = PLACE(**about), {entry: _reason(ways, entry, cents, about) for entry in cents}
            yield Share(PLACES, title, cents, reasons, note)


def share_award(award: Award, total: int, unit: int, seed: int) -> Iterator[Share]:
    """A side prize, evenly or for each one that was counted; odd units by the lot of that prize."""
    if not total:
        return
    prize, shares = award.prize, award.shares
    cents = _split(prize.key, total, shares, unit, seed)
    if prize.winner is Winner.EACH:
        counted = sum(shares.values())
        reasons = {entry: _FOR_EACH(name=prize.name, count=own, total=counted) for entry, own in shares.items()}
        note = _IN_PROPORTION(name=prize.name, money=money_kept(total), total=counted)
    else:
        about, ways = {"name": prize.name}, (Kept("{name}"), _SHARED, _WITH_MANY)
        reasons = {entry: _reason(ways, entry, cents, about) for entry in cents}
        note = _sharing((_SHARE, _SHARE_LOT), cents, about) if len(cents) > 1 else ""
    yield Share(prize.key, prize.name, cents, reasons, note)


def _split(purpose: str, total: int, weights: Mapping[int, Number], unit: int, seed: int) -> dict[int, int]:
    order = lot_order(seed, purpose, weights) if len(weights) > 1 else tuple(weights)
    parts = share_out(total, [weights[entry] for entry in order], unit)
    return dict(sorted(zip(order, parts, strict=True)))


def _reason(ways: tuple[Kept, Kept, Kept], entry: int, cents: Mapping[int, int], about: Mapping[str, str]) -> str:
    """ways: alone, with others, and with more of them than a sheet has room for."""
    others = [other for other in cents if other != entry]
    if not others:
        return ways[0](**about)
    if len(others) < 4:
        return ways[1](**about, others=all_called(others))
    return ways[2](**about, number=len(others))


def _sharing(ways: tuple[Kept, Kept], cents: Mapping[int, int], about: Mapping[str, str]) -> str:
    """ways: with equal parts, and with something over."""
    most, least = max(cents.values()), min(cents.values())
    luckier = [entry for entry, part in cents.items() if part == most]
    return ways[most > least](
        **about, entries=all_called(cents), money=money_kept(sum(cents.values())), each=money_kept(least),
        extra=money_kept(most - least), others=all_called(luckier),
    )  # fmt: skip
