"""The prizes of an event night: pot, plan and standings in, payouts out. Pays no one and records nothing.

Nothing is lost or made: payouts, what stays in the pot and the house share add up to what came in, to the cent.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import NOTHING, Joined, Message, message, verbatim
from tournaments.formats.numbers import refs
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.pot import MEMO_HOUSE, WHOLE, Pot
from tournaments.honours.prize_plan import PLACES, Base, Measure, PrizePlan, Remainder, Shortfall, Tied, Winner, Worth
from tournaments.honours.prize_ties import Decision, Finisher, Level, Method, Tie, levels
from tournaments.honours.side_prizes import Award, side_awards
from tournaments.honours.splitting import Number, lot_order, share_out, whole_units
from tournaments.honours.wording import PLACE, Money, Ordinal, money_text, ordinal

# Who is handed how much, and why: prizes split among those who share them, and among the players of an entry.


_PLACE_SHARED = message("{ordinal} place (shared with {others})")
_PLACE_WITH_MANY = message("{ordinal} place (shared with {number} others)")
_PLACE_BY = message("{ordinal} place, by {way}")
_PLACE_BY_SHARED = message("{ordinal} place, by {way} (shared with {others})")
_PLACE_BY_WITH_MANY = message("{ordinal} place, by {way} (shared with {number} others)")
_SHARED = message("{name} (shared with {others})")
_WITH_MANY = message("{name} (shared with {number} others)")
_FOR_EACH = message("{name} ({count} of {total})")
_IN_PROPORTION = message("{name}: {money}, split by how many each player had ({total} in all).")
_SHARE_PLACES = message("{entries} share places {places}: {money} in all, {each} each.")
_SHARE_PLACES_LOT = message(
    "{entries} share places {places}: {money} in all, {each} each, plus {extra} more for {others} by random draw."
)
_SHARE = message("{entries} share {name}: {money} in all, {each} each.")
_SHARE_LOT = message(
    "{entries} share {name}: {money} in all, {each} each, plus {extra} more for {others} by random draw."
)


@dataclass(frozen=True)
class Payout:
    """Cents for one player of an entry. Entry, player (from 1, as signed up) and prize name it for good.

    prize: PLACES or the key of a side prize. title: what the ledger calls it. reason: the same with who shares it.
    """

    entry: int
    player: int
    cents: int
    prize: str
    title: Message
    reason: Message


@dataclass(frozen=True)
class Share:
    """A prize divided among entries: entry -> cents. note: how, in words; empty when one entry takes all of it."""

    prize: str
    title: Message
    cents: Mapping[int, int]
    reasons: Mapping[int, Message]
    note: Message = NOTHING

    def payouts(self, players: Mapping[int, int]) -> Iterator[Payout]:
        """A line for each player who gets anything. players: entry -> how many it has.

        The players of an entry share to the cent; odd cents go to who was signed up first.
        """
        for entry, cents in self.cents.items():
            for player, part in enumerate(share_out(cents, [1] * players[entry]), start=1):
                if part:
                    yield Payout(entry, player, part, self.prize, self.title, self.reasons[entry])


def share_places(ranked: Sequence[Level], places: Sequence[int], unit: int, seed: int) -> Iterator[Share]:
    """The prizes of the places: those of shared places are added up and split evenly.

    Odd units go one each by the random draw of the place prizes (`lot_order`). Where ties are broken first
    (`Tied.DECIDE`), the payout waits for that instead. places: what each paid place gets, 1st first.
    """
    for level in ranked:
        amounts = level.of(places)
        if sum(amounts):
            about: dict[str, Any] = {"ordinal": Ordinal(level.place), "places": tuple(level.places)}
            cents = _split(PLACES, sum(amounts), dict.fromkeys(level.entries, 1), unit, seed)
            note = _sharing((_SHARE_PLACES, _SHARE_PLACES_LOT), cents, about) if len(cents) > 1 else NOTHING
            ways = PLACE, _PLACE_SHARED, _PLACE_WITH_MANY
            if level.method not in (None, Method.SPLIT):
                ways = _PLACE_BY, _PLACE_BY_SHARED, _PLACE_BY_WITH_MANY
                about["way"] = level.method.words
            title, reasons = PLACE(**about), {entry: _reason(ways, entry, cents, about) for entry in cents}
            yield Share(PLACES, title, cents, reasons, note)


def share_award(award: Award, total: int, unit: int, seed: int) -> Iterator[Share]:
    """Shares a side prize, evenly or for each one that was counted; odd units go by the random draw of that prize."""
    if not total:
        return
    prize, shares = award.prize, award.shares
    cents = _split(prize.key, total, shares, unit, seed)
    if prize.winner is Winner.EACH:
        counted = sum(shares.values())
        reasons = {entry: _FOR_EACH(name=prize.name, count=own, total=counted) for entry, own in shares.items()}
        note = _IN_PROPORTION(name=prize.name, money=Money(total), total=counted)
    else:
        about, ways = {"name": prize.name}, (Message("{name}"), _SHARED, _WITH_MANY)
        reasons = {entry: _reason(ways, entry, cents, about) for entry in cents}
        note = _sharing((_SHARE, _SHARE_LOT), cents, about) if len(cents) > 1 else NOTHING
    yield Share(prize.key, verbatim(prize.name), cents, reasons, note)


def _split(purpose: str, total: int, weights: Mapping[int, Number], unit: int, seed: int) -> dict[int, int]:
    order = lot_order(seed, purpose, weights) if len(weights) > 1 else tuple(weights)
    parts = share_out(total, [weights[entry] for entry in order], unit)
    return dict(sorted(zip(order, parts, strict=True)))


def _reason(
    ways: tuple[Message, Message, Message], entry: int, cents: Mapping[int, int], about: Mapping[str, Any]
) -> Message:
    """ways: alone, with others, and with more of them than a sheet has room for."""
    others = [other for other in cents if other != entry]
    if not others:
        return ways[0](**about)
    if len(others) < 4:
        return ways[1](**about, others=refs(sorted(others)))
    return ways[2](**about, number=len(others))


def _sharing(ways: tuple[Message, Message], cents: Mapping[int, int], about: Mapping[str, Any]) -> Message:
    """ways: with equal parts, and with something over."""
    most, least = max(cents.values()), min(cents.values())
    luckier = [entry for entry, part in cents.items() if part == most]
    return ways[most > least](
        **about,
        entries=refs(sorted(cents)),
        money=Money(sum(cents.values())),
        each=Money(least),
        extra=Money(most - least),
        others=refs(sorted(luckier)),
    )


# What was promised made to fit the pot and the coins: refused or scaled down, rounded, the remainder given away.


_ROUNDED = message("Rounding down left {money}. It goes to 1st place.")
_TAKEN_OFF = message("Side prizes take {money}. Place prizes are percentages of the remaining {rest}.")
_SCALED = message(
    "The prizes come to {sum}, but the pot has only {money}. Every prize from the pot is scaled down in proportion."
)


@dataclass(frozen=True)
class Budget:
    """What is paid, in cents that are whole units. places: 1st first. sides: in the order of the awards."""

    places: tuple[int, ...]
    sides: tuple[int, ...]
    notes: tuple[Message, ...] = ()


def make_budget(plan: PrizePlan, prize_money: int, promises: Sequence[Fraction], awards: Sequence[Award]) -> Budget:
    """The promises as they are paid. RuleError, naming the amounts, when they exceed the pot and the plan refuses that.

    Every prize is rounded down, so a better place never gets less. What that leaves of the prizes from the pot goes to
    1st place in whole units or stays, as the plan says; what a basket cannot pay in whole units stays in it.
    """
    promised = sum(promises, promised_aside(awards))
    scale = Fraction(1)
    if promised > prize_money:
        if plan.shortfall is Shortfall.REFUSE:
            raise _refusal(prize_money, promised, promises, awards)
        scale = Fraction(prize_money) / promised
    unit = plan.unit.cents
    places = [whole_units(promise * scale, unit) for promise in promises]
    sides = [whole_units(award.promise * (scale if award.is_from_pot else 1), unit) for award in awards]
    paid = sum(places) + sum(cents for cents, award in zip(sides, awards, strict=True) if award.is_from_pot)
    left = whole_units(promised * scale, unit) - paid
    notes = [*_taken_off(plan, prize_money, promised_aside(awards)), *_scaling(prize_money, promised)]
    if left and any(promises[:1]) and plan.remainder is Remainder.FIRST:
        places[0] += left
        notes.append(_ROUNDED(money=Money(left)))
    return Budget(tuple(places), tuple(sides), tuple(notes))


def promised_aside(awards: Sequence[Award]) -> Fraction:
    """What side prizes take from the pot."""
    return sum((award.promise for award in awards if award.is_from_pot), Fraction(0))


def _taken_off(plan: PrizePlan, prize_money: int, aside: Fraction) -> Iterator[Message]:
    if plan.measure is Measure.PERCENT and plan.percent_of is Base.REST and 0 < aside <= prize_money:
        yield _TAKEN_OFF(money=Money(aside), rest=Money(prize_money - aside))


def _scaling(prize_money: int, promised: Fraction) -> Iterator[Message]:
    if promised > prize_money:
        yield _SCALED(sum=Money(promised), money=Money(prize_money))


def _refusal(prize_money: int, promised: Fraction, promises: Sequence[Fraction], awards: Sequence[Award]) -> RuleError:
    prizes = [(say("{place} place", place=ordinal(place)), promise) for place, promise in enumerate(promises, start=1)]
    prizes += [(award.prize.name, award.promise) for award in awards if award.is_from_pot]
    named = ", ".join(f"{name} {money_text(promise)}" for name, promise in prizes if promise)
    return RuleError(
        "The prizes come to {promised} ({prizes}), which is {missing} more than the {money} available. Lower the "
        "prizes, add money, or choose “Scale down”.",
        promised=money_text(promised),
        prizes=named,
        money=money_text(prize_money),
        missing=money_text(promised - prize_money),
    )


# What the plan promises each place, exactly. Who finished where is no concern of it.


def place_promises(plan: PrizePlan, entries: int, base: Number, finishers: int) -> tuple[Fraction, ...]:
    """The exact cents promised to each paid place, 1st place first, before scaling and rounding.

    entries: how many count for the prizes. base: the cents that percentages are of. RuleError when no table of the
    plan is for so few.
    """
    if not plan.tables:
        return ()
    amounts = _amounts(plan, entries)
    paid = amounts[: min(_most_places(plan, entries, amounts), finishers)]
    if plan.measure is Measure.PERCENT:
        share = Fraction(sum(amounts), sum(paid)) if sum(paid) else Fraction(0)
        return tuple(Fraction(amount * base, WHOLE) * share for amount in paid)
    part = Fraction(entries, plan.based_on or 1) if plan.measure is Measure.PRO_RATED else Fraction(1)
    return tuple(amount * part for amount in paid)


def _amounts(plan: PrizePlan, entries: int) -> tuple[int, ...]:
    """The table for a field of that size."""
    fitting = [table for table in plan.tables if table.entries <= entries]
    if not fitting:
        smallest = min(table.entries for table in plan.tables)
        raise RuleError(
            "The first prize list starts at {smallest} entries, but this event has only {entries}. Add a list for "
            "fewer entries.",
            smallest=smallest,
            entries=entries,
        )
    return max(fitting, key=lambda table: table.entries).amounts


def _most_places(plan: PrizePlan, entries: int, amounts: tuple[int, ...]) -> int:
    return len(amounts) if plan.entries_per_place is None else max(1, entries // plan.entries_per_place)


_STAYS = message("{money} stays in the pot.")
_STAYS_IN = message("{money} stays in the fund “{label}”.")
_TIE = message("{entries} are tied for {places} place, worth {worth}. Break the tie first: {methods}.")


@dataclass(frozen=True)
class Leftover:
    """Cents that no one was paid. basket: the one it stays in; empty: the pot."""

    cents: int
    basket: str = ""


@dataclass(frozen=True)
class Settlement:
    """What is paid. payouts: place prizes from 1st on, then side prizes in the order of the plan, by entry and player.

    explanations: how it came about, a sentence each, for the payout sheet.
    """

    pot: Pot
    payouts: tuple[Payout, ...]
    leftovers: tuple[Leftover, ...]
    explanations: tuple[Message, ...]

    def __post_init__(self) -> None:
        assert self.paid + self.left + self.pot.house == self.pot.total

    @property
    def paid(self) -> int:
        return sum(payout.cents for payout in self.payouts)

    @property
    def left(self) -> int:
        return sum(leftover.cents for leftover in self.leftovers)

    def entry_total(self, entry: int) -> int:
        return sum(payout.cents for payout in self.payouts if payout.entry == entry)

    def postings(self) -> tuple[Posting, ...]:
        """What paying moves: the house share to the club, every prize to its entry. What is left stays in the pot."""
        moved: dict[tuple[int, str], Posting] = {}
        for payout in self.payouts:
            before = moved.get((payout.entry, payout.prize))
            cents = payout.cents + (before.cents if before else 0)
            moved[payout.entry, payout.prize] = Posting(
                Account.POT, Account.ENTRIES, cents, payout.title, payout.entry, payout.prize
            )
        house = Posting(Account.POT, Account.CLUB, self.pot.house, MEMO_HOUSE)
        return (*([house] if house.cents else []), *moved.values())


@dataclass(frozen=True)
class Unresolved:
    """Nothing is paid before these ties are decided, each by one of its methods. explanations: a sentence for each."""

    ties: tuple[Tie, ...]
    explanations: tuple[Message, ...]


def settle(
    pot: Pot, plan: PrizePlan, finishers: Collection[Finisher], seed: int, decisions: Sequence[Decision] = ()
) -> Settlement | Unresolved:
    """Who gets what. The order of finishers, baskets and decisions doesn't matter.

    seed: the event's own number, from which ties and odd units are drawn at random. RuleError when the plan does not
    fit the field or promises more than there is.
    """
    ranked = levels(finishers, decisions, seed)
    promises, awards = _promises(pot, plan, finishers, ranked)
    if plan.tied is Tied.DECIDE and (ties := tuple(_open_ties(ranked, promises))):
        return Unresolved(ties, tuple(map(_tie_words, ties)))
    budget = make_budget(plan, pot.prize_money(plan.baskets), promises, awards)
    shares = list(share_places(ranked, budget.places, plan.unit.cents, seed))
    for award, total in zip(awards, budget.sides, strict=True):
        shares += share_award(award, total, plan.unit.cents, seed)
    players = {finisher.entry: finisher.players for finisher in finishers}
    payouts = tuple(payout for share in shares for payout in share.payouts(players))
    leftovers = tuple(_leftovers(pot, plan, shares))
    notes = [note for award in awards for note in award.notes] + [share.note for share in shares if share.note]
    explanations = (pot.explanation(), *budget.notes, *notes, *map(_leftover_words, leftovers))
    return Settlement(pot, payouts, leftovers, explanations)


def _promises(
    pot: Pot, plan: PrizePlan, finishers: Collection[Finisher], ranked: Sequence[Level]
) -> tuple[tuple[Fraction, ...], tuple[Award, ...]]:
    """What the places are promised, and the side prizes. Who is paid for a place does not depend on what they take."""
    money = pot.prize_money(plan.baskets)
    promises = place_promises(plan, pot.entries, money, len(finishers))
    awards = side_awards(plan, pot, finishers, ranked, promises)
    if plan.percent_of is Base.REST:
        rest = max(Fraction(0), money - promised_aside(awards))
        promises = place_promises(plan, pot.entries, rest, len(finishers))
    return promises, awards


def _open_ties(ranked: Sequence[Level], promises: Sequence[Fraction]) -> Iterator[Tie]:
    """Shared places that no one has decided and whose players would not get the same anyway."""
    for level in ranked:
        promised = tuple(promises[place - 1] if place <= len(promises) else Fraction(0) for place in level.places)
        if len(set(promised)) > 1 and level.method is not Method.SPLIT:
            yield Tie(level.entries, level.places, promised)


def _leftovers(pot: Pot, plan: PrizePlan, shares: Sequence[Share]) -> Iterator[Leftover]:
    paid: Counter[str] = Counter()
    for share in shares:
        paid[share.prize] += sum(share.cents.values())
    baskets = {prize.basket: paid.pop(prize.key, 0) for prize in plan.sides if prize.worth is Worth.BASKET}
    yield from _left(pot.prize_money(plan.baskets) - sum(paid.values()))
    for label in sorted(baskets):
        yield from _left(pot.basket(label).cents - baskets[label], label)


def _left(cents: int, basket: str = "") -> Iterator[Leftover]:
    assert cents >= 0
    if cents:
        yield Leftover(cents, basket)


def _leftover_words(leftover: Leftover) -> Message:
    stays = _STAYS_IN if leftover.basket else _STAYS
    return stays(money=Money(leftover.cents), label=leftover.basket)


def _tie_words(tie: Tie) -> Message:
    return _TIE(
        entries=refs(sorted(tie.entries)),
        places=tuple(map(Ordinal, tie.places)),
        worth=tuple(map(Money, tie.promises)),
        methods=Joined(tuple(method.in_sentence for method in tie.methods)),
    )
