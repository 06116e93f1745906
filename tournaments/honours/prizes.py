"""The prizes of an event night: pot, plan and standings in, payouts out. Pays nobody and writes nothing down.

Nothing is lost or made: payouts, what stays in the pot and the house share are together what came in, to the cent.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.kept import kept, listed
from tournaments.honours.ledger import Account, Posting
from tournaments.honours.payouts import Payout, Share, share_award, share_places
from tournaments.honours.place_prizes import place_promises
from tournaments.honours.pot import MEMO_HOUSE, Pot
from tournaments.honours.prize_budget import make_budget, promised_aside
from tournaments.honours.prize_plan import Base, PrizePlan, Tied, Worth
from tournaments.honours.prize_ties import Decision, Finisher, Level, Method, Tie, levels
from tournaments.honours.side_prizes import Award, side_awards
from tournaments.honours.wording import all_called, money_kept, ordinal_kept

_STAYS = kept("{money} stays in the pot.")
_STAYS_IN = kept("{money} stays in the basket “{label}”.")
_TIE = kept("{entries} share {places} place, worth {worth}. Decide it first: {methods}.")


@dataclass(frozen=True)
class Leftover:
    """Cents that nobody was paid. basket: the one it stays in; empty: the pot."""

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
    explanations: tuple[str, ...]

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
        house = Posting(Account.POT, Account.CLUB, self.pot.house, MEMO_HOUSE())
        return (*([house] if house.cents else []), *moved.values())


@dataclass(frozen=True)
class Unresolved:
    """Nothing is paid before these ties are decided, each by one of its methods. explanations: a sentence for each."""

    ties: tuple[Tie, ...]
    explanations: tuple[str, ...]


def settle(
    pot: Pot, plan: PrizePlan, finishers: Collection[Finisher], seed: int, decisions: Sequence[Decision] = ()
) -> Settlement | Unresolved:
    """Who gets what. The order of finishers, baskets and decisions changes nothing.

    seed: the event's own number, from which ties and odd units are drawn by lot. RuleError when the plan does not fit
    the field or promises more than there is.
    """
    found = levels(finishers, decisions, seed)
    promises, awards = _promises(pot, plan, finishers, found)
    if plan.tied is Tied.DECIDE and (ties := tuple(_open_ties(found, promises))):
        return Unresolved(ties, tuple(map(_tie_words, ties)))
    budget = make_budget(plan, pot.prize_money(plan.baskets), promises, awards)
    shares = list(share_places(found, budget.places, plan.unit.cents, seed))
    for award, total in zip(awards, budget.sides, strict=True):
        shares += share_award(award, total, plan.unit.cents, seed)
    players = {finisher.entry: finisher.players for finisher in finishers}
    payouts = tuple(payout for share in shares for payout in share.payouts(players))
    leftovers = tuple(_leftovers(pot, plan, shares))
    notes = [note for award in awards for note in award.notes] + [share.note for share in shares if share.note]
    explanations = (pot.explanation(), *budget.notes, *notes, *map(_leftover_words, leftovers))
    return Settlement(pot, payouts, leftovers, explanations)


def _promises(
    pot: Pot, plan: PrizePlan, finishers: Collection[Finisher], found: Sequence[Level]
) -> tuple[tuple[Fraction, ...], tuple[Award, ...]]:
    """What the places are promised, and the side prizes. Who is paid for a place does not depend on what they take."""
    money = pot.prize_money(plan.baskets)
    promises = place_promises(plan, pot.entries, money, len(finishers))
    awards = side_awards(plan, pot, finishers, found, promises)
    if plan.percent_of is Base.REST:
        rest = max(Fraction(0), money - promised_aside(awards))
        promises = place_promises(plan, pot.entries, rest, len(finishers))
    return promises, awards


def _open_ties(found: Sequence[Level], promises: Sequence[Fraction]) -> Iterator[Tie]:
    """Shared places that nobody has decided and that would not get the same anyway."""
    for level in found:
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


def _leftover_words(leftover: Leftover) -> str:
    stays = _STAYS_IN if leftover.basket else _STAYS
    return stays(money=money_kept(leftover.cents), label=leftover.basket)


def _tie_words(tie: Tie) -> str:
    return _TIE(
        entries=all_called(tie.entries),
        places=listed(map(ordinal_kept, tie.places)),
        worth=listed(map(money_kept, tie.promises)),
        methods=", ".join(method.in_sentence for method in tie.methods),
    )
