"""The prizes of an event as they would be settled now, from the facts. Decides nothing and writes nothing.

Also guards what was shown: `check_kept` refuses whatever would change it.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import NOTHING, Message, in_a_row, message
from tournaments.events.models import Event
from tournaments.formats.config import config_data, config_from
from tournaments.formats.numbers import refs
from tournaments.honours.pot import Pot
from tournaments.honours.prize_plan import PrizePlan, SidePrize, Winner
from tournaments.honours.prize_ties import Decision, Finisher, Method
from tournaments.honours.prizes import Payout as Paid
from tournaments.honours.prizes import Settlement, Unresolved, settle
from tournaments.honours.wording import Ordinal
from tournaments.prizes.models import NamedWinner, Payout, PrizeOffer, ShownPrizes, TieDecision
from tournaments.prizes.pot import pot_of
from tournaments.rounds.final_places import Finish, Rounds, finish_of

BY_NAME = "named"
"""What is counted for a side prize that an organizer names the winner of."""
SPLIT = message("{entries} tied for {ordinal} and split the prizes.")
DECIDED = message("{entries} tied for {ordinal}. The tie was decided by {how}: {better}.")
THEN = message("{first}, then {next}")
Amounts = Mapping[tuple[int, int, str], int]
"""Entry number, player of the entry, prize → cents."""


@dataclass(frozen=True)
class Inputs:
    """Everything that a settlement is computed from."""

    pot: Pot
    plan: PrizePlan
    finishers: tuple[Finisher, ...]
    seed: int
    decisions: tuple[Decision, ...] = ()

    def settle(self) -> Settlement | Unresolved:
        return settle(self.pot, self.plan, self.finishers, self.seed, self.decisions)


@dataclass(frozen=True)
class Unknown:
    """A side prize whose winner the slips don't show. named: entry number → how many; None: no one was named yet."""

    prize: SidePrize
    why: str
    named: Mapping[int, int] | None
    turn: int

    @property
    def is_each(self) -> bool:
        return self.prize.winner is Winner.EACH


@dataclass(frozen=True)
class Outcome:
    """unknown: side prizes that need a name, named or not."""

    inputs: Inputs
    result: Settlement | Unresolved
    unknown: tuple[Unknown, ...]

    @property
    def missing(self) -> tuple[Unknown, ...]:
        return tuple(unknown for unknown in self.unknown if unknown.named is None)


def offer_of(event: Event) -> PrizeOffer | None:
    return PrizeOffer.objects.filter(event=event).first()


def outcome_of(event: Event, offer: PrizeOffer, played: Rounds | None = None) -> Outcome:
    """RuleError when the plan does not fit the field or the pot. played: rounds as they would be."""
    finish = finish_of(event, offer.lot_decides, played)
    unknown = tuple(_unknown(event, offer.promised, finish))
    plan, finishers = _with_names(offer.promised, finish.finishers, unknown)
    pot = pot_of(event, offer, len(finishers))
    inputs = Inputs(pot, plan, finishers, seed_of(event), decisions_of(event))
    return Outcome(inputs, inputs.settle(), unknown)


def seed_of(event: Event) -> int:
    """Of the event's first stage: what prizes leave to chance is drawn from it."""
    return int(event.stages.order_by("number")[0].seed, 16)


def decisions_of(event: Event) -> tuple[Decision, ...]:
    """The last word about each tie."""
    last = {
        tie_decision.about: tie_decision for tie_decision in TieDecision.objects.filter(event=event).order_by("turn")
    }
    return tuple(
        decision_from(tie_decision.entries, tie_decision.method, tie_decision.order) for tie_decision in last.values()
    )


def decision_from(entries: Sequence[int], method: str, order: Sequence[Sequence[int]]) -> Decision:
    return Decision(frozenset(entries), Method[method.upper()], tuple(tuple(part) for part in order))


def _unknown(event: Event, plan: PrizePlan, finish: Finish) -> list[Unknown]:
    named = {winner.prize: winner for winner in NamedWinner.objects.filter(event=event).order_by("turn")}
    unknowns = []
    for prize in plan.sides:
        if why := _why_unknown(prize, finish):
            named_winner = named.get(prize.key)
            counts = {int(number): count for number, count in named_winner.counts.items()} if named_winner else None
            unknowns.append(Unknown(prize, why, counts, named_winner.turn if named_winner else 0))
    return unknowns


def _why_unknown(prize: SidePrize, finish: Finish) -> str:
    if prize.winner is Winner.LAST or prize.statistic == "high_game":
        return ""
    if prize.statistic == BY_NAME:
        return say("The score slips don’t show who won this prize.")
    if finish.silent:
        return say(
            "The score slips don’t show who won this prize. {number} of the {tables} tables reported only the "
            "final score, without the hands.",
            number=finish.silent,
            tables=finish.tables,
        )
    return ""


def _with_names(
    plan: PrizePlan, finishers: tuple[Finisher, ...], unknown: Sequence[Unknown]
) -> tuple[PrizePlan, tuple[Finisher, ...]]:
    """The plan and the finishers, with the named winners in place of what could not be counted."""
    named = {each_unknown.prize.key: each_unknown.named or {} for each_unknown in unknown}
    sides = tuple(
        replace(prize, statistic=_named_key(prize.key)) if prize.key in named else prize for prize in plan.sides
    )
    people = tuple(
        replace(
            finisher,
            statistics={
                **finisher.statistics,
                **{_named_key(key): counts.get(finisher.entry, 0) for key, counts in named.items()},
            },
        )
        for finisher in finishers
    )
    return replace(plan, sides=sides), people


def _named_key(key: str) -> str:
    return f"{BY_NAME} {key}"


def amounts_of(settlement: Settlement) -> Amounts:
    return {(payout.entry, payout.player, payout.prize): payout.cents for payout in settlement.payouts}


def due_of(event: Event) -> Amounts:
    """What was shown, with every adjustment since; nothing that has come to zero."""
    due: Counter[tuple[int, int, str]] = Counter()
    payouts = Payout.objects.filter(event=event).values_list("entry__number", "chair", "prize", "cents")
    for entry, chair, prize, cents in payouts:
        due[entry, chair, prize] += cents
    return {key: cents for key, cents in due.items() if cents}


def shown_of(event: Event) -> ShownPrizes | None:
    shown = ShownPrizes.objects.select_related("journal__user__player", "journal__player")
    return shown.filter(event=event).first()


def differs_from_shown(event: Event) -> Message:
    """NOTHING while what was shown, with its adjustments, is what would be settled now; else what is not."""
    shown, offer = shown_of(event), offer_of(event)
    if shown is None or offer is None:
        return NOTHING
    try:
        outcome = outcome_of(event, offer)
    except RuleError as error:
        return error.words
    if isinstance(outcome.result, Unresolved):
        return in_a_row(outcome.result.explanations)
    if outcome.result.pot != inputs_from(shown.settled).pot:
        return message("The total in the pot would change.")
    return NOTHING if amounts_of(outcome.result) == due_of(event) else message("Someone would get a different amount.")


def check_kept(event: Event) -> None:
    """RuleError, at the end of a command, when it would change prizes that were shown."""
    if differs := differs_from_shown(event):
        raise RuleError(
            "Payouts are published, and your change would affect them. {differs} To change payouts now, "
            "correct a result and have another organizer or scorer approve it.",
            differs=differs,
        )


def decided_ties(inputs: Inputs) -> list[tuple[int, Decision]]:
    """Place and decision of every tie that really is one: of entries that are tied, even after another decision."""
    level: dict[frozenset[int], int] = {}
    for place in {finisher.place for finisher in inputs.finishers}:
        level[frozenset(finisher.entry for finisher in inputs.finishers if finisher.place == place)] = place
    made = {decision.entries: decision for decision in inputs.decisions}
    decided: list[tuple[int, Decision]] = []
    while together := [entries for entries in made if entries in level]:
        for entries in together:
            decision, place = made.pop(entries), level[entries]
            decided.append((place, decision))
            for part in decision.ranking(inputs.seed):
                level[frozenset(part)] = place
                place += len(part)
    return sorted(decided, key=lambda numbered: numbered[0])


def tie_notes(inputs: Inputs) -> list[Message]:
    """How each tie was decided."""
    return [_tie_note(decision, place, inputs.seed) for place, decision in decided_ties(inputs)]


def _tie_note(decision: Decision, place: int, seed: int) -> Message:
    about = {"entries": refs(sorted(decision.entries)), "ordinal": Ordinal(place)}
    if decision.method is Method.SPLIT:
        return SPLIT(**about)
    better: Any = None
    for part in decision.ranking(seed):
        better = THEN(first=better, next=refs(sorted(part))) if better else refs(sorted(part))
    return DECIDED(**about, how=decision.method.words, better=better)


def settled_data(outcome: Outcome) -> dict[str, Any]:
    """A settlement with all that it was computed from, as plain data. RuleError while a tie is open."""
    inputs, result = outcome.inputs, outcome.result
    assert isinstance(result, Settlement)
    data = {
        "pot": config_data(inputs.pot),
        "plan": config_data(inputs.plan),
        "seed": f"{inputs.seed:064x}",
        "finishers": [asdict(finisher) for finisher in inputs.finishers],
        "decisions": [
            [sorted(decision.entries), decision.method.value, decision.order] for decision in inputs.decisions
        ],
        "payouts": [_payout_data(payout) for payout in result.payouts],
        "leftovers": [asdict(leftover) for leftover in result.leftovers],
        "explanations": [explanation.as_data() for explanation in (*tie_notes(inputs), *result.explanations)],
    }
    as_stored: dict[str, Any] = json.loads(json.dumps(data))
    return as_stored


def _payout_data(payout: Paid) -> dict[str, Any]:
    return {**vars(payout), "title": payout.title.as_data(), "reason": payout.reason.as_data()}


def inputs_from(data: Mapping[str, Any]) -> Inputs:
    """What a settlement that was shown had been computed from."""
    return Inputs(
        config_from(Pot, data["pot"]),
        config_from(PrizePlan, data["plan"]),
        tuple(Finisher(**finisher) for finisher in data["finishers"]),
        int(data["seed"], 16),
        tuple(decision_from(*decision) for decision in data["decisions"]),
    )


def digest_of(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
