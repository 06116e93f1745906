"""What the pages of the prizes show: the pot, ties with their forms, what waits for a second official. Reads only."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import Message, and_list
from tournaments.events.models import Event
from tournaments.honours.pot import Pot
from tournaments.honours.prize_ties import TIE, Decision, Method
from tournaments.honours.prizes import Settlement, Unresolved
from tournaments.honours.splitting import lot_number
from tournaments.honours.wording import money_text, ordinal
from tournaments.prizes.correction_preview import outcome_after
from tournaments.prizes.models import PrizeChange, PrizeOffer, TieDecision
from tournaments.prizes.pot import pot_of
from tournaments.prizes.settlement import Inputs, Outcome, decided_ties
from tournaments.results.slips import slip_from


@dataclass(frozen=True)
class PotBoard:
    """The pot in cents. error: why it cannot be said."""

    pot: Pot | None
    error: str = ""

    @property
    def for_prizes(self) -> int:
        return self.pot.total - self.pot.house if self.pot else 0


@dataclass(frozen=True)
class TieCard:
    """A tie with what its form needs.

    entries: number and name. lot: name and drawn number, best first. seen: how many decisions there are about it. how:
    empty while it is open.
    """

    entries: tuple[tuple[int, str], ...]
    where: str
    worth: str
    seen: int
    how: str = ""
    lot: tuple[tuple[str, int], ...] = ()

    @property
    def names(self) -> str:
        return and_list(name for _, name in self.entries)

    @property
    def about(self) -> str:
        return ",".join(str(number) for number, _ in self.entries)

    @property
    def methods(self) -> tuple[Method, ...]:
        return tuple(Method)

    @property
    def ranks(self) -> range:
        return range(1, len(self.entries) + 1)


@dataclass(frozen=True)
class PaidRow:
    """A prize of an entry as it would be paid now."""

    number: int
    reason: Message
    cents: int


def pot_board(event: Event, offer: PrizeOffer) -> PotBoard:
    played = event.entries.filter(standings__isnull=False).distinct().count()
    try:
        return PotBoard(pot_of(event, offer, played))
    except RuleError as error:
        return PotBoard(None, str(error))


def open_ties(event: Event, outcome: Outcome | None, names: Mapping[int, str]) -> list[TieCard]:
    """Ties about money that no one has decided."""
    if outcome is None or not isinstance(outcome.result, Unresolved):
        return []
    return [
        TieCard(
            tuple((entry, names[entry]) for entry in tie.entries),
            say("{places} place", places=and_list(map(ordinal, tie.places))),
            and_list(map(money_text, tie.promises)),
            _seen(event, tie.entries),
        )
        for tie in outcome.result.ties
    ]


def ties_of_change(event: Event, change: PrizeChange | None, names: Mapping[int, str]) -> list[TieCard]:
    """Those that a change which waits would bring."""
    if change is None:
        return []
    change.match.round.stage.event = event
    return open_ties(event, outcome_after(change.match, slip_from(change.slip) if change.slip else None), names)


def settled_ties(event: Event, inputs: Inputs, names: Mapping[int, str]) -> list[TieCard]:
    """Ties that were decided, and how; a random draw with its numbers."""
    return [
        TieCard(
            tuple((entry, names[entry]) for entry in sorted(decision.entries)),
            say("{places} place", places=ordinal(place)),
            "",
            _seen(event, sorted(decision.entries)),
            str(decision.method.words) if decision.method is not Method.SPLIT else say("splitting the prizes"),
            tuple(_drawn(decision, inputs.seed, names)),
        )
        for place, decision in decided_ties(inputs)
    ]


def _drawn(decision: Decision, seed: int, names: Mapping[int, str]) -> Iterator[tuple[str, int]]:
    if decision.method is Method.LOT:
        for part in decision.ranking(seed):
            yield names[part[0]], lot_number(seed, TIE, part[0])


def _seen(event: Event, entries: Sequence[int]) -> int:
    about = ",".join(str(number) for number in sorted(entries))
    return TieDecision.objects.filter(event=event, about=about).count()


def paid_rows(settlement: Settlement) -> list[PaidRow]:
    """What would be paid, by entry and prize."""
    paid: dict[tuple[int, str], PaidRow] = {}
    for payout in settlement.payouts:
        before = paid.get((payout.entry, payout.prize))
        cents = payout.cents + (before.cents if before else 0)
        paid[payout.entry, payout.prize] = PaidRow(payout.entry, payout.reason, cents)
    return list(paid.values())
